/** Terms of a run that nobody waits for, because a standing order asks for it: where it may work, what it may use, what becomes of its questions. */
import type { Outgoing } from '../outbound/outgoing.ts';
import type { Scope } from '../safety/scope.ts';

export interface RunTerms {
  /** As people call it: the number of the order. */
  readonly order: string;
  /** What its maker granted, as far as it holds now; null: nothing. */
  readonly scope: Scope | null;
  /** What happens when it needs an answer: it ends and the question stays, or it is left out, or it failed. */
  readonly yes: 'park' | 'skip' | 'fail';
  readonly caps: {
    readonly maxIterations?: number | undefined;
    readonly timeLimitMs?: number | undefined;
    readonly costLimitUsd?: number | undefined;
  };
  /** Takes the question the run ended on. */
  readonly park: (question: ParkedQuestion) => void;
  /** Whether somebody's own command waits for the computer. */
  readonly isWanted: () => boolean;
  /** Keeps it for later, as the order says; on the disk then. False: it was put off often enough, or cannot be kept. */
  readonly putOff: (cut: CutShort) => Promise<boolean>;
}

/** A run that something outside held up. */
export interface CutShort {
  readonly run: string;
  /** Some of it was done already, so it is not simply done once more. */
  readonly hasActed: boolean;
}

export type ParkedQuestion = Pick<Outgoing, 'text' | 'picture' | 'file'>;
