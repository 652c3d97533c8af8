/** Typed checks of a document's content: spreadsheets, texts, PDFs, pictures, calendar files. */
import type { CheckResult } from '../journal/acted.ts';
import type { Check } from '../ledger/check.ts';
import type { DocumentFacts, Machine } from '../ports/machine.ts';
import { oneLine, shorten } from '../words/amounts.ts';
import { say, type Text } from '../words/say.ts';

type DocumentCheck = Extract<Check, { readonly check: 'cell' | 'document_text' | 'pdf' | 'picture_size' | 'event' }>;
type Found = Pick<CheckResult, 'passed' | 'isUntold' | 'text'>;
type Unreadable = Extract<DocumentFacts, { readonly kind: 'unreadable' }>;

const SHOWN = 60;

/** The target of a link must be as safe to read as the link itself. */
export async function readDocument(
  path: string,
  { machine: { facts }, isSafePath }: { readonly machine: Pick<Machine, 'facts'>; isSafePath(path: string): boolean },
  signal: AbortSignal,
): Promise<DocumentFacts> {
  if (facts.document === undefined)
    return { kind: 'unreadable', why: say`documents are not opened here`, isTold: false };
  const { canonical } = await facts.path(path, signal);
  if (!isSafePath(canonical))
    return { kind: 'unreadable', why: say`it leads to a file that I don't open`, isTold: false };
  return await facts.document(canonical, signal);
}

/** Pure. */
export function checkDocument(check: DocumentCheck, facts: DocumentFacts): Found {
  if (facts.kind === 'unreadable') return withoutFacts(check.path, facts);
  switch (check.check) {
    case 'cell':
      return facts.kind === 'sheets' ? checkCell(check, facts) : otherForm(check.path);
    case 'document_text':
      return facts.kind === 'text' ? checkText(check.path, check.text, facts.text) : otherForm(check.path);
    case 'pdf':
      return facts.kind === 'pdf' ? checkPdf(check, facts) : otherForm(check.path);
    case 'picture_size': {
      if (facts.kind !== 'picture') return otherForm(check.path);
      const isSo = facts.width === check.width && facts.height === check.height;
      return { passed: isSo, text: say`${check.path} is ${String(facts.width)} × ${String(facts.height)} pixels` };
    }
    case 'event': {
      if (facts.kind !== 'calendar') return otherForm(check.path);
      const named = facts.entries.filter(({ title }) => plain(title).includes(plain(check.title)));
      const isSo = named.some(({ day }) => check.day === '' || day === check.day);
      if (isSo) return { passed: true, text: say`${check.path} has the entry “${check.title}”` };
      const [other] = named;
      if (other === undefined) return { passed: false, text: say`${check.path} has no entry “${check.title}”` };
      return { passed: false, text: say`“${check.title}” is on ${other.day} instead of ${check.day}` };
    }
  }
}

/** A missing or damaged file fails the check; one that could not be opened proves nothing. */
function withoutFacts(path: string, { why, isTold }: Pick<Unreadable, 'why' | 'isTold'>): Found {
  const text = say`${path} cannot be read: ${why}`;
  return isTold ? { passed: false, text } : { passed: false, isUntold: true, text };
}

function checkCell(
  { path, sheet, cell, text }: Extract<DocumentCheck, { readonly check: 'cell' }>,
  { sheets }: Extract<DocumentFacts, { readonly kind: 'sheets' }>,
): Found {
  const looked = sheet === undefined ? sheets[0] : sheets.find(({ name }) => plain(name) === plain(sheet));
  if (looked === undefined) return { passed: false, text: say`${path} has no sheet “${sheet ?? ''}”` };
  const writings = looked.cells[cell] ?? [''];
  if (writings.some((one) => isSameValue(one, text)))
    return { passed: true, text: say`${cell} in ${path} is “${shorten(oneLine(text), SHOWN)}”` };
  const is = shorten(oneLine(writings[0] ?? ''), SHOWN);
  return {
    passed: false,
    text:
      is === ''
        ? say`${cell} in ${path} is empty`
        : say`${cell} in ${path} is “${is}” instead of “${shorten(oneLine(text), SHOWN)}”`,
  };
}

function checkPdf(
  { path, text, pages }: Extract<DocumentCheck, { readonly check: 'pdf' }>,
  facts: Extract<DocumentFacts, { readonly kind: 'pdf' }>,
): Found {
  if (pages > 0 && facts.pages !== pages)
    return { passed: false, text: say`${path} has ${String(facts.pages)} pages instead of ${String(pages)}` };
  if (text !== '' && facts.text.trim() === '')
    return { passed: false, isUntold: true, text: say`${path} is a PDF of pictures without text` };
  if (text !== '') return checkText(path, text, facts.text);
  return { passed: true, text: say`${path} is a PDF of ${String(facts.pages)} pages` };
}

function checkText(path: string, text: string, whole: string): Found {
  const passed = plain(whole).includes(plain(text));
  return {
    passed,
    text: passed ? say`${path} has the text` : say`${path} does not contain “${shorten(oneLine(text), SHOWN)}”`,
  };
}

function otherForm(path: string): Found {
  return { passed: false, text: say`${path} is of another form` };
}

/** Numbers are compared by value, in English and German notation; other text literally. */
function isSameValue(one: string, other: string): boolean {
  if (plain(one) === plain(other)) return true;
  const values = readNumbers(one);
  return readNumbers(other).some((value) => values.includes(value));
}

/** "1.200" may be one thousand two hundred or one point two, so both count. */
function readNumbers(text: string): readonly number[] {
  const bare = text
    .trim()
    .replace(/(?:€|\$|£|EUR|USD)/gi, '')
    .replace(/[\s\u00a0\u202f]/g, '');
  if (!/^-?\d[\d.,]*$/.test(bare)) return [];
  const inEnglish = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/.test(bare) ? [Number(bare.replaceAll(',', ''))] : [];
  const inGerman = /^-?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/.test(bare)
    ? [Number(bare.replaceAll('.', '').replace(',', '.'))]
    : [];
  return [...inEnglish, ...inGerman];
}

/** Line breaks are where a page happens to end. */
function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

export function describeDocumentCheck(check: DocumentCheck): Text {
  switch (check.check) {
    case 'cell':
      return say`${check.cell} in ${check.path} is “${shorten(oneLine(check.text), SHOWN)}”`;
    case 'document_text':
      return say`${check.path} contains “${shorten(oneLine(check.text), SHOWN)}”`;
    case 'pdf':
      return check.pages === 0
        ? say`${check.path} is a PDF with its text`
        : say`${check.path} is a PDF of ${String(check.pages)} pages`;
    case 'picture_size':
      return say`${check.path} is ${String(check.width)} × ${String(check.height)} pixels`;
    case 'event':
      return say`${check.path} has the entry “${check.title}”`;
  }
}
