/** What must stand behind a yes where taps come over another computer, which could have made them itself. */
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { Thread } from '../ports/chat.ts';
import type { Judgement } from '../safety/risk.ts';
import type { Ask } from './ask.ts';

/** What a yes is to. */
export interface ProofRequest {
  /** Where it was said, and the proof is asked for. */
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
  /** Whether this computer never does it, whoever approves. */
  refuses(judgement: Pick<Judgement, 'rule'>): boolean;
  /** Whether a tap alone is not enough for it. `scope`: for leave to do more than one thing. */
  needs(what: Pick<Judgement, 'risk'> | 'scope'): boolean;
  /** Asks for it, and says why not; it counts for this one thing, once. Rejects with the run's abort reason when the run is stopped. */
  prove(request: ProofRequest, run: ProofNeeds): Promise<Proven>;
}
