/** What the people who are allowed are called and which language they use; messages themselves name only an id. */

import { z } from 'zod';
import type { Sender } from '../../../src/ports/chat.ts';
import type { Log } from '../../../src/ports/chat-needs.ts';
import { keepNewest } from '../shared/keep-newest.ts';
import type { SlackClient } from './client.ts';
import type { Pacing } from './options.ts';

export interface People {
  /** As far as it is known by now; `name` is what the update itself says, '' when it does not. */
  describe(senderId: string, name: string): Sender;
  /** Asks Slack about these, one after the other; what does not work is left. Never rejects. */
  lookUp(senderIds: readonly string[], signal: AbortSignal): Promise<void>;
}

const person = z.object({
  user: z.object({
    real_name: z.string().default(''),
    locale: z.string().default(''),
    profile: z.object({ display_name: z.string().default('') }).default({ display_name: '' }),
  }),
});
const REMEMBERED = 1_000;

export function createPeople(client: SlackClient, log: Log, pacing: Pacing): People {
  const known = new Map<string, Pick<Sender, 'name' | 'language'>>();

  async function ask(senderId: string, signal: AbortSignal): Promise<void> {
    const [, , userId = ''] = senderId.split(':');
    const answer = await client.call(
      (web) => web.users.info({ user: userId, include_locale: true }),
      person,
      pacing.callTimeoutMs,
      signal,
    );
    if (!answer.ok) return log.info({ chat: 'slack', from: senderId }, 'Slack did not say who this is.');
    const { profile, real_name: realName, locale } = answer.value.user;
    const name = profile.display_name === '' ? realName : profile.display_name;
    keepNewest(known, senderId, { name, language: locale }, REMEMBERED);
  }

  return {
    describe(senderId, name) {
      const found = known.get(senderId);
      const fallback = name === '' ? (senderId.split(':')[2] ?? '') : name;
      return { id: senderId, name: found?.name || fallback, language: found?.language ?? '' };
    },
    async lookUp(senderIds, signal) {
      for (const senderId of senderIds) {
        if (known.has(senderId)) continue;
        try {
          await ask(senderId, signal);
        } catch {
          return;
        }
      }
    },
  };
}
