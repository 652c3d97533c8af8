/** The screen in its own size, as a file: chats shrink pictures, files they leave alone. */

import type { Buttons } from '../../outbound/buttons.ts';
import type { Outbox } from '../../outbound/outbox.ts';
import { wordsAlone } from '../../outbound/reply.ts';
import type { SpokenButton } from '../../outbound/spoken.ts';
import type { InboundMessage, Thread } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Desktop, Frame } from '../../ports/desktop.ts';
import { SaidError } from '../../words/said-error.ts';
import { say } from '../../words/say.ts';

export interface OriginalScreenPorts {
  readonly desktop: Desktop;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly showsPictures: (thread: Thread) => boolean;
}

export const PICTURES_OFF = say`Pictures are off in groups. Message me directly, or set GROUP_PICTURES=on.`;

const CAPTURE_MS = 10_000;

/** A row with the button, when the picture shows less than the display has. */
export function originalRow({ display, width }: Frame, buttons: Buttons): readonly (readonly SpokenButton[])[] {
  if (width >= display.width) return [];
  const data = buttons.register({ kind: 'original', display: display.index });
  return [[{ label: say`Original size`, data, style: 'plain' }]];
}

/** As it is now; settles what asked for it. Rejects when the screen cannot be captured. */
export async function sendOriginal(
  { thread, updateId }: Pick<InboundMessage, 'thread' | 'updateId'>,
  index: number,
  ports: OriginalScreenPorts,
): Promise<void> {
  // A button outlives a change of the settings.
  if (!ports.showsPictures(thread)) return void ports.outbox.post(thread, wordsAlone([PICTURES_OFF]), updateId);
  const signal = AbortSignal.timeout(CAPTURE_MS);
  const { displays } = await ports.desktop.describe(signal);
  const display = displays.find((candidate) => candidate.index === index) ?? displays[0];
  if (display === undefined) throw new SaidError(say`There is no display now.`);
  const { width, height, index: shown } = display;
  const { jpeg } = await ports.desktop.capture({ display: shown, width, height }, signal);
  const at = new Date(ports.clock.now()).toISOString().slice(0, 19).replace(/[:T]/g, '-');
  const file = { name: `screen-${at}.jpg`, bytes: jpeg };
  const text = say`The screen as it is now, ${width} × ${height}.`;
  ports.outbox.post(thread, { ...wordsAlone([text]), file }, updateId);
}
