/** Proof beside a yes, required where taps pass through another computer, which could have made them itself. */
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { Thread } from '../ports/chat.ts';
import type { Judgement } from '../safety/risk.ts';
import type { Ask } from './ask.ts';

/** What is to be approved. */
export interface ProofRequest {
  /** Thread of the yes, in which the proof is asked for. */
  readonly thread: Thread;
  readonly runId: string;
  /** Of exactly what was approved, hexadecimal. */
  readonly hash: string;
}

export interface ProofNeeds {
  readonly ask: Ask;
  readonly tell: (thread: Thread, text: readonly SpokenSpan[]) => void;
}

export type Proven = 'proven' | 'denied' | 'expired';

export interface Proof {
  /** Whether this computer never does it, no matter who approves. */
  refuses(judgement: Pick<Judgement, 'rule'>): boolean;
  /** Whether a tap alone is not enough. `scope`: permission for more than one act. */
  needs(what: Pick<Judgement, 'risk'> | 'scope'): boolean;
  /**
   * Asks for the proof, which counts once and for this request alone; the result says why it failed. Rejects with the run's abort reason when the run
   * is stopped.
   */
  prove(request: ProofRequest, run: ProofNeeds): Promise<Proven>;
}
