/** One piece of text into what has the focus: by paste, or by keys where a paste is not taken; read back where that can be. */
import { Refused, type Typed } from '../../../src/ports/desktop.ts';
import { SaidError } from '../../../src/words/said-error.ts';
import { say, type Text } from '../../../src/words/say.ts';
import { readMoment } from '../date-text.ts';
import type { DateField, FocusTold, ReadableField } from '../focus-told.ts';
import type { Stroke } from './keymap.ts';
import { paste } from './paste.ts';
import type { Offered } from './selection-loan.ts';
import { pressKeys, toStrokes } from './strokes.ts';
import type { TypingParts } from './typing-parts.ts';
import type { InputState } from './xtest.ts';

export const UNREAD: Typed = { arrived: 'unread' };
export const NO_TEXT = say`what has the focus takes no text; click into a field, or press keys by name`;
const NOT_KNOWN = say`nothing took the text, and nobody can tell what has the focus, so its keys were not pressed; click into a field first`;
/** How often a field that shows nothing of the paste is read again: the program may be busy. */
const LATE_READS = 3;
export const FOCUS_TRIES = 3;
/** Tries to learn the parts of a date field, which must be known before anything is typed. */
const DATE_TRIES = 6;
/** Texts that may be a date or a time for a field of parts, which takes no paste. */
const MAYBE_PARTS = /^(?=(?:\D*\d){4})[\d\s.,:/-]+(?:[ap]m)?$/i;
const KEYSYMS = { left: 0xff51, up: 0xff52, right: 0xff53, erase: 0xff08 } as const;

export interface Where {
  /** The window the keys go to. */
  readonly focus: number;
  readonly state: InputState;
  /** Whether nothing was sent before this piece. */
  readonly isFirst: boolean;
}

/** Rejects with `Refused` when nothing was sent. */
export async function putText(
  text: string,
  offered: Offered,
  { focus, state, isFirst }: Where,
  parts: TypingParts,
  signal: AbortSignal,
): Promise<Typed> {
  const refuse = (why: Text): Error =>
    isFirst ? new Refused(why) : new SaidError(say`${why}; only the beginning arrived`);
  if (readMoment(text) !== null) {
    const typed = await typeDate(text, { state, parts }, signal);
    if (typed !== null) {
      await offered.withdraw();
      return typed;
    }
  }
  const strokes = strokesFor(text, state, parts);
  if (strokes !== null && readMoment(text) === null && MAYBE_PARTS.test(text)) {
    const first = await parts.askFocus(signal);
    if (first.kind === 'keys' && first.date !== undefined) {
      await offered.withdraw();
      return await typeKeys(text, strokes, first.field, parts, signal);
    }
  }
  let told: FocusTold | null = null;
  const waitsOn = async (): Promise<boolean> => {
    told = await parts.askFocus(signal);
    // A busy program that has a field for text takes a paste late; what is no such field does not take it later either.
    return told.kind === 'text' || (told.kind === 'unknown' && strokes === null);
  };
  if (await paste(offered, waitsOn, focus, parts, signal)) return await readPasted(text, strokes, parts, signal);
  await offered.withdraw();
  const known: FocusTold = told ?? (await parts.askFocus(signal));
  if (known.kind === 'pressed') throw refuse(say`${NO_TEXT} (it is on a ${known.role})`);
  if (strokes === null) throw refuse(NO_TEXT);
  // A blank would press a button that nobody sees.
  if (known.kind === 'unknown' && /\s/.test(text)) throw refuse(NOT_KNOWN);
  return await typeKeys(text, strokes, 'field' in known ? known.field : null, parts, signal);
}

/** null when it cannot be given by keys: a character is not on them, or one of them would mean something else. */
function strokesFor(text: string, state: InputState, { keymap }: TypingParts): readonly Stroke[] | null {
  return /[\t\n]/.test(text) ? null : toStrokes(text, keymap, state);
}

