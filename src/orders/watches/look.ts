/** One look of a watch, without a model. */

export interface Looked {
  /** Whether the condition holds. */
  readonly found: boolean;
  /** Something moves, so the next check comes sooner. */
  readonly isMoving: boolean;
}

/** Rejects with the signal's reason, or when it could not look; it is asked again then. */
export type Look = (signal: AbortSignal) => Promise<Looked>;
