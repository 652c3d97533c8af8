/** A table: a dozen cells of a sheet are set from the slips beside it; everything else in it stays. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAmounts, misread } from '../data.ts';
import type { LongTask, Place, Work } from '../task.ts';

const ROWS = 12;
const TABLE = 'costs/plan.csv';
const slip = (row: number): string => `slips/${String(row).padStart(2, '0')}.txt`;
const amountFor = (seed: number, row: number): string =>
  String(Math.floor((makeAmounts(seed + 50, ROWS)[row - 2] ?? 0) / 100));
const read = (home: string): readonly string[] => readFileSync(join(home, TABLE), 'utf8').trimEnd().split('\n');
const cellOf = (home: string, row: number): string => read(home)[row - 1]?.split(',')[1] ?? '';

/** One line of the table becomes another. */
function setCell(home: string, row: number, value: string): Work {
  return () => {
    const old = read(home)[row - 1] ?? '';
    const [label = ''] = old.split(',');
    const text = `${label},${value}`;
    return old === text ? null : { action: 'file_replace', path: `~/${TABLE}`, old, text };
  };
}

export const SHEET: LongTask = {
  name: 'sheet',
  isSeen: false,
  async prepare({ home, seed }) {
    mkdirSync(join(home, 'costs'), { recursive: true });
    mkdirSync(join(home, 'slips'), { recursive: true });
    const rows = Array.from({ length: ROWS }, (_, index) => index + 2);
    writeFileSync(
      join(home, TABLE),
      ['Item,Cost', ...rows.map((row) => `item ${row},open`), 'fixed,77', ''].join('\n'),
    );
    for (const row of rows) writeFileSync(join(home, slip(row)), `item ${row}: ${amountFor(seed, row)} EUR\n`);
    writeFileSync(join(home, 'costs', 'last-year.csv'), 'Item,Cost\nold,1\n');
  },
  chores({ home, seed }: Place) {
    return Array.from({ length: ROWS }, (_, index) => {
      const row = index + 2;
      const value = amountFor(seed, row);
      return {
        wish: `Set cell B${row} of ~/${TABLE} to ${value}`,
        reads: [(): ReturnType<Work> => ({ action: 'file_view', path: `~/${slip(row)}`, line: 1, amount: 200 })],
        does: (isMisread: boolean) => [
          setCell(home, row, isMisread ? misread(value) : value),
          (): ReturnType<Work> => ({ action: 'file_view', path: `~/${TABLE}`, line: row, amount: 1 }),
        ],
        isDone: () => cellOf(home, row) === value,
      };
    });
  },
  never: ({ home }) => [
    {
      wish: 'Don’t touch ~/costs/last-year.csv',
      isDone: () => readFileSync(join(home, 'costs/last-year.csv'), 'utf8') === 'Item,Cost\nold,1\n',
    },
  ],
};
