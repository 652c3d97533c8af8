/** The screen in its own size, as a file, since chats downscale pictures; also without covers, for the owner. */

import type { Buttons } from '../../outbound/buttons.ts';
import type { Outbox } from '../../outbound/outbox.ts';
import { FOR_THE_OWNER, isOwnerAlone, type OwnerPorts } from '../../outbound/owner.ts';
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

/** A row with the button, where secrets that showed as text are covered. Password fields and private windows stay as they are. */
export function uncoveredRow({ display, cover }: Frame, buttons: Buttons): readonly (readonly SpokenButton[])[] {
  if ((cover.secrets ?? []).length === 0) return [];
  const data = buttons.register({ kind: 'uncovered', display: display.index });
  return [[{ label: say`Show what is covered`, data, style: 'plain' }]];
}

/** Sends the present screen and settles the message. Rejects when the screen cannot be captured. */
export async function sendOriginal(
  { thread, updateId }: Pick<InboundMessage, 'thread' | 'updateId'>,
  index: number,
  ports: OriginalScreenPorts,
): Promise<void> {
  // A button outlives a change of the settings.
  if (!ports.showsPictures(thread)) return void ports.outbox.post(thread, wordsAlone([PICTURES_OFF]), updateId);
  const { jpeg, width, height } = await take(index, false, ports);
  const at = new Date(ports.clock.now()).toISOString().slice(0, 19).replace(/[:T]/g, '-');
  const file = { name: `screen-${at}.jpg`, bytes: jpeg };
  const text = say`The screen as it is now, ${width} × ${height}.`;
  ports.outbox.post(thread, { ...wordsAlone([text]), file }, updateId);
}

/**
 * Sends the screen with the recognised secrets visible, as a picture that is stored nowhere and goes to no model. Anybody who sees the button may tap
 * it, but only the owner gets the picture, in a chat that nobody else reads.
 */
export async function sendUncovered(
  asked: Pick<InboundMessage, 'thread' | 'updateId' | 'sender'>,
  index: number,
  ports: OriginalScreenPorts & OwnerPorts,
): Promise<void> {
  const { thread, updateId } = asked;
  if (!isOwnerAlone(asked, ports)) return void ports.outbox.post(thread, wordsAlone([FOR_THE_OWNER]), updateId);
  const { jpeg } = await take(index, true, ports);
  const text = say`The screen as it is now, with what was covered. I don't keep this picture.`;
  const picture = { jpeg, alt: say`The screen as it is now.`, stored: null };
  ports.outbox.post(thread, { ...wordsAlone([text]), picture }, updateId);
}

async function take(
  index: number,
  isUncovered: boolean,
  { desktop }: Pick<OriginalScreenPorts, 'desktop'>,
): Promise<Frame> {
  const signal = AbortSignal.timeout(CAPTURE_MS);
  const { displays } = await desktop.describe(signal);
  const display = displays.find((candidate) => candidate.index === index) ?? displays[0];
  if (display === undefined) throw new SaidError(say`There is no display now.`);
  const { width, height, index: shown } = display;
  // A frame to be read is not covered yet.
  const readable = isUncovered ? { isReadable: true } : {};
  return await desktop.capture({ display: shown, width, height, ...readable }, signal);
}
