/** HTML from text that is not to be trusted: everything is escaped unless it was made here. */
import { showHidden } from '../../words/visible.ts';

/** A piece of HTML; only `html` and `raw` make one. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | null | readonly Html[];

/** A tag for template literals: strings are escaped, pieces of HTML are not, null is nothing. */
export function html(words: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: words.reduce((text, next, index) => `${text}${render(parts[index - 1] ?? null)}${next}`) };
}

export const NOTHING: Html = { html: '' };

function render(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return escapeText(part);
  return 'html' in part ? part.html : part.map((one) => one.html).join('');
}

/** Safe within quoted attributes, too. Invisible characters are shown. */
function escapeText(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return showHidden(text).replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}
