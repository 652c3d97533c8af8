/** The pointer, through libnut, at once: no built-in sleeps; what needs time says why. Places are checked by the caller. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Direction, MouseButton } from '../../src/ports/desktop.ts';
import type { Libnut } from './libnut.ts';

/** A point in libnut's coordinates. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Where the pointer is, and whether a button is down, whoever pressed it. */
export interface PointerState {
  readonly x: number;
  readonly y: number;
  readonly isPressed: boolean;
}

export interface Pointer {
  /** Moves at once, but in steps while a button is down, as a hand drags. Rejects with the signal's reason when aborted on the way. */
  move(to: Spot, signal: AbortSignal): Promise<void>;
  click(at: Spot, button: MouseButton, count: number, signal: AbortSignal): Promise<void>;
  /** Presses the button where the pointer is. Rejects with the signal's reason when aborted before. */
  press(signal: AbortSignal): Promise<void>;
  release(): void;
  /** Rejects with the signal's reason when aborted on the way; the button is up again in every case. */
  drag(from: Spot, to: Spot, signal: AbortSignal): Promise<void>;
  scroll(direction: Direction, amount: number): void;
}

/** Applications take a press for the start of a drag only after the pointer moved on in several steps they could see. */
const DRAG_STEPS = 12;
const DRAG_STEP_MS = 8;
/**
 * What is dragged over is entered by one move and asked by the next one whether it takes it, and moves that follow each other sooner than
 * the program can look are one to it: at the end the pointer goes to and fro by a pixel.
 */
const LAST_STEPS = 6;
const LAST_STEP_MS = 30;
/** Chromium takes two clicks of the same millisecond for one event seen twice. */
const BETWEEN_CLICKS_MS = 10;
/** A press that near to a click, and that soon after it, is one more click to a program (GTK: 400 ms and 5 pixels; Chromium: 500 and 4). */
const ONE_MORE = { ms: 520, pixels: 6 } as const;

export function createPointer(libnut: Libnut, state: () => Promise<PointerState>): Pointer {
  const move = (to: Spot): void => libnut.moveMouse(to.x, to.y);
  let clicked: Spot & { readonly button: MouseButton; readonly at: number } = {
    ...{ x: 0, y: 0, button: 'left', at: Number.NEGATIVE_INFINITY },
  };
  /** Waits until a new press is no double click: separate clicks must not open a file, and dragging a selection must not select anew. */
  const untilNoMoreClick = async ({ x, y }: Spot, button: MouseButton, signal: AbortSignal): Promise<void> => {
    const isNear = Math.max(Math.abs(x - clicked.x), Math.abs(y - clicked.y)) <= ONE_MORE.pixels;
    const left = clicked.at + ONE_MORE.ms - performance.now();
    if (isNear && button === clicked.button && left > 0)
      await sleep(left, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  };
  const lead = async (from: Spot, to: Spot, signal: AbortSignal): Promise<void> => {
    try {
      for (let step = 1; step <= DRAG_STEPS; step += 1) {
        await sleep(DRAG_STEP_MS, undefined, { signal });
        const part = step / DRAG_STEPS;
        move({ x: Math.round(from.x + (to.x - from.x) * part), y: Math.round(from.y + (to.y - from.y) * part) });
      }
      for (let step = 1; step <= LAST_STEPS; step += 1) {
        await sleep(LAST_STEP_MS, undefined, { signal });
        move(step % 2 === 0 ? to : { x: to.x - Math.sign(to.x - from.x), y: to.y - Math.sign(to.y - from.y) });
      }
      await sleep(DRAG_STEP_MS, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  };
  return {
    move: async (to, signal) => {
      const { x, y, isPressed } = await state();
      if (isPressed && (x !== to.x || y !== to.y)) await lead({ x, y }, to, signal);
      signal.throwIfAborted();
      move(to);
    },
    click: async (at, button, count, signal) => {
      await untilNoMoreClick(at, button, signal);
      move(at);
      // X11 applications count clicks that follow each other themselves.
      for (let done = 0; done < count; done += 1) {
        if (done > 0) await sleep(BETWEEN_CLICKS_MS);
        signal.throwIfAborted();
        libnut.mouseClick(button);
        clicked = { ...at, button, at: performance.now() };
      }
    },
    press: async (signal) => {
      await untilNoMoreClick(await state(), 'left', signal);
      libnut.mouseToggle('down', 'left');
    },
    release: () => libnut.mouseToggle('up', 'left'),
    drag: async (from, to, signal) => {
      await untilNoMoreClick(from, 'left', signal);
      move(from);
      libnut.mouseToggle('down', 'left');
      try {
        await lead(from, to, signal);
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
