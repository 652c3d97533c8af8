/** Combines the states of a run and of its plan's parts into one. Pure. */
import type { Usage } from '../ports/model.ts';
import type { RunState } from './run-state.ts';

/** Pure. `parts` in order; without any it is the run itself. */
export function combineStates(own: RunState, parts: readonly RunState[]): RunState {
  const [first, ...others] = parts;
  if (first === undefined) return own;
  // Of parts side by side, the one begun last need not have the newest event.
  const newest = others.reduce((best, one) => (one.lastAt >= best.lastAt ? one : best), first);
  const all = [own, ...parts];
  const sum = (of: (state: RunState) => number): number => all.reduce((total, state) => total + of(state), 0);
  const count = (kind: keyof Usage): number => sum(({ usage }) => usage[kind]);
  const caps = new Set(all.flatMap(({ extended }) => Object.keys(extended)));
  return {
    ...own,
    iteration: sum(({ iteration }) => iteration),
    performed: all.flatMap(({ performed }) => performed),
    models: [...new Set(all.flatMap(({ models }) => models))],
    last: newest.last,
    claims: Object.assign({}, ...all.map(({ claims }) => claims)),
    arrivals: all.flatMap(({ arrivals }) => arrivals),
    trail: newest.trail,
    usage: {
      input: count('input'),
      output: count('output'),
      cacheRead: count('cacheRead'),
      cacheWrite: count('cacheWrite'),
    },
    costUsd: all.some(({ costUsd }) => costUsd === null) ? null : sum(({ costUsd }) => costUsd ?? 0),
    extended: Object.fromEntries([...caps].map((cap) => [cap, sum(({ extended }) => extended[cap] ?? 0)])),
    lastAt: newest.lastAt > own.lastAt ? newest.lastAt : own.lastAt,
  };
}
