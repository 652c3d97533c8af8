/** What a hand does with the mouse on a Mac, at points of the whole desktop. Each event says where it is; nothing relies on an earlier one. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MouseButton } from '../../../src/ports/desktop.ts';
import type { Input } from './native/input.ts';
import type { Point } from './native/load.ts';

/** Applications take a press for the start of a drag only after the pointer moved on in several steps they could see. */
const DRAG_STEPS = 12;
const DRAG_STEP_MS = 8;
/** Chromium takes two clicks of the same millisecond for one event seen twice. */
const BETWEEN_CLICKS_MS = 10;
/** Posted events arrive a moment later; what asks for the pointer in between must not take it for a person's. */
const ARRIVAL_MS = 150;

export async function movePointer(to: Point, input: Input): Promise<void> {
  input.move(to);
  await untilThere(to, input);
}

export async function clickAt(
  at: Point,
  button: MouseButton,
  count: number,
  input: Input,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  input.move(at);
  for (let click = 1; click <= count; click += 1) {
    if (click > 1) await sleep(BETWEEN_CLICKS_MS);
    signal.throwIfAborted();
    input.button(button, true, at, click);
    input.button(button, false, at, click);
  }
  await untilThere(at, input);
}

/** Rejects with the signal's reason when aborted on the way; the button is up again in every case. */
export async function dragFrom(from: Point, to: Point, input: Input, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  input.move(from);
  input.button('left', true, from, 1);
  let at = from;
  try {
    for (let step = 1; step <= DRAG_STEPS; step += 1) {
      await sleep(DRAG_STEP_MS, undefined, { signal });
      const part = step / DRAG_STEPS;
      at = step === DRAG_STEPS ? to : { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      input.move(at);
    }
    await sleep(DRAG_STEP_MS, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    input.button('left', false, at, 1);
  }
  await untilThere(to, input);
}

async function untilThere(to: Point, input: Input): Promise<void> {
  const until = performance.now() + ARRIVAL_MS;
  while (performance.now() < until) {
    const { x, y } = input.where();
    if (Math.abs(x - to.x) < 1 && Math.abs(y - to.y) < 1) return;
    await sleep(1);
  }
}
