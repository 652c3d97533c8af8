/** A terminal window: commands are typed into it, one after the other, each count written down where it can be looked up. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../../long/random.ts';
import { misread } from '../data.ts';
import type { LongTask, Place } from '../task.ts';
import { looking, typing } from './keys.ts';

const NAMES = [
  'amber',
  'basil',
  'coral',
  'denim',
  'ebony',
  'flint',
  'grape',
  'hazel',
  'ivory',
  'khaki',
  'lilac',
] as const;
const linesOf = (seed: number, index: number): number => 12 + Math.floor(createRandom(seed * 37 + index)() * 70);

export const SHELL: LongTask = {
  name: 'shell',
  isSeen: false,
  async prepare({ home, seed, open }) {
    mkdirSync(join(home, 'lists'), { recursive: true });
    mkdirSync(join(home, 'sums'), { recursive: true });
    for (const [index, name] of NAMES.entries())
      writeFileSync(join(home, 'lists', name), 'line\n'.repeat(linesOf(seed, index)));
    writeFileSync(join(home, 'sums', 'first.txt'), 'by hand\n');
    await open('/usr/bin/xterm', ['-T', 'Counting', '-e', '/bin/sh', '-c', `cd ${home}; exec sh -i`], 'Counting');
  },
  chores({ home, seed }: Place) {
    return NAMES.map((name, index) => {
      const sum = `${name} ${linesOf(seed, index)} lines`;
      const file = join(home, 'sums', `${name}.txt`);
      return {
        wish: `Write “${sum}” into ~/sums/${name}.txt`,
        reads: [typing(`wc -l lists/${name}\n`), looking],
        does: (isMisread: boolean) => [typing(`echo "${isMisread ? misread(sum) : sum}" > sums/${name}.txt\n`)],
        isDone: () => existsSync(file) && readFileSync(file, 'utf8').includes(sum),
      };
    });
  },
  never: ({ home }) => [
    {
      wish: 'Don’t touch ~/sums/first.txt',
      isDone: () => readFileSync(join(home, 'sums/first.txt'), 'utf8') === 'by hand\n',
    },
  ],
};
