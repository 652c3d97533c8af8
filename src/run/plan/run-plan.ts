/** A complex goal: planned, shown, and done part by part; the first part that fails ends it. */

import type { Recordings } from '../../journal/recordings.ts';
import type { RunState } from '../../journal/run-state.ts';
import { asText } from '../../journal/said.ts';
import { stillWanted } from '../../ledger/wish.ts';
import { trimScope } from '../../safety/scope/trim-scope.ts';
import type { Observation } from '../../screen/observe.ts';
import { oneLine, shorten } from '../../words/amounts.ts';
import { join, say, type Text } from '../../words/say.ts';
import { speak } from '../../words/speak.ts';
import type { GoOnQuestions } from '../ask-to-go-on.ts';
import type { RunControl } from '../control.ts';
import { type NoteWishesNeeds, notePlan } from '../ledger/note-wishes.ts';
import type { End } from '../outcomes.ts';
import * as outcomes from '../outcomes.ts';
import type { RunLog } from '../run-log.ts';
import { type VerifyNeeds, verifyDone } from '../verify/verify-done.ts';
import { type AgreeOnScopeNeeds, agreeOnScope, grantScope, offerScope, type ProposedScope } from './agree-on-scope.ts';
import { type AskAboutPlanNeeds, askAboutPlan } from './ask-about-plan.ts';
import { type EstimateModels, estimatePlan, readPastRuns } from './estimate.ts';
import { kindOfPart } from './intent.ts';
import { type LearnTierNeeds, learnTier } from './learn-tier.ts';
import { type MakePlanNeeds, makePlan } from './make-plan.ts';
import type { MadePlan, Plan, PlannedPart, PlanQuestion } from './plan.ts';

/** A person who changes it more often wants something else. */
const MOST_EDITS = 5;
const MAX_CONTEXT = 1500;

export interface PartRequest {
  readonly part: PlannedPart;
  /** From 1. */
  readonly index: number;
  readonly total: number;
  /** What earlier parts found out that this one needs; ''. */
  readonly context: string;
}

export interface PartEnd {
  readonly end: End;
  readonly state: RunState;
}

export type PlanNeeds = RunLog &
  AskAboutPlanNeeds &
  AgreeOnScopeNeeds &
  LearnTierNeeds &
  MakePlanNeeds &
  NoteWishesNeeds &
  VerifyNeeds & {
    readonly goal: string;
    readonly goOn: Pick<GoOnQuestions, 'askForModel'>;
    readonly recordings: Recordings;
    readonly control: Pick<RunControl, 'whenResumed' | 'signal'>;
    /** A fresh look, for the check of the whole. */
    readonly lookAgain: () => Promise<Observation>;
    /** Does one part as a run of its own. */
    readonly runPart: (request: PartRequest) => Promise<PartEnd>;
  };

/** null: there is no plan to be had, and the goal is worked on as one. `proposed`: where it may work, as far as that is known. Rejects as the loop does inside. */
export async function runPlan(proposed: ProposedScope | null, run: PlanNeeds): Promise<End | null> {
  const agreed = await agreeOnPlan(proposed, run);
  if (agreed === null) return await agreeOnScope(proposed, run);
  if ('outcome' in agreed) return agreed;
  const isOfPlan = notePlan(agreed.plan, run);
  return await runParts(agreed.plan, isOfPlan, run);
}

/** The plan the person said Go to, and with it where it may work; how it ends when they did not; null without a plan. */
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
      if (offered !== null && answer.granted !== null) await grantScope(offered.scope, answer.granted, run);
      return made;
    }
    if (answer.kind === 'expired') return outcomes.expired();
    if (answer.kind === 'cancel') return outcomes.cancelled(answer.by);
    if (edits >= MOST_EDITS) return outcomes.gaveUpPlanning();
    made = await makeOrWait({ goal: run.goal, before: { plan, changes: answer.changes } }, run);
  }
  return made;
}

