/** A complex goal: planned, shown, and done part by part; wishes still open at the end get one more part. */

import type { AgreedPart, LeftPlan } from '../../journal/plan-events.ts';
import type { PlanState } from '../../journal/plan-state.ts';
import type { Recordings } from '../../journal/recordings.ts';
import { asText } from '../../journal/said.ts';
import { stillWanted } from '../../ledger/wish.ts';
import { trimScope } from '../../safety/scope/trim-scope.ts';
import type { Observation } from '../../screen/observe.ts';
import { oneLine, shorten } from '../../words/amounts.ts';
import { join, say, type Text } from '../../words/say.ts';
import { speak } from '../../words/speak.ts';
import type { GoOnQuestions } from '../ask-to-go-on.ts';
import type { RunControl } from '../control.ts';
import type { End } from '../outcomes.ts';
import * as outcomes from '../outcomes.ts';
import type { RunLog } from '../run-log.ts';
import type { SaidWords } from '../said-words.ts';
import type { Taint } from '../taint-tracker.ts';
import { type VerifyNeeds, verifyDone } from '../verify/verify-done.ts';
import { type NoteWishesNeeds, notePlan } from '../wishes/note-wishes.ts';
import { type AgreeOnScopeNeeds, agreeOnScope, grantScope, offerScope, type ProposedScope } from './agree-on-scope.ts';
import { type AskAboutPlanNeeds, askAboutPlan } from './ask-about-plan.ts';
import { kindOfPart } from './complexity.ts';
import { type EstimateModels, estimatePlan, readPastRuns } from './estimate.ts';
import { type LearnTierNeeds, learnTier } from './learn-tier.ts';
import { type MakePlanNeeds, makePlan } from './make-plan.ts';
import type { MadePlan } from './parse-plan.ts';
import type { Plan, PlanQuestion, PlanSoFar } from './plan.ts';
import { listParts, runTree, type Settled, type TreeNeeds } from './run-tree.ts';
import type { PartStatus } from './schedule.ts';

/** A person who changes it more often wants something else. */
const MOST_EDITS = 5;

export type PlanNeeds = RunLog &
  AskAboutPlanNeeds &
  AgreeOnScopeNeeds &
  LearnTierNeeds &
  MakePlanNeeds &
  NoteWishesNeeds &
  VerifyNeeds & {
    readonly goal: string;
    readonly goOn: Pick<GoOnQuestions, 'askForModel'>;
    readonly said: Pick<SaidWords, 'note' | 'own'>;
    readonly taint: Pick<Taint, 'noteRemembered'>;
    readonly recordings: Recordings;
    readonly control: Pick<RunControl, 'signal' | 'part' | 'whenResumed'>;
    /** A fresh look, for the check of the whole. */
    readonly lookAgain: () => Promise<Observation>;
    /** Does one part as a run of its own. */
    readonly runPart: TreeNeeds['runPart'];
  };

/**
 * null: there is no usable plan, and the goal is worked on as one. `proposed`: the scope, as far as it is known. Rejects for the same reasons as the
 * loop.
 */
export async function runPlan(proposed: ProposedScope | null, run: PlanNeeds): Promise<End | null> {
  const agreed = await agreeOnPlan(proposed, run);
  if (agreed === null) return await agreeOnScope(proposed, run);
  if ('outcome' in agreed) return agreed;
  const isOfPlan = notePlan(agreed.plan, run);
  const parts = asAgreed(agreed.plan);
  run.record({ type: 'plan.agreed', parts: [...parts], by: run.sender.id });
  return await runParts(parts, NOTHING_BEFORE, isOfPlan, run);
}

const NOTHING_BEFORE: Pick<LeftPlan, 'done' | 'cut'> = { done: [], cut: [] };

/** Continues the plan of an earlier run that was interrupted: parts that ended there are not repeated. */
export async function goOnWithPlan(plan: PlanState, proposed: ProposedScope | null, run: PlanNeeds): Promise<End> {
  const denied = await agreeOnScope(proposed, run);
  if (denied !== null) return denied;
  run.record({ type: 'plan.agreed', parts: [...plan.parts], by: run.sender.id });
  // The results of parts from an earlier process are noted as text from elsewhere, since this process has not seen them being read.
  for (const { result } of plan.before.done)
    run.taint.noteRemembered({ name: '', text: JSON.stringify(result), isLog: false });
  return await runParts(plan.parts, plan.before, false, run);
}

/** The plan that the person approved, with its scope; the run's end when they did not; null without a plan. */
async function agreeOnPlan(proposed: ProposedScope | null, run: PlanNeeds): Promise<MadePlan | End | null> {
  const past = await readPastRuns(run.recordings, run.runId);
  let made = await makeOrWait({ goal: run.goal, before: null }, run);
  for (let edits = 0; made !== null && !('outcome' in made); edits += 1) {
    const { plan } = made;
    const { text } = estimatePlan(run.goal, past, await modelsOf(plan, run));
    const wanted = proposed ?? findProposed(made, run);
    const offered = wanted?.by === 'model' ? await offerScope(wanted, run) : null;
    const answer = await askAboutPlan(plan, text, offered, run);
    if (answer.kind === 'go') {
      if (wanted?.by === 'rule') await offerScope(wanted, run);
      if (offered !== null && answer.granted !== null) await grantScope(offered, answer.granted, run);
      return made;
    }
    if (answer.kind === 'expired') return outcomes.expired();
    if (answer.kind === 'cancel') return outcomes.cancelled(answer.by);
    if (edits >= MOST_EDITS) return outcomes.gaveUpPlanning();
    made = await makeOrWait({ goal: run.goal, before: { plan, changes: answer.changes } }, run);
  }
  return made;
}

