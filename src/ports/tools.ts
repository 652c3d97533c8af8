import type { Text } from '../words/say.ts';

/** A tool of a server (Model Context Protocol), as the server described it when a person confirmed the server. */
export interface Tool {
  /** Name in mcp.json: letters, digits, `_`, `-` and `.`. */
  readonly server: string;
  readonly name: string;
  /** The server's own words: data, at most 2,000 characters. */
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The server's own hints about the tool. They can only raise a call's risk. */
  readonly hints: ToolHints;
  /** Hash of the server's whole description of the tool: with another one it is another tool. */
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
  /** Pictures from the server, at most two of at most 4 MB; left out when there are none. The text numbers them. */
  readonly pictures?: readonly Uint8Array[];
}

export const GRADES = ['safe', 'moderate', 'asks', 'never'] as const;

/** What a person decided about a tool: it runs without asking, noted from `moderate` on; it asks; or it is never used. */
export type Grade = (typeof GRADES)[number];

/** null: no confirmed server has such a tool. `grade` null: the person has not said anything of it. */
export type ToolLook = (
  server: string,
  tool: string,
) => { readonly grade: Grade | null; readonly hints: ToolHints } | null;

/** A server's question to the person during a call; null: no answer. */
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
  /** The reason, and what to do; '' when nothing is wrong. */
  readonly detail: Text;
  /** `needed`: its tools do not work before the person has signed in (again); `none`: it has no sign-in. */
  readonly signIn: 'none' | 'kept' | 'needed';
  readonly tools: readonly Tool[];
}

/** The dialog with the person while they sign in at a server. */
export interface SignInTalk {
  /** Whether the person means these hosts. */
  confirm(hosts: readonly string[]): Promise<boolean>;
  /** Shows the page to open. Resolves to the address of the last page where the person gives it; it may never resolve. */
  open(page: URL, signal: AbortSignal): Promise<string>;
  /** The page that the browser shows at the end. */
  readonly lastPage: string;
}

/** Rejects with the signal's reason alone, except `signIn`: a server's error is an answer. */
export interface Tools {
  /** All servers in the current mcp.json. Starts none of them. */
  servers(): readonly ToolServer[];
  /** Why the arguments do not fit the tool's schema; null: they do. Sends nothing. */
  misfit(call: ToolCall): Promise<Text | null>;
  /** Starts the server if needed. Ends within two minutes, and soon after the signal aborts; the person's time to answer `ask` does not count. */
  call(call: ToolCall, ask: AskForServer, signal: AbortSignal): Promise<ToolAnswer>;
  /**
   * Signs the person in, and tries the server afterwards. Resolves to the remaining problem, '' when it can be used. Rejects with a sentence, or with
   * the signal's reason, when nobody was signed in.
   */
  signIn(server: string, talk: SignInTalk, signal: AbortSignal): Promise<Text>;
  /** Ends all servers. */
  close(): Promise<void>;
}
