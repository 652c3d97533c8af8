import type { Text } from '../words/say.ts';

/** An earlier run whose request means something similar. */
export interface Recalled {
  readonly runId: string;
  /** As it was asked then. */
  readonly request: string;
  /** Cosine, 0.5 to 1. */
  readonly similarity: number;
}

export interface RecallState {
  /** `minilm`: by meaning; `lexical`: by words, while the model's weights are not there; `asleep`: not needed so far. */
  readonly embedder: 'minilm' | 'lexical' | 'asleep';
  /** For /status, in words. */
  readonly detail: Text;
}

/** Finds earlier runs by what was asked. Everything is loaded on first need and let go when it has not been needed for a while. */
export interface Recall {
  /** Most similar first, the latest run of each request; empty when none is similar enough. Rejects with the signal's reason. */
  query(text: string, signal: AbortSignal): Promise<readonly Recalled[]>;
  /** Brings the index up to the recordings there are: adds new runs, drops those that are gone. How many it holds. */
  refresh(signal: AbortSignal): Promise<number>;
  /** Makes the index anew from the recordings. How many it holds. */
  rebuild(signal: AbortSignal): Promise<number>;
  state(): RecallState;
  close(): Promise<void>;
}
