/**
 * Calls to the Web API through Slack's own client: bounded in time, abortable, their results checked, every failure a value without a
 * token. The client's retries are switched off: what is to be tried again, and when, is decided where messages wait (one layer, not two).
 */

import { webApi } from '@slack/bolt';
import { z } from 'zod';
import { say } from '../../../src/words/say.ts';
import { createCalls, innermostWords, NONSENSE } from '../shared/calls.ts';
import { onOwnConnection } from '../shared/own-connection.ts';
import { readAtMost } from '../shared/read-at-most.ts';
import { type Redact, redactFailure } from '../shared/redact.ts';
import type { Answer, Failure } from './answer.ts';
import { SILENT_LOGGER } from './silent-logger.ts';

export type Web = webApi.WebClient;

export interface SlackClient {
  /**
   * Sends one call. `shape` checks the result: anything else counts as unreachable. Rejects only with the reason of `signal`.
   * `timeoutMs` covers connecting, sending and the whole answer, of all requests a call consists of.
   */
  call<T>(
    send: (web: Web) => Promise<unknown>,
    shape: z.ZodType<T>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Answer<T>>;
  /** The bytes behind an address of Slack's; null when there are more than `maxBytes`. Rejects only with the reason of `signal`. */
  download(url: string, maxBytes: number, timeoutMs: number, signal: AbortSignal): Promise<Answer<Uint8Array | null>>;
}

export interface SlackClientOptions {
  readonly token: string;
  readonly apiUrl: string;
  readonly redact: Redact;
  /** Slack did what was asked. */
  readonly onContact: () => void;
  /** Slack refused, or did not answer. */
  readonly onFailure: (failure: Failure) => void;
}

export function createClient({ token, apiUrl, redact, onContact, onFailure }: SlackClientOptions): SlackClient {
  function webWith(signal: AbortSignal): Web {
    return new webApi.WebClient(token, {
      slackApiUrl: apiUrl,
      logger: SILENT_LOGGER,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      fetch: (url, init) => fetch(url, onOwnConnection(init, signal)),
    });
  }

  const { call, bound } = createCalls<Failure>({
    onContact,
    toFailure(error, until) {
      const failure = redactFailure(readFailure(error, until), redact);
      onFailure(failure);
      return failure;
    },
  });

  return {
    call: (send, shape, timeoutMs, signal) => call((until) => send(webWith(until)), shape, timeoutMs, signal),
    download: (url, maxBytes, timeoutMs, signal) =>
      bound(
        async (until) => {
          if (!isSlackAddress(url, apiUrl)) return refused('file_elsewhere');
          const asked = { headers: { Authorization: `Bearer ${token}` }, redirect: 'error' } as const;
          const response = await fetch(url, onOwnConnection(asked, until));
          // Slack answers a token that may not read files with its sign-in page instead of the file.
          const isPage = (response.headers.get('content-type') ?? '').startsWith('text/html');
          if (!response.ok || isPage) {
            await response.body?.cancel();
            if (response.status === 429 || response.status >= 500) return { ok: false, failure: paceOf(response) };
            return refused(response.status === 404 ? 'file_not_found' : 'file_not_handed_out');
          }
          const bytes = await readAtMost(response, maxBytes);
          onContact();
          return { ok: true, value: bytes };
        },
        timeoutMs,
        signal,
      ),
  };
}

function refused(code: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { kind: 'refused', code, detail: '' } };
}

function paceOf({ status, headers }: Response): Failure {
  if (status !== 429) return { kind: 'unreachable', why: say`Slack answered ${status}` };
  return { kind: 'paced', retryAfterMs: toDelay(Number(headers.get('retry-after') ?? Number.NaN)) };
}

/** The token goes to Slack and to nobody else, whatever address a message names. */
function isSlackAddress(url: string, apiUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, origin } = new URL(url);
  return origin === new URL(apiUrl).origin || (protocol === 'https:' && /(^|\.)slack\.com$/.test(hostname));
}

const PACED_CODES = ['ratelimited', 'rate_limited', 'message_limit_exceeded'];

/** What a call of Slack's client threw. */
export function readFailure(error: unknown, bounded: AbortSignal): Failure {
  if (error instanceof webApi.WebAPIRateLimitedError) return { kind: 'paced', retryAfterMs: toDelay(error.retryAfter) };
  if (error instanceof webApi.WebAPIPlatformError) return readRefusal(error.data);
  if (error instanceof webApi.WebAPIHTTPError)
    return { kind: 'unreachable', why: say`Slack answered ${error.statusCode}` };
  if (bounded.aborted) return { kind: 'unreachable', why: innermostWords(bounded.reason) };
  // The client has no class for a 429 whose Retry-After is no number.
  if (error instanceof Error && /^Retry header/.test(error.message)) return { kind: 'paced', retryAfterMs: null };
  const cause = error instanceof webApi.WebAPIRequestError ? error.original : error;
  return { kind: 'unreachable', why: innermostWords(cause) };
}

const refusal = z.object({
  error: z.string(),
  needed: z.string().default(''),
  response_metadata: z.object({ messages: z.array(z.string()).default([]) }).optional(),
});

/** What a proxy or a broken server sends comes here too, as an error code that is a whole page. */
function readRefusal(result: unknown): Failure {
  const { data } = refusal.safeParse(result);
  if (data === undefined || !/^[a-z][a-z0-9_]{2,80}$/i.test(data.error)) return NONSENSE;
  if (PACED_CODES.includes(data.error)) return { kind: 'paced', retryAfterMs: null };
  const detail = data.needed === '' ? (data.response_metadata?.messages ?? []).join('; ') : data.needed;
  return { kind: 'refused', code: data.error, detail: detail.slice(0, 300) };
}

function toDelay(seconds: number): number | null {
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds * 1000) : null;
}
