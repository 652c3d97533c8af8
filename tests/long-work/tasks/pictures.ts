/** Six pictures in mtPaint, which tells no elements: each is opened by its dialog, brought to another size and saved; one stays as it is. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { makeAmounts, misread } from '../data.ts';
import type { LongTask, Place, Work } from '../task.ts';
import { key, looking, pause, typing } from './keys.ts';

const NAMES = ['alder', 'birch', 'cedar', 'elm', 'fir', 'holly'] as const;
const KEPT = 'yew';
const FOLDER = 'pictures';
/** Sides are of this shape, which mtPaint keeps: the height follows from the width. */
const [WIDE, HIGH] = [8, 5];
const BEFORE = 20;

/** How many times its shape a picture is to be. */
const scaleFor = (seed: number, index: number): number =>
  21 + ((makeAmounts(seed + 710, NAMES.length)[index] ?? 0) % 30);

/** As the file itself has it: a PNG begins with its sides (specification, 11.2.2). */
function sizeOf(path: string): string {
  const head = readFileSync(path);
  return `${head.readUInt32BE(16)}x${head.readUInt32BE(20)}`;
}

/** The field for a name, in the dialog as it comes up, which is in the folder of the picture before. */
const nameField: Work = () => ({ action: 'click', target: { x: 270, y: 606 } });

/** While it works it shows how far it is, and the keys may be nobody's when that closes. */
const titleBar: Work = () => ({ action: 'click', target: { x: 290, y: 10 } });

export const PICTURES: LongTask = {
  name: 'pictures',
  isSeen: false,
  async prepare({ home, open }) {
    mkdirSync(join(home, FOLDER), { recursive: true });
    const size = { width: WIDE * BEFORE, height: HIGH * BEFORE, channels: 3, background: '#4080c0' } as const;
    for (const name of [KEPT, ...NAMES])
      await sharp({ create: size })
        .png()
        .toFile(join(home, FOLDER, `${name}.png`));
    // Without its window of settings, which takes the keys when a dialog closes.
    writeFileSync(join(home, '.mtpaint'), 'toolbar3 = 0\n');
    const picture = join(home, FOLDER, `${KEPT}.png`);
    await open('/usr/bin/env', [`HOME=${home}`, '/usr/bin/mtpaint', picture], 'mtPaint');
  },
  chores({ home, seed }: Place) {
    return NAMES.map((name, index) => {
      const scale = scaleFor(seed, index);
      const [width, height] = [String(WIDE * scale), String(HIGH * scale)];
      const path = join(home, FOLDER, `${name}.png`);
      return {
        wish: `Make ~/${FOLDER}/${name}.png ${width}x${height} pixels`,
        reads: [looking],
        does: (isMisread: boolean) => [
          key('ctrl+o'),
          pause(0.5),
          nameField,
          typing(`${name}.png`),
          key('enter'),
          pause(0.5),
          key('pageup'),
          typing(isMisread ? misread(width) : width),
          key('tab'),
          key('enter'),
          titleBar,
          key('ctrl+s'),
        ],
        isDone: () => sizeOf(path) === `${width}x${height}`,
      };
    });
  },
  never: ({ home }) => [
    {
      wish: `Don’t change ~/${FOLDER}/${KEPT}.png`,
      isDone: () => sizeOf(join(home, FOLDER, `${KEPT}.png`)) === `${WIDE * BEFORE}x${HIGH * BEFORE}`,
    },
  ],
};
