/** Brings the bytes of a file that was sent to the bot. */

import { z } from 'zod';
import { say } from '../../../src/words/say.ts';
import { createLimitedFetch, type FetchFile } from '../shared/fetch-file.ts';
import { isRefused } from './answer.ts';
import type { TelegramClient } from './client.ts';
import { toDelivery } from './delivery.ts';
import type { Pacing } from './options.ts';

/** getFile hands bots no larger ones (https://core.telegram.org/bots/api#getfile). */
const MAX_BYTES = 20 * 1024 * 1024;
const TOO_BIG = /file is too big/i;
/** Of an address that leads to no file any more. */
const GONE = 404;

const fileOnServer = z.object({ file_path: z.string().min(1) });

export function createFetchFile(client: TelegramClient, pacing: Pacing): FetchFile {
  return createLimitedFetch('Telegram', MAX_BYTES, async (ref, limit, signal) => {
    const found = await client.call((api) => api.getFile(ref), fileOnServer, pacing.callTimeoutMs, signal);
    if (isRefused(found, TOO_BIG)) return null;
    if (!found.ok) return toDelivery(found.failure);
    const answer = await client.download(found.value.file_path, limit, pacing.uploadTimeoutMs, signal);
    if (!answer.ok) {
      const isGone = answer.failure.kind === 'refused' && answer.failure.code === GONE;
      return isGone ? { result: 'lost', why: say`Telegram does not have it any more` } : toDelivery(answer.failure);
    }
    return answer.value === null ? null : { result: 'fetched', bytes: answer.value };
  });
}
