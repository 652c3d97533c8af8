import type { Text } from '../words/say.ts';

/** An earlier run with a similar request. */
export interface Recalled {
  readonly runId: string;
  /** The request's original words. */
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

/** Finds earlier runs by their requests. Everything is loaded on first need and released when it was not needed for a while. */
export interface Recall {
  /** Most similar first, the latest run of each request; empty when none is similar enough. Rejects with the signal's reason. */
  query(text: string, signal: AbortSignal): Promise<readonly Recalled[]>;
  /** Updates the index to the existing recordings: adds new runs, drops deleted ones. Returns the number it holds. */
  refresh(signal: AbortSignal): Promise<number>;
  /** Builds a new index from the recordings. Returns the number it holds. */
  rebuild(signal: AbortSignal): Promise<number>;
  state(): RecallState;
  close(): Promise<void>;
}
