/** The text of a page of the web: its title, what a person would read, and where its links lead. */
import { compile, type HtmlToTextOptions } from 'html-to-text';
import type { DocumentReply } from './document-reply.ts';
import { readBytes } from './read-bytes.ts';

export interface PageOrigin {
  /** Where links start from. */
  readonly address: string;
  /** `content-type` as it was sent. */
  readonly type: string;
}

const MARKUP = /^(?:text\/html|application\/xhtml\+xml)$/;
const PDF = /^application\/(?:x-)?pdf$/;
const MAX_CHARACTERS = 2_000_000;
const MAX_DEPTH = 200;
/** Elements that hold no text of the page's own, or are not shown. */
const SKIPPED =
  'head title script style template noscript svg canvas img picture video audio iframe object select button nav footer [hidden] [aria-hidden="true"]'.split(
    ' ',
  );

/** Rejects for what is damaged. */
export async function readPage(bytes: Uint8Array, { address, type }: PageOrigin): Promise<DocumentReply> {
  const media = mediaOf(type);
  if (PDF.test(media)) return await readBytes(bytes, 'page.pdf');
  const text = decodePage(bytes, type);
  return { kind: 'text', text: MARKUP.test(media) ? readMarkup(text, address) : text };
}

function mediaOf(type: string): string {
  return type.replace(/;.*$/s, '').trim().toLowerCase();
}

/** Decodes by the byte order mark, else the content type sent, else what the page declares, else UTF-8, else windows-1252. */
function decodePage(bytes: Uint8Array, type: string): string {
  // `TextDecoder` calls another encoding latin1.
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  const marks = [/^\u00ef\u00bb\u00bf/, /^\u00ff\u00fe/, /^\u00fe\u00ff/].findIndex((mark) => mark.test(head));
  const labels = [
    ['utf-8', 'utf-16le', 'utf-16be'][marks],
    /charset\s*=\s*["']?([\w:.-]+)/i.exec(type)?.[1],
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w:.-]+)/i.exec(head)?.[1],
    /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([\w:.-]+)/i.exec(head)?.[1],
  ];
  for (const label of labels) {
    const decoder = label === undefined ? null : openDecoder(label);
    if (decoder !== null) return decoder.decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** null: nobody knows this name of an encoding. */
function openDecoder(label: string): Pick<InstanceType<typeof TextDecoder>, 'decode'> | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

function readMarkup(html: string, address: string): string {
  const limits = { maxInputLength: MAX_CHARACTERS, maxDepth: MAX_DEPTH, ellipsis: '' };
  const shared = { wordwrap: false, limits } satisfies HtmlToTextOptions;
  const title = compile({ ...shared, baseElements: { selectors: ['title'], returnDomByDefault: false } })(html);
  const text = compile({
    ...shared,
    baseElements: { selectors: ['body'] },
    selectors: [
      ...SKIPPED.map((selector) => ({ selector, format: 'skip' })),
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
      {
        selector: 'a',
        options: {
          hideLinkHrefIfSameAsText: true,
          noAnchorUrl: true,
          pathRewrite: (path: string) => rewrite(path, address),
        },
      },
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ],
  })(html);
  const line = title.replaceAll(/\s+/g, ' ').trim();
  return [...(line === '' ? [] : [line]), text.trim()].join('\n\n').trim();
}

/** In full; '' for what is no page. */
function rewrite(path: string, address: string): string {
  const full = URL.parse(path, address);
  return full !== null && (full.protocol === 'https:' || full.protocol === 'http:') ? full.href : '';
}
