/** The reactive loop: every iteration takes a fresh look, decides one action, and takes it. The only history is the run's own state. */

import type { ActionName } from '../../action/schema.ts';
import type { RunState } from '../../journal/run-state.ts';
import { DesktopLost, Refused } from '../../ports/desktop.ts';
import { isAnsweredLate } from '../../screen/screen-memory.ts';
import { watchScreen } from '../../screen/watch.ts';
import { isForeign as isForeignSkill } from '../../skills/skill.ts';
import type { Text } from '../../words/say.ts';
import type { KnownElements } from '../act/known-elements.ts';
import type { GoOnQuestions } from '../ask-to-go-on.ts';
import { type DecideNeeds, decideStep } from '../decide/decide-step.ts';
import type { Decider, Decision } from '../decide/decider.ts';
import { askAboutCap } from '../limits/ask-about-cap.ts';
import type { Budget } from '../limits/budget.ts';
import type { End } from '../outcomes.ts';
import * as outcomes from '../outcomes.ts';
import { type HeldInput, whenResumed } from '../perform/held.ts';
import { buildStepState } from '../prompt/build-step-state.ts';
import { renderGuidance } from '../prompt/guidance.ts';
import type { PartRole } from '../prompt/part-prompt.ts';
import { renderSystemPrompt } from '../prompt/prompt.ts';
import { renderStatus, renderWishes } from '../prompt/wishes-text.ts';
import type { ActChecks } from '../verify/check-act.ts';
import type { FirstLook } from '../verify/first-look.ts';
import type { ScopeWatch } from '../verify/scope-watch.ts';
import { type EndingNeeds, endWith, mayEnd } from './ending.ts';
import { describeFailure, isBackInTime } from './failure.ts';
import { askAboutScreen, look, noteObservation, startLooking } from './look.ts';
import type { ArrivalWatch } from './note-arrivals.ts';
import { AFTER_PAUSE, LOOK_AGAIN, type TakeBatchNeeds, takeBatch } from './take-batch.ts';

const MALFORMED_LIMIT = 3;
/** Number of decisions in a row that are dropped because the screen changed meanwhile, so that an ever-changing screen cannot block the run. */
const RELOOK_LIMIT = 2;
/** Limit of display changes in one run. */
const MOST_DISPLAY_CHANGES = 10;

export type LoopNeeds = EndingNeeds &
  TakeBatchNeeds &
  DecideNeeds & {
    readonly decider: Decider;
    readonly held: HeldInput;
    readonly known: Pick<KnownElements, 'see'>;
    readonly arrivalWatch: ArrivalWatch;
    readonly scopeWatch: Pick<ScopeWatch, 'see' | 'compareFolders'>;
    readonly budget: Budget;
    readonly goOn: GoOnQuestions;
    readonly actChecks: Pick<ActChecks, 'isDue' | 'check'>;
    readonly firstLook: FirstLook;
    /** The ledger shown in the steps' prompts. */
    readonly ledger: () => Pick<RunState, 'wishes' | 'claims'>;
    /** The part of the prompt from memory; constant through the run. */
    readonly briefing: () => Promise<string>;
    /** The part of the prompt about tools, constant through the run; ''. */
    readonly toolPart: () => string;
    /** Of a part of a plan; null otherwise. */
    readonly role: PartRole | null;
    /** Actions of a part without a screen; null when the run has one. */
    readonly beside: readonly ActionName[] | null;
    /** Steps of this part of a plan; the budget limits them as well. */
    readonly mostSteps: number;
  };

/** Runs to the run's end, whatever happens; never rejects. */
export async function runLoop(run: LoopNeeds): Promise<End> {
  for (let displayChanges = 0; ; ) {
    try {
      return await iterate(run);
    } catch (error) {
      // A refusal during an act is the act's result; a refusal elsewhere comes from a look at a display that was unplugged.
      if (error instanceof Refused && displayChanges < MOST_DISPLAY_CHANGES) {
        displayChanges += 1;
        continue;
      }
      // The run's state is in its journal, so the loop goes on from a fresh look once the desktop is back. A restarted desktop holds no keys or
      // buttons.
      if (error instanceof DesktopLost) run.held.forget();
      if (error instanceof DesktopLost && (await isBackInTime(run))) continue;
      return describeFailure(error, run);
    }
  }
}

