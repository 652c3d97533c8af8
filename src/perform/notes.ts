/** Notes of the vault: what was read is remembered, so that writing can merge with what changed since. */
import type { ActionOf } from '../action/schema.ts';
import { markOrigin } from '../memory/front-matter.ts';
import type { MachineResult } from '../ports/machine.ts';
import type { Vault } from '../ports/vault.ts';
import type { PerformContext, PerformPorts } from './perform-ports.ts';

type Session = Pick<PerformContext['session'], 'notes'>;

export async function readNote(
  path: string,
  session: Session,
  vault: Vault,
  signal: AbortSignal,
): Promise<MachineResult> {
  const read = await vault.read(path, signal);
  if (read.ok) session.notes.set(path.normalize('NFC'), read.text);
  return read;
}

/** What a model writes may come from a screen, and says so; what a person approved word by word is theirs. */
export async function writeNote(
  { path, text }: ActionOf<'vault_write'>,
  session: Session,
  { vault, isApproved, noteOrigin }: Pick<PerformPorts, 'vault' | 'isApproved' | 'noteOrigin'>,
  signal: AbortSignal,
): Promise<MachineResult> {
  const key = path.normalize('NFC');
  const written = await vault.write(
    path,
    isApproved || noteOrigin === '' ? text : markOrigin(text, noteOrigin),
    session.notes.get(key) ?? null,
    signal,
  );
  if (written.content !== null) session.notes.set(key, written.content);
  return { ok: written.ok, text: written.text };
}
