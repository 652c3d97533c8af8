/**
 * Text, exactly, into whatever has the focus, on every keyboard layout.
 *
 * Two ways, chosen by content: in a terminal characters that are on the keyboard are keys (programs there mean keys, and a paste
 * can be bracketed); everything else is pasted with Shift+Insert, which terminals take from PRIMARY and other programs from
 * CLIPBOARD. We own both, so each piece is known to have been fetched before the next one goes; the person's selections come
 * back afterwards. Keys by name (xdotool) are not exact on other layouts, and remapping keys for missing characters races with
 * the applications.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminalApp } from '../../../src/action/terminal-apps.ts';
import { Refused } from '../../../src/ports/desktop.ts';
import type { XConnection } from './connection.ts';
import { type Keymap, keysymOf, LEVEL3_KEYSYM, SHIFT_KEYSYM, type Stroke } from './keymap.ts';
import type { XProperties } from './properties.ts';
import type { Offer, SelectionLoan } from './selection-loan.ts';
import type { Selections } from './selections.ts';
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
/** Small enough that a stop between two pieces is a stop; large enough that 5,000 characters are a few pastes. */
const PASTE_CHARACTERS = 1000;
const KEYS_AT_ONCE = 8;
/** 8 keys every 4 ms: as fast as terminals read, so that nothing is still under way after a stop. */
const KEYS_PAUSE_MS = 4;
/** A program that has not asked for the text by then does not paste on Shift+Insert. */
const FETCH_TIMEOUT_MS = 1000;
/** Programs may ask more than once for one paste; the next piece waits until nobody has for this long. */
const QUIET_MS = 15;

/** Rejects with `Refused` when nothing has the focus or the text cannot be entered there; with the signal's reason on abort. */
export async function typeText(text: string, parts: TypingParts, signal: AbortSignal): Promise<void> {
  const focus = await findFocus(parts);
  const front = await readFrontWindow(parts.properties, parts.connection.root);
  const state = await parts.input.state();
  const pieces = isTerminalApp(front.app)
    ? planForTerminal(text, parts.keymap, state)
    : planForWindow(text, parts.keymap, state);
  if (pieces.every((piece) => piece.kind === 'keys')) {
    for (const piece of pieces) if (piece.kind === 'keys') await pressKeys(piece.strokes, parts, signal);
    return;
  }
  await parts.loan.borrow(signal, async (offer) => {
    for (const [index, piece] of pieces.entries()) {
      signal.throwIfAborted();
      if (piece.kind === 'keys') await pressKeys(piece.strokes, parts, signal);
      else if (!(await paste(piece.text, offer, focus, parts, signal))) {
        await typeWithoutPaste(pieces.slice(index), index === 0, state, parts, signal);
        return;
      }
    }
  });
}

/** Keys for what the layout has; lines with anything else are pasted. Tab and newline are keys. */
export function planForTerminal(text: string, keymap: Keymap, state: InputState): readonly Piece[] {
  return text.split(/([\t\n])/).flatMap((segment): readonly Piece[] => {
    if (segment === '') return [];
    const strokes = toStrokes(segment, keymap, state);
    return strokes === null ? cutForPasting(segment) : [{ kind: 'keys', strokes }];
  });
}

/** Pasted as a whole, so that editors neither indent nor complete; newlines at the very end are the Return key. */
export function planForWindow(text: string, keymap: Keymap, state: InputState): readonly Piece[] {
  const ending = /^[\t\n]+$/.test(text) ? text : (/\n*$/.exec(text)?.[0] ?? '');
  const pasted = cutForPasting(text.slice(0, text.length - ending.length));
  if (ending === '') return pasted;
  const strokes = toStrokes(ending, keymap, state);
  return strokes === null ? [...pasted, ...cutForPasting(ending)] : [...pasted, { kind: 'keys', strokes }];
}

function cutForPasting(text: string): readonly Piece[] {
  const characters = Array.from(text);
  const pieces: Piece[] = [];
  for (let start = 0; start < characters.length; start += PASTE_CHARACTERS) {
    pieces.push({ kind: 'paste', text: characters.slice(start, start + PASTE_CHARACTERS).join('') });
  }
  return pieces;
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

/** True once the window's program has fetched the text; false when it did not ask for it. */
async function paste(
  text: string,
  offer: Offer,
  focus: number,
  parts: TypingParts,
  signal: AbortSignal,
): Promise<boolean> {
  const insert = parts.keymap.findAnywhere(INSERT_KEYSYM);
  if (insert === null) return false;
  const settled = await offer(text);
  const client = clientOf(focus, parts.connection);
  const watch = watchFetches(parts.selections);
  try {
    tapStroke({ ...insert, needsShift: true }, parts);
    await parts.connection.sync();
    // A clipboard manager fetches too; only the program with the focus proves that the text arrived.
    const isOurs = (requestor: number): boolean => clientOf(requestor, parts.connection) === client;
    const deadline = performance.now() + FETCH_TIMEOUT_MS;
    while (!watch.requestors.some(isOurs) && performance.now() < deadline) await watch.next(deadline, signal);
    if (watch.requestors.length === 0) return false;
    while (performance.now() - watch.lastAt() < QUIET_MS) await sleep(QUIET_MS);
    settled();
    return true;
  } finally {
    watch.stop();
  }
}

/** For programs that do not paste: the rest by keys, if the keyboard has them. */
async function typeWithoutPaste(
  pieces: readonly Piece[],
  isUntouched: boolean,
  state: InputState,
  parts: TypingParts,
  signal: AbortSignal,
): Promise<void> {
  const rest = pieces.map((piece) =>
    piece.kind === 'keys' ? piece.strokes : toStrokes(piece.text, parts.keymap, state),
  );
  const known = rest.filter((strokes) => strokes !== null);
  if (known.length === rest.length) return pressKeys(known.flat(), parts, signal);
  const why = 'the window in front takes no pasted text, and the keyboard layout lacks some of its characters';
  throw isUntouched ? new Refused(why) : new Error(`${why}; only the first part arrived`);
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

interface FetchWatch {
  /** Windows that asked for the text so far. */
  readonly requestors: readonly number[];
  /** `performance.now()` of the last time somebody asked. */
  lastAt(): number;
  /** Resolves at the next request or at the deadline; rejects with the signal's reason. */
  next(deadline: number, signal: AbortSignal): Promise<void>;
  stop(): void;
}

function watchFetches(selections: Selections): FetchWatch {
  const requestors: number[] = [];
  let lastAt = performance.now();
  let wake = Promise.withResolvers<void>();
  const stop = selections.onTextFetched((requestor) => {
    requestors.push(requestor);
    lastAt = performance.now();
    wake.resolve();
    wake = Promise.withResolvers<void>();
  });
  return {
    requestors,
    lastAt: () => lastAt,
    next: async (deadline, signal) => {
      const limit = new AbortController();
      const timer = sleep(Math.max(1, deadline - performance.now()), undefined, {
        signal: AbortSignal.any([signal, limit.signal]),
      });
      try {
        await Promise.race([wake.promise, timer]);
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        timer.catch(() => undefined);
        limit.abort();
      }
    },
    stop,
  };
}
