/** `/screenshot`: the screen as it is now, at once, with or without a run. */
import type { Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { Desktop } from '../ports/desktop.ts';
import { observe } from '../screen/observe.ts';
import { say, type Text } from '../words/say.ts';
import type { Outbox, Outgoing } from './outbox.ts';

export interface ScreenPorts {
  readonly desktop: Desktop;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly displayIndex: number;
  /** Pictures may go to this thread. */
  readonly showsPictures: (thread: Thread) => boolean;
}

const LOOK_MS = 10_000;

/** `words` come before the picture; `settles` names the command this answers for good. Rejects when the screen cannot be captured. */
export async function showScreen(thread: Thread, words: Text, ports: ScreenPorts, settles?: string): Promise<void> {
  const post = (text: readonly Text[], jpeg: Uint8Array | null): void => {
    const picture = jpeg === null ? null : { jpeg, alt: say`The screen as it is now.`, stored: null };
    const message: Outgoing = {
      kind: 'reply',
      text: words === '' ? text : [words, ' ', ...text],
      picture,
      buttons: [],
      file: null,
      again: {},
    };
    ports.outbox.post(thread, message, settles);
  };
  if (!ports.showsPictures(thread)) {
    post([say`Pictures are switched off in groups; write to me directly, or set GROUP_PICTURES=on.`], null);
    return;
  }
  const request = { displayIndex: ports.displayIndex, ring: null, zoom: null };
  const { frame, front } = await observe(request, ports.desktop, AbortSignal.timeout(LOOK_MS));
  const inFront = front.app === '' ? say`No window is in front.` : say`In front: ${front.title || front.app}`;
  const black = frame.isBlack
    ? say` I see only black: the screen may be locked, asleep, or not allowed to be captured.`
    : '';
  const covered = frame.coverNote === '' ? '' : ` ${frame.coverNote}`;
  post([inFront, black, covered], frame.jpeg);
}
