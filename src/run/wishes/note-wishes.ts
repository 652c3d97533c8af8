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
  /** One that came with Deskhand, or only guides, tells by its own checks whether it is done. */
  readonly skill: { readonly skill: Skill } | null;
  readonly machine: Pick<Machine, 'home' | 'facts'>;
  readonly control: Pick<RunControl, 'signal'>;
}

/** What the goal's own words want; nothing for a single act, and for a run that has taken a ledger over. */
export async function prepareWishes(complexity: Complexity, run: NoteWishesNeeds): Promise<readonly Wish[]> {
  if (isChecked(run) || run.state().wishes.length > 0) return [];
  const found = findWishes(run.goal, run.machine.home);
  if (!isWorthLedger(found, complexity === 'simple')) return [];
  return await Promise.all(found.map((wish) => withoutEmpty(wish, run)));
}

/** At once with the start of the run: what was said before it comes after the goal, what is said later after both. */
export function beginLedger(wishes: readonly Wish[], run: NoteWishesNeeds): void {
  noteAll(wishes, 'rule', run);
  if (isChecked(run)) return;
  for (const { words } of run.state().said) if (words !== undefined) changeLedger('hint', words, run);
}

function isChecked({ skill }: NoteWishesNeeds): boolean {
  return skill !== null && !isAdviceOnly(skill.skill) && !isRepeated({ skill });
}

/** What the person once had done, done again as it was then: they want of it what they say this time. */
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

/** That a file is there proves nothing where it was there before. */
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
