/** An editor: eight files are opened by its dialog, a line is written at the end of each, and each is saved. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAmounts, misread } from '../data.ts';
import type { LongTask, Place } from '../task.ts';
import { key, pause, typing } from './keys.ts';

const NAMES = ['alder', 'birch', 'cedar', 'elm', 'fir', 'holly', 'larch', 'maple'] as const;
const lineFor = (seed: number, index: number): string => `height ${makeAmounts(seed + 510, NAMES.length)[index] ?? 0}`;

export const EDITOR: LongTask = {
  name: 'editor',
  isSeen: false,
  async prepare({ home, open }) {
    mkdirSync(join(home, 'trees'), { recursive: true });
    for (const name of NAMES) writeFileSync(join(home, 'trees', `${name}.txt`), `${name}\n`);
    writeFileSync(join(home, 'trees', 'yew.txt'), 'yew\n');
    await open('/usr/bin/mousepad', [join(home, 'trees', 'yew.txt')], 'Mousepad');
  },
  chores({ home, seed }: Place) {
    return NAMES.map((name, index) => {
      const line = lineFor(seed, index);
      const path = join(home, 'trees', `${name}.txt`);
      return {
        wish: `Write “${line}” into ~/trees/${name}.txt`,
        reads: [],
        does: (isMisread: boolean) => [
          key('ctrl+o'),
          key('ctrl+l'),
          typing(path),
          key('enter'),
          pause(0.5),
          key('ctrl+end'),
          typing(`${isMisread ? misread(line) : line}`),
          key('ctrl+s'),
        ],
        isDone: () => readFileSync(path, 'utf8').includes(line),
      };
    });
  },
  never: ({ home }) => [
    {
      wish: 'Don’t touch ~/trees/yew.txt',
      isDone: () => readFileSync(join(home, 'trees/yew.txt'), 'utf8') === 'yew\n',
    },
  ],
};
