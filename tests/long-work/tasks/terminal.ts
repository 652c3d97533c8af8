/** Commands: what fourteen logs hold is counted, and each count is written down. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../../long/random.ts';
import { misread } from '../data.ts';
import type { LongTask, Place, Work } from '../task.ts';
import { writeText } from './files.ts';

const SERVERS = [
  'ant',
  'bee',
  'cat',
  'dog',
  'eel',
  'fox',
  'gnu',
  'hen',
  'ibis',
  'jay',
  'kite',
  'lynx',
  'mole',
  'newt',
] as const;
const run =
  (command: string): Work =>
  () => ({ action: 'shell', command, timeout_s: 30 });
const errorsOf = (seed: number, index: number): number => 12 + Math.floor(createRandom(seed * 31 + index)() * 70);

export const TERMINAL: LongTask = {
  name: 'terminal',
  isSeen: false,
  async prepare({ home, seed }) {
    mkdirSync(join(home, 'logs'), { recursive: true });
    mkdirSync(join(home, 'counts'), { recursive: true });
    for (const [index, server] of SERVERS.entries()) {
      const lines = Array.from({ length: 200 }, (_, line) =>
        line < errorsOf(seed, index) ? `ERROR line ${line}` : `ok line ${line}`,
      );
      writeFileSync(join(home, 'logs', `${server}.log`), `${lines.join('\n')}\n`);
    }
    writeFileSync(join(home, 'counts', 'README.txt'), 'by hand\n');
  },
  chores({ home, seed }: Place) {
    return SERVERS.map((server, index) => {
      const count = `${server}: ${errorsOf(seed, index)} errors`;
      const name = `counts/${server}.txt`;
      return {
        wish: `Write “${count}” into ~/${name}`,
        reads: [run(`grep -c ERROR ~/logs/${server}.log`)],
        does: (isMisread: boolean) => [
          writeText(home, name, `${isMisread ? misread(count) : count}\n`),
          run(`cat ~/${name}`),
        ],
        isDone: () => existsSync(join(home, name)) && readFileSync(join(home, name), 'utf8').includes(count),
      };
    });
  },
  never: ({ home }) => [
    {
      wish: 'Don’t touch ~/counts/README.txt',
      isDone: () => readFileSync(join(home, 'counts/README.txt'), 'utf8') === 'by hand\n',
    },
  ],
};
