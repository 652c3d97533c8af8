/** A message as it stands in a transcript: its words, its buttons, and what is beside them. */

interface Shown {
  readonly text: string;
  /** null: it has none. */
  readonly picture: object | null;
  readonly file?: { readonly name: string } | null | undefined;
  readonly buttons: readonly (readonly { readonly label: string; readonly isLive: boolean }[])[];
}

export function quote({ text, picture, file, buttons }: Shown): string {
  const rows = buttons.map((row) =>
    row.map(({ label, isLive }) => (isLive ? `\`${label}\`` : `~~${label}~~`)).join(' '),
  );
  const beside = [
    ...(picture === null ? [] : ['🖼 *a picture*']),
    ...(file === null || file === undefined ? [] : [`📎 *${file.name}*`]),
  ];
  const parts = [...beside, steady(text).split('\n').join('\n\n'), ...(rows.length === 0 ? [] : [rows.join('\n\n')])];
  return parts
    .join('\n\n')
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** How long a run took is another number each time. */
function steady(text: string): string {
  return text.replaceAll(/\b\d+(?:[.,]\d+)? (s|min)\b/g, 'N $1');
}

/** What a run costs depends on the moment at which a look is taken once more. */
export function withoutCosts(text: string): string {
  return text.replaceAll(/\$\d+\.\d+/g, '$N').replaceAll(/\d+,\d+ \$/g, 'N $$');
}
