/** The part of a frame around a place, with a ring: for cards on a phone and for the second look. */
import type { Frame, Place } from '../ports/desktop.ts';
import type { Pictures } from '../ports/pictures.ts';

/** `size` in pixels of the frame's picture; smaller where the picture is. */
export function cutAround(
  frame: Frame,
  place: Place,
  size: { readonly width: number; readonly height: number },
  pictures: Pictures,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const ring = {
    x: Math.round((place.x / frame.display.width) * frame.width),
    y: Math.round((place.y / frame.display.height) * frame.height),
  };
  const width = Math.min(size.width, frame.width);
  const height = Math.min(size.height, frame.height);
  const box = { x: ring.x - Math.floor(width / 2), y: ring.y - Math.floor(height / 2), width, height };
  return pictures.cut(frame.jpeg, { box, width, ring }, signal);
}
