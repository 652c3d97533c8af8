/** What an agent fails with, for the person: what happened, and what to do. */
import { SaidError } from '../../src/words/said-error.ts';
import { quoted, say, type Text } from '../../src/words/say.ts';
import { AgentGone, AgentUnfit } from './acp-connection.ts';
import { AgentActed, AgentFlood } from './acp-turn.ts';
import type { Failure } from './provider.ts';

/** An agent words a lost connection in its own way, so the refused hosts are added, which the person can allow. */
export function nameRefusedHosts(error: unknown, hosts: readonly string[]): unknown {
  const isFault = error instanceof Error && 'code' in error && error.code === INTERNAL;
  if (!isFault || hosts.length === 0) return error;
  return new AgentGone(
    say`${quoted(wordsOf(error))}; it was not let through to ${hosts.slice(0, 3).join(', ')}, which ACP_HOSTS would have to name`,
  );
}

export function noPictures(name: string): Text {
  return say`${name} takes no pictures, so it cannot see the screen. Set in ACP_COMMAND an agent that does, or another MODEL_PROVIDER.`;
}

/** The agent's own words on the fault, on one line; the SDK's message names only its kind. */
function wordsOf(error: Error): string {
  const { message } = error;
  const details = 'data' in error ? detailsOf(error.data) : '';
  const told = details === '' || message.includes(details) ? message : `${message}: ${details}`;
  return told.replace(/\s+/g, ' ').trim().slice(0, 200);
}

function detailsOf(data: unknown): string {
  if (typeof data === 'string') return data;
  return typeof data === 'object' && data !== null && 'details' in data ? String(data.details) : '';
}

const AUTH_REQUIRED = -32_000;
const INTERNAL = -32_603;
const INVALID = [-32_600, -32_601, -32_602];

export function classifyAgent(error: unknown, name: string): Failure {
  if (error instanceof AgentActed)
    return {
      kind: 'final',
      stop: 'refused',
      detail: say`${name} wanted to ${error.what} instead of deciding. It was not let, and was ended. Switch its tools off in its own settings, or choose another agent in ACP_COMMAND.`,
    };
  if (error instanceof AgentFlood)
    return {
      kind: 'final',
      stop: 'unavailable',
      detail: say`${name} wrote far more than an answer takes and was ended. Try again, or choose another agent in ACP_COMMAND.`,
    };
  if (error instanceof AgentUnfit) return { kind: 'final', stop: 'rejected', detail: error.text };
  if (error instanceof SaidError) return { kind: 'final', stop: 'rejected', detail: error.text };
  if (error instanceof AgentGone) return { kind: 'again', why: error.text, waitMs: null };
  if (!(error instanceof Error)) return { kind: 'surprise' };
  if (!('code' in error) || typeof error.code !== 'number')
    return { kind: 'again', why: say`the connection to it broke`, waitMs: null };
  if (error.code === AUTH_REQUIRED)
    return {
      kind: 'final',
      stop: 'rejected',
      detail: say`${name} is not signed in to its provider. Set its key in the environment and name the variable in ACP_ENV.`,
    };
  if (INVALID.includes(error.code))
    return {
      kind: 'final',
      stop: 'rejected',
      detail: say`${name} did not accept the question: ${quoted(wordsOf(error))}.`,
    };
  return { kind: 'again', why: quoted(wordsOf(error)), waitMs: null };
}
