/** Makes the frame the port promises of a raw capture: covered, encoded, with its fingerprint and whether it is black. */
import type { Box, CaptureRequest, Display, Frame } from '../../src/ports/desktop.ts';
import { type Cover, coverFrame, NO_COVER } from './cover.ts';
import { fingerprintOf, isBlackFrame, type RawFrame, toLuma } from './raw-frame.ts';

/** Encodes a raw frame as JPEG; adapters/pictures has it. */
export type EncodeFrame = (
  frame: RawFrame,
  request: {
    readonly maxWidth: number;
    readonly maxHeight: number;
    readonly ring: { readonly x: number; readonly y: number } | null;
  },
) => Promise<{ readonly jpeg: Uint8Array; readonly width: number; readonly height: number }>;

/** `crop` is the part of the display that `raw` shows; null for all of it. `cover` is in pixels of the display. */
export async function toFrame(
  raw: RawFrame,
  shown: { readonly display: Display; readonly crop: Box | null; readonly takenAt: number },
  request: CaptureRequest,
  encode: EncodeFrame,
  cover: Cover = NO_COVER,
): Promise<Frame> {
  const { display, crop, takenAt } = shown;
  const { ring } = request;
  const covered = coverFrame(raw, cover.boxes, crop ?? { x: 0, y: 0, width: display.width, height: display.height });
  const encoding = encode(covered, {
    maxWidth: request.width,
    maxHeight: request.height,
    ring: ring === undefined ? null : { x: ring.x - (crop?.x ?? 0), y: ring.y - (crop?.y ?? 0) },
  });
  // Computed here while another thread encodes the picture.
  const [fingerprint, isBlack] = [fingerprintOf(raw), isBlackFrame(raw)];
  const luma = request.isReadable === true && crop === null && !isBlack ? { luma: toLuma(covered) } : {};
  return { takenAt, display, ...(await encoding), fingerprint, isBlack, cover: cover.facts, ...luma };
}
