/** Everything that one iteration of the loop knows; the model is told nothing else. */
import type { Action } from '../../action/schema.ts';
import type { ActCheck, LastAction } from '../../journal/acted.ts';
import type { Arrival } from '../../journal/arrivals.ts';
import type { Remark } from '../../journal/run-state.ts';
import type { Trace } from '../../journal/trail.ts';
import type { Box, UiElement } from '../../ports/desktop.ts';

/** The prompt is rendered from this, and a playbook decides from it. */
export interface StepState {
  readonly goal: string;
  /** Values that a program sent for the `{names}` in the goal; {} for none. */
  readonly values: Readonly<Record<string, string>>;
  /** When the goal is one part of a plan. */
  readonly part?: { readonly index: number; readonly total: number; readonly check: string; readonly context: string };
  /** True for a part without a screen; left out otherwise. */
  readonly isBesideScreen?: boolean;
  readonly runId: string;
  /** Counted from 1. */
  readonly iteration: number;
  readonly maxIterations: number;
  /** What is left, in words: "$0.93, 280k tokens, 52 min". */
  readonly budgetLeft: string;
  /** The notes that this step is shown, oldest first: at most 10. */
  readonly notes: readonly string[];
  /** The last action performed or refused, with its result; null on the first iteration. */
  readonly last: LastAction | null;
  /** The model's last acts, the last one included, oldest first. */
  readonly trail: readonly Trace[];
  /** State of the goal's wishes, in one line; absent without a ledger. */
  readonly wishes?: string;
  /** What appeared on the screen by itself. */
  readonly arrivals?: readonly Arrival[];
  /** Result of checking the last action; absent when it was not checked. */
  readonly lastCheck?: ActCheck;
  /** Actions so far, in order, with whether each succeeded: a playbook finds its place from them. */
  readonly performed: readonly { readonly action: Action; readonly ok: boolean }[];
  /** What the model is told about the one that worked before it and failed; absent while the first one is at work. */
  readonly failure?: string;
  /** What the person said and did, and what checks found, since the last look. */
  readonly said: readonly Remark[];
  /** Why the reply before was not usable; '' when it was. */
  readonly malformed: string;
  /** `box`: in pixels of the display; left out or null when unknown. */
  readonly front: { readonly app: string; readonly title: string; readonly box?: Box | null };
  readonly elements: readonly UiElement[];
  /** Why there is no list of elements, or only a part of one; ''. */
  readonly elementsNote: string;
  readonly display: { readonly width: number; readonly height: number };
  /** A remark about the look ("the screen never settled"); ''. */
  readonly lookNote: string;
  /** Guidance of the matching skill, parameters filled in; '' when none matches. */
  readonly guidance: string;
}
