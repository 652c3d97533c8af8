/** What Slack makes of what a person types: escapes, links in angle brackets, emoji by name with their characters in the blocks. */

export interface TypedOnWire {
  readonly text: string;
  readonly blocks: readonly unknown[];
}

const EMOJI = /\p{RGI_Emoji}/gv;

export function toWire(typed: string): TypedOnWire {
  const names = new Map<string, string>();
  const named = typed.replaceAll(EMOJI, (emoji) => {
    const name = names.get(emoji) ?? `emoji_${names.size + 1}`;
    names.set(emoji, name);
    return `:${name}:`;
  });
  const elements = [...names].map(([emoji, name]) => ({ type: 'emoji', name, unicode: toUnicode(emoji) }));
  const escaped = named.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const text = escaped.replace(/https?:\/\/[^\s<>|&]+/g, (address) => `<${address}>`);
  return { text, blocks: [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }] };
}

/** What a person reads where Slack got escaped text. */
export function fromWire(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function toUnicode(emoji: string): string {
  return [...emoji].map((character) => (character.codePointAt(0) ?? 0).toString(16)).join('-');
}
