/** Pictures made and read in tests. */
import sharp from 'sharp';

const COLORS: Readonly<Record<string, readonly number[]>> = {
  red: [230, 30, 40],
  green: [0, 160, 0],
  blue: [0, 0, 200],
  white: [255, 255, 255],
  gray: [216, 216, 216],
  black: [0, 0, 0],
  yellow: [255, 255, 0],
};

/** Top: black and green; bottom: blue and white. Sides are even. */
export async function makeQuarters(width: number, height: number): Promise<Uint8Array> {
  const quarters = ['black', 'green', 'blue', 'white'].map((name) => COLORS[name] ?? []);
  const data = new Uint8Array(width * height * 3);
  for (let index = 0; index < width * height; index += 1) {
    const isRight = index % width >= width / 2;
    const isLower = index >= (width * height) / 2;
    data.set(quarters[(isLower ? 2 : 0) + (isRight ? 1 : 0)] ?? [], index * 3);
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Light gray all over. */
export function makePlain(width: number, height: number): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 3, background: '#d8d8d8' } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Boxes of one color each on light gray, as compressed as what models see. */
export function makePatches(
  width: number,
  height: number,
  patches: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly colour: string;
  }[],
): Promise<Uint8Array> {
  const boxes = patches.map(({ x, y, width: wide, height: high, colour: background }) => ({
    input: { create: { width: wide, height: high, channels: 3 as const, background } },
    left: x,
    top: y,
  }));
  return sharp({ create: { width, height, channels: 3, background: '#d8d8d8' } })
    .composite(boxes)
    .jpeg({ quality: 78 })
    .toBuffer();
}

/** The name of the nearest known color at a pixel of the picture. */
export async function pixelAt(jpeg: Uint8Array, x: number, y: number): Promise<string> {
  const pixel = await sharp(jpeg).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer();
  let best = { name: '', distance: Number.POSITIVE_INFINITY };
  for (const [name, color] of Object.entries(COLORS)) {
    const distance = color.reduce((sum, value, channel) => sum + Math.abs(value - (pixel[channel] ?? 0)), 0);
    if (distance < best.distance) best = { name, distance };
  }
  return best.name;
}