/** Models that do the parts in this run: the second provider's once it answers, else the one that each part begins with. */
async function modelsOf(plan: Plan, run: PlanNeeds): Promise<EstimateModels> {
  const { model, modelUse } = run;
  if (model === null) return { parts: plan.map(() => ({ id: '', price: null })), strong: '' };
  const second = modelUse.second?.isInUse() === true ? model.offers?.second : undefined;
  if (second !== undefined) return { parts: plan.map(() => second), strong: second.id };
  const parts = await Promise.all(
    plan.map(async ({ goal }) => {
      const id = (await learnTier(kindOfPart(goal), run))?.model ?? model.name;
      return { id, price: model.offers?.priceOf(id) ?? null };
    }),
  );
  return { parts, strong: modelUse.chosen.strong ?? model.offers?.ids.strong ?? model.name };
}

function findProposed({ scope }: MadePlan, { goal, machine }: PlanNeeds): ProposedScope | null {
  const trimmed = scope === null ? null : trimScope(scope, goal, machine.home);
  return trimmed === null ? null : { scope: trimmed, by: 'model' };
}

/** A provider that is away holds the plan up as it holds up a step. */
async function makeOrWait(question: PlanQuestion, run: PlanNeeds): Promise<MadePlan | End | null> {
  for (;;) {
    const made = await makePlan(question, run);
    if (made === null || !('unavailable' in made)) return made;
    const answer = await run.goOn.askForModel(made.unavailable);
    if (answer !== 'go on') return answer;
  }
}

/** The parts, numbered in the form of the journal. A plan whose parts all work the desktop in turn needs no roles. */
function asAgreed(plan: Plan, first = 1): readonly AgreedPart[] {
  const isInTurn = plan.every(({ role, desktop }) => role === 'act' && desktop);
  return plan.map(({ goal, check, needs, role, desktop }, index) => ({
    ...{ number: first + index, goal, check, needs: [...needs] },
    ...(isInTurn ? {} : { role, desktop }),
  }));
}

/** `isOfPlan`: the ledger has a wish for each part, and the check of the part is its evidence. */
async function runParts(
  parts: readonly AgreedPart[],
  before: Pick<LeftPlan, 'done' | 'cut'>,
  isOfPlan: boolean,
  run: PlanNeeds,
): Promise<End> {
  const wishOf = ({ number }: AgreedPart): number | null => (isOfPlan && number <= parts.length ? number : null);
  const tree = await runTree(parts, before, {
    ...run,
    planAnew: (soFar) => planAnew(soFar, run),
    noteDone(part, { end, state }) {
      const wish = wishOf(part);
      if (wish !== null && end.outcome === 'verified')
        run.record({ type: 'wish.evidenced', wish, found: 'done', step: state.iteration, ...asText(end.message) });
    },
    noteSkipped(part, by) {
      const wish = wishOf(part);
      if (wish !== null) run.record({ type: 'wish.waived', wish, by });
    },
  });
  return tree.end === null
    ? await endParts(tree.settled, false, run)
    : outcomes.partFailed(tree.end, listParts(tree.settled));
}

/** Plans the remaining parts anew: the person's approval and scope still hold, and the new plan cannot widen them. */
async function planAnew(soFar: PlanSoFar, run: PlanNeeds): Promise<readonly AgreedPart[] | null> {
  const made = await makePlan({ goal: run.goal, before: null, soFar }, run);
  return made === null || 'unavailable' in made ? null : asAgreed(made.plan, soFar.first);
}

/** Checks the wishes of the whole once all parts have ended. Open wishes get one more part. */
async function endParts(settled: readonly Settled[], isLast: boolean, run: PlanNeeds): Promise<End> {
  const scores = settled.flatMap(({ ended }) => (ended === null || ended.end.score === null ? [] : [ended.end.score]));
  const score = scores.length === 0 ? null : Math.min(...scores);
  const areVerified = settled.every(({ status, isChecked }) => status === 'done' && isChecked);
  const ended = (isVerified: boolean): End => outcomes.planDone(isVerified, score, listDone(settled));
  if (stillWanted(run.wishes()).every(({ status }) => status.name === 'done')) return ended(areVerified);
  if (!areVerified) return ended(false);
  const claim = { summary: say`All parts are done.`, by: 'model' } as const;
  const first = await verifyDone(claim, await run.lookAgain(), run);
  if (first.passed !== false) return ended(areVerified && first.passed === true);
  if (first.isHopeless || isLast) return outcomes.notDone(claim.summary, first);
  const rest: AgreedPart = {
    number: Math.max(...settled.map(({ part }) => part.number)) + 1,
    goal: `Do what is still open of what the person asked for: ${speak(first.text, 'en')}`,
    check: 'each of these wishes is done',
    needs: [],
  };
  const more = await runTree(
    [rest],
    { done: [], cut: [] },
    {
      ...run,
      planAnew: () => Promise.resolve(null),
      noteDone: () => undefined,
      noteSkipped: () => undefined,
    },
  );
  const all = [...settled, ...more.settled];
  return more.end === null ? await endParts(all, true, run) : outcomes.partFailed(more.end, listParts(all));
}

function listDone(settled: readonly Settled[]): Text {
  return join(
    settled.map(({ part, status, isChecked, ended, result }) => {
      const mark = status !== 'done' ? '– ' : isChecked ? '✅ ' : '☑️ ';
      return join([`${part.number}. `, mark, sayEnded(part, status, ended?.end.message ?? result?.summary ?? '')], '');
    }),
    '\n',
  );
}

function sayEnded({ goal }: AgreedPart, status: PartStatus, message: Text): Text {
  return status === 'skipped' ? join([shorten(oneLine(goal), 100), say` – left out`], '') : message;
}
