/** Ranks notes by their relevance to a goal: by common words, rare ones counting most. */
import type { Note } from '../ports/vault.ts';
import { findTerms } from '../words/terms.ts';
import { readFrontMatter } from './front-matter.ts';

export interface ScoredNote {
  readonly note: Note;
  /** 0: nothing in common. */
  readonly score: number;
}

export interface NoteIndex {
  /** Best first; only notes with common words, or linked from such a note. Unchanged notes cost almost nothing. */
  rank(goal: string, notes: readonly Note[]): readonly ScoredNote[];
  /** Reads notes ahead of the first goal. */
  learn(notes: readonly Note[]): void;
}

interface Entry {
  /** Term → how often, a title counting more than a heading, a heading more than the text. */
  readonly counts: ReadonlyMap<string, number>;
  readonly size: number;
  /** Lower-case names of notes it links to. */
  readonly links: readonly string[];
}

const TITLE_WEIGHT = 4;
const HEADING_WEIGHT = 2;
/** BM25's usual constants, its penalty for length halved: a long note is cut to its fitting parts anyway. */
const SATURATION = 1.2;
const LENGTH_PENALTY = 0.4;
/** Share of a note's score that a linked note gets. */
const LINK_SHARE = 0.25;

export function createNoteIndex(): NoteIndex {
  const entries = new WeakMap<Note, Entry>();
  const entryOf = (note: Note): Entry => {
    const known = entries.get(note);
    if (known !== undefined) return known;
    const entry = readEntry(note);
    entries.set(note, entry);
    return entry;
  };
  return {
    learn(notes) {
      for (const note of notes) entryOf(note);
    },
    rank(goal, notes) {
      const all = notes.map((note) => ({ note, entry: entryOf(note) }));
      const wanted = [...new Set(findTerms(goal))];
      const meanSize = all.reduce((sum, { entry }) => sum + entry.size, 0) / Math.max(1, all.length);
      const rarity = new Map(
        wanted.map((term) => {
          const holding = all.filter(({ entry }) => entry.counts.has(term)).length;
          return [term, Math.log(1 + (all.length - holding + 0.5) / (holding + 0.5))] as const;
        }),
      );
      const scores = new Map(all.map(({ note, entry }) => [note, scoreOf(entry, rarity, meanSize)] as const));
      return followLinks(all, scores)
        .filter(({ score }) => score > 0)
        .toSorted((one, other) => other.score - one.score || (one.note.path < other.note.path ? -1 : 1));
    },
  };
}

function scoreOf({ counts, size }: Entry, rarity: ReadonlyMap<string, number>, meanSize: number): number {
  let score = 0;
  for (const [term, weight] of rarity) {
    const count = counts.get(term) ?? 0;
    const length = 1 - LENGTH_PENALTY + (LENGTH_PENALTY * size) / Math.max(1, meanSize);
    if (count > 0) score += (weight * count * (SATURATION + 1)) / (count + SATURATION * length);
  }
  return score;
}

/** A note linked from a relevant one is probably about the same. */
function followLinks(
  all: readonly { readonly note: Note; readonly entry: Entry }[],
  scores: ReadonlyMap<Note, number>,
): readonly ScoredNote[] {
  const linked = new Map<string, number>();
  for (const { note, entry } of all) {
    const share = (scores.get(note) ?? 0) * LINK_SHARE;
    if (share > 0) for (const name of entry.links) linked.set(name, Math.max(linked.get(name) ?? 0, share));
  }
  return all.map(({ note }) => ({
    note,
    score: (scores.get(note) ?? 0) + (linked.get(nameOf(note.path)) ?? linked.get(pathName(note.path)) ?? 0),
  }));
}

function readEntry({ path, text }: Note): Entry {
  const counts = new Map<string, number>();
  let size = 0;
  const count = (words: string, weight: number): void => {
    for (const term of findTerms(words)) {
      counts.set(term, (counts.get(term) ?? 0) + weight);
      size += 1;
    }
  };
  const { body } = readFrontMatter(text);
  // Aliases and tags are other names of the note.
  count(text.slice(0, text.length - body.length), HEADING_WEIGHT);
  count(path.replace(/\.md$/, '').replaceAll('/', ' '), TITLE_WEIGHT);
  for (const line of body.match(/^#{1,6} .*$/gm) ?? []) count(line, HEADING_WEIGHT - 1);
  count(body, 1);
  const links = [...body.matchAll(/\[\[([^\]|#^]+)/g)].map((match) => (match[1] ?? '').trim().toLowerCase());
  return { counts, size, links };
}

function pathName(path: string): string {
  return path.replace(/\.md$/, '').toLowerCase();
}

function nameOf(path: string): string {
  return pathName(path).split('/').at(-1) ?? '';
}
