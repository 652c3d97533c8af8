/** Pictures that a tool sent, made ready for the next look: no larger than those of the screen, read, and their secrets covered. */
import type { Desktop, Frame } from '../../ports/desktop.ts';
import type { AdoptedPicture, Pictures } from '../../ports/pictures.ts';
import { MOST_PIXELS, SIDE_PX } from '../../screen/picture-size.ts';

export interface ToolPictures {
  /** JPEG. */
  readonly shown: readonly Uint8Array[];
  /** Text in the pictures, as far as it could be read. */
  readonly text: string;
  /** Damaged, too large, or no pictures at all. */
  readonly lost: number;
}

export interface ToolPicturePorts {
  readonly desktop: Pick<Desktop, 'see'>;
  readonly pictures: Pick<Pictures, 'adopt'>;
}

/** Limit for reading their text, which only serves to trace where a text comes from. */
const READ_MS = 2500;

/** Rejects with the signal's reason only: a picture that crashes the decoder counts as lost. */
export async function readToolPictures(
  given: readonly Uint8Array[],
  { desktop, pictures }: ToolPicturePorts,
  signal: AbortSignal,
): Promise<ToolPictures> {
  const shown: Uint8Array[] = [];
  const texts: string[] = [];
  for (const bytes of given) {
    try {
      const adopted = await pictures.adopt(bytes, { longestSide: SIDE_PX, most: MOST_PIXELS }, signal);
      if (adopted === null) continue;
      const { jpeg, text } = await read(adopted, desktop, signal);
      shown.push(jpeg);
      texts.push(text);
    } catch {
      signal.throwIfAborted();
    }
  }
  return { shown, text: texts.join('\n'), lost: given.length - shown.length };
}

async function read(
  { jpeg, luma }: AdoptedPicture,
  { see }: Pick<Desktop, 'see'>,
  signal: AbortSignal,
): Promise<{ readonly jpeg: Uint8Array; readonly text: string }> {
  if (see === undefined) return { jpeg, text: '' };
  const { width, height } = luma;
  const frame: Frame = {
    takenAt: 0,
    display: { index: 1, width, height, originX: 0, originY: 0, density: 1 },
    jpeg,
    width,
    height,
    fingerprint: { columns: 0, rows: 0, tiles: new Uint32Array() },
    isBlack: false,
    cover: { covered: [], unsure: [] },
    luma,
  };
  const seen = await see(frame, { withinMs: READ_MS }, signal);
  return { jpeg: seen.frame.jpeg, text: seen.read.lines.map((line) => line.text).join('\n') };
}
