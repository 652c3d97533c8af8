/** Notes of the vault: keeps what was read, so that writing can merge it with later changes. */
import type { ActionOf } from '../../action/schema.ts';
import { markOrigin } from '../../memory/front-matter.ts';
import { keepForm } from '../../memory/keep-form.ts';
import type { MachineResult } from '../../ports/machine.ts';
import type { ReadNote, Vault } from '../../ports/vault.ts';
import { say } from '../../words/say.ts';
import { MAX_RESULT } from '../prompt/state-text.ts';
import type { KnownNotes, PerformPorts } from './perform-ports.ts';

export function createKnownNotes(): KnownNotes {
  const texts = new Map<string, string>();
  return {
    textOf: (path) => texts.get(path.normalize('NFC')) ?? null,
    note(path, text) {
      texts.set(path.normalize('NFC'), text);
    },
  };
}

export async function readNote(path: string, notes: KnownNotes, vault: Vault, signal: AbortSignal): Promise<ReadNote> {
  const read = await vault.read(path, signal);
  if (read.ok && isShownWhole(read.text)) notes.note(path, read.text);
  return read;
}

/** Whether the prompt shows a note completely; rewriting a longer one would lose the part left out. */
function isShownWhole(text: string): boolean {
  return text.length <= MAX_RESULT;
}

/** A note written by a model may repeat the screen, so it names its origin; a text that a person approved word by word counts as theirs. */
export async function writeNote(
  { path, text }: ActionOf<'vault_write'>,
  notes: KnownNotes,
  { vault, isApproved, noteOrigin }: Pick<PerformPorts, 'vault' | 'isApproved' | 'noteOrigin'>,
  signal: AbortSignal,
): Promise<MachineResult> {
  const before = notes.textOf(path);
  const present = before === null ? await vault.read(path, signal) : null;
  if (present?.ok === true && !isShownWhole(present.text))
    return {
      ok: false,
      text: say`${path} is too long to be written anew as a whole; nothing was written. Put what is new into a note of its own, with a link [[${path.replace(/\.md$/, '')}]] in it.`,
    };
  const formed = keepForm(before, text);
  const written = await vault.write(
    path,
    isApproved || noteOrigin === '' ? formed : markOrigin(formed, noteOrigin),
    before,
    signal,
  );
  if (written.content !== null) notes.note(path, written.content);
  return { ok: written.ok, text: written.text };
}
