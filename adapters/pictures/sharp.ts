/** Cuts and scales JPEG pictures with sharp (libvips). */
import sharp from 'sharp';
import type { Box } from '../../src/ports/desktop.ts';
import type { Pictures } from '../../src/ports/pictures.ts';
import { adoptPicture } from './adopt.ts';
import { animatePictures } from './animate.ts';
import { JPEG } from './encode-frame.ts';
import { findPatch } from './find-patch.ts';
import { markPicture } from './mark.ts';
import { drawOutline, drawRing } from './ring.ts';

export function createSharpPictures(): Pictures {
  return {
    cut: async (jpeg, request, signal) => {
      signal.throwIfAborted();
      const image = sharp(jpeg);
      const size = await image.metadata();
      const box = moveInside(request.box, size.width, size.height);
      const scale = Math.min(1, request.width / box.width);
      const width = Math.max(1, Math.round(box.width * scale));
      const height = Math.max(1, Math.round(box.height * scale));
      const cut = image
        .extract({ left: box.x, top: box.y, width: box.width, height: box.height })
        .resize(width, height, { fit: 'fill' })
        .removeAlpha();
      const data = await cut.toColourspace('srgb').raw().toBuffer();
      if (request.ring !== undefined) {
        const { x, y } = request.ring;
        drawRing({ width, height, data }, { x: (x - box.x + 0.5) * scale, y: (y - box.y + 0.5) * scale });
      }
      if (request.outline !== undefined) {
        const { x, y, width: wide, height: high } = request.outline;
        const outline = { x: (x - box.x) * scale, y: (y - box.y) * scale, width: wide * scale, height: high * scale };
        drawOutline({ width, height, data }, outline);
      }
      const encoded = sharp(data, { raw: { width, height, channels: 3 } }).jpeg({
        ...JPEG,
        quality: request.quality ?? JPEG.quality,
      });
      const bytes = await encoded.toBuffer();
      signal.throwIfAborted();
      return bytes;
    },
    stack: async (jpegs, signal) => {
      signal.throwIfAborted();
      const stacked = await stackPictures(jpegs);
      signal.throwIfAborted();
      return stacked;
    },
    animate: animatePictures,
    findAgain: async (before, now, at, signal) => {
      signal.throwIfAborted();
      const found = await findPatch(before, now, at);
      signal.throwIfAborted();
      return found;
    },
    cover: async (jpeg, boxes, signal) => {
      signal.throwIfAborted();
      const covered = await coverPicture(jpeg, boxes);
      signal.throwIfAborted();
      return covered;
    },
    mark: async (jpeg, request, signal) => {
      signal.throwIfAborted();
      const marked = await markPicture(jpeg, request);
      signal.throwIfAborted();
      return marked;
    },
    adopt: async (bytes, request, signal) => {
      signal.throwIfAborted();
      const adopted = await adoptPicture(bytes, request);
      signal.throwIfAborted();
      return adopted;
    },
  };
}

/** The part of a box that lies inside the picture. */
async function coverPicture(jpeg: Uint8Array, boxes: readonly Box[]): Promise<Uint8Array> {
  const { data, info } = await sharp(jpeg)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const box of boxes) {
    const [left, right] = [Math.max(0, Math.floor(box.x)), Math.min(info.width, Math.ceil(box.x + box.width))];
    const bottom = Math.min(info.height, Math.ceil(box.y + box.height));
    if (right <= left) continue;
    for (let y = Math.max(0, Math.floor(box.y)); y < bottom; y += 1)
      data.fill(0, (y * info.width + left) * 3, (y * info.width + right) * 3);
  }
  return await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg(JPEG)
    .toBuffer();
}

/** Whole pixels; a box that sticks out is moved in, one that is too large is cut to the picture. */
function moveInside(box: Box, width: number, height: number): Box {
  const boxWidth = Math.min(width, Math.max(1, Math.round(box.width)));
  const boxHeight = Math.min(height, Math.max(1, Math.round(box.height)));
  return {
    x: Math.min(Math.max(0, Math.round(box.x)), width - boxWidth),
    y: Math.min(Math.max(0, Math.round(box.y)), height - boxHeight),
    width: boxWidth,
    height: boxHeight,
  };
}

/** The color between two pictures; dark, so that it shows on most screens. */
const LINE_PX = 10;
const LINE = '#1d2226';

/** One below the other: before and after on a screen as narrow as a phone's. */
async function stackPictures(jpegs: readonly Uint8Array[]): Promise<Uint8Array> {
  const sizes = await Promise.all(jpegs.map((jpeg) => sharp(jpeg).metadata()));
  const width = Math.min(...sizes.map((size) => size.width));
  const layers: { readonly input: Buffer; readonly left: number; readonly top: number }[] = [];
  let height = -LINE_PX;
  for (const [index, jpeg] of jpegs.entries()) {
    const size = sizes[index];
    if (size === undefined) continue;
    const top = height + LINE_PX;
    const scaled = Math.max(1, Math.round((size.height * width) / size.width));
    layers.push({ input: await sharp(jpeg).resize(width, scaled, { fit: 'fill' }).toBuffer(), left: 0, top });
    height = top + scaled;
  }
  return sharp({ create: { width, height, channels: 3, background: LINE } })
    .composite(layers)
    .jpeg(JPEG)
    .toBuffer();
}
