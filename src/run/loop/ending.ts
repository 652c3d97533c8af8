/** Replies that end a run, or end it unless a stronger model takes over: fail, done, and repeating the same action. */
import type { Action } from '../../action/schema.ts';
import { findUnusable } from '../../screen/unusable.ts';
import type { Text } from '../../words/say.ts';
import { english } from '../../words/speak.ts';
import type { Ask } from '../ask.ts';
import type { DecidedBy, Decider } from '../decide/decider.ts';
import type { Escalation } from '../escalation.ts';
import { askAboutCap, type CapAnswer } from '../limits/ask-about-cap.ts';
import type { End } from '../outcomes.ts';
import * as outcomes from '../outcomes.ts';
import type { AskOnce } from '../parts/turns.ts';
import { isStuck } from '../stuck.ts';
import { type VerifyNeeds, verifyDone } from '../verify/verify-done.ts';
import { isJudgedByModel } from '../verify/who-judges.ts';
import { type LookNeeds, look, mayDoWithout } from './look.ts';

const VERIFICATION_RETRIES = 2;

export type EndingNeeds = VerifyNeeds &
  LookNeeds & {
    readonly ask: Ask;
    /** Parts side by side reach a limit of the whole together: the person is asked once. */
    readonly askCapOnce: AskOnce<CapAnswer>;
    /** null: a person asked for it, and waits for it. */
    readonly terms: object | null;
    readonly escalation: Escalation;
    readonly decider: Pick<Decider, 'needsScreen'>;
  };

/** Whether the run may end with this one. */
export function mayEnd({ action }: Action, run: Pick<EndingNeeds, 'state' | 'escalation'>): boolean {
  return action === 'fail' || action === 'done' || hasStuck(run);
}

/** The end of the run; null: not yet, the findings are in the state and the run goes on with a fresh look. */
export async function endWith(
  { action, by, summary }: { readonly action: Action; readonly by: DecidedBy; readonly summary: Text },
  run: EndingNeeds,
): Promise<End | null> {
  if (action.action === 'fail') return run.state().denials > 0 ? outcomes.denied() : outcomes.gaveUp(summary);
  if (action.action === 'done') return await checkDone(summary, by, run);
  if (!run.escalation.canEscalate(by)) return outcomes.stuck();
  run.escalation.escalateStuck();
  return null;
}

async function checkDone(summary: Text, by: DecidedBy, run: EndingNeeds): Promise<End | null> {
  // The check of the last step costs a call, and no step.
  const reached = run.budget.reachedForCall();
  if (reached !== null && isJudgedByModel(by, run)) await run.askCapOnce(reached.cap, () => askAboutCap(reached, run));
  const observation = await look(run);
  // Locked or asleep by now: the next look holds the run, and then it is checked.
  const unusable = findUnusable(observation);
  if (unusable !== null && !mayDoWithout(unusable, run)) return null;
  const verification = await verifyDone({ summary, by }, observation, run);
  if (verification.passed === true) return outcomes.verified(summary, verification);
  // For a wish that the screen does not show, the model is sent once to the place where it shows.
  if (verification.isUnshown && run.state().verifications === 1) return null;
  if (verification.passed === null) return outcomes.unverified(summary, verification);
  // Without a model nobody could do better than the finished playbook. As long as each check finds less open the run goes on; the caps limit that.
  const { checksInVain } = run.state();
  const isLast = checksInVain > VERIFICATION_RETRIES || run.model === null || verification.isHopeless;
  if (isLast) return outcomes.notDone(summary, verification);
  if (checksInVain >= VERIFICATION_RETRIES && run.escalation.canEscalate(by))
    run.escalation.escalateUnfinished(english(verification.text));
  return null;
}

function hasStuck({ state, escalation }: Pick<EndingNeeds, 'state' | 'escalation'>): boolean {
  return isStuck(state(), escalation.now().since);
}