async function iterate(run: LoopNeeds): Promise<End> {
  const { platform } = await run.desktop.describe(run.control.signal);
  const guidance = run.skill === null ? '' : renderGuidance(run.skill);
  const isForeign = run.skill !== null && isForeignSkill(run.skill.skill);
  const memory = await run.briefing();
  const tools = run.toolPart();
  const { decider, budget, escalation } = run;
  startLooking(decider.by, run);
  let lookNote: Text = '';
  let relooks = 0;
  for (;;) {
    await whenResumed(run);
    // The check of an important act gets a look of its own: it may take its time, and the next decision needs the screen as it is after it.
    if (run.actChecks.isDue()) await run.actChecks.check(await look(run));
    if (run.state().iteration >= run.mostSteps) return outcomes.partSpent(run.mostSteps);
    const reached = budget.reached();
    if (reached !== null) {
      const answer = await run.askCapOnce(reached.cap, () => askAboutCap(reached, run));
      if (answer !== 'extend') return outcomes.budgetEnded(reached.text, answer);
      continue;
    }

    escalation.escalateOutgrown();
    const observation = await look(run);
    const number = run.state().iteration + 1;
    run.firstLook.note(observation);
    run.known.see(observation);
    run.scopeWatch.see(observation);
    const isLate = relooks > 0 || isAnsweredLate(observation.frame.fingerprint, run.screen);
    await noteObservation(number, observation, { note: lookNote, isLate }, run);
    if (decider.by === 'model') await run.arrivalWatch.note(number, observation, run);
    const shut = await askAboutScreen(observation, run);
    if (shut === 'look again') continue;
    if (shut !== null) return shut;

    const { wishes, claims } = run.ledger();
    const system = renderSystemPrompt({
      ...{ platform, guidance, isForeign, memory, tools, role: run.role },
      wishes: renderWishes(wishes),
    });
    const state = buildStepState({
      wishes: renderStatus(wishes, claims),
      spent: budget.spent(),
      caps: budget.caps,
      observation,
      lookNote,
      guidance,
      effort: escalation.now(),
      isBesideScreen: run.beside !== null,
    });
    lookNote = '';
    const watches = decider.by === 'model' && run.beside === null && relooks < RELOOK_LIMIT;
    using watch = watches ? watchScreen(observation, run.screen, run, run.control.signal) : null;
    const decision = await decideStep({ state, observation, system, watch }, decider, run);
    if (decision.kind === 'overtaken') {
      relooks += 1;
      lookNote = LOOK_AGAIN;
      continue;
    }
    if (decision.kind !== 'reply') {
      const end = await endUndecided(decision, run);
      if (end === null) continue;
      return end;
    }

    if (run.control.isPaused()) {
      lookNote = AFTER_PAUSE;
      continue;
    }
    const { by, reply, words } = decision;
    const { action } = reply;
    if (mayEnd(action, run)) {
      if ((await watch?.isStale({ kind: 'front' })) === true) {
        relooks += 1;
        lookNote = LOOK_AGAIN;
        continue;
      }
      const end = await endWith({ action, by, summary: words.summary }, run);
      if (end === null) continue;
      return end;
    }
    const batch = { reply, by, iteration: number, decidedOn: observation, watch };
    const taken = await takeBatch(batch, run);
    if (taken.end !== null) return taken.end;
    lookNote = taken.note;
    relooks = taken.isStale ? relooks + 1 : 0;
  }
}

type Undecided = Exclude<Decision, { readonly kind: 'reply' } | { readonly kind: 'overtaken' }>;

/** The model gave no reply that can be followed; null: it is asked again. */
async function endUndecided(decision: Undecided, run: LoopNeeds): Promise<End | null> {
  switch (decision.kind) {
    case 'rejected':
      return outcomes.modelFailed(decision.detail);
    case 'unavailable': {
      const answer = await run.goOn.askForModel(decision.detail);
      return answer === 'go on' ? null : answer;
    }
    case 'malformed': {
      const { malformed, malformedInARow } = run.state();
      if (malformedInARow < MALFORMED_LIMIT) return null;
      return outcomes.malformedReplies(malformed, decision.detail);
    }
  }
}
