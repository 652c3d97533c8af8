/**
 * Calls to the Bot API through grammY: bounded in time, abortable, their results checked, every failure a value without the token.
 *
 * grammY's own request layer (node-fetch with one agent) is replaced by Node's fetch. Measured: an answer cut in the middle hangs the
 * other one until its timeout and is an error here after 13 ms. Signals can be native, and a connection that cannot be made ends after
 * 10 s.
 */

import { Api, GrammyError, HttpError } from 'grammy';
import type { z } from 'zod';
import { createCalls, innermostWords, NONSENSE } from '../shared/calls.ts';
import { onOwnConnection } from '../shared/own-connection.ts';
import { readAtMost } from '../shared/read-at-most.ts';
import { type Redact, redactFailure } from '../shared/redact.ts';
import type { Answer, Failure } from './answer.ts';

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
export function createClient(
  { token, apiRoot, redact }: { readonly token: string; readonly apiRoot: string; readonly redact: Redact },
  onContact: () => void,
): TelegramClient {
  const root = apiRoot.replace(/\/+$/, '');
  const { call, bound } = createCalls<Failure>({
    onContact,
    toFailure: (error, until) => redactFailure(toFailure(error, until), redact),
  });

  function apiWith(signal: AbortSignal): Api {
    return new Api(token, {
      apiRoot: root,
      // A redirect would carry the token in its path to another host.
      baseFetchConfig: { duplex: 'half', redirect: 'error' },
      fetch: (url: string, init: RequestInit) => fetch(url, onOwnConnection(init, signal)),
    });
  }

  return {
    call: (send, shape, timeoutMs, signal) => call((until) => send(apiWith(until)), shape, timeoutMs, signal),
    download: (path, maxBytes, timeoutMs, signal) =>
      bound(
        async (until) => {
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
        },
        timeoutMs,
        signal,
      ),
  };
}

function refuseFile(code: number): Failure {
  return { kind: 'refused', code, description: '', retryAfterMs: null, migratedTo: null };
}

function toFailure(error: unknown, bounded: AbortSignal): Failure {
  if (error instanceof GrammyError) return readRefusal(error);
  if (bounded.aborted) return { kind: 'unreachable', why: innermostWords(bounded.reason) };
  return { kind: 'unreachable', why: innermostWords(error instanceof HttpError ? error.error : error) };
}

/** What a proxy or a broken server sends may lack every field, or have them in other types. */
function readRefusal({ error_code, description, parameters }: GrammyError): Failure {
  const code: unknown = error_code;
  const words: unknown = description;
  if (typeof code !== 'number') return NONSENSE;
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
