/** Pending line of each window: text typed and not yet sent, and whether all of the line is known, so that the gate can judge it whole. */
import { formatKeys, isLoneModifier, parseKeys } from '../action/keys.ts';
import { isInputBy, isTouching } from '../action/kinds.ts';
import type { Action } from '../action/schema.ts';
import type { FrontWindow } from '../ports/desktop.ts';
import type { KeyReader } from '../ports/machine.ts';
import type { CopiedIn } from '../safety/risk.ts';

/** Stands for text that nobody can know: a recalled line, a completion, a paste. The gate never accepts it as part of a command it understands. */
export const UNKNOWN_TEXT = '\u0000';

/** Window that receives keys. */
export type TypingPlace = Pick<FrontWindow, 'app' | 'pid' | 'window'>;

/** Keys or text that an act sent to a window. */
export interface Typed {
  readonly action: Action;
  readonly place: TypingPlace;
  /** All of it was done. */
  readonly ok: boolean;
  /** Whether it went into a password field; then nothing of it is kept. */
  readonly isSecret: boolean;
  /** Program that read the keys; null outside terminals, or when it was not asked. */
  readonly reader: KeyReader | null;
}

export interface KnownClipboard {
  /** Where it was copied; null: the run wrote it there itself. */
  readonly copiedIn: CopiedIn | null;
  /** Token, at that time, of the last copy that was not made by Deskhand. */
  readonly copy: string | null;
}

export interface PendingLine {
  /** All that this run typed there since the last Enter; ''. */
  readonly whole: string;
  /** The part typed after the focus may have moved; the line may be only this. */
  readonly since: string;
  /** True when the line holds `whole` and nothing else: typing began at a known start and nothing came between. */
  readonly isKnown: boolean;
}

export interface TypedText {
  pending(place: TypingPlace, reader: KeyReader | null): PendingLine;
  note(typed: Typed): void;
  /** Notes the window in front; pending lines of others become uncertain. */
  see(place: TypingPlace): void;
  /** What this run put on the clipboard, or that it put nothing there: anything else may be a password. */
  noteClipboard(known: KnownClipboard | null): void;
  /** `copy`: token, now, of the last copy that was not made by Deskhand; null when unknown or not asked. */
  clipboard(copy: string | null): { readonly isOurs: boolean; readonly copiedIn: CopiedIn | null };
}

interface Line {
  readonly whole: string;
  readonly since: string;
  /** null: nothing was typed there yet, so only a shell begun in this run has an empty line. */
  readonly isKnown: boolean | null;
}

const NEW_LINE: Line = { whole: '', since: '', isKnown: null };

/** For one run, from its start (milliseconds since 1970). Start times of processes are exact to 10 ms. */
export function createTypedText(startedAt: number): TypedText {
  const lines = new Map<string, Line>();
  let clipboard: KnownClipboard | null = null;
  let inFront = '';
  const lineOf = (place: TypingPlace): Line => lines.get(keyOf(place)) ?? NEW_LINE;
  /** Marks pending lines as uncertain: the focus may have moved, so that new text goes elsewhere or follows unknown text. */
  const doubtAll = (except = ''): void => {
    for (const [key, line] of lines) if (key !== except) lines.set(key, { ...line, since: '', isKnown: false });
  };

  return {
    pending(place, reader) {
      const { whole, since, isKnown } = lineOf(place);
      const isFresh = reader?.kind === 'shell' && reader.startedAt !== null && reader.startedAt >= startedAt;
      // Without an id two windows of a program cannot be told apart.
      return { whole, since, isKnown: place.window !== undefined && (isKnown ?? isFresh) };
    },
    noteClipboard(known) {
      clipboard = known;
    },
    clipboard(copy) {
      if (clipboard === null || clipboard.copy !== copy) return { isOurs: false, copiedIn: null };
      const { copiedIn } = clipboard;
      return { isOurs: copiedIn === null, copiedIn: copy === null ? null : copiedIn };
    },
    see(place) {
      const key = keyOf(place);
      if (key !== inFront) doubtAll();
      inFront = key;
    },
    note({ action, place, ok, isSecret, reader }) {
      const key = keyOf(place);
      const before = lineOf(place);
      const isKnown = before.isKnown ?? this.pending(place, reader).isKnown;
      const put = (line: Line): void => void lines.set(key, line);
      const append = (text: string, isSure: boolean): void =>
        put({ whole: before.whole + text, since: before.since + text, isKnown: isKnown && isSure });
      if (action.action === 'open_app' || action.action === 'open_url') return doubtAll();
      if (!isTouching(action)) return;
      if (isInputBy(action, 'pointer') || isInputBy(action, 'element')) {
        doubtAll();
        // On X11 the middle button pastes.
        if (action.action === 'click' && action.button === 'middle') append(UNKNOWN_TEXT, false);
        else put({ ...before, since: '', isKnown: false });
        return;
      }
      if (isSecret) return put({ whole: '', since: '', isKnown: false });
      const isShell = reader?.kind === 'shell';
      if (action.action === 'type') {
        if (!ok) return append(UNKNOWN_TEXT, false);
        const end = action.text.lastIndexOf('\n');
        if (end < 0) return append(action.text, isShell);
        const rest = action.text.slice(end + 1);
        return put({ whole: rest, since: rest, isKnown: isShell && isKnown && endsWhole(before.whole + action.text) });
      }
      if (!('keys' in action)) return append(UNKNOWN_TEXT, false);
      if (action.action === 'key_up' || isLoneModifier(action.keys)) return;
      if (!ok || action.action !== 'key') return append(UNKNOWN_TEXT, false);
      // An interrupt makes a shell drop its line and begin a new one.
      if (isShell && isInterrupt(action.keys)) return put({ whole: '', since: '', isKnown: true });
      if (!isEnter(action.keys)) return append(UNKNOWN_TEXT, false);
      put({ whole: '', since: '', isKnown: isShell && isKnown && endsWhole(`${before.whole}\n`) });
    },
  };
}

/** Key of a window; windows of the same application differ by their ids. */
function keyOf({ app, pid, window }: TypingPlace): string {
  return JSON.stringify([app, pid, window ?? null]);
}

/** Whether Enter leaves an empty line: not when the shell waits for the rest of a quote, a bracket, a here document, or a continued line. */
function endsWhole(text: string): boolean {
  const line = text.replace(/\n$/, '');
  const isOpen = (sign: string): boolean => line.split(sign).length % 2 === 0;
  return (
    !/[\\|&({]\s*$|<<|\b(?:do|then|else|in)\s*$/.test(line) &&
    !['"', "'", '`'].some(isOpen) &&
    !line.includes(UNKNOWN_TEXT)
  );
}

function isInterrupt(keys: string): boolean {
  const parsed = parseKeys(keys);
  return parsed.ok && ['ctrl+c', 'control+c'].includes(formatKeys(parsed.combo));
}

function isEnter(keys: string): boolean {
  const parsed = parseKeys(keys);
  if (!parsed.ok) return false;
  const { modifiers, key } = parsed.combo;
  if (key === 'enter' || key === 'kp_enter') return true;
  const isControl = modifiers.length === 1 && (modifiers[0] === 'ctrl' || modifiers[0] === 'control');
  return isControl && (key === 'm' || key === 'j');
}
