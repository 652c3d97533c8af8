/** A desktop whose pictures are read before anybody sees them: the text goes with the look, and secrets are covered. */
import type { Box, CoverFacts, Desktop, Frame } from '../../ports/desktop.ts';
import type { ShownKind } from '../../ports/frame.ts';
import type { Pictures } from '../../ports/pictures.ts';
import type { Reader, Reading } from '../../ports/reader.ts';
import type { SeenFrame, SeeWish } from '../../ports/sight.ts';
import { findShownSecrets, type ShownSecret } from './shown-secrets.ts';

/** Longest time that a picture of a part of the screen waits for its text. */
const PART_MS = 1500;

export function withReading(desktop: Desktop, reader: Reader, pictures: Pick<Pictures, 'cover'>): Desktop {
  const see = async (frame: Frame, wish: SeeWish, signal: AbortSignal): Promise<SeenFrame> => {
    const { luma, ...plain } = frame;
    if (luma === undefined) return { frame: plain, read: { lines: [], unread: [], boxes: [] } };
    const read = await reader.read({ picture: luma, ...wish }, signal);
    return { frame: await coverSecrets(plain, read, null, pictures, signal), read };
  };
  return {
    ...desktop,
    async capture(request, signal) {
      if (!reader.isThere()) return await desktop.capture(request, signal);
      if (request.isReadable === true) return await desktop.capture(request, signal);
      if (request.crop === undefined) {
        const frame = await desktop.capture({ ...request, isReadable: true }, signal);
        return (await see(frame, { withinMs: PART_MS }, signal)).frame;
      }
      // A part is read as part of the whole: a line at its edge would be cut.
      const { crop: _, ring: __, ...whole } = request;
      const [part, around] = await Promise.all([
        desktop.capture(request, signal),
        desktop.capture({ ...whole, width: 64, height: 64, isReadable: true }, signal),
      ]);
      if (around.luma === undefined) return part;
      const read = await reader.read({ picture: around.luma, first: request.crop, withinMs: PART_MS }, signal);
      return await coverSecrets(part, read, request.crop, pictures, signal);
    },
    // Reading may become available, or fail, while Deskhand runs.
    get see() {
      return reader.isThere() ? see : undefined;
    },
  };
}

/** `crop`: the part of the display that the picture shows; null for all of it. */
async function coverSecrets(
  frame: Frame,
  read: Reading,
  crop: Box | null,
  pictures: Pick<Pictures, 'cover'>,
  signal: AbortSignal,
): Promise<Frame> {
  const area = crop ?? { x: 0, y: 0, width: frame.display.width, height: frame.display.height };
  const secrets = findShownSecrets(read.lines).filter(({ box }) => isMeeting(box, area));
  const isUnread = read.unread.some((box) => isMeeting(box, area));
  const cover: CoverFacts = { ...frame.cover, secrets: kindsOf(secrets), isUnread };
  if (secrets.length === 0) return { ...frame, cover };
  const scale = { x: frame.width / area.width, y: frame.height / area.height };
  const boxes = secrets.map(({ box }) => ({
    x: (box.x - area.x) * scale.x,
    y: (box.y - area.y) * scale.y,
    width: box.width * scale.x,
    height: box.height * scale.y,
  }));
  return { ...frame, cover, jpeg: await pictures.cover(frame.jpeg, boxes, signal) };
}

function kindsOf(secrets: readonly ShownSecret[]): readonly ShownKind[] {
  return [...new Set(secrets.map(({ kind }) => kind))];
}

function isMeeting(one: ShownSecret['box'], other: ShownSecret['box']): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
