/** Parts and sizes of a picture of brightness. Pure. */
import type { Box } from '../../src/ports/desktop.ts';
import type { Luma } from '../../src/ports/frame.ts';

/** The part of `picture` in `box`, which must lie inside it. */
export function cropLuma({ width, pixels }: Luma, { x, y, width: across, height: down }: Box): Luma {
  const part = new Uint8Array(across * down);
  for (let row = 0; row < down; row += 1) {
    const from = (y + row) * width + x;
    part.set(pixels.subarray(from, from + across), row * across);
  }
  return { width: across, height: down, pixels: part };
}

/** Whole pixels inside the picture; null when nothing of the box is. */
export function clampBox(box: Box, { width, height }: Pick<Luma, 'width' | 'height'>): Box | null {
  const left = Math.max(0, Math.floor(box.x));
  const top = Math.max(0, Math.floor(box.y));
  const right = Math.min(width, Math.ceil(box.x + box.width));
  const bottom = Math.min(height, Math.ceil(box.y + box.height));
  return right <= left || bottom <= top ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Scaled with weights of the nearest four pixels, which is right for enlarging and for shrinking by less than half. */
export function scaleLuma(source: Luma, width: number, height: number): Float32Array {
  const scaled = new Float32Array(width * height);
  const columns = Array.from({ length: width }, (_, x) => sample(x, source.width / width, source.width));
  const { pixels } = source;
  for (let y = 0; y < height; y += 1) {
    const row = sample(y, source.height / height, source.height);
    const [above, below] = [row.low * source.width, row.high * source.width];
    for (let x = 0; x < width; x += 1) {
      const { low, high, share } = columns[x] ?? row;
      const top = (pixels[above + low] ?? 0) * (1 - share) + (pixels[above + high] ?? 0) * share;
      const bottom = (pixels[below + low] ?? 0) * (1 - share) + (pixels[below + high] ?? 0) * share;
      scaled[y * width + x] = top * (1 - row.share) + bottom * row.share;
    }
  }
  return scaled;
}

interface Sample {
  readonly low: number;
  readonly high: number;
  readonly share: number;
}

function sample(at: number, step: number, size: number): Sample {
  const place = Math.min(size - 1, Math.max(0, (at + 0.5) * step - 0.5));
  const low = Math.floor(place);
  return { low, high: Math.min(size - 1, low + 1), share: place - low };
}