/** Of the models that do the parts in this run: the second provider's once that answers, else as each of them begins. */
async function modelsOf(plan: Plan, run: PlanNeeds): Promise<EstimateModels> {
  const { model } = run;
  if (model === null) return { parts: plan.map(() => ({ id: '', price: null })), strong: '' };
  const second = model.second?.isInUse() === true ? model.offers?.second : undefined;
  if (second !== undefined) return { parts: plan.map(() => second), strong: second.id };
  const parts = await Promise.all(
    plan.map(async ({ goal }) => {
      const id = (await learnTier(kindOfPart(goal), run))?.model ?? model.name;
      return { id, price: model.offers?.priceOf(id) ?? null };
    }),
  );
  return { parts, strong: model.chosen?.strong ?? model.offers?.ids.strong ?? model.name };
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

/** `isOfPlan`: the ledger has a wish for each part, and the check of the part is its evidence. */
async function runParts(plan: Plan, isOfPlan: boolean, run: PlanNeeds): Promise<End> {
  const done: PartEnd[] = [];
  for (const [index, part] of plan.entries()) {
    await run.control.whenResumed();
    const context = part.needs.map((number) => tellResult(number, plan, done)).join('\n');
    const ended = await run.runPart({ part, index: index + 1, total: plan.length, context });
    if (!isGood(ended)) return outcomes.partFailed(ended.end, listParts(plan, done.length));
    done.push(ended);
    if (isOfPlan && ended.end.outcome === 'verified') noteEvidence(index + 1, ended, run);
  }
  return await endParts(done, plan, run);
}

function noteEvidence(wish: number, { end, state }: PartEnd, { record }: PlanNeeds): void {
  record({ type: 'wish.evidenced', wish, found: 'done', step: state.iteration, ...asText(end.message) });
}

function isGood({ end: { outcome } }: PartEnd): boolean {
  return outcome === 'verified' || outcome === 'unverified';
}

/** The parts are good: now the wishes of the whole. What is open gets one part more. */
async function endParts(done: readonly PartEnd[], plan: Plan, run: PlanNeeds): Promise<End> {
  const scores = done.flatMap(({ end }) => (end.score === null ? [] : [end.score]));
  const score = scores.length === 0 ? null : Math.min(...scores);
  const areVerified = done.every(({ end }) => end.outcome === 'verified');
  const ended = (isVerified: boolean): End => outcomes.planDone(isVerified, score, listDone(done));
  if (stillWanted(run.wishes()).every(({ status }) => status.name === 'done')) return ended(areVerified);
  if (!areVerified) return ended(false);
  const claim = { summary: say`All parts are done.`, by: 'model' } as const;
  const first = await verifyDone(claim, await run.lookAgain(), run);
  if (first.passed !== false) return ended(areVerified && first.passed === true);
  if (first.isHopeless || done.length > plan.length) return outcomes.notDone(claim.summary, first);
  const rest = {
    goal: `Do what is still open of what the person asked for: ${speak(first.text, 'en')}`,
    check: 'each of these wishes is done',
    needs: [],
  };
  const total = plan.length + 1;
  const more = await run.runPart({ part: rest, index: total, total, context: '' });
  if (!isGood(more)) return outcomes.partFailed(more.end, listParts([...plan, rest], plan.length));
  return await endParts([...done, more], plan, run);
}

/** For a later part: what this one said when it was done, and what it noted. */
function tellResult(number: number, plan: Plan, done: readonly PartEnd[]): string {
  const part = plan[number - 1];
  const ended = done[number - 1];
  if (part === undefined || ended === undefined) return '';
  const { notes } = ended.state;
  return shorten(
    `Part ${number} (${oneLine(part.goal)}): ${[speak(ended.end.message, 'en'), ...notes.map((note) => note.text)].join('\n')}`,
    MAX_CONTEXT,
  );
}

function listDone(done: readonly PartEnd[]): Text {
  return join(
    done.map(({ end }, index) => join([`${index + 1}. `, end.outcome === 'verified' ? '✅ ' : '☑️ ', end.message], '')),
    '\n',
  );
}

/** Every part with how far it came; the one after `finished` has failed. */
function listParts(plan: Plan, finished: number): Text {
  const marks = plan.map((part, index) => {
    const mark = index < finished ? say`done` : index === finished ? say`failed` : say`not begun`;
    return join([`${index + 1}. ${shorten(oneLine(part.goal), 100)} – `, mark], '');
  });
  return join(marks, '\n');
}
