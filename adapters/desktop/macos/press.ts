/** Presses what a combination says, and lets go of it again in every case. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MacKeys } from './keys.ts';
import type { Input } from './native/input.ts';

/** Applications that take keys one by one fall behind faster presses. */
const BETWEEN_PRESSES_MS = 4;

export async function pressKeys(keys: MacKeys, repeat: number, input: Input, signal: AbortSignal): Promise<void> {
  for (let done = 0; done < repeat; done += 1) {
    if (done > 0) await sleep(BETWEEN_PRESSES_MS);
    signal.throwIfAborted();
    press(keys, input, true);
    press(keys, input, false);
  }
}

/** Rejects with the signal's reason when it aborts; the keys are up again then too. */
export async function holdKeys(keys: MacKeys, ms: number, input: Input, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  press(keys, input, true);
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    press(keys, input, false);
  }
}

/** Modifiers go down before the key, and up after it in the other order. */
export function press({ modifiers, key }: MacKeys, input: Input, isDown: boolean): void {
  if (isDown) for (const modifier of modifiers) input.modifier(modifier, true);
  if (key.by === 'code') input.key(key.code, isDown);
  if (key.by === 'media') input.media(key.media, isDown);
  if (key.by === 'text' && isDown) input.text(key.text);
  if (!isDown) for (const modifier of modifiers.toReversed()) input.modifier(modifier, false);
}
