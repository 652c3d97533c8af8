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
  for (let start = 0; start < strokes.length; start += KEYS_AT_ONCE) {
    signal.throwIfAborted();
    for (const stroke of strokes.slice(start, start + KEYS_AT_ONCE)) tapStroke(stroke, parts);
    await parts.connection.sync();
    if (start + KEYS_AT_ONCE < strokes.length) await sleep(KEYS_PAUSE_MS);
  }
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
