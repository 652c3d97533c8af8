/** One look of a watch, without a model. */

export interface Looked {
  /** What was waited for is there. */
  readonly found: boolean;
  /** Something moves: the next look comes sooner. */
  readonly isMoving: boolean;
}

/** Rejects with the signal's reason, or when it could not look; it is asked again then. */
export type Look = (signal: AbortSignal) => Promise<Looked>;
