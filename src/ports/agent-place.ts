/** Where an agent that decides a run is started: it can change nothing there, and reaches only the hosts of its provider. */
export interface AgentPlace {
  /** The program's own name, for people and as the model's id. */
  readonly name: string;
  /** Starts a new agent. Rejects with a `SaidError` when it cannot be started. */
  start(): Promise<StartedAgent>;
}

export interface StartedAgent {
  /** Working folder as the agent sees it, absolute. */
  readonly cwd: string;
  readonly input: WritableStream<Uint8Array>;
  readonly output: ReadableStream<Uint8Array>;
  /** Resolves when the agent has ended, for whatever reason; never rejects. */
  readonly ended: Promise<AgentEnd>;
  /** Hosts that it asked for and was not let through to, `host:port`, each once. */
  refusedHosts(): readonly string[];
  /** Ends it and all it started, at once. Can be called again. */
  end(): void;
}

export interface AgentEnd {
  /** null: a signal ended it. */
  readonly code: number | null;
  /** The last line it wrote to its standard error; '' when there is none. */
  readonly lastLine: string;
}
