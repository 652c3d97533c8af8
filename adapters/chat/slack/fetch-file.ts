/** Brings the bytes of a file that was sent in Slack. */

import { z } from 'zod';
import { say } from '../../../src/words/say.ts';
import { createLimitedFetch, type FetchFile } from '../shared/fetch-file.ts';
import { isRefused } from './answer.ts';
import type { SlackClient } from './client.ts';
import { toDelivery } from './delivery.ts';
import type { Pacing } from './options.ts';

const fileOnServer = z
  .object({ file: z.object({ url_private: z.string().optional(), url_private_download: z.string().optional() }) })
  .transform(({ file }) => file.url_private_download ?? file.url_private ?? '');
const GONE = ['file_not_found', 'file_deleted'];

export function createFetchFile(client: SlackClient, pacing: Pacing): FetchFile {
  return createLimitedFetch('Slack', Number.POSITIVE_INFINITY, async (ref, limit, signal) => {
    const found = await client.call((web) => web.files.info({ file: ref }), fileOnServer, pacing.callTimeoutMs, signal);
    if (isRefused(found, GONE)) return { result: 'lost', why: say`Slack does not have it any more` };
    if (!found.ok) return toDelivery(found.failure);
    const answer = await client.download(found.value, limit, pacing.uploadTimeoutMs, signal);
    if (isRefused(answer, GONE)) return { result: 'lost', why: say`Slack does not have it any more` };
    if (isRefused(answer, ['file_elsewhere'])) return { result: 'lost', why: say`it is not kept at Slack itself` };
    if (isRefused(answer, ['file_not_handed_out'])) {
      return { result: 'lost', why: say`Slack does not hand it to the app: it needs the scope files:read` };
    }
    if (!answer.ok) return toDelivery(answer.failure);
    return answer.value === null ? null : { result: 'fetched', bytes: answer.value };
  });
}
