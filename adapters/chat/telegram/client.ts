/**
 * Calls to the Bot API through grammY: bounded in time, abortable, their results checked, every failure a value without the token.
 *
 * grammY's own request layer (node-fetch with one agent) is replaced by Node's fetch. Measured: an answer cut in the middle hangs the
 * other one until its timeout and is an error here after 13 ms. Signals can be native, and a connection that cannot be made ends after
 * 10 s.
 */

import { Api, GrammyError, HttpError } from 'grammy';
import type { z } from 'zod';
import { onOwnConnection } from '../../../src/http/own-connection.ts';
import { readAtMost } from '../../../src/http/read-at-most.ts';
import { within } from '../../../src/http/within.ts';
import type { Answer, Failure } from './answer.ts';
import { redactToken } from './redact.ts';

export interface TelegramClient {
  /**
   * Sends one call. `shape` checks the result: anything else counts as unreachable. Rejects only with the reason of `signal`.
   * `timeoutMs` covers connecting, sending and the whole answer.
   */
  call<T>(
    send: (api: Api) => Promise<unknown>,
    shape: z.ZodType<T>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Answer<T>>;
  /** The bytes of a file that getFile named; null when there are more than `maxBytes`. Rejects only with the reason of `signal`. */
  download(path: string, maxBytes: number, timeoutMs: number, signal: AbortSignal): Promise<Answer<Uint8Array | null>>;
}

/** `onContact` is called whenever Telegram did what was asked. */
export function createClient(token: string, apiRoot: string, onContact: () => void): TelegramClient {
  const root = apiRoot.replace(/\/+$/, '');

  function apiWith(signal: AbortSignal): Api {
    return new Api(token, {
      apiRoot: root,
      // A redirect would carry the token in its path to another host.
      baseFetchConfig: { duplex: 'half', redirect: 'error' },
      fetch: (url: string, init: RequestInit) => fetch(url, onOwnConnection(init, signal)),
    });
  }

  const bound = <T>(
    timeoutMs: number,
    signal: AbortSignal,
    work: (until: AbortSignal) => Promise<Answer<T>>,
  ): Promise<Answer<T>> =>
    within(timeoutMs, signal, work, (error, until) => ({ ok: false, failure: redact(toFailure(error, until), token) }));

  return {
    call: (send, shape, timeoutMs, signal) =>
      bound(timeoutMs, signal, async (until) => {
        const parsed = shape.safeParse(await send(apiWith(until)));
        if (!parsed.success) return unreachable('the answer makes no sense');
        onContact();
        return { ok: true, value: parsed.data };
      }),
    download: (path, maxBytes, timeoutMs, signal) =>
      bound(timeoutMs, signal, async (until) => {
        const where = path.split('/').map(encodeURIComponent).join('/');
        const response = await fetch(
          `${root}/file/bot${token}/${where}`,
          onOwnConnection({ redirect: 'error' }, until),
        );
        if (!response.ok) {
          await response.body?.cancel();
          return { ok: false, failure: refuseFile(response.status) };
        }
        const bytes = await readAtMost(response, maxBytes);
        onContact();
        return { ok: true, value: bytes };
      }),
  };
}

function refuseFile(code: number): Failure {
  const description = code === 404 ? 'the file is not there' : 'the file was not handed out';
  return { kind: 'refused', code, description, retryAfterMs: null, migratedTo: null };
}

function unreachable(why: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { kind: 'unreachable', why } };
}

function toFailure(error: unknown, bounded: AbortSignal): Failure {
  if (error instanceof GrammyError) return readRefusal(error);
  if (bounded.aborted) return { kind: 'unreachable', why: messageOf(bounded.reason) };
  return { kind: 'unreachable', why: messageOf(error instanceof HttpError ? error.error : error) };
}

/** What a proxy or a broken server sends may lack every field, or have them in other types. */
function readRefusal({ error_code, description, parameters }: GrammyError): Failure {
  const code: unknown = error_code;
  const words: unknown = description;
  if (typeof code !== 'number') return { kind: 'unreachable', why: 'the answer makes no sense' };
  const retryAfter: unknown = parameters?.retry_after;
  const migratedTo: unknown = parameters?.migrate_to_chat_id;
  const isDelay = typeof retryAfter === 'number' && Number.isFinite(retryAfter) && retryAfter > 0;
  return {
    kind: 'refused',
    code,
    description: typeof words === 'string' ? words : '',
    retryAfterMs: isDelay ? Math.ceil(retryAfter * 1000) : null,
    migratedTo: typeof migratedTo === 'number' ? migratedTo : null,
  };
}

/** The innermost cause says most: `connect ECONNREFUSED …` below `fetch failed`. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return messageOf(error.cause);
  if ('code' in error && error.message === '') return String(error.code);
  return error.message;
}

function redact(failure: Failure, token: string): Failure {
  if (failure.kind === 'unreachable') return { ...failure, why: redactToken(failure.why, token) };
  return { ...failure, description: redactToken(failure.description, token) };
}
