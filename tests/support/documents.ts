/** Small documents of every kind that checks look into, made here. */
import { writeFileSync } from 'node:fs';
import { type CellObject, utils, type WorkBook, write } from '@e965/xlsx';
import { strToU8, zipSync } from 'fflate';

/** Named values of cells by sheet; a number may have a format. */
export type Sheets = Readonly<Record<string, Readonly<Record<string, string | number | boolean | CellObject>>>>;

export function makeWorkbook(sheets: Sheets): WorkBook {
  const book = utils.book_new();
  for (const [name, cells] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet([]);
    const places = Object.keys(cells).map((place) => utils.decode_cell(place));
    for (const [place, value] of Object.entries(cells)) sheet[place] = toCell(value);
    const [row, column] = [Math.max(...places.map(({ r }) => r)), Math.max(...places.map(({ c }) => c))];
    sheet['!ref'] = `A1:${utils.encode_cell({ r: row, c: column })}`;
    utils.book_append_sheet(book, sheet, name);
  }
  return book;
}

function toCell(value: string | number | boolean | CellObject): CellObject {
  if (typeof value === 'object') return value;
  if (typeof value === 'number') return { t: 'n', v: value };
  return typeof value === 'boolean' ? { t: 'b', v: value } : { t: 's', v: value };
}

/** The form follows the name: xlsx, ods, xls or csv. */
export function writeSheets(path: string, sheets: Sheets): void {
  const [form = 'xlsx'] = /[a-z]+$/.exec(path) ?? [];
  const bookType = form === 'ods' || form === 'xls' || form === 'csv' ? form : 'xlsx';
  writeFileSync(path, write(makeWorkbook(sheets), { type: 'buffer', bookType }));
}

/** An archive of parts, by their names. */
export function writeParts(path: string, parts: Readonly<Record<string, string>>): void {
  writeFileSync(path, zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))));
}

export function writeDocx(path: string, body: string): void {
  const head = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  writeParts(path, {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document ${head}><w:body>${body}</w:body></w:document>`,
  });
}

export function writeOdt(path: string, body: string): void {
  const head = 'xmlns:office="o" xmlns:text="t"';
  writeParts(path, {
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content ${head}><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  });
}

/** A line of text a page; '' for a page without any (as one that was scanned). `more`: into the trailer. */
export function writePdf(path: string, pages: readonly string[], more = ''): void {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((text, index) => {
      const stream = text === '' ? '' : `BT /F1 12 Tf 20 100 Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let body = '%PDF-1.4\n';
  const places: number[] = [];
  for (const [index, object] of objects.entries()) {
    places.push(body.length);
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  writeFileSync(
    path,
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${more} >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}

/** Entries with their days, `2026-11-23`. */
export function writeCalendar(
  path: string,
  entries: readonly { readonly title: string; readonly day: string }[],
): void {
  const events = entries.map(
    ({ title, day }, index) =>
      `BEGIN:VEVENT\r\nUID:${index}\r\nDTSTART;TZID=Europe/Berlin:${day.replaceAll('-', '')}T233000\r\nSUMMARY:${title}\r\nEND:VEVENT\r\n`,
  );
  writeFileSync(path, `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`);
}
