/** Eyes for scripted models: finds a color in the very JPEG that was sent. */
import sharp from 'sharp';

export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * The middle of everything in the picture that has (nearly) this color, in 0–1000 on both axes; null when fewer than 12 pixels
 * have it. JPEG smears colors at edges: `tolerance` is the largest difference of one channel.
 */
export async function findColor(
  jpeg: Uint8Array,
  color: Rgb,
  tolerance = 40,
): Promise<{ readonly x: number; readonly y: number } | null> {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  let sumX = 0;
  let sumY = 0;
  for (let y = 0; y < info.height; y += 1) {
    for (let x = 0; x < info.width; x += 1) {
      const at = (y * info.width + x) * info.channels;
      const isNear = color.every((channel, index) => Math.abs((data[at + index] ?? 0) - channel) <= tolerance);
      if (!isNear) continue;
      count += 1;
      sumX += x + 0.5;
      sumY += y + 0.5;
    }
  }
  if (count < 12) return null;
  return { x: (sumX / count / info.width) * 1000, y: (sumY / count / info.height) * 1000 };
}
