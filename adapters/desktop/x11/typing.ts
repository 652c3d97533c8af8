/**
 * Text, exactly, into whatever has the focus, on every keyboard layout.
 *
 * Two ways, chosen by content: in a terminal characters that are on the keyboard are keys (programs there mean keys, and a paste
 * can be bracketed); everything else is pasted with Shift+Insert, which terminals take from PRIMARY and other programs from
 * CLIPBOARD. We own both (but for a PRIMARY that is what is selected in the window itself: it is to be replaced), so each piece is
 * known to have been fetched before the next one goes; the person's selections come back afterwards. Keys by name (xdotool) are not exact on other layouts, and remapping keys for missing characters races with
 * the applications.
 */
import { Refused, type Typed } from '../../../src/ports/desktop.ts';
import { SaidError } from '../../../src/words/said-error.ts';
import { say } from '../../../src/words/say.ts';
import { isRemoteApp } from '../remote-apps.ts';
import { isTerminalApp } from '../terminal-apps.ts';
import type { Keymap, Stroke } from './keymap.ts';
import { always, paste } from './paste.ts';
import { clientOf } from './programs.ts';
import { FOCUS_TRIES, NO_TEXT, putText, UNREAD } from './put-text.ts';
import type { SelectionName } from './selections.ts';
import { pressKeys, toStrokes } from './strokes.ts';
import type { TypingParts } from './typing-parts.ts';
import { readFrontWindow } from './windows.ts';
import type { InputState } from './xtest.ts';

/** One piece of the text on its way. */
export type Piece =
  | { readonly kind: 'keys'; readonly strokes: readonly Stroke[] }
  | { readonly kind: 'paste'; readonly text: string };

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
    isTerminal || isRemote
      ? planForTerminal(text, parts.keymap, state)
      : holdsTabs(text) && (await isIntoField(text, parts, signal))
        ? planForFields(text, parts.keymap, state)
        : planForWindow(text, parts.keymap, state);
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
    return owner !== 0 && (await parts.programs.isSame(owner, focus));
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
        // `Refused` promises that nothing was sent, so it fits the first piece only.
        throw index === 0 ? new Refused(NO_TEXT) : new SaidError(say`${NO_TEXT}; only the beginning arrived`);
      }
      typed = await putText(piece.text, offered, { focus, state, isFirst: index === 0 }, parts, signal);
      // The final line break is not pressed: it would send a text that is not there.
      if (typed.arrived === 'otherwise') return;
    }
  });
  return typed;
}

const holdsTabs = (text: string): boolean => /\t[^\t\n]|[^\t\n]\t/.test(text);

/**
 * Whether the text goes into a field of one line, or a part of a date, where a tab moves on to the next field. A late answer is asked for
 * again; without one, a single line with tabs is meant for fields, or for cells, which go on by the same key.
 */
async function isIntoField(text: string, { askFocus }: TypingParts, signal: AbortSignal): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    const told = await askFocus(signal);
    if (told.kind === 'unknown' && tries === FOCUS_TRIES) return !text.trimEnd().includes('\n');
    if (told.kind !== 'unknown')
      return told.kind === 'text' ? told.isOneLine : told.kind === 'keys' && told.field !== null;
  }
}

/** Keys for what the layout has; lines with anything else are pasted. Tab and newline are keys. */
export function planForTerminal(text: string, keymap: Keymap, state: InputState): readonly Piece[] {
  return text.split(/([\t\n])/).flatMap((segment): readonly Piece[] => {
    if (segment === '') return [];
    const strokes = toStrokes(segment, keymap, state);
    return [strokes === null ? { kind: 'paste', text: segment } : { kind: 'keys', strokes }];
  });
}

/** Plans the pieces between tabs for one field after the other. */
function planForFields(text: string, keymap: Keymap, state: InputState): readonly Piece[] {
  return text.split(/(\t+)/).flatMap((segment) => (segment === '' ? [] : planForWindow(segment, keymap, state)));
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

/** The window the keys go to; the window manager holds the focus when no window does. */
async function findFocus({ properties, connection }: TypingParts): Promise<number> {
  const focus = await properties.focus();
  const check = await properties.read(connection.root, await properties.atom('_NET_SUPPORTING_WM_CHECK'));
  const manager = check === null || check.data.length < 4 ? null : check.data.readUInt32LE(0);
  const isManager = manager !== null && focus !== null && clientOf(manager, connection) === clientOf(focus, connection);
  if (focus === null || isManager) throw new Refused(say`no window has the focus, so the text would go nowhere`);
  return focus;
}
