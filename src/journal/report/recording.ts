/** `recording.json`: what a run did, told from its journal (design, section 6). */

import { describeAction, nameElements } from '../../action/describe.ts';
import { isLooking } from '../../action/kinds.ts';
import type { Stamp } from '../../ports/journal.ts';
import { speak } from '../../words/speak.ts';
import { combineStates } from '../combine.ts';
import { type CostSum, groupCalls, listCalls, sumCalls } from '../costs.ts';
import type { RunEvent } from '../events.ts';
import { evolve } from '../evolve.ts';
import { startingState } from '../run-state.ts';

export const RECORDING_VERSION = 1;

/** Pure: all actions, the ones that worked without looking around, and a plain narrative. `partEvents`: of the parts of its plan, each a run of its own. */
export function buildRecording(
  events: readonly (RunEvent & Stamp)[],
  recordedAt: string,
  partEvents: readonly (readonly (RunEvent & Stamp)[])[] = [],
): object {
  const parts = partEvents.map((part) => part.reduce(evolve, startingState));
  const state = combineStates(events.reduce(evolve, startingState), parts);
  const all = [
    ...listActions(events),
    ...partEvents.flatMap((part, index) =>
      listActions(part).map((entry) => ({ ...entry, run: parts[index]?.runId ?? '' })),
    ),
  ];
  const done = all.filter((entry) => entry.ok === true && !isLooking(entry.action));
  const successful = done.filter((entry, index) => !isTriedAgain(entry, done[index + 1]));
  const told = successful.map(({ action, element }) => speak(describeAction(action, nameElements(element)), 'en'));
  const { outcome } = state;
  const whole = [...events, ...partEvents.flat()];
  /** What lies in the folder of a part is named with it. */
  const nameIn = (runId: string, name: string): string => (runId === state.runId ? name : `${runId}/${name}`);
  const frames = [events, ...partEvents].flatMap((own) => {
    const { runId } = own.reduce(evolve, startingState);
    const looks = own.filter((event) => event.type === 'observation.taken');
    const check = own.findLast((event) => event.type === 'verification.done');
    const names = [looks[0]?.frame, check?.frame ?? looks.at(-1)?.frame];
    return names.flatMap((name) => (typeof name === 'string' ? [nameIn(runId, name)] : []));
  });
  const lastCheck = whole.findLast((event) => event.type === 'verification.done');
  const calls = listCalls(whole);
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
      first: frames[0] ?? null,
      last: frames.at(-1) ?? null,
      changed: lastCheck?.changed ?? null,
    },
    checks: lastCheck?.checks ?? [],
    costs: {
      by_model: tellSums(groupCalls(calls, ({ model }) => model)),
      by_iteration: tellSums(
        Array.from(
          Map.groupBy(calls, ({ runId, iteration }) => nameIn(runId, String(iteration))),
          ([name, group]) => [name, sumCalls(group)],
        ),
      ),
    },
    usage: state.usage,
    cost_usd: state.costUsd,
  };
}

function listActions(events: readonly RunEvent[]) {
  const results = new Map(
    events.filter((event) => event.type === 'action.performed').map((event) => [event.step, event]),
  );
  return events
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
