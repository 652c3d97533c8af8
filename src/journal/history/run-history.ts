/** Earlier runs for the page: a list that can be searched, the timeline and the report of one, and taking one away. */

import type { Risk } from '../../safety/risk.ts';
import type { Language } from '../../words/speak.ts';
import type { OutcomeKind } from '../events.ts';

export interface RunSummary {
  readonly runId: string;
  readonly goal: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly ms: number;
  /** null while it is under way. */
  readonly outcome: OutcomeKind | null;
  readonly score: number | null;
  /** Turns of the loop, those of its parts included. */
  readonly steps: number;
  /** null: a price was not known. */
  readonly costUsd: number | null;
}

/** One thing on a timeline, in the reader's language. */
export interface TimelineEntry {
  readonly at: string;
  readonly kind: 'step' | 'note' | 'end';
  readonly title: string;
  /** What came of it; ''. */
  readonly detail: string;
  /** Risk of a step; null for other entries. */
  readonly risk: Risk | null;
  /** The same in words; ''. */
  readonly riskName: string;
  /** Why that risk; ''. */
  readonly reason: string;
  /** What a person decided about it; ''. */
  readonly decision: string;
  /** Name of the picture it was decided on; null without one. */
  readonly frame: string | null;
}

export interface Timeline {
  readonly run: RunSummary;
  /** What asks for the same again, in the person's own words; null while it is at work, and where files came with it. */
  readonly again: string | null;
  readonly entries: readonly TimelineEntry[];
}

export interface RunHistory {
  /**
   * Newest first, at most `limit`; runs that cannot be read are left out. With `words` those whose goal or number holds each of them,
   * among the newest 500.
   */
  list(limit: number, words?: string): Promise<readonly RunSummary[]>;
  /** null when there is no such run. */
  read(runId: string, language: Language): Promise<Timeline | null>;
  /** JPEG; null when there is none of that name. */
  frame(runId: string, name: string): Promise<Uint8Array | null>;
  /** A document of its own, in HTML; null when there is no such run. */
  report(runId: string, language: Language): Promise<string | null>;
  /** Takes a run away for good, with its parts and pictures. */
  remove(runId: string): Promise<'removed' | 'at work' | 'unknown'>;
}
