/** The pointer, through libnut, at once: no built-in sleeps; what needs time says why. Places are checked by the caller. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Direction, MouseButton } from '../../src/ports/desktop.ts';
import type { Libnut } from './libnut.ts';

/** A point in libnut's coordinates. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Pointer {
  move(to: Spot): void;
  click(at: Spot, button: MouseButton, count: number, signal: AbortSignal): Promise<void>;
  press(): void;
  release(): void;
  /** Rejects with the signal's reason when aborted on the way; the button is up again in every case. */
  drag(from: Spot, to: Spot, signal: AbortSignal): Promise<void>;
  scroll(direction: Direction, amount: number): void;
}

/** Applications take a press for the start of a drag only after the pointer moved on in several steps they could see. */
const DRAG_STEPS = 12;
const DRAG_STEP_MS = 8;
/** Chromium takes two clicks of the same millisecond for one event seen twice. */
const BETWEEN_CLICKS_MS = 10;

export function createPointer(libnut: Libnut): Pointer {
  const move = (to: Spot): void => libnut.moveMouse(to.x, to.y);
  return {
    move,
    click: async (at, button, count, signal) => {
      signal.throwIfAborted();
      move(at);
      // X11 applications count clicks that follow each other themselves.
      for (let done = 0; done < count; done += 1) {
        if (done > 0) await sleep(BETWEEN_CLICKS_MS);
        signal.throwIfAborted();
        libnut.mouseClick(button);
      }
    },
    press: () => libnut.mouseToggle('down', 'left'),
    release: () => libnut.mouseToggle('up', 'left'),
    drag: async (from, to, signal) => {
      signal.throwIfAborted();
      move(from);
      libnut.mouseToggle('down', 'left');
      try {
        for (let step = 1; step <= DRAG_STEPS; step += 1) {
          await sleep(DRAG_STEP_MS, undefined, { signal });
          const part = step / DRAG_STEPS;
          move({ x: Math.round(from.x + (to.x - from.x) * part), y: Math.round(from.y + (to.y - from.y) * part) });
        }
        await sleep(DRAG_STEP_MS, undefined, { signal });
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        libnut.mouseToggle('up', 'left');
      }
    },
    scroll: (direction, amount) => {
      if (direction === 'up') libnut.scrollMouse(0, amount);
      if (direction === 'down') libnut.scrollMouse(0, -amount);
      if (direction === 'left') libnut.scrollMouse(amount, 0);
      if (direction === 'right') libnut.scrollMouse(-amount, 0);
    },
  };
}
