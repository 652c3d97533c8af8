/** Earlier runs for the page: a searchable list, the timeline and report of one, and its removal. */

import type { Risk } from '../../safety/risk.ts';
import type { Language } from '../../words/speak.ts';
import type { OutcomeKind } from '../events.ts';

export interface RunSummary {
  readonly runId: string;
  readonly goal: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly ms: number;
  /** null while the run is under way. */
  readonly outcome: OutcomeKind | null;
  readonly score: number | null;
  /** Turns of the loop, those of its parts included. */
  readonly steps: number;
  /** null: a price was not known. */
  readonly costUsd: number | null;
}

/** One entry of a timeline, in the reader's language. */
export interface TimelineEntry {
  readonly at: string;
  readonly kind: 'step' | 'note' | 'end';
  readonly title: string;
  /** Result of the act; ''. */
  readonly detail: string;
  /** Risk of a step; null for other entries. */
  readonly risk: Risk | null;
  /** Name of the risk; ''. */
  readonly riskName: string;
  /** Reason of the risk; ''. */
  readonly reason: string;
  /** The person's decision; ''. */
  readonly decision: string;
  /** File name of the picture the act was decided on; null without one. */
  readonly frame: string | null;
}

export interface Timeline {
  readonly run: RunSummary;
  /** The goal to send again, in the person's own words; null while the run is at work, and when files came with it. */
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
  /** Deletes a run with its parts and pictures. */
  remove(runId: string): Promise<'removed' | 'at work' | 'unknown'>;
}
