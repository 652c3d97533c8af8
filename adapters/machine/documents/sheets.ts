/** What the cells of a spreadsheet show, and the same values in other writings. */
import { type CellObject, read, SSF, type WorkBook } from '@e965/xlsx';
import type { DocumentReply } from './document-reply.ts';

const MAX_CELLS = 200_000;
const MAX_CHARACTERS = 8_000_000;
const CELL = /^[A-Z]{1,3}[1-9]\d{0,6}$/;

/** xlsx, xls or ods. Throws for what is damaged. */
export function readSheets(bytes: Uint8Array): DocumentReply {
  try {
    return listCells(read(bytes, { type: 'array', cellNF: true, cellFormula: false, cellHTML: false, nodim: true }));
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message)) return { kind: 'unreadable', why: 'locked' };
    throw error;
  }
}

/** csv or tsv: as it is written, nothing is taken for a date or a number. */
export function readSheetText(text: string): DocumentReply {
  return listCells(read(text, { type: 'string', raw: true, nodim: true }));
}

function listCells({ SheetNames, Sheets, Workbook }: WorkBook): DocumentReply {
  let cells = 0;
  let characters = 0;
  const sheets: { name: string; cells: Record<string, string[]> }[] = [];
  const from1904 = Workbook?.WBProps?.date1904 === true;
  for (const name of SheetNames) {
    const shown: Record<string, string[]> = {};
    for (const [place, cell] of Object.entries<CellObject>(Sheets[name] ?? {})) {
      if (!CELL.test(place)) continue;
      const texts = writingsOf(cell, from1904);
      if (texts.length === 0) continue;
      cells += 1;
      characters += texts.reduce((sum, text) => sum + text.length, 0);
      if (cells > MAX_CELLS || characters > MAX_CHARACTERS) return { kind: 'unreadable', why: 'size' };
      shown[place] = texts;
    }
    sheets.push({ name, cells: shown });
  }
  return { kind: 'sheets', sheets };
}

/** The writings of a cell's value, the one shown first. Empty for an empty cell. */
function writingsOf({ t: type, v: value, w: shown, z: format }: CellObject, from1904: boolean): string[] {
  if (value === undefined || type === 'z') return [];
  const texts = [shown ?? String(value)];
  if (type === 'b') texts.push(value === true ? 'true' : 'false', value === true ? 'wahr' : 'falsch');
  if (type === 'n' && typeof value === 'number') {
    const isDate = typeof format === 'string' && SSF.is_date(format);
    texts.push(...(isDate ? writeDate(value, from1904) : [String(value)]));
  }
  return [...new Set(texts)].filter((text) => text !== '');
}

function writeDate(value: number, from1904: boolean): readonly string[] {
  const { y, m, d } = SSF.parse_date_code(value, { date1904: from1904 }) ?? { y: 0, m: 0, d: 0 };
  if (!(y > 0)) return [];
  const [month, day] = [String(m).padStart(2, '0'), String(d).padStart(2, '0')];
  return [`${y}-${month}-${day}`, `${day}.${month}.${y}`, `${d}.${m}.${y}`, `${month}/${day}/${y}`, `${m}/${d}/${y}`];
}
