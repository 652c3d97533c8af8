/** Checks a claimed "done": a fresh look judged by the fast model, and the skill's typed checks carried out by us. */

import type { Observation } from '../screen/observe.ts';
import { fill } from '../skills/playbook.ts';
import { type Check, type CheckResult, checkSchema, runChecks } from '../verify/expect.ts';
import { reachedCap } from './caps.ts';
import type { ActiveRun, RunPorts } from './run-ports.ts';
import { spentBy } from './spent.ts';
import { parseVerdict, renderVerifyText, VERIFY_SCHEMA, VERIFY_SYSTEM } from './verify-prompt.ts';

/** A score from here on passes (design, section 1). */
export const PASS_SCORE = 70;
const MAX_TOKENS = 2048;

export interface Verification {
  /** null: there was nothing to check with, or the checker could not be reached. */
  readonly passed: boolean | null;
  readonly score: number | null;
  /** What was found, for the person and the next iteration. */
  readonly text: string;
  readonly checks: readonly CheckResult[];
}

/** Records verification.done. */
export async function verifyDone(
  summary: string,
  observation: Observation,
  run: ActiveRun,
  ports: RunPorts,
): Promise<Verification> {
  const expected = run.skill?.skill.expect ?? [];
  const checks = await runChecks(
    fillChecks(expected, run.skill?.params ?? {}),
    checkPorts(ports, run, observation),
    run.control.signal,
  );
  const reached = reachedCap({ ...run.caps, maxIterations: Number.POSITIVE_INFINITY }, spentBy(run, ports));
  const visual = !run.model.needsPicture
    ? NOT_ASKED
    : reached !== null
      ? { ...NOT_ASKED, text: reached.text }
      : await judgeByModel(summary, observation, run);
  const failed = checks.filter((check) => !check.passed);
  const isScored = visual.score !== null;
  const passed =
    failed.length > 0 ? false : isScored ? (visual.score ?? 0) >= PASS_SCORE : checks.length > 0 ? true : null;
  const text = [...failed.map((check) => check.text), visual.text].filter((part) => part !== '').join('; ');
  run.record({
    type: 'verification.done',
    score: visual.score,
    passed: passed === true,
    text,
    checks: checks.map(({ check, passed: held, text: found }) => ({ check, passed: held, text: found })),
    usage: visual.usage,
    cost_usd: visual.costUsd,
  });
  return { passed, score: visual.score, text, checks };
}

const NO_USAGE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
const NOT_ASKED = { score: null, text: '', usage: NO_USAGE, costUsd: 0 };

async function judgeByModel(summary: string, observation: Observation, run: ActiveRun) {
  const { front, frame } = observation;
  const response = await run.model.ask(
    {
      purpose: 'verify',
      system: VERIFY_SYSTEM,
      text: renderVerifyText({ goal: run.goal, summary, front, last: run.state().last }),
      pictures: [frame.jpeg],
      schema: VERIFY_SCHEMA,
      state: null,
      maxTokens: MAX_TOKENS,
    },
    run.control.signal,
  );
  run.control.signal.throwIfAborted();
  const { usage, costUsd } = response;
  if (response.stop !== 'complete') return { score: null, text: response.detail, usage, costUsd };
  const verdict = parseVerdict(response.text);
  if (!verdict.ok) return { score: null, text: `the answer made no sense: ${verdict.reason}`, usage, costUsd };
  return { score: verdict.score, text: verdict.text, usage, costUsd };
}

/** `{{param}}` in a check means what it means in the playbook, as plain text. */
function fillChecks(checks: readonly Check[], params: Readonly<Record<string, string>>): readonly Check[] {
  return checks.map((check) => checkSchema.parse(fill(check, params, (text) => text)));
}

function checkPorts(ports: RunPorts, run: ActiveRun, observation: Observation) {
  return {
    machine: ports.machine,
    clock: ports.clock,
    screen: { title: observation.front.title, elements: observation.elements },
    isSafeCommand: (command: string) =>
      ports.gate.judge({ action: 'shell', command, timeout_s: 30 }, { cwd: ports.machine.home, goal: run.goal })
        .risk === 'safe',
  };
}
