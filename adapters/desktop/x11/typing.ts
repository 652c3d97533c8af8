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
import { Refused, type Typed } from '../../../src/ports/desktop.ts';
import { SaidError } from '../../../src/words/said-error.ts';
import { say } from '../../../src/words/say.ts';
import type { FocusTold, ReadableField } from '../focus-told.ts';
import { isRemoteApp } from '../remote-apps.ts';
import { isTerminalApp } from '../terminal-apps.ts';
import type { XConnection } from './connection.ts';
import { type Keymap, keysymOf, type Stroke } from './keymap.ts';
import { always, clientOf, paste, tapStroke } from './paste.ts';
import type { XProperties } from './properties.ts';
import type { Offered, SelectionLoan } from './selection-loan.ts';
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
  readonly askFocus: (signal: AbortSignal) => Promise<FocusTold>;
}

/** One piece of the text on its way. */
export type Piece =
  | { readonly kind: 'keys'; readonly strokes: readonly Stroke[] }
  | { readonly kind: 'paste'; readonly text: string };

const RETURN_KEYSYM = 0xff0d;
const TAB_KEYSYM = 0xff09;
const KEYS_AT_ONCE = 8;
/** 8 keys every 4 ms: as fast as terminals read, so that nothing is still under way after a stop. */
const KEYS_PAUSE_MS = 4;

/**
 * Rejects with `Refused` when what has the focus is known to take no text, or nobody can tell and a blank would press it: nothing was
 * sent then. Rejects with the signal's reason on abort.
 */
export async function typeText(text: string, parts: TypingParts, signal: AbortSignal): Promise<Typed> {
  const focus = await findFocus(parts);
  const front = await readFrontWindow(parts.properties, parts.connection.root);
  const state = await parts.input.state();
  const isTerminal = isTerminalApp(front.app);
  // The keys go to another computer, and its clipboard is not this one.
  const isRemote = isRemoteApp(front.app);
  const pieces =
    isTerminal || isRemote ? planForTerminal(text, parts.keymap, state) : planForWindow(text, parts.keymap, state);
  if (isRemote && pieces.some(({ kind }) => kind === 'paste'))
    throw new Refused(
      say`the keyboard of this computer lacks some of these characters, and a remote one takes only keys`,
    );
  if (pieces.every((piece) => piece.kind === 'keys')) {
    for (const piece of pieces) if (piece.kind === 'keys') await pressKeys(piece.strokes, parts, signal);
    return UNREAD;
  }
  // Terminals paste from PRIMARY; elsewhere the program that has the focus keeps it, and with it what is selected.
  const isItsOwn = async (): Promise<boolean> => {
    const owner = await parts.selections.owner('PRIMARY');
    return owner !== 0 && clientOf(owner, parts.connection) === clientOf(focus, parts.connection);
  };
  const mayTake = async (name: SelectionName): Promise<boolean> =>
    name !== 'PRIMARY' || isTerminal || !(await isItsOwn());
  let typed: Typed = UNREAD;
  await parts.loan.borrow({ asksAgain: !isTerminal, mayTake }, signal, async (offer) => {
    for (const [index, piece] of pieces.entries()) {
      signal.throwIfAborted();
      if (piece.kind === 'keys') {
        await pressKeys(piece.strokes, parts, signal);
        continue;
      }
      const offered = await offer(piece.text);
      if (isTerminal) {
        if (await paste(offered, always, focus, parts, signal)) continue;
        // `Refused` promises that nothing was sent.
        throw index === 0 ? new Refused(NO_TEXT) : new SaidError(say`${NO_TEXT}; only the beginning arrived`);
      }
      typed = await putText(piece.text, offered, focus, state, parts, signal);
      // What ends a line would send what is not there.
      if (typed.arrived === 'otherwise') return;
    }
  });
  return typed;
}

const UNREAD: Typed = { arrived: 'unread' };
const NO_TEXT = say`what has the focus takes no text; click into a field, or press keys by name`;
const NOT_KNOWN = say`nothing took the text, and nobody can tell what has the focus, so its keys were not pressed; click into a field first`;

/** By paste where that is taken, else by keys where those are known to be wanted; read back where that can be. */
async function putText(
  text: string,
  offered: Offered,
  focus: number,
  state: InputState,
  parts: TypingParts,
  signal: AbortSignal,
): Promise<Typed> {
  let told: FocusTold | null = null;
  const waitsOn = async (): Promise<boolean> => {
    told = await parts.askFocus(signal);
    // A program that is busy takes its time; what is no field for text will not take it later either.
    return told.kind === 'text' || (told.kind === 'unknown' && strokesFor(text, state, parts) === null);
  };
  if (await paste(offered, waitsOn, focus, parts, signal)) return await readBack(text, null, parts, signal);
  await offered.withdraw();
  const known: FocusTold = told ?? (await parts.askFocus(signal));
  if (known.kind === 'pressed') throw new Refused(say`${NO_TEXT} (it is on a ${known.role})`);
  const strokes = strokesFor(text, state, parts);
  if (strokes === null) throw new Refused(NO_TEXT);
  // A blank presses a button that nobody sees.
  if (known.kind === 'unknown' && /\s/.test(text)) throw new Refused(NOT_KNOWN);
  await pressKeys(strokes, parts, signal);
  return await readBack(text, 'field' in known ? known.field : null, parts, signal);
}

/** null when it cannot be given by keys: a character is not on them, or one of them would mean something else. */
function strokesFor(text: string, state: InputState, { keymap }: TypingParts): readonly Stroke[] | null {
  return /[\t\n]/.test(text) ? null : toStrokes(text, keymap, state);
}

async function readBack(
  text: string,
  field: ReadableField | null,
  parts: TypingParts,
  signal: AbortSignal,
): Promise<Typed> {
  const told = field === null ? await parts.askFocus(signal) : null;
  const readable = field ?? (told !== null && 'field' in told ? told.field : null);
  const read = (await readable?.check(text)) ?? null;
  signal.throwIfAborted();
  if (read === null) return UNREAD;
  return read.isThere ? { arrived: 'read' } : { arrived: 'otherwise', shown: read.shown };
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

/** The window the keys go to; the window manager holds the focus when no window does. */
async function findFocus({ properties, connection }: TypingParts): Promise<number> {
  const focus = await properties.focus();
  const check = await properties.read(connection.root, await properties.atom('_NET_SUPPORTING_WM_CHECK'));
  const manager = check === null || check.data.length < 4 ? null : check.data.readUInt32LE(0);
  const isManager = manager !== null && focus !== null && clientOf(manager, connection) === clientOf(focus, connection);
  if (focus === null || isManager) throw new Refused(say`no window has the focus, so the text would go nowhere`);
  return focus;
}
