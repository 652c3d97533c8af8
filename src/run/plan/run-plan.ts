/** A complex goal: planned, shown, and done part by part; the first part that fails ends it. */

import { oneLine, shorten } from '../../words/amounts.ts';
import { join, say, type Text } from '../../words/say.ts';
import { speak } from '../../words/speak.ts';
import { askForModel } from '../ask-to-go-on.ts';
import type { End } from '../outcomes.ts';
import * as outcomes from '../outcomes.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';
import { askAboutPlan } from './ask-about-plan.ts';
import { estimatePlan, readPastRuns } from './estimate.ts';
import { makePlan } from './make-plan.ts';
import type { Plan, PlanQuestion } from './plan.ts';
import { type PartEnd, runPart } from './run-part.ts';

/** A person who changes it more often wants something else. */
const MOST_EDITS = 5;
const MAX_CONTEXT = 1500;

/** null: there is no plan to be had, and the goal is worked on as one. Rejects as the loop does inside. */
export async function runPlan(run: ActiveRun, ports: RunPorts): Promise<End | null> {
  const agreed = await agreeOnPlan(run, ports);
  if (agreed === null || 'outcome' in agreed) return agreed;
  return await runParts(agreed, run, ports);
}

/** The plan the person said Go to; how it ends when they did not; null without a plan. */
async function agreeOnPlan(run: ActiveRun, ports: RunPorts): Promise<Plan | End | null> {
  const past = await readPastRuns(ports.recordings, run.runId);
  let plan = await makeOrWait({ goal: run.goal, before: null }, run, ports);
  for (let edits = 0; plan !== null && !('outcome' in plan); edits += 1) {
    const { text } = estimatePlan(run.goal, plan.length, past, ports.settings.mainPrice ?? null);
    const answer = await askAboutPlan(plan, text, run, ports);
    if (answer.kind === 'go') return plan;
    if (answer.kind === 'expired') return outcomes.expired();
    if (answer.kind === 'cancel') return outcomes.cancelled(answer.by);
    if (edits >= MOST_EDITS) return outcomes.gaveUpPlanning();
    plan = await makeOrWait({ goal: run.goal, before: { plan, changes: answer.changes } }, run, ports);
  }
  return plan;
}

/** A provider that is away holds the plan up as it holds up a step. */
async function makeOrWait(question: PlanQuestion, run: ActiveRun, ports: RunPorts): Promise<Plan | End | null> {
  for (;;) {
    const plan = await makePlan(question, run, ports);
    if (plan === null || !('unavailable' in plan)) return plan;
    const answer = await askForModel(plan.unavailable, run, ports);
    if (answer !== 'go on') return answer;
  }
}

async function runParts(plan: Plan, run: ActiveRun, ports: RunPorts): Promise<End> {
  const done: PartEnd[] = [];
  for (const [index, part] of plan.entries()) {
    await run.control.whenResumed();
    const context = part.needs.map((number) => tellResult(number, plan, done)).join('\n');
    const ended = await runPart({ part, index: index + 1, total: plan.length, context }, run, ports);
    if (ended.end.outcome !== 'verified' && ended.end.outcome !== 'unverified')
      return outcomes.partFailed(ended.end, listParts(plan, done.length));
    done.push(ended);
  }
  const scores = done.flatMap(({ end }) => (end.score === null ? [] : [end.score]));
  const isVerified = done.every(({ end }) => end.outcome === 'verified');
  return outcomes.planDone(isVerified, scores.length === 0 ? null : Math.min(...scores), listDone(done));
}

/** For a later part: what this one said when it was done, and what it noted. */
function tellResult(number: number, plan: Plan, done: readonly PartEnd[]): string {
  const part = plan[number - 1];
  const ended = done[number - 1];
  if (part === undefined || ended === undefined) return '';
  const { notes } = ended.state;
  return shorten(
    `Part ${number} (${oneLine(part.goal)}): ${[speak(ended.end.message, 'en'), ...notes].join('\n')}`,
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
