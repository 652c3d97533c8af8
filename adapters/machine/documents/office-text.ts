/** The words of a text document or a presentation: OpenDocument (ISO 26300) and Office Open XML (ECMA-376). */
import { SaxesParser } from 'saxes';
import type { DocumentReply } from './document-reply.ts';

/** In the order a person reads them. */
const PARTS = [
  /^content\.xml$/,
  /^word\/header\d*\.xml$/,
  /^word\/document\.xml$/,
  /^word\/(?:footnotes|endnotes)\.xml$/,
  /^word\/footer\d*\.xml$/,
  /^ppt\/slides\/slide\d+\.xml$/,
];
const ENDS_LINE = new Set(['w:p', 'w:br', 'w:cr', 'text:p', 'text:h', 'text:line-break', 'a:p', 'a:br']);
const TABS = new Set(['w:tab', 'text:tab']);
/** Elements whose text is not shown: deletions that were recorded, comments, and Word's field codes. */
const UNSHOWN = new Set(['text:tracked-changes', 'office:annotation', 'w:instrText', 'w:delText', 'mc:Fallback']);
/** Elsewhere in these files spaces only set elements apart. */
const HOLDS_WORDS = /^(?:w:t|a:t|text:.*)$/;

export function readOfficeText(files: ReadonlyMap<string, Uint8Array>): DocumentReply {
  const parts = PARTS.flatMap((part) => [...files].filter(([name]) => part.test(name)));
  if (parts.length === 0) return { kind: 'unreadable', why: 'form' };
  return { kind: 'text', text: parts.map(([, xml]) => readWords(new TextDecoder().decode(xml))).join('\n') };
}

/** The text of a part. Entities that a document's own DTD defines are not resolved: such a name is an error. */
function readWords(xml: string): string {
  const parser = new SaxesParser();
  const path: string[] = [];
  let words = '';
  let unshown = 0;
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    if (UNSHOWN.has(name)) unshown += 1;
    if (unshown > 0) return;
    if (TABS.has(name)) words += '\t';
    // Several spaces in a row are an element with their number.
    if (name === 'text:s') words += ' '.repeat(Math.min(Number(attributes['text:c'] ?? 1) || 1, 1000));
  });
  parser.on('closetag', ({ name }) => {
    path.pop();
    if (UNSHOWN.has(name)) unshown -= 1;
    else if (unshown === 0 && ENDS_LINE.has(name)) words += '\n';
  });
  parser.on('text', (text) => {
    if (unshown === 0 && path.some((name) => HOLDS_WORDS.test(name))) words += text;
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return words;
}
