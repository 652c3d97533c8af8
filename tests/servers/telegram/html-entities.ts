/** Telegram's HTML: what it accepts, what the person then reads, and how it names each mistake (tdlib, MessageEntity.cpp). */

import { badRequest } from './refusal.ts';

/** Offsets and lengths count UTF-16 code units, as on the wire. */
export interface Entity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  /** Of a `text_link`. */
  readonly url?: string;
}

export interface FormattedText {
  readonly text: string;
  readonly entities: readonly Entity[];
}

const TYPE_OF_TAG: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  code: 'code',
  pre: 'pre',
  a: 'text_link',
  blockquote: 'blockquote',
  'tg-spoiler': 'spoiler',
};
const CHARACTER_OF_NAME: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };
const MAX_SOURCE_BYTES = 32_768;

/** The text as the person reads it. `parse_mode` '' is plain text. */
export function readFormattedText(source: string, parseMode: string): FormattedText {
  if (Buffer.byteLength(source) > MAX_SOURCE_BYTES) throw badRequest('text is too long');
  if (!source.isWellFormed()) throw badRequest('strings must be encoded in UTF-8');
  if (parseMode === '') return trim({ text: source, entities: [] });
  if (parseMode.toLowerCase() !== 'html') throw badRequest('unsupported parse_mode');
  return trim(parseHtml(source));
}

function parseHtml(source: string): FormattedText {
  const open: { readonly tag: string; readonly offset: number; readonly url: string }[] = [];
  const entities: Entity[] = [];
  let text = '';
  let at = 0;
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === '&') {
      const entity = /^&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/i.exec(source.slice(at, at + 12));
      const decoded = entity === null ? null : decodeCharacter(entity[1], entity[2], entity[3]);
      text += decoded ?? '&';
      at += decoded === null ? 1 : (entity?.[0].length ?? 1);
    } else if (character === '<') {
      const where = `at byte offset ${Buffer.byteLength(source.slice(0, at))}`;
      const found = /^<(\/?)([^\s>]*)([^>]*)>/.exec(source.slice(at));
      if (found === null) throw cannotParse(`Unclosed ${source.charAt(at + 1) === '/' ? 'end' : 'start'} tag ${where}`);
      const tag = (found[2] ?? '').toLowerCase();
      if (found[1] === '/') closeTag(tag, where);
      else openTag(tag, where, found[3] ?? '');
      at += found[0].length;
    } else {
      text += character;
      at += 1;
    }
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) throw cannotParse(`Can't find end tag corresponding to start tag "${unclosed.tag}"`);
  return { text, entities };

  function openTag(tag: string, where: string, attributes: string): void {
    if (TYPE_OF_TAG[tag] === undefined) throw cannotParse(`Unsupported start tag "${tag}" ${where}`);
    const href = /^\s+href="([^"]*)"\s*$/.exec(attributes)?.[1] ?? '';
    open.push({ tag, offset: text.length, url: parseHtml(href).text });
  }

  function closeTag(tag: string, where: string): void {
    const opened = open.pop();
    if (opened === undefined) throw cannotParse(`Unexpected end tag ${where}`);
    if (tag !== '' && tag !== opened.tag) {
      throw cannotParse(`Unmatched end tag ${where}, expected "</${opened.tag}>", found "</${tag}>"`);
    }
    const length = text.length - opened.offset;
    const isLink = opened.tag === 'a';
    // What leads nowhere stays as plain words.
    if (length === 0 || (isLink && !/^https?:\/\//i.test(opened.url))) return;
    const entity = { type: TYPE_OF_TAG[opened.tag] ?? opened.tag, offset: opened.offset, length };
    entities.push(isLink ? { ...entity, url: opened.url } : entity);
  }
}

function decodeCharacter(
  decimal: string | undefined,
  hex: string | undefined,
  name: string | undefined,
): string | null {
  if (name !== undefined) return CHARACTER_OF_NAME[name] ?? null;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null;
}

function cannotParse(sentence: string): Error {
  return badRequest(`can't parse entities: ${sentence}`);
}

/** Control characters become spaces, direction marks go, and the ends are trimmed, as before every send (tdlib, misc.cpp). */
function trim({ text, entities }: FormattedText): FormattedText {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
  const cleaned = text.replace(/[\u0000-\u0009\u000b\u000c\u000e-\u001f]/g, ' ');
  const start = cleaned.length - cleaned.trimStart().length;
  const kept = cleaned.trim();
  const moved = entities.map((entity) => {
    const from = Math.max(0, entity.offset - start);
    const to = Math.min(kept.length, entity.offset + entity.length - start);
    return { ...entity, offset: from, length: to - from };
  });
  return { text: kept, entities: moved.filter((entity) => entity.length > 0) };
}

/** Whether nothing would be seen: blanks of every kind, fillers, joiners. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u.test(text);
}
