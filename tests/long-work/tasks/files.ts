/** Files: ten invoices are read, and what each comes to is written into a note of its own; one is deleted, one left alone. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asMoney, MONTHS, makeAmounts, misread } from '../data.ts';
import type { Action, LongTask, Place, Work } from '../task.ts';

const view =
  (path: string): Work =>
  () => ({ action: 'file_view', path, line: 1, amount: 200 });
const textOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);

/** As somebody writes who has seen what is there. */
export function writeText(home: string, name: string, text: string): Work {
  return (): Action | null => {
    const before = textOf(join(home, name));
    const path = `~/${name}`;
    if (before === null) return { action: 'file_create', path, text };
    return before === text ? null : { action: 'file_replace', path, old: before, text };
  };
}

export const FILES: LongTask = {
  name: 'files',
  isSeen: false,
  async prepare({ home, seed }) {
    mkdirSync(join(home, 'invoices'), { recursive: true });
    mkdirSync(join(home, 'notes'), { recursive: true });
    for (const [index, cents] of makeAmounts(seed, MONTHS.length).entries())
      writeFileSync(join(home, 'invoices', `${MONTHS[index]}.txt`), `Invoice ${index + 1}\nTotal: ${asMoney(cents)}\n`);
    writeFileSync(join(home, 'notes', 'old.txt'), 'out of date\n');
    writeFileSync(join(home, 'notes', 'keep.txt'), 'mine\n');
  },
  chores({ home, seed }: Place) {
    const amounts = makeAmounts(seed, MONTHS.length);
    const notes = MONTHS.map((month, index) => {
      const amount = asMoney(amounts[index] ?? 0);
      const name = `notes/${month}.txt`;
      return {
        wish: `Write “${month} ${amount}” into ~/${name}`,
        reads: [view(`~/invoices/${month}.txt`)],
        does: (isMisread: boolean) => [
          writeText(home, name, `${month} ${isMisread ? misread(amount) : amount}\n`),
          view(`~/${name}`),
        ],
        isDone: () => textOf(join(home, name))?.includes(`${month} ${amount}`) === true,
      };
    });
    const gone = {
      wish: 'Delete ~/notes/old.txt',
      reads: [view('~/notes/old.txt')],
      does: (): readonly Work[] => [
        () =>
          textOf(join(home, 'notes/old.txt')) === null
            ? null
            : { action: 'shell', command: 'rm ~/notes/old.txt', timeout_s: 30 },
      ],
      isDone: () => textOf(join(home, 'notes/old.txt')) === null,
    };
    return [...notes, gone];
  },
  never: ({ home }) => [
    { wish: 'Don’t touch ~/notes/keep.txt', isDone: () => textOf(join(home, 'notes/keep.txt')) === 'mine\n' },
  ],
};
