/** Makes the ledger of a run, once: from the goal's own words, else from the parts of its plan. No call is made for it. */
import type { Complexity } from '../../journal/effort.ts';
import { nextId, type Wish } from '../../ledger/wish.ts';
import type { Machine } from '../../ports/machine.ts';
import { isAdviceOnly, isOwn, type Skill } from '../../skills/skill.ts';
import type { RunControl } from '../control.ts';
import type { RunLog } from '../run-log.ts';
import { changeLedger } from './change-ledger.ts';
import { findWishes, isWorthLedger } from './find-wishes.ts';

export interface NoteWishesNeeds extends Pick<RunLog, 'record' | 'state'> {
  readonly goal: string;
  /** A skill with checks of its own needs no ledger, unless it only gives advice or repeats an earlier run. */
  readonly skill: { readonly skill: Skill } | null;
  readonly machine: Pick<Machine, 'home' | 'facts'>;
  readonly control: Pick<RunControl, 'signal'>;
}

/** The wishes in the goal; none for a single act, and for a run that continues a ledger. */
export async function prepareWishes(complexity: Complexity, run: NoteWishesNeeds): Promise<readonly Wish[]> {
  if (isChecked(run) || run.state().wishes.length > 0) return [];
  const found = findWishes(run.goal, run.machine.home);
  if (!isWorthLedger(found, complexity === 'simple')) return [];
  return await Promise.all(found.map((wish) => withoutEmpty(wish, run)));
}

/** Called with the start of the run: what the person said before comes after the goal's wishes, and later words after both. */
export function beginLedger(wishes: readonly Wish[], run: NoteWishesNeeds): void {
  noteAll(wishes, 'rule', run);
  if (isChecked(run)) return;
  for (const { words } of run.state().said) if (words !== undefined) changeLedger('hint', words, run);
}

function isChecked({ skill }: NoteWishesNeeds): boolean {
  return skill !== null && !isAdviceOnly(skill.skill) && !isRepeated({ skill });
}

/** Whether the skill repeats what the person once had done: the wishes then come from this goal's words. */
export function isRepeated({ skill }: Pick<NoteWishesNeeds, 'skill'>): boolean {
  return skill !== null && isOwn(skill.skill) && skill.skill.playbook !== null;
}

/** What the rules could not tell apart, the plan did: a wish for each part, by its number. False: there is a ledger already. */
export function notePlan(
  plan: readonly { readonly goal: string; readonly check: string }[],
  run: NoteWishesNeeds,
): boolean {
  if (run.state().wishes.length > 0) return false;
  noteAll(
    plan.map(({ goal, check }) => ({ text: check === '' ? goal : check })),
    'model',
    run,
  );
  return true;
}

function noteAll(wishes: readonly Wish[], by: string, run: Pick<RunLog, 'record' | 'state'>): void {
  for (const wish of wishes) run.record({ type: 'wish.noted', wish: nextId(run.state().wishes), ...wish, by });
}

/** The wish without checks that a file exists where it exists already, since they would prove nothing. */
async function withoutEmpty(
  { checks = [], ...wish }: Wish,
  { machine, control }: Pick<NoteWishesNeeds, 'machine' | 'control'>,
): Promise<Wish> {
  const kept: NonNullable<Wish['checks']> = [];
  for (const check of checks) {
    const isThere =
      check.check === 'file_exists' && (await machine.facts.path(check.path, control.signal)).kind !== 'absent';
    if (!isThere) kept.push(check);
  }
  return kept.length === 0 ? wish : { ...wish, checks: kept };
}
