/** Adds one model call to what a run has used. Pure. */
import type { Usage } from '../ports/model.ts';
import { addUsage } from '../ports/usage.ts';
import type { RunState } from './run-state.ts';

/** The fields of a call, as an event has them. */
export interface Call {
  readonly usage: Usage;
  readonly cost_usd: number | null;
}

export function addCall(state: RunState, call: Call): RunState {
  return {
    ...state,
    usage: addUsage(state.usage, call.usage),
    costUsd: state.costUsd === null || call.cost_usd === null ? null : state.costUsd + call.cost_usd,
  };
}
