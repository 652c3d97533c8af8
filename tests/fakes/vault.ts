/** Notes in memory, by the same rules for paths. */
import { checkNotePath, foldName, isSameName } from '../../adapters/files/vault-path.ts';
import type { MachineResult } from '../../src/ports/machine.ts';
import type { Vault } from '../../src/ports/vault.ts';

export interface FakeVault extends Vault {
  /** Path → text. */
  readonly notes: ReadonlyMap<string, string>;
}

const CORE = {
  'Identity/user-profile.md': '# User profile\n',
  'Current Status.md': '# Current status\n',
  'Active Tasks.md': '# Active tasks\n',
};

export function createFakeVault(seed: Readonly<Record<string, string>> = CORE): FakeVault {
  const notes = new Map(Object.entries(seed));
  /** The path as the vault spells it, or why it cannot be used. */
  const find = (path: string): MachineResult => {
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
  return {
    notes,
    async read(path, signal) {
      signal.throwIfAborted();
      const place = find(path);
      if (!place.ok) return place;
      const text = notes.get(place.text);
      return text === undefined ? { ok: false, text: `There is no note ${path}.` } : { ok: true, text };
    },
    async write(path, text, signal) {
      signal.throwIfAborted();
      const place = find(path);
      if (!place.ok) return place;
      if (!text.isWellFormed()) return { ok: false, text: 'The text holds half a character; nothing was written.' };
      notes.set(place.text, text);
      return { ok: true, text: `Wrote ${path}.` };
    },
  };
}
