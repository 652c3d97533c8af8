/** A letter in LibreOffice Writer: ten lines are written at its end and saved; what stood there stays. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { writeParts } from '../../support/documents.ts';
import { asMoney, MONTHS, makeAmounts, misread } from '../data.ts';
import type { LongTask, Place } from '../task.ts';
import { key, looking, pause, typing } from './keys.ts';

const FILE = 'letter.odt';
const FIRST = 'Dear reader of the accounts';
const lineFor = (seed: number, index: number): string =>
  `${MONTHS[index] ?? ''} came to ${asMoney(makeAmounts(seed + 410, MONTHS.length)[index] ?? 0)}`;

const textOf = (home: string): string =>
  strFromU8(unzipSync(readFileSync(join(home, FILE)))['content.xml'] ?? new Uint8Array()).replaceAll(/<[^>]+>/g, ' ');

function makeLetter(path: string): void {
  const office = 'urn:oasis:names:tc:opendocument:xmlns';
  writeParts(path, {
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': `<?xml version="1.0"?><manifest:manifest xmlns:manifest="${office}:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="${office}:office:1.0" xmlns:text="${office}:text:1.0" office:version="1.3"><office:body><office:text><text:p>${FIRST}</text:p></office:text></office:body></office:document-content>`,
  });
}

export const WRITER: LongTask = {
  name: 'writer',
  isSeen: false,
  async prepare({ home, open }) {
    makeLetter(join(home, FILE));
    await open('/usr/bin/soffice', ['--norestore', '--nologo', '--writer', join(home, FILE)], 'LibreOffice Writer');
  },
  chores({ home, seed }: Place) {
    return MONTHS.map((_, index) => {
      const line = lineFor(seed, index);
      return {
        wish: `Write “${line}” into ~/${FILE}`,
        reads: [looking],
        does: (isMisread: boolean) => [
          key('ctrl+end'),
          typing(`\n${isMisread ? misread(line) : line}`),
          key('ctrl+s'),
          pause(0.5),
        ],
        isDone: () => textOf(home).includes(line),
      };
    });
  },
  never: ({ home }) => [{ wish: 'Don’t change the first line', isDone: () => textOf(home).includes(FIRST) }],
};
