/**
 * Notices when somebody else changed a file that the run works with: compares it with the look before, unless an act of the run can have written it.
 */
import { createHash } from 'node:crypto';
import { traitsOf } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { FoundArrival } from '../../journal/arrivals.ts';
import type { KeptWish } from '../../ledger/wish.ts';
import type { Machine } from '../../ports/machine.ts';
import { oneLine, shorten } from '../../words/amounts.ts';

export interface WatchFilesNeeds {
  readonly machine: { readonly home: string; readonly facts: Pick<Machine['facts'], 'readText'> };
  readonly control: { readonly signal: AbortSignal };
}

/** Only the files used last, since each one is read at each look. */
const MOST_FILES = 6;
const MAX_NAME = 80;

/** Files changed by somebody else. `known`: hash of each file by its path, kept from look to look. */
export async function findChangedFiles(
  {
    acts,
    all,
    wishes,
  }: { readonly acts: readonly Action[]; readonly all: readonly Action[]; readonly wishes: readonly KeptWish[] },
  known: Map<string, string | null>,
  { machine, control }: WatchFilesNeeds,
): Promise<readonly FoundArrival[]> {
  const found: FoundArrival[] = [];
  for (const path of filesOf(all, wishes, machine.home)) {
    const before = known.get(path);
    const text = await machine.facts.readText(path, control.signal);
    const now = text === null ? null : createHash('sha256').update(text).digest('hex');
    known.set(path, now);
    // A file that did not exist or could not be read before has not been changed.
    if (before == null || now === before || acts.some((act) => mayWrite(act, path, machine.home))) continue;
    const shown = path.startsWith(`${machine.home}/`) ? `~${path.slice(machine.home.length)}` : path;
    found.push({ kind: 'file', what: shorten(oneLine(shown), MAX_NAME) });
  }
  return found;
}

/** The files of file actions and of the ledger's checks, the last ones; hidden places left out. */
function filesOf(all: readonly Action[], wishes: readonly KeptWish[], home: string): readonly string[] {
  const acted = all.flatMap((action) => ('path' in action && action.action.startsWith('file_') ? [action.path] : []));
  const checked = wishes.flatMap(({ checks = [] }) => checks.flatMap((check) => ('path' in check ? [check.path] : [])));
  const paths = [...checked, ...acted].map((path) => absolute(path, home)).filter((path) => path !== null);
  return [...new Set(paths.toReversed())].filter((path) => !path.includes('/.')).slice(0, MOST_FILES);
}

function absolute(path: string, home: string): string | null {
  const whole = path.replace(/^~(?=\/)/, home);
  return whole.startsWith('/') ? whole : null;
}

/** Whether an act may have written this file: by name, by a command, or through a program that has it open. */
function mayWrite(act: Action, path: string, home: string): boolean {
  if ('path' in act && act.action.startsWith('file_'))
    return traitsOf(act).editsFile === true && absolute(act.path, home) === path;
  if (act.action === 'scroll' || act.action === 'move') return false;
  return traitsOf(act).kind === 'act' && !act.action.startsWith('vault_');
}
