/** `recording.json`: what a run did, told from its journal (design, section 6). */

import { speak } from '../../words/speak.ts';
import { combineStates } from '../combine.ts';
import { type CostSum, groupCalls, listCalls, sumCalls } from '../costs.ts';
import { evolve } from '../evolve.ts';
import { startingState } from '../run-state.ts';
import { sayAct } from '../step-words.ts';
import { type Act, chooseWorking, listActs, readSteps, type StampedEvent } from '../steps.ts';

const RECORDING_VERSION = 1;

/** Pure: all actions, the ones that worked without looking around, and a plain narrative. `partEvents`: of the parts of its plan, each a run of its own. */
export function buildRecording(
  events: readonly StampedEvent[],
  recordedAt: string,
  partEvents: readonly (readonly StampedEvent[])[] = [],
): object {
  const parts = partEvents.map((part) => part.reduce(evolve, startingState));
  const state = combineStates(events.reduce(evolve, startingState), parts);
  const own = listActs(readSteps(events));
  const ofParts = partEvents.map((part) => listActs(readSteps(part)));
  const all = [
    ...listActions(own),
    ...ofParts.flatMap((acts, index) => listActions(acts).map((act) => ({ ...act, run: parts[index]?.runId ?? '' }))),
  ];
  const successful = chooseWorking([own, ...ofParts].flat());
  const told = successful.map((act) => speak(sayAct(act), 'en'));
  const { outcome } = state;
  const whole = [...events, ...partEvents.flat()];
  /** A file of a part is named with the part's folder. */
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
    /** The screen before and after, with the share that differs (0–1; null when they were not compared). */
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

function listActions(acts: readonly Act[]) {
  return acts
    .filter(({ intended }) => intended !== null)
    .map(({ step, by, action, element, ok, effect }) => ({
      step,
      by,
      action,
      ...(element === undefined ? {} : { element }),
      ok,
      effect,
    }));
}

function tellSums(sums: readonly (readonly [string, CostSum])[]): object {
  return Object.fromEntries(
    sums.map(([name, { calls, usage, knownUsd, unknownCalls }]) => [
      name,
      { calls, usage, cost_usd: unknownCalls > 0 ? null : knownUsd },
    ]),
  );
}
