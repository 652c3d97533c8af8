/** `recording.json`: what a run did, told from its journal (design, section 6). */

import { describeAction, nameElements } from '../action/describe.ts';
import { type CostSum, groupCalls, listCalls, sumCalls } from '../costs/costs.ts';
import { isLooking } from '../memory/run-digest.ts';
import type { Stamp } from '../ports/journal.ts';
import { speak } from '../words/speak.ts';
import { combineStates } from './combine.ts';
import type { RunEvent } from './events.ts';
import { evolve, type RunState, startingState } from './evolve.ts';

export const RECORDING_VERSION = 1;

/** Pure: all actions, the ones that worked without looking around, and a plain narrative. */
export function buildRecording(
  events: readonly (RunEvent & Stamp)[],
  recordedAt: string,
  parts: readonly RunState[] = [],
): object {
  const state = combineStates(events.reduce(evolve, startingState), parts);
  const results = new Map(
    events.filter((event) => event.type === 'action.performed').map((event) => [event.step, event]),
  );
  const all = events
    .filter((event) => event.type === 'action.intended')
    .map(({ step, action, element, by }) => {
      const result = results.get(step);
      return {
        step,
        by,
        action,
        ...(element === undefined ? {} : { element }),
        ok: result?.ok ?? null,
        effect: result?.effect ?? 'unknown',
      };
    });
  const done = all.filter((entry) => entry.ok === true && !isLooking(entry.action.action));
  const successful = done.filter((entry, index) => !isTriedAgain(entry, done[index + 1]));
  const told = successful.map(({ action, element }) => speak(describeAction(action, nameElements(element)), 'en'));
  const { outcome } = state;
  const looks = events.filter((event) => event.type === 'observation.taken');
  const checks = events.filter((event) => event.type === 'verification.done');
  const lastCheck = checks.at(-1);
  const calls = listCalls(events);
  return {
    version: RECORDING_VERSION,
    run: state.runId,
    recorded_at: recordedAt,
    request: state.goal,
    ...(state.part === null ? {} : { part_of: state.part.of }),
    ...(parts.length === 0
      ? {}
      : { parts: parts.map((part) => ({ run: part.runId, goal: part.goal, outcome: part.outcome?.outcome ?? null })) }),
    all_actions: all,
    successful_actions: successful.map(({ action }) => action),
    narrative:
      `Asked to “${state.goal}”. ${told.length === 0 ? 'Nothing was done.' : `Done: ${told.join('; ')}.`} ${outcome?.message ?? ''}`.trim(),
    outcome: outcome?.outcome ?? null,
    reason: outcome?.reason ?? null,
    message: outcome?.message ?? null,
    score: outcome?.score ?? null,
    /** The screen before and after, with the share of it that is different (0–1; null when that was not compared). */
    frames: {
      first: looks[0]?.frame ?? null,
      last: lastCheck?.frame ?? looks.at(-1)?.frame ?? null,
      changed: lastCheck?.changed ?? null,
    },
    checks: lastCheck?.checks ?? [],
    costs: {
      by_model: tellSums(groupCalls(calls, ({ model }) => model)),
      by_iteration: tellSums(
        Array.from(
          Map.groupBy(calls, ({ iteration }) => String(iteration)),
          ([name, group]) => [name, sumCalls(group)],
        ),
      ),
    },
    usage: state.usage,
    cost_usd: state.costUsd,
  };
}

function tellSums(sums: readonly (readonly [string, CostSum])[]): object {
  return Object.fromEntries(
    sums.map(([name, { calls, usage, knownUsd, unknownCalls }]) => [
      name,
      { calls, usage, cost_usd: unknownCalls > 0 ? null : knownUsd },
    ]),
  );
}

interface Tried {
  readonly action: object;
  readonly effect: string;
}

/** It changed nothing, and the very next thing done was the same once more. */
function isTriedAgain(entry: Tried, next: Tried | undefined): boolean {
  return (
    entry.effect === 'unchanged' && next !== undefined && JSON.stringify(entry.action) === JSON.stringify(next.action)
  );
}
