import type { Text } from '../words/say.ts';

/** A tool of a server (Model Context Protocol), as the server described it when a person confirmed the server. */
export interface Tool {
  /** As mcp.json names it: letters, digits, `_`, `-` and `.`. */
  readonly server: string;
  readonly name: string;
  /** The server's own words: data, at most 2,000 characters. */
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly input: Readonly<Record<string, unknown>>;
  /** What the server says of the tool itself. It can make a call weigh more, never less. */
  readonly hints: ToolHints;
  /** Stands for all of the above: another description is another tool. */
  readonly hash: string;
}

export interface ToolHints {
  readonly readOnly?: boolean | undefined;
  readonly destructive?: boolean | undefined;
  readonly openWorld?: boolean | undefined;
}

export interface ToolCall {
  readonly server: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Whatever came of a call. The text is the server's own: data. */
export interface ToolAnswer {
  readonly ok: boolean;
  readonly text: Text;
  /** As the server sent them, at most two of at most 4 MB; left out where there are none. The text numbers them. */
  readonly pictures?: readonly Uint8Array[];
}

export const GRADES = ['safe', 'moderate', 'asks', 'never'] as const;

/** What a person has said of a tool: it runs by itself, noted from `moderate` on; it asks; it is never used. */
export type Grade = (typeof GRADES)[number];

/** null: no confirmed server has such a tool. `grade` null: the person has not said anything of it. */
export type ToolLook = (
  server: string,
  tool: string,
) => { readonly grade: Grade | null; readonly hints: ToolHints } | null;

/** What a server wants to know from the person in the middle of a call; null: no answer. */
export type AskForServer = (question: {
  readonly text: string;
  readonly options: readonly string[];
}) => Promise<string | null>;

export interface ToolServer {
  readonly name: string;
  /** As a person wrote it: a command line, or an address. */
  readonly what: string;
  /** `ready`: confirmed; it is started when it is first needed. */
  readonly state: 'ready' | 'running' | 'unconfirmed' | 'changed' | 'broken';
  /** Why, and what to do; '' where all is well. */
  readonly detail: Text;
  /** `needed`: its tools answer nothing before the person has signed in (again); `none`: nobody signs in there. */
  readonly signIn: 'none' | 'kept' | 'needed';
  readonly tools: readonly Tool[];
}

/** What the person sees and says while they sign in at a server. */
export interface SignInTalk {
  /** Whether the person means these hosts. */
  confirm(hosts: readonly string[]): Promise<boolean>;
  /** Shows the page to open. Resolves to the address of the last page where the person gives it; it may never resolve. */
  open(page: URL, signal: AbortSignal): Promise<string>;
  /** What the browser shows at the end. */
  readonly lastPage: string;
}

/** Rejects with the signal's reason alone, but for `signIn`: what a server does wrong is an answer. */
export interface Tools {
  /** All of mcp.json, as it is now. No server is started for it. */
  servers(): readonly ToolServer[];
  /** Why the arguments do not fit what the tool takes; null: they do. Nothing is sent. */
  misfit(call: ToolCall): Promise<Text | null>;
  /**
   * Starts the server where it does not run. Ends within two minutes, and soon after the signal aborts; what the person takes to answer
   * `ask` is not counted.
   */
  call(call: ToolCall, ask: AskForServer, signal: AbortSignal): Promise<ToolAnswer>;
  /**
   * Signs the person in, and tries the server with it. Resolves to what is still in the way, '' where it can be used. Rejects with a
   * sentence, or with the signal's reason, when nobody was signed in.
   */
  signIn(server: string, talk: SignInTalk, signal: AbortSignal): Promise<Text>;
  /** Ends all servers. */
  close(): Promise<void>;
}
