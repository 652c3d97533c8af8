/** Checks the effect of one important act: by a typed check where one can prove it, else by a look of the fast model. */

import { isSeenOnScreen } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import { type CheckingPorts, checkPorts, prepareChecks } from '../../checks/check-ports.ts';
import { runChecks } from '../../checks/expect.ts';
import { chooseSafe } from '../../checks/proposed-checks.ts';
import type { CheckResult } from '../../journal/acted.ts';
import type { RunEvent } from '../../journal/events.ts';
import { asText, noteCheck } from '../../journal/said.ts';
import type { Check } from '../../ledger/check.ts';
import type { Model } from '../../ports/model.ts';
import type { Observation } from '../../screen/observe.ts';
import { isAnsweredLate, type ScreenMemory } from '../../screen/screen-memory.ts';
import { findUnusable } from '../../screen/unusable.ts';
import { join, say, type Text } from '../../words/say.ts';
import type { ImportantAct } from '../act/action-request.ts';
import type { Activity } from '../activity.ts';
import type { RunControl } from '../control.ts';
import type { Budget } from '../limits/budget.ts';
import type { RunLog } from '../run-log.ts';
import { ACT_CHECK_SYSTEM, renderActCheck } from './act-prompt.ts';
import { PASS_SCORE } from './verify-done.ts';
import { parseVerdict, VERIFY_SCHEMA } from './verify-prompt.ts';

type Noted = Omit<Extract<RunEvent, { readonly type: 'action.checked' }>, 'type' | 'step'>;
interface Checked extends Omit<Noted, 'text' | 'said' | 'checks'> {
  readonly text: Text;
  readonly checks: readonly CheckResult[];
}

const MAX_TOKENS = 1024;
/** Limit of model calls for this in a run: acts with a card are rare, but “Allow for this run” lets many pass. */
const MOST_ASKED = 10;
/** Characters of a file that a check compares. */
const MOST_TEXT = 4000;

export interface ActChecks {
  /** An act whose effect is to be checked with the next look. */
  expect(act: ImportantAct): void;
  /** Whether an act waits for its check. */
  isDue(): boolean;
  /** Records action.checked. `observation`: a look after the act. */
  check(observation: Observation): Promise<void>;
}

export interface ActCheckNeeds extends Pick<RunLog, 'record' | 'state'>, CheckingPorts {
  /** null: acts without a typed check are not checked. */
  readonly model: Model | null;
  readonly budget: Pick<Budget, 'reachedForCall'>;
  readonly activity: Pick<Activity, 'duringCheck'>;
  readonly screen: ScreenMemory;
  readonly control: Pick<RunControl, 'signal'>;
}

export function createActChecks(run: ActCheckNeeds): ActChecks {
  let due: ImportantAct | null = null;
  let asked = 0;
  const mayAsk = (): boolean => {
    if (asked >= MOST_ASKED || run.budget.reachedForCall() !== null) return false;
    asked += 1;
    return true;
  };
  return {
    expect(act) {
      due = act;
    },
    isDue: () => due !== null,
    async check(observation) {
      const act = due;
      due = null;
      if (act === null || !act.result.ok || findUnusable(observation) !== null) return;
      const checked = await check(act, observation, mayAsk, run);
      if (checked === null) return;
      const { text, checks, ...rest } = checked;
      run.record({ type: 'action.checked', step: act.step, ...rest, ...asText(text), checks: checks.map(noteCheck) });
    },
  };
}

/** null: the act's result says everything already. */
async function check(
  act: ImportantAct,
  observation: Observation,
  mayAsk: () => boolean,
  run: ActCheckNeeds,
): Promise<Checked | null> {
  const { action, result } = act;
  if (action.action === 'shell')
    return { passed: true, score: null, text: '', checks: [holds(say`it ended with exit code 0`)] };
  const written = readBack(action);
  if (written !== null) return await lookUp([written], observation, run);
  if (!isSeenOnScreen(action) && action.action !== 'applescript') return null;
  const isUnchanged = result.effect === 'unchanged' && !isAnsweredLate(observation.frame.fingerprint, run.screen);
  if (isUnchanged) return { passed: false, score: null, text: say`nothing on the screen changed`, checks: [] };
  if (run.model === null || !mayAsk()) return null;
  return await askModel(run.model, act, observation, run);
}

/** Content that a file must have after it was written; null for other actions. */
function readBack(action: Action): Check | null {
  const written =
    action.action === 'file_create' || action.action === 'file_replace' || action.action === 'file_insert';
  if (!written) return null;
  const text = action.text.slice(0, MOST_TEXT);
  const { path } = action;
  return text === '' ? { check: 'file_exists', path } : { check: 'file_contains', path, text };
}

async function lookUp(wanted: readonly Check[], observation: Observation, run: ActCheckNeeds): Promise<Checked> {
  await prepareChecks(wanted, run, run.control.signal);
  const checks = await runChecks(wanted, checkPorts(run, observation), run.control.signal);
  const failed = checks.filter(({ passed }) => !passed);
  return {
    passed: failed.length === 0,
    score: null,
    text: join(
      failed.map(({ text }) => text),
      '; ',
    ),
    checks,
  };
}

function askModel(model: Model, act: ImportantAct, observation: Observation, run: ActCheckNeeds): Promise<Checked> {
  const { activity, control } = run;
  return activity.duringCheck(async () => {
    const { front, frame } = observation;
    const response = await model.ask(
      {
        purpose: 'effect',
        system: ACT_CHECK_SYSTEM,
        text: renderActCheck({ goal: run.state().goal, act, intent: act.intent, front }),
        pictures: [frame.jpeg],
        schema: VERIFY_SCHEMA,
        maxTokens: MAX_TOKENS,
        effort: 'low',
      },
      control.signal,
    );
    control.signal.throwIfAborted();
    const call = { model: response.model, usage: response.usage, cost_usd: response.costUsd };
    const verdict = response.stop === 'complete' ? parseVerdict(response.text) : null;
    // An unusable verdict is recorded for the bill alone.
    if (verdict?.ok !== true)
      return { passed: null, score: null, text: verdict?.reason ?? response.detail, checks: [], ...call };
    const limits = checkPorts(run, observation);
    await prepareChecks(verdict.checks, run, control.signal);
    const looked = await lookUp(chooseSafe(verdict.checks, limits), observation, run);
    const hasSeen = verdict.score >= PASS_SCORE;
    const text = join([...looked.checks.filter((each) => !each.passed).map((each) => each.text), verdict.text], '; ');
    return { ...looked, passed: hasSeen && looked.passed, score: verdict.score, text, ...call };
  });
}

function holds(check: Text): CheckResult {
  return { check, passed: true, text: check };
}
