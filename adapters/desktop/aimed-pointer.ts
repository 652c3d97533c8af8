/** Pointer acts at places of a display: each place is checked before anything moves. */
import type { Desktop, Place } from '../../src/ports/desktop.ts';
import type { Pointer, Spot } from './pointer.ts';

export type AimedPointer = Pick<Desktop, 'move' | 'mouseDown' | 'mouseUp' | 'drag' | 'scroll'>;

/** `aim`: checks a place and turns it into libnut's coordinates. `check`: throws when the signal is aborted or the display is gone. */
export function createAimedPointer(
  pointer: Pointer,
  aim: (place: Place, signal: AbortSignal) => Promise<Spot>,
  check: (signal: AbortSignal) => void,
): AimedPointer {
  const moveWhenGiven = async (at: Place | null, signal: AbortSignal): Promise<void> => {
    if (at !== null) await pointer.move(await aim(at, signal), signal);
    check(signal);
  };
  return {
    move: async (to, signal) => pointer.move(await aim(to, signal), signal),
    mouseDown: async (at, signal) => {
      await moveWhenGiven(at, signal);
      await pointer.press(signal);
    },
    mouseUp: async (at, signal) => {
      await moveWhenGiven(at, signal);
      pointer.release();
    },
    drag: async (from, to, signal) => {
      const [start, end] = [await aim(from, signal), await aim(to, signal)];
      await pointer.drag(start, end, signal);
    },
    scroll: async (at, direction, amount, signal) => {
      await moveWhenGiven(at, signal);
      pointer.scroll(direction, amount);
    },
  };
}
