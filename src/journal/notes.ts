/** A model's own notes of a run: which are kept, and which the next step is shown. Used notes are kept longer than newer unused ones. Pure. */
import type { Action } from '../action/schema.ts';
import { findTerms } from '../words/terms.ts';

/** One line the model wrote for itself. */
export interface KeptNote {
  readonly text: string;
  /** The step it was written in, or last used in. */
  readonly usedAt: number;
}

/** Number of notes kept in all, so that one left out of the prompt can return to it. */
const MOST_KEPT = 40;
const MOST_SHOWN = 10;
/** The newest had no chance to be used yet. */
const NEWEST_SHOWN = 3;
const LEAST_WORD = 5;

/** What a reply did and intended: a note whose numbers or names occur in it counts as used. */
export interface NotingReply {
  readonly step: number;
  readonly intent: string;
  readonly actions: readonly Action[];
  readonly note: string | null;
}

export function keepNotes(notes: readonly KeptNote[], reply: NotingReply): readonly KeptNote[] {
  const { step, intent, actions, note } = reply;
  const used = markUsed(notes, `${intent} ${actions.map((action) => JSON.stringify(action)).join(' ')}`, step);
  const text = note?.trim() ?? '';
  if (text === '') return used;
  // Written again is used.
  const all = [...used.filter((one) => one.text !== text), { text, usedAt: step }];
  if (all.length <= MOST_KEPT) return all;
  const least = all.slice(0, -NEWEST_SHOWN).reduce((low, one) => (one.usedAt < low.usedAt ? one : low));
  return all.filter((one) => one !== least);
}

/**
 * In the order in which they were written; `now`: the words on the screen, which bring back notes about them. Called only when there are too many.
 */
export function chooseNotes(notes: readonly KeptNote[], now: () => string): readonly string[] {
  if (notes.length <= MOST_SHOWN) return notes.map(({ text }) => text);
  const newest = notes.slice(-NEWEST_SHOWN);
  const latest = Math.max(...notes.map(({ usedAt }) => usedAt)) + 1;
  const older = markUsed(notes, now(), latest)
    .slice(0, -NEWEST_SHOWN)
    .map((note, index) => ({ ...note, index }))
    .toSorted((one, other) => other.usedAt - one.usedAt || other.index - one.index)
    .slice(0, MOST_SHOWN - NEWEST_SHOWN)
    .toSorted((one, other) => one.index - other.index);
  return [...older, ...newest].map(({ text }) => text);
}

function markUsed(notes: readonly KeptNote[], words: string, step: number): readonly KeptNote[] {
  const said = new Set(findTerms(words));
  const terms = notes.map(({ text }) => new Set(findTerms(text).filter(isParticular)));
  const holders = new Map<string, number>();
  for (const term of terms.flatMap((set) => [...set])) holders.set(term, (holders.get(term) ?? 0) + 1);
  // A term that occurs in every other note does not distinguish any.
  const isTelling = (term: string): boolean =>
    said.has(term) && (holders.get(term) ?? 0) <= Math.max(1, notes.length / 4);
  return notes.map((note, index) => ([...(terms[index] ?? [])].some(isTelling) ? { ...note, usedAt: step } : note));
}

/** A number, or a word long enough to be a name. */
function isParticular(term: string): boolean {
  return /\d{2}/.test(term) || term.length >= LEAST_WORD;
}
