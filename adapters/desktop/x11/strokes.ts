/** Text as keys of the layout in force, and those keys pressed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Keymap, keysymOf, LEVEL3_KEYSYM, SHIFT_KEYSYM, type Stroke } from './keymap.ts';
import type { TypingParts } from './typing-parts.ts';
import type { InputState } from './xtest.ts';

const RETURN_KEYSYM = 0xff0d;
const TAB_KEYSYM = 0xff09;
const KEYS_AT_ONCE = 8;
/** 8 keys every 4 ms: as fast as terminals read, so that nothing is still under way after a stop. */
const KEYS_PAUSE_MS = 4;
/**
 * A key that comes up and goes down again at one and the same millisecond of the server is taken for one that is held down and repeats:
 * LibreOffice makes one of such presses (5 became 1), as others do that look ahead in their queue. From 2 ms on each counted.
 */
export const APART_MS = 8;

/** null when a character is not on this keyboard. */
export function toStrokes(text: string, keymap: Keymap, state: InputState): readonly Stroke[] | null {
  const strokes: Stroke[] = [];
  for (const character of text) {
    const named = character === '\n' ? RETURN_KEYSYM : character === '\t' ? TAB_KEYSYM : null;
    const stroke = named === null ? keymap.find(keysymOf(character), state.group) : keymap.findAnywhere(named);
    if (stroke === null) return null;
    const isTurned = stroke.followsCapsLock && state.isCapsLocked;
    strokes.push(isTurned ? { ...stroke, needsShift: !stroke.needsShift } : stroke);
  }
  return strokes;
}

export async function pressKeys(strokes: readonly Stroke[], parts: TypingParts, signal: AbortSignal): Promise<void> {
  let atOnce = 0;
  for (const [index, stroke] of strokes.entries()) {
    const isAgain = index > 0 && strokes[index - 1]?.keycode === stroke.keycode;
    if (isAgain || atOnce === KEYS_AT_ONCE) {
      await parts.connection.sync();
      await sleep(isAgain ? APART_MS : KEYS_PAUSE_MS);
      atOnce = 0;
    }
    if (atOnce === 0) signal.throwIfAborted();
    tapStroke(stroke, parts);
    atOnce += 1;
  }
  await parts.connection.sync();
}

/** Presses and releases one key with its shifting, all in one go: nothing can be left held in between. */
export function tapStroke(stroke: Stroke, { input, keymap }: Pick<TypingParts, 'input' | 'keymap'>): void {
  const shifts: number[] = [];
  if (stroke.needsShift) shifts.push(keymap.findAnywhere(SHIFT_KEYSYM)?.keycode ?? 0);
  if (stroke.needsLevel3) shifts.push(keymap.findAnywhere(LEVEL3_KEYSYM)?.keycode ?? 0);
  const held = shifts.filter((keycode) => keycode !== 0);
  for (const keycode of held) input.press(keycode);
  input.press(stroke.keycode);
  input.release(stroke.keycode);
  for (const keycode of held.reverse()) input.release(keycode);
}
