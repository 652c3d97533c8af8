/** Applies to the ledger what a person says during the run. */

import { nextId, type Wish } from '../../ledger/wish.ts';
import type { RunLog } from '../run-log.ts';
import { readChanges, type WishChange } from './change-wishes.ts';

export interface ChangeLedgerNeeds extends Pick<RunLog, 'record' | 'state'> {
  readonly goal: string;
  readonly machine: { readonly home: string };
}

/** Whether anything changed. A run without a ledger gets one, its goal the first wish of it. */
export function changeLedger(by: string, text: string, run: ChangeLedgerNeeds): boolean {
  const changes = readChanges(text, run.state().wishes, run.machine.home);
  if (changes.length > 0 && run.state().wishes.length === 0)
    run.record({ type: 'wish.noted', wish: 1, text: run.goal, by: 'rule' });
  for (const change of changes) record(change, by, run);
  return changes.length > 0;
}

function record(change: WishChange, by: string, run: ChangeLedgerNeeds): void {
  if (change.kind === 'waive') {
    run.record({ type: 'wish.waived', wish: change.id, by });
    return;
  }
  const id = change.kind === 'change' ? change.id : nextId(run.state().wishes);
  run.record({ type: 'wish.noted', wish: id, ...withoutEmpty(change.wish), by });
}

/** The wish without checks that a file exists: during the run nobody knows whether the file was there before, so its existence proves nothing. */
function withoutEmpty({ checks = [], ...wish }: Wish): Wish {
  const kept = checks.filter(({ check }) => check !== 'file_exists');
  return kept.length === 0 ? wish : { ...wish, checks: kept };
}
