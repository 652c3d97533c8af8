/** Where the traces of runs go, when the owner named a place. */

/** A piece of a run with a beginning and an end; milliseconds since 1970. Attributes hold no content: no goal, no text, no picture. */
export interface TraceSpan {
  readonly name: string;
  /** `client`: it went to a model; everything else is `internal`. */
  readonly kind: 'client' | 'internal';
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Short word for what failed (`error.type`); null: it did not. */
  readonly error: string | null;
  readonly children: readonly TraceSpan[];
}

export interface Telemetry {
  /** One trace. Rejects when it did not get there. */
  send(root: TraceSpan): Promise<void>;
  close(): Promise<void>;
}
