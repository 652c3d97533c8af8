/** Brings the bytes of a file that was sent to the bot. */

import { z } from 'zod';
import type { Attachment, Fetched } from '../../../src/ports/chat.ts';
import { isRefused } from './answer.ts';
import type { TelegramClient } from './client.ts';
import { toDelivery } from './delivery.ts';
import type { Pacing } from './options.ts';

/** getFile hands bots no larger ones (https://core.telegram.org/bots/api#getfile). */
const MAX_BYTES = 20 * 1024 * 1024;
const TOO_BIG = /file is too big/i;
const GONE = /the file is not there/;

const fileOnServer = z.object({ file_path: z.string().min(1) });

export type FetchFile = (attachment: Attachment, maxBytes: number, signal: AbortSignal) => Promise<Fetched>;

export function createFetchFile(client: TelegramClient, pacing: Pacing): FetchFile {
  return async ({ ref, bytes }, maxBytes, signal) => {
    signal.throwIfAborted();
    const limit = Math.min(maxBytes, MAX_BYTES);
    if (bytes !== null && bytes > limit) return tooLarge(limit);
    const found = await client.call((api) => api.getFile(ref), fileOnServer, pacing.callTimeoutMs, signal);
    if (isRefused(found, TOO_BIG)) return tooLarge(limit);
    if (!found.ok) return toDelivery(found.failure);
    const answer = await client.download(found.value.file_path, limit, pacing.uploadTimeoutMs, signal);
    if (isRefused(answer, GONE)) return { result: 'lost', why: 'Telegram does not have it any more' };
    if (!answer.ok) return toDelivery(answer.failure);
    return answer.value === null ? tooLarge(limit) : { result: 'fetched', bytes: answer.value };
  };
}

function tooLarge(limit: number): Fetched {
  return { result: 'lost', why: `it is larger than the ${limit / 1024 / 1024} MB that I can take from Telegram` };
}
