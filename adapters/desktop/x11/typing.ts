/**
 * Text, exactly, into whatever has the focus, on every keyboard layout.
 *
 * Two ways, chosen by content: in a terminal characters that are on the keyboard are keys (programs there mean keys, and a paste
 * can be bracketed); everything else is pasted with Shift+Insert, which terminals take from PRIMARY and other programs from
 * CLIPBOARD. We own both (but for a PRIMARY that is what is selected in the window itself: it is to be replaced), so each piece is
 * known to have been fetched before the next one goes; the person's selections come back afterwards. Keys by name (xdotool) are not exact on other layouts, and remapping keys for missing characters races with
 * the applications.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refused } from '../../../src/ports/desktop.ts';
import { isTerminalApp } from '../terminal-apps.ts';
import type { XConnection } from './connection.ts';
import { type Keymap, keysymOf, LEVEL3_KEYSYM, SHIFT_KEYSYM, type Stroke } from './keymap.ts';
import type { XProperties } from './properties.ts';
import type { Offer, SelectionLoan } from './selection-loan.ts';
import type { SelectionName, Selections } from './selections.ts';
import { readFrontWindow } from './windows.ts';
import type { InputState, KeyInput } from './xtest.ts';

export interface TypingParts {
  readonly connection: XConnection;
  readonly properties: XProperties;
  readonly selections: Selections;
  readonly loan: SelectionLoan;
  readonly input: KeyInput;
  readonly keymap: Keymap;
}

/** One piece of the text on its way. */
export type Piece =
  | { readonly kind: 'keys'; readonly strokes: readonly Stroke[] }
  | { readonly kind: 'paste'; readonly text: string };

const RETURN_KEYSYM = 0xff0d;
const TAB_KEYSYM = 0xff09;
const INSERT_KEYSYM = 0xff63;
const KEYS_AT_ONCE = 8;
/** 8 keys every 4 ms: as fast as terminals read, so that nothing is still under way after a stop. */
const KEYS_PAUSE_MS = 4;
/** A program that has asked for nothing by then has no field for text in front. */
const ASK_TIMEOUT_MS = 1200;
/** One that has asked what there is fetches it by then, or has nowhere to put it. Chromium gives a lost answer 1 s. */
const FETCH_TIMEOUT_MS = 2500;
/** Programs may ask several times for one paste; the next key waits until nobody has for this long. */
const QUIET_MS = 15;
const POLL_MS = 2;

/**
 * Rejects with `Refused` when nothing in front takes text, and then presses nothing else: typed into a dialog, a blank would press its
 * button. Rejects with the signal's reason on abort.
 */
export async function typeText(text: string, parts: TypingParts, signal: AbortSignal): Promise<void> {
  const focus = await findFocus(parts);
  const front = await readFrontWindow(parts.properties, parts.connection.root);
  const state = await parts.input.state();
  const isTerminal = isTerminalApp(front.app);
  const pieces = isTerminal ? planForTerminal(text, parts.keymap, state) : planForWindow(text, parts.keymap, state);
  if (pieces.every((piece) => piece.kind === 'keys')) {
    for (const piece of pieces) if (piece.kind === 'keys') await pressKeys(piece.strokes, parts, signal);
    return;
  }
  // Terminals paste from PRIMARY; elsewhere the program that has the focus keeps it, and with it what is selected.
  const isItsOwn = async (): Promise<boolean> => {
    const owner = await parts.selections.owner('PRIMARY');
    return owner !== 0 && clientOf(owner, parts.connection) === clientOf(focus, parts.connection);
  };
  const mayTake = async (name: SelectionName): Promise<boolean> =>
    name !== 'PRIMARY' || isTerminal || !(await isItsOwn());
  await parts.loan.borrow({ asksAgain: !isTerminal, mayTake }, signal, async (offer) => {
    for (const [index, piece] of pieces.entries()) {
      signal.throwIfAborted();
      if (piece.kind === 'keys') {
        await pressKeys(piece.strokes, parts, signal);
        continue;
      }
      if (await paste(piece.text, offer, focus, parts, signal)) continue;
      const why = 'nothing in the window in front takes text; click into a field, or press keys by name';
      // `Refused` promises that nothing was sent.
      throw index === 0 ? new Refused(why) : new Error(`${why}; only the beginning arrived`);
    }
  });
}

/** Keys for what the layout has; lines with anything else are pasted. Tab and newline are keys. */
export function planForTerminal(text: string, keymap: Keymap, state: InputState): readonly Piece[] {
  return text.split(/([\t\n])/).flatMap((segment): readonly Piece[] => {
    if (segment === '') return [];
    const strokes = toStrokes(segment, keymap, state);
    return [strokes === null ? { kind: 'paste', text: segment } : { kind: 'keys', strokes }];
  });
}

