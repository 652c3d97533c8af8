/** Terms of a standing order's run, which nobody waits for: where it may work, what it may use, what happens to its questions. */
import type { Outgoing } from '../outbound/outgoing.ts';
import type { Scope } from '../safety/scope.ts';

export interface RunTerms {
  /** Number of the order, by which people name it. */
  readonly order: string;
  /** Scope granted by the order's maker, as it holds now; null: none. */
  readonly scope: Scope | null;
  /** What happens at a question: the run ends and the question stays open, or the run is skipped, or it fails. */
  readonly yes: 'park' | 'skip' | 'fail';
  readonly caps: {
    readonly maxIterations?: number | undefined;
    readonly timeLimitMs?: number | undefined;
    readonly costLimitUsd?: number | undefined;
  };
  /** Takes the question the run ended on. */
  readonly park: (question: ParkedQuestion) => void;
  /** Whether a person's own command waits for the computer. */
  readonly isWanted: () => boolean;
  /** Keeps it for later, as the order says; on the disk then. False: it was put off often enough, or cannot be kept. */
  readonly putOff: (cut: CutShort) => Promise<boolean>;
}

/** A run that something outside held up. */
export interface CutShort {
  readonly run: string;
  /** Whether it has acted already, so that it must not simply be repeated. */
  readonly hasActed: boolean;
}

export type ParkedQuestion = Pick<Outgoing, 'text' | 'picture' | 'file'>;
