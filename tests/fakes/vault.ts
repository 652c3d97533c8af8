/** Notes in memory, by the same rules for paths. */
import { mergeNote } from '../../adapters/files/merge-note.ts';

import { checkNotePath, foldName, isSameName } from '../../adapters/files/vault-path.ts';
import type { Note, ReadNote, Vault, WrittenNote } from '../../src/ports/vault.ts';

export interface FakeVault extends Vault {
  /** Path → text. */
  readonly kept: ReadonlyMap<string, string>;
}

const CORE = {
  'Identity/user-profile.md': '# User profile\n',
  'Current Status.md': '# Current status\n',
  'Active Tasks.md': '# Active tasks\n',
};

export function createFakeVault(seed: Readonly<Record<string, string>> = CORE): FakeVault {
  const notes = new Map(Object.entries(seed));
  const listed = new Map<string, Note>();
  /** The path as the vault spells it, or why it cannot be used. */
  const find = (path: string): ReadNote => {
    const checked = checkNotePath(path);
    if (!checked.ok) return checked;
    const names = [...notes.keys()].flatMap((note) =>
      note.split('/').map((_, end, all) => all.slice(0, end + 1).join('/')),
    );
    let found = '';
    for (const segment of checked.segments) {
      const wanted = found === '' ? segment : `${found}/${segment}`;
      const name = names.find((one) => isSameName(one, wanted));
      const twin = names.find((one) => foldName(one) === foldName(wanted));
      if (name === undefined && twin !== undefined) return { ok: false, text: `It is spelled ${twin}.` };
      found = name ?? wanted;
    }
    return { ok: true, text: found };
  };
  const put = (path: string, text: string): WrittenNote => {
    notes.set(path, text);
    return { ok: true, text: `Wrote ${path}.`, content: text };
  };
  return {
    kept: notes,
    async read(path, signal) {
      signal.throwIfAborted();
      const place = find(path);
      if (!place.ok) return place;
      const text = notes.get(place.text);
      return text === undefined ? { ok: false, text: `There is no note ${path}.` } : { ok: true, text };
    },
    async write(path, text, base, signal) {
      signal.throwIfAborted();
      const place = find(path);
      if (!place.ok) return { ...place, content: null };
      if (!text.isWellFormed())
        return { ok: false, text: 'The text holds half a character; nothing was written.', content: null };
      const present = notes.get(place.text) ?? null;
      const fits = present === base || present === text;
      const merged = fits ? text : present === null || base === null ? null : mergeNote(base, text, present);
      if (merged !== null) return put(place.text, merged);
      if (base === null) return { ok: false, text: `There is a note ${path} already. Read it first.`, content: null };
      const copy = place.text.replace(/\.md$/, ' (Deskhand).md');
      notes.set(copy, text);
      return { ok: true, text: `The person changed ${path} meanwhile; what you wrote is in ${copy}.`, content: null };
    },
    async update(path, change, signal) {
      signal.throwIfAborted();
      const place = find(path);
      if (!place.ok) return { ...place, content: null };
      const text = change(notes.get(place.text) ?? null);
      return text === null ? { ok: true, text: `${path} stays as it is.`, content: null } : put(place.text, text);
    },
    async notes(signal) {
      signal.throwIfAborted();
      return [...notes].map(([path, text]) => {
        const known = listed.get(path);
        if (known?.text === text) return known;
        const note = { path, text, changedAt: Date.now() };
        listed.set(path, note);
        return note;
      });
    },
  };
}
