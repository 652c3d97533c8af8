import type { StartedAgent } from './agent-place.ts';

/** Where tool servers run: each in a folder of its own, reaching the hosts and folders that a person granted it, and nothing else. */
export interface ToolPlace {
  /** Finds the program of a command. Rejects with a `SaidError` when it is missing. */
  find(words: readonly string[]): Promise<ToolProgram>;
  /** Rejects with a `SaidError` when it cannot be started. */
  start(request: ToolStart): Promise<StartedAgent>;
}

export interface ToolProgram {
  /** Program and arguments; the program is absolute. */
  readonly argv: readonly string[];
  /** Files and folders that it is made of, absolute; runtimes and the system's own programs are left out. */
  readonly code: readonly string[];
}

export interface ToolStart {
  readonly words: readonly string[];
  /** Its own existing folder, absolute. */
  readonly folder: string;
  /** `host`, `host:port` or `*.host`. */
  readonly hosts: readonly string[];
  readonly folders: readonly GrantedFolder[];
  readonly environment: Readonly<Record<string, string>>;
}

export interface GrantedFolder {
  /** Absolute. */
  readonly path: string;
  readonly isWritable: boolean;
}
