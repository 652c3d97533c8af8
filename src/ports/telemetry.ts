/** Where the traces of runs are sent, if the owner configured a place. */

/** A piece of a run with a beginning and an end; milliseconds since 1970. Attributes hold no content: no goal, no text, no picture. */
export interface TraceSpan {
  readonly name: string;
  /** `client`: a call of a model; everything else is `internal`. */
  readonly kind: 'client' | 'internal';
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Short name of the error (`error.type`); null: none. */
  readonly error: string | null;
  readonly children: readonly TraceSpan[];
}

export interface Telemetry {
  /** Sends one trace. Rejects when it was not delivered. */
  send(root: TraceSpan): Promise<void>;
  close(): Promise<void>;
}