/** A date as the standard writes it, part by part in the order of the field; null where nothing was sent. */
async function typeDate(
  text: string,
  { state, parts }: { readonly state: InputState; readonly parts: TypingParts },
  signal: AbortSignal,
): Promise<Typed | null> {
  const date = await askDate(parts, signal);
  if (date === null) return null;
  const plan = await date.plan(text);
  const strokes = plan?.keys.map((key) => {
    if (key.kind === 'text') return toStrokes(key.text, parts.keymap, state);
    const move = parts.keymap.findAnywhere(KEYSYMS[key.kind]);
    return move === null ? null : [move];
  });
  if (plan === null || strokes === undefined || strokes.includes(null)) return null;
  await pressKeys(
    strokes.flatMap((some) => some ?? []),
    parts,
    signal,
  );
  const read = await date.check(plan);
  if (read === null) return UNREAD;
  return read.isThere ? { arrived: 'read' } : { arrived: 'otherwise', shown: read.shown };
}

/** Reads back what was pasted. A page that wants keys may fetch a paste and drop it, so a field that stays empty gets keys. */
async function readPasted(
  text: string,
  strokes: readonly Stroke[] | null,
  parts: TypingParts,
  signal: AbortSignal,
): Promise<Typed> {
  for (let reads = 1; ; reads += 1) {
    const { typed, field } = await readBack(text, parts, signal);
    if (typed.arrived !== 'otherwise' || /[\p{L}\p{N}]/u.test(typed.shown) || strokes === null) return typed;
    if (reads === LATE_READS) return await typeKeys(text, strokes, field, parts, signal);
  }
}

async function typeKeys(
  text: string,
  strokes: readonly Stroke[],
  before: ReadableField | null,
  parts: TypingParts,
  signal: AbortSignal,
): Promise<Typed> {
  await pressKeys(strokes, parts, signal);
  const { typed, field } = await readBack(text, parts, signal);
  // Where each character has a field of its own, the focus moves on by itself and no field holds the text.
  return before !== null && before.id !== field?.id ? UNREAD : typed;
}

/** Reads the field that has the focus now; if that is told late, tries once more. */
async function readBack(
  text: string,
  parts: TypingParts,
  signal: AbortSignal,
): Promise<{ readonly typed: Typed; readonly field: ReadableField | null }> {
  const first = await askField(parts, signal);
  const read = (await first?.check(text)) ?? null;
  signal.throwIfAborted();
  if (read === null) return { typed: UNREAD, field: first };
  if (read.isThere) return { typed: { arrived: 'read' }, field: first };
  const next = await askField(parts, signal);
  if (next === null || next.id === first?.id)
    return { typed: { arrived: 'otherwise', shown: read.shown }, field: next };
  const other = await next.check(text);
  signal.throwIfAborted();
  if (other === null) return { typed: UNREAD, field: next };
  return { typed: other.isThere ? { arrived: 'read' } : { arrived: 'otherwise', shown: other.shown }, field: next };
}

async function askField(parts: TypingParts, signal: AbortSignal): Promise<ReadableField | null> {
  const told = await askKnown(parts, signal);
  return 'field' in told ? told.field : null;
}

/** The date field that has the focus; null: it is something else. A late or partial answer is asked for again. */
async function askDate({ askFocus }: TypingParts, signal: AbortSignal): Promise<DateField | null> {
  for (let tries = 1; tries <= DATE_TRIES; tries += 1) {
    const told = await askFocus(signal);
    if (told.kind === 'keys' && told.date !== undefined) return told.date;
    if (told.kind === 'text' || told.kind === 'pressed') return null;
  }
  return null;
}

/** An answer that comes late is asked for again. */
async function askKnown({ askFocus }: TypingParts, signal: AbortSignal): Promise<FocusTold> {
  for (let tries = 1; ; tries += 1) {
    const told = await askFocus(signal);
    if (told.kind !== 'unknown' || tries === FOCUS_TRIES) return told;
  }
}
