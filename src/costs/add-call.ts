/** One more call of a model in what a run has used. Pure. */
import type { Usage } from '../ports/model.ts';
import type { RunState } from '../run/run-state.ts';
import { addUsage, multiplyUsage } from './usage.ts';

/** As an event tells it; `given_up`: how many before it were given up halfway, each counted as much. */
interface Call {
  readonly usage: Usage;
  readonly cost_usd: number | null;
  readonly given_up?: number | undefined;
}

export function addCall(state: RunState, call: Call): RunState {
  const { usage } = state;
  const times = 1 + (call.given_up ?? 0);
  return {
    ...state,
    usage: addUsage(usage, multiplyUsage(call.usage, times)),
    costUsd: state.costUsd === null || call.cost_usd === null ? null : state.costUsd + times * call.cost_usd,
  };
}
