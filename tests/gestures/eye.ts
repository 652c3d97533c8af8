/** Where things are in a desktop application, as somebody beside the bot sees it: its elements, its characters, its pixels. */
import sharp from 'sharp';
import { z } from 'zod';
import { createAccessibilityBus } from '../../adapters/desktop/accessibility/accessibility-bus.ts';
import type { Extents } from '../../adapters/desktop/accessibility/atspi.ts';
import {
  type BusConnection,
  makeQuestion,
  readValue,
  type Target,
} from '../../adapters/desktop/accessibility/dbus-connection.ts';
import { look } from '../../adapters/desktop/accessibility/look.ts';
import type { Box, Desktop, Display } from '../../src/ports/desktop.ts';
import type { TestDisplay } from '../support/x11.ts';

export interface Eye {
  where(at: string): Promise<Box | null>;
  close(): void;
}

const PATIENCE = 40;
const ANSWER_MS = 10_000;
/** xterm's own border. */
const BORDER_PX = 2;
const COLUMNS = 80;
const ROWS = 24;
const extents = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** 0: in coordinates of the screen. */
const characterAt = (offset: number) =>
  makeQuestion({
    interface: 'org.a11y.atspi.Text',
    member: 'GetCharacterExtents',
    signature: 'iu',
    values: [offset, 0],
    answer: extents.transform((box): Extents => box),
  });

export function createEye({ env }: TestDisplay, desktop: Desktop): Eye {
  const access = createAccessibilityBus(env);
  const signal = (): AbortSignal => AbortSignal.timeout(60_000);
  const lookAt = async () => {
    const reached = await access.reach();
    if (!reached.ok) return null;
    const [display] = (await desktop.describe(signal())).displays;
    if (display === undefined) return null;
    const front = await desktop.front(signal());
    return { bus: reached.bus, display, look: await look(reached.bus, { ...front, width: null }, display, PATIENCE) };
  };
  const readCharacter = async (bus: BusConnection, target: Target, offset: number): Promise<Extents | null> =>
    readValue(await bus.ask(target, characterAt(offset), performance.now() + ANSWER_MS));

  const findWords = async (text: string): Promise<Box | null> => {
    const seen = await lookAt();
    const area = seen?.look.listed.find(({ element }) => element.value.includes(text));
    if (seen === null || area === undefined) return null;
    const start = area.element.value.indexOf(text);
    const [first, last] = await Promise.all(
      [start, start + text.length - 1].map((offset) => readCharacter(seen.bus, area.raw.target, offset)),
    );
    if (first === null || first === undefined || last === null || last === undefined) return null;
    const [x, y, , height] = first;
    return { x, y, width: last[0] + last[2] - x, height };
  };
  const findElement = async (role: string, name: string): Promise<Box | null> =>
    (await lookAt())?.look.list.elements.find((one) => one.role === role && one.name === name)?.box ?? null;
  const findCell = async (column: number, row: number): Promise<Box | null> => {
    const { box } = await desktop.front(signal());
    if (box === null || box === undefined) return null;
    const [width, height] = [(box.width - 2 * BORDER_PX) / COLUMNS, (box.height - 2 * BORDER_PX) / ROWS];
    return { x: box.x + BORDER_PX + (column - 1) * width, y: box.y + BORDER_PX + (row - 1) * height, width, height };
  };
  /** A pixel of the first picture in sight. */
  const findDot = async (x: number, y: number): Promise<Box | null> => {
    const [display] = (await desktop.describe(signal())).displays;
    const origin = display === undefined ? null : await findPicture(desktop, display, signal());
    return origin === null ? null : { x: origin.x + x, y: origin.y + y, width: 1, height: 1 };
  };

  let picture: { readonly x: number; readonly y: number } | null = null;
  return {
    async where(at) {
      const [kind = '', ...rest] = at.split('|');
      const [one = 0, other = 0] = rest.map(Number);
      switch (kind) {
        case 'words':
          return await findWords(rest.join('|'));
        case 'cell':
          return await findCell(one, other);
        case 'dot': {
          // The picture's place is looked up once, since drawing on it hides its edges.
          if (picture === null) picture = await findDot(0, 0);
          return picture === null ? null : { x: picture.x + one, y: picture.y + other, width: 1, height: 1 };
        }
        default:
          return await findElement(rest[0] ?? '', rest[1] ?? '');
      }
    },
    close: access.close,
  };
}

const PICTURE = { width: 300, height: 200 };

async function findPicture(
  desktop: Desktop,
  display: Display,
  signal: AbortSignal,
): Promise<{ readonly x: number; readonly y: number } | null> {
  const { jpeg } = await desktop.capture(
    { display: display.index, width: display.width, height: display.height },
    signal,
  );
  const { data, info } = await sharp(jpeg).grayscale().raw().toBuffer({ resolveWithObject: true });
  const isWhite = (x: number, y: number): boolean => (data[y * info.width + x] ?? 0) > 250;
  // Its lower right corner: a small window of the program's own may lie over the upper left one.
  const isCorner = (x: number, y: number): boolean =>
    isWhite(x, y) &&
    [1, 2, 3].every((off) => !isWhite(x + off, y) && !isWhite(x, y + off) && !isWhite(x + off, y + off));
  for (let y = PICTURE.height - 1; y + 3 < info.height; y += 1)
    for (let x = PICTURE.width - 1; x + 3 < info.width; x += 1) {
      if (!isCorner(x, y)) continue;
      const along = Array.from(
        { length: PICTURE.height / 2 },
        (_, step) => isWhite(x - step, y) && isWhite(x, y - step),
      );
      if (along.every(Boolean)) return { x: x - PICTURE.width + 1, y: y - PICTURE.height + 1 };
    }
  return null;
}
