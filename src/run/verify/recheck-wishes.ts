/** Checks a ledger taken over from an earlier run before the first step, with checks that need neither a model nor the screen. */
import { blindPorts, type CheckingPorts } from '../../checks/check-ports.ts';
import { runChecks } from '../../checks/expect.ts';
import { chooseSafe } from '../../checks/proposed-checks.ts';
import { asText } from '../../journal/said.ts';
import { type KeptWish, stillWanted } from '../../ledger/wish.ts';
import type { RunControl } from '../control.ts';
import type { RunLog } from '../run-log.ts';
import { gatherChecks, weighWishes } from './weigh-wishes.ts';

export interface RecheckNeeds extends RunLog, Omit<CheckingPorts, 'gate'> {
  readonly gate: Pick<CheckingPorts['gate'], 'judge'>;
  readonly wishes: () => readonly KeptWish[];
  readonly control: Pick<RunControl, 'signal'>;
}

/**
 * A wish whose checks hold is done, even when nobody had said so; one that was done and no longer holds is open. The others are checked at the end.
 * Rejects only when the run is stopped.
 */
export async function recheckWishes(run: RecheckNeeds): Promise<void> {
  if (run.state().continues === null) return;
  const wishes = stillWanted(run.wishes());
  const look = blindPorts(run);
  const due = gatherChecks(wishes, (check) => check.check !== 'exit_code' && chooseSafe([check], look).length > 0);
  const results = await runChecks(
    due.map(({ check }) => check),
    look,
    run.control.signal,
    0,
  );
  const found = due.flatMap(({ id }, index) => results.slice(index, index + 1).map((result) => ({ id, result })));
  const checked = Map.groupBy(found, ({ id }) => id);
  const weighed = weighWishes(wishes, {
    checked: new Map([...checked].map(([id, list]) => [id, list.map(({ result }) => result)])),
    verdicts: [],
    claims: {},
    iteration: 0,
  });
  for (const { wish, isMet, text, step } of weighed)
    if (isMet === true || (isMet === false && wish.status.name === 'done'))
      run.record({ type: 'wish.evidenced', wish: wish.id, found: isMet ? 'done' : 'open', step, ...asText(text) });
}