/** Pasted as a whole, so that editors neither indent nor complete; newlines at the very end are the Return key. */
export function planForWindow(text: string, keymap: Keymap, state: InputState): readonly Piece[] {
  const ending = /^[\t\n]+$/.test(text) ? text : (/\n*$/.exec(text)?.[0] ?? '');
  const body = text.slice(0, text.length - ending.length);
  const strokes = toStrokes(ending, keymap, state) ?? [];
  return [
    ...(body === '' ? [] : [{ kind: 'paste', text: body } as const]),
    ...(strokes.length === 0 ? [] : [{ kind: 'keys', strokes } as const]),
  ];
}

/** null when a character is not on this keyboard. */
function toStrokes(text: string, keymap: Keymap, state: InputState): readonly Stroke[] | null {
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

async function pressKeys(strokes: readonly Stroke[], parts: TypingParts, signal: AbortSignal): Promise<void> {
  for (let start = 0; start < strokes.length; start += KEYS_AT_ONCE) {
    signal.throwIfAborted();
    for (const stroke of strokes.slice(start, start + KEYS_AT_ONCE)) tapStroke(stroke, parts);
    await parts.connection.sync();
    if (start + KEYS_AT_ONCE < strokes.length) await sleep(KEYS_PAUSE_MS);
  }
}

/** Presses and releases one key with its shifting, all in one go: nothing can be left held in between. */
function tapStroke(stroke: Stroke, { input, keymap }: Pick<TypingParts, 'input' | 'keymap'>): void {
  const shifts: number[] = [];
  if (stroke.needsShift) shifts.push(keymap.findAnywhere(SHIFT_KEYSYM)?.keycode ?? 0);
  if (stroke.needsLevel3) shifts.push(keymap.findAnywhere(LEVEL3_KEYSYM)?.keycode ?? 0);
  const held = shifts.filter((keycode) => keycode !== 0);
  for (const keycode of held) input.press(keycode);
  input.press(stroke.keycode);
  input.release(stroke.keycode);
  for (const keycode of held.reverse()) input.release(keycode);
}

/** True once the program of the window has fetched the text; false when it does not want it. */
async function paste(
  text: string,
  offer: Offer,
  focus: number,
  parts: TypingParts,
  signal: AbortSignal,
): Promise<boolean> {
  const insert = parts.keymap.findAnywhere(INSERT_KEYSYM);
  if (insert === null) return false;
  const fetched = await offer(text);
  // Clipboard managers ask too; only the program that has the focus proves that the text arrived.
  const watch = watchRequests(parts.selections, clientOf(focus, parts.connection), parts.connection);
  try {
    tapStroke({ ...insert, needsShift: true }, parts);
    await parts.connection.sync();
    const pressedAt = performance.now();
    const limitMs = (): number => (watch.hasAsked() ? FETCH_TIMEOUT_MS : ASK_TIMEOUT_MS);
    while (!watch.hasFetched() && performance.now() - pressedAt < limitMs())
      await sleep(POLL_MS, undefined, { signal });
    if (!watch.hasFetched()) return false;
    fetched();
    while (performance.now() - watch.lastAt() < QUIET_MS) await sleep(POLL_MS);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    watch.stop();
  }
}

/** The window the keys go to; the window manager holds the focus when no window does. */
async function findFocus({ properties, connection }: TypingParts): Promise<number> {
  const focus = await properties.focus();
  const check = await properties.read(connection.root, await properties.atom('_NET_SUPPORTING_WM_CHECK'));
  const manager = check === null || check.data.length < 4 ? null : check.data.readUInt32LE(0);
  const isManager = manager !== null && focus !== null && clientOf(manager, connection) === clientOf(focus, connection);
  if (focus === null || isManager) throw new Refused('no window has the focus, so the text would go nowhere');
  return focus;
}

/** Which program made a window: the high bits of its id. */
function clientOf(window: number, connection: XConnection): number {
  return (window & ~connection.resourceIdMask) >>> 0;
}

interface RequestWatch {
  hasAsked(): boolean;
  hasFetched(): boolean;
  /** `performance.now()` of the last time the program asked. */
  lastAt(): number;
  stop(): void;
}

function watchRequests(selections: Selections, client: number, connection: XConnection): RequestWatch {
  let asked = 0;
  let fetched = 0;
  let lastAt = performance.now();
  const stop = selections.onRequest((requestor, isText) => {
    if (clientOf(requestor, connection) !== client) return;
    asked += 1;
    if (isText) fetched += 1;
    lastAt = performance.now();
  });
  return { hasAsked: () => asked > 0, hasFetched: () => fetched > 0, lastAt: () => lastAt, stop };
}
