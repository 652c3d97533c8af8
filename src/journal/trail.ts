/** The last acts of a run with their results, for a step that has no other memory. Pure. */
import type { NamedElement } from '../action/describe.ts';
import type { Action } from '../action/schema.ts';
import type { Text } from '../words/say.ts';
import type { ActionResult } from './acted.ts';

/** One act of the model. `refused`: a person denied it. `not so`: the check of a "done", or of the act itself, disagreed. */
export interface Trace {
  /** The iteration that decided it. */
  readonly step: number;
  readonly action: Action;
  readonly element?: NamedElement | undefined;
  readonly came: 'changed' | 'unchanged' | 'done' | 'failed' | 'unknown' | 'refused' | 'not so';
  /** Why the act failed; ''. */
  readonly why: Text;
}

/** The last act, which the prompt describes in full, and eight before it. */
const MOST_TRACES = 9;

export function addTrace(trail: readonly Trace[], trace: Trace): readonly Trace[] {
  return [...trail, trace].slice(-MOST_TRACES);
}

/** Adds a later finding to the newest trace of this action. */
export function amendTrace(trail: readonly Trace[], action: Action | undefined, came: Trace['came']): readonly Trace[] {
  const index = trail.findLastIndex((trace) => trace.action === action);
  return trail.map((trace, place) => (place === index ? { ...trace, came } : trace));
}

export function cameOf({ ok, effect, text, confined }: ActionResult): Pick<Trace, 'came' | 'why'> {
  if (confined === true) return { came: ok ? 'unchanged' : 'failed', why: '' };
  if (!ok) return effect === 'unknown' ? { came: 'unknown', why: '' } : { came: 'failed', why: text };
  return { came: effect === 'unknown' ? 'done' : effect, why: '' };
}
