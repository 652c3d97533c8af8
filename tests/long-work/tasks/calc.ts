/** A spreadsheet in LibreOffice Calc: eight cells are gone to by the keys and set, and it is saved; one cell stays as it is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { read } from '@e965/xlsx';
import { writeSheets } from '../../support/documents.ts';
import { makeAmounts, misread } from '../data.ts';
import type { LongTask, Place, Work } from '../task.ts';
import { key, looking, pause, typing } from './keys.ts';

const ROWS = 8;
const FILE = 'budget.ods';
const KEPT = 4321;
const amountFor = (seed: number, row: number): string =>
  String(Math.floor((makeAmounts(seed + 310, ROWS)[row - 2] ?? 0) / 100));

/** The box shows the name of the cell and stands left above the sheet; three clicks select what it holds. */
const nameBox: Work = () => ({ action: 'click', target: { x: 55, y: 141 }, count: 3 });

function cellOf(home: string, cell: string): string {
  const { Sheets, SheetNames } = read(readFileSync(join(home, FILE)));
  return String(Sheets[SheetNames[0] ?? '']?.[cell]?.v ?? '');
}

export const CALC: LongTask = {
  name: 'calc',
  isSeen: false,
  async prepare({ home, open }) {
    const rows = Array.from({ length: ROWS }, (_, index) => index + 2);
    const labels = rows.map((row): [string, string] => [`A${row}`, `item ${row}`]);
    writeSheets(join(home, FILE), { Budget: Object.fromEntries([['A1', 'Item'], ...labels, ['B20', KEPT]]) });
    await open('/usr/bin/soffice', ['--norestore', '--nologo', '--calc', join(home, FILE)], 'LibreOffice Calc');
  },
  chores({ home, seed }: Place) {
    return Array.from({ length: ROWS }, (_, index) => {
      const row = index + 2;
      const value = amountFor(seed, row);
      return {
        wish: `Set cell B${row} of ~/${FILE} to ${value}`,
        reads: [looking],
        does: (isMisread: boolean) => [
          // Every other cell by its name, as who knows the box for it.
          ...(row % 2 === 0 ? [key('ctrl+home'), key('down', row - 1), key('right')] : [nameBox, typing(`B${row}\n`)]),
          typing(`${isMisread ? misread(value) : value}\n`),
          key('ctrl+s'),
          // It takes no keys while it saves.
          pause(1),
        ],
        isDone: () => cellOf(home, `B${row}`) === value,
      };
    });
  },
  never: ({ home }) => [{ wish: 'Don’t change cell B20', isDone: () => cellOf(home, 'B20') === String(KEPT) }],
};
