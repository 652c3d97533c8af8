/** The detector's map of how likely each pixel is text → boxes of lines. Pure. */
import type { Box } from '../../src/ports/desktop.ts';

/** As PaddleOCR's own post-processing has them (ppocr/postprocess/db_postprocess.py); screens stand upright, so boxes do too. */
const TEXT_FROM = 0.3;
const BOX_FROM = 0.5;
/** The detector learned shrunk boxes; they grow back by area through outline times this. */
const GROWTH = 1.6;
const LEAST_SIDE_PX = 3;

export function findTextAreas(map: Float32Array, width: number, height: number): readonly Box[] {
  const isSeen = new Uint8Array(width * height);
  const open = new Int32Array(width * height);
  const boxes: Box[] = [];
  for (let start = 0; start < map.length; start += 1) {
    if (isSeen[start] === 1 || (map[start] ?? 0) < TEXT_FROM) continue;
    const { left, right, top, bottom, score } = fill(start);
    const [across, down] = [right - left + 1, bottom - top + 1];
    if (Math.min(across, down) < LEAST_SIDE_PX || score < BOX_FROM) continue;
    const grown = (across * down * GROWTH) / (2 * (across + down));
    boxes.push({ x: left - grown, y: top - grown, width: across + 2 * grown, height: down + 2 * grown });
  }
  return boxes;

  /** Fills the connected area around this pixel. */
  function fill(start: number) {
    let [left, right, top, bottom, sum, count, waiting] = [width, 0, height, 0, 0, 0, 1];
    open[0] = start;
    isSeen[start] = 1;
    while (waiting > 0) {
      waiting -= 1;
      const at = open[waiting] ?? 0;
      const x = at % width;
      const y = (at - x) / width;
      sum += map[at] ?? 0;
      count += 1;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny += 1) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx += 1) {
          const next = ny * width + nx;
          if (isSeen[next] === 1 || (map[next] ?? 0) < TEXT_FROM) continue;
          isSeen[next] = 1;
          open[waiting] = next;
          waiting += 1;
        }
      }
    }
    return { left, right, top, bottom, score: sum / count };
  }
}
