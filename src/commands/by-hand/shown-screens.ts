/** Pictures with numbers that were sent to people, and what each number means on its picture. */
import { randomBytes } from 'node:crypto';
import type { Posting } from '../../outbound/outbox.ts';
import { isSameThread } from '../../outbound/questions.ts';
import type { Thread } from '../../ports/chat.ts';
import type { Box, Display, Frame, UiElement } from '../../ports/desktop.ts';
import type { Observation } from '../../screen/observe.ts';
import type { Area } from '../../screen/zoom-area.ts';

export interface ShownScreen {
  readonly id: string;
  readonly thread: Thread;
  readonly observation: Observation;
  /** The part that is shown. */
  readonly area: Area;
  readonly crop: Box | null;
  /** The picture of `crop` before numbers were drawn. */
  readonly frame: Frame;
  /** Elements of the numbers shown so far. */
  readonly numbers: Map<number, UiElement>;
  /** Things that have no number yet. */
  rest: readonly UiElement[];
  /** The message that shows it; null before it is posted. */
  posting: Posting | null;
}

export interface ShownScreens {
  remember(screen: Omit<ShownScreen, 'id'>): ShownScreen;
  /** null: too old, or of an earlier life. */
  find(id: string): ShownScreen | null;
  /** The thread's newest picture. */
  latest(thread: Thread): ShownScreen | null;
  /** The display that thread looked at last. */
  display(thread: Thread): Display | null;
}

/** Number of pictures kept, about 150 KB each. */
const KEPT = 12;

export function createShownScreens(): ShownScreens {
  let kept: readonly ShownScreen[] = [];
  const latest = (thread: Thread): ShownScreen | null =>
    kept.find((screen) => isSameThread(screen.thread, thread)) ?? null;
  return {
    remember(screen) {
      const shown = { ...screen, id: randomBytes(9).toString('base64url') };
      kept = [shown, ...kept].slice(0, KEPT);
      return shown;
    },
    find: (id) => kept.find((screen) => screen.id === id) ?? null,
    latest,
    display: (thread) => latest(thread)?.observation.frame.display ?? null,
  };
}
