/**
 * Adapts a step's pictures to the asked model's wishes: smaller, coarser, with the numbers of the listed elements drawn on. The kept and shown
 * pictures stay as they are.
 */
import type { Box, UiElement } from '../../ports/desktop.ts';
import { readJpegSize } from '../../ports/image-forms/jpeg-size.ts';
import type { PictureWish, ScreenPart } from '../../ports/model.ts';
import type { Pictures } from '../../ports/pictures.ts';
import { chooseMarks } from '../../screen/marks.ts';
import { PATCH_PX } from '../../screen/picture-size.ts';

export interface WishedPictures {
  /** JPEG. */
  readonly pictures: readonly Uint8Array[];
  /** For the prompt, when numbers are drawn; ''. */
  readonly note: string;
}

export interface PicturesToWish {
  readonly pictures: readonly Uint8Array[];
  /** Part of the screen that the first picture shows; null: all of it. */
  readonly part: ScreenPart | null;
  /** Elements listed in the prompt. */
  readonly listed: readonly UiElement[];
  /** Of the display, in pixels. */
  readonly display: { readonly width: number; readonly height: number };
}

/** JPEG quality of the pictures as taken. */
const TAKEN_QUALITY = 78;
const NUMBERED =
  'The numbers drawn on the picture are those of the elements in the list, their frames and labels are not on the screen.';

export async function makeWished(
  { pictures, part, listed, display }: PicturesToWish,
  wish: PictureWish | null,
  ports: Pick<Pictures, 'cut' | 'mark'>,
  signal: AbortSignal,
): Promise<WishedPictures> {
  if (wish === null) return { pictures, note: '' };
  const sized = await Promise.all(pictures.map((jpeg) => shrink(jpeg, wish, ports, signal)));
  const [first, ...rest] = sized;
  const size = first === undefined ? null : readJpegSize(first);
  const marked = chooseMarks({ elements: listed }, null);
  if (!wish.hasNumbers || first === undefined || size === null || marked.length === 0)
    return { pictures: sized, note: '' };
  const seen = marked
    .map((element) => ({ number: element.number, box: boxOn(element.box, display, part ?? WHOLE, size) }))
    .filter(({ box }) => isOn(box, size));
  if (seen.length === 0) return { pictures: sized, note: '' };
  const request = {
    boxes: seen.map(({ box }) => box),
    numbers: seen.map(({ number }) => number),
    from: 1,
    most: seen.length,
    width: size.width,
    hasGrid: false,
    cross: null,
    isForModel: true,
    quality: wish.quality,
  };
  const { jpeg } = await ports.mark(first, request, signal);
  return { pictures: [jpeg, ...rest], note: NUMBERED };
}

const WHOLE: ScreenPart = { x: 0, y: 0, width: 1000, height: 1000 };

async function shrink(
  jpeg: Uint8Array,
  { longestSidePx, quality }: PictureWish,
  { cut }: Pick<Pictures, 'cut'>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const size = readJpegSize(jpeg);
  if (size === null) return jpeg;
  const { width, height } = size;
  const scale = Math.min(1, longestSidePx / Math.max(width, height));
  if (scale === 1 && quality >= TAKEN_QUALITY) return jpeg;
  const wanted = scale === 1 ? width : Math.max(PATCH_PX, Math.floor((width * scale) / PATCH_PX) * PATCH_PX);
  return await cut(jpeg, { box: { x: 0, y: 0, width, height }, width: wanted, quality }, signal);
}

function boxOn(
  box: Box,
  display: PicturesToWish['display'],
  part: ScreenPart,
  size: { readonly width: number; readonly height: number },
): Box {
  const across = (1000 / display.width / part.width) * size.width;
  const down = (1000 / display.height / part.height) * size.height;
  return {
    x: box.x * across - (part.x / part.width) * size.width,
    y: box.y * down - (part.y / part.height) * size.height,
    width: box.width * across,
    height: box.height * down,
  };
}

/** Whether the middle of the box is inside the picture. */
function isOn({ x, y, width, height }: Box, size: { readonly width: number; readonly height: number }): boolean {
  const middle = { x: x + width / 2, y: y + height / 2 };
  return middle.x >= 0 && middle.y >= 0 && middle.x < size.width && middle.y < size.height;
}
