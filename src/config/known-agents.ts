/** Agents with a known provider: the hosts they need, and the environment variables with their credentials. */
import type { Settings } from './schema.ts';

export interface KnownAgent {
  /** `host` means port 443. */
  readonly hosts: readonly string[];
  readonly environment: readonly string[];
}

/** From their makers' pages, November 2026; the first whose name is in the command counts. */
const AGENTS: readonly (KnownAgent & { readonly name: RegExp })[] = [
  {
    name: /claude/i,
    hosts: ['api.anthropic.com'],
    environment: ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN'],
  },
  {
    name: /codex/i,
    hosts: ['api.openai.com', 'chatgpt.com', 'auth.openai.com'],
    environment: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
  },
  {
    name: /gemini/i,
    hosts: ['generativelanguage.googleapis.com'],
    environment: ['GEMINI_API_KEY'],
  },
];

/** null: the command is unknown, so ACP_HOSTS has to name its hosts. */
export function findKnownAgent(command: string): KnownAgent | null {
  return AGENTS.find(({ name }) => name.test(command)) ?? null;
}

/** As `host` or `host:port`. */
export function hostsOfAgent({ ACP_COMMAND, ACP_HOSTS }: Settings): readonly string[] {
  return ACP_HOSTS ?? findKnownAgent(ACP_COMMAND ?? '')?.hosts ?? [];
}

/** Variables for the agent: those named in ACP_ENV, else the credentials of a known agent. */
export function environmentOfAgent(
  settings: Settings,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const names = settings.ACP_ENV ?? findKnownAgent(settings.ACP_COMMAND ?? '')?.environment ?? [];
  const own: Readonly<Record<string, unknown>> = settings;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(own, name) ? own[name] : env[name];
      return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
    }),
  );
}
