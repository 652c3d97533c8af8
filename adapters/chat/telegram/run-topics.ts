/** In a forum whose admins let the bot manage topics, a run that is asked for outside of them gets a topic of its own. */
import { z } from 'zod';
import type { Log } from '../../../src/ports/chat-needs.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { english } from '../../../src/words/speak.ts';
import { keepNewest } from '../shared/keep-newest.ts';
import { describeFailure } from './answer.ts';
import type { TelegramClient } from './client.ts';
import type { Pacing } from './options.ts';

export interface RunTopics {
  /** The topic for what an update asks for, the same when it comes again; null: it stays where it was said. Never rejects. */
  open(chatId: number, updateId: string, goal: string): Promise<RunTopic | null>;
}

export interface RunTopic {
  readonly topicId: number;
  readonly name: string;
  /** The address that opens the topic. */
  readonly link: string;
}

const TOPICS_KEPT = 200;
/** Telegram takes 128 characters; a phone's list shows fewer. */
const NAME_CHARACTERS = 60;
/** The pause before a chat that refused is asked again: an admin may have allowed topics meanwhile. */
const REFUSED_MS = 600_000;
const topic = z.object({ message_thread_id: z.number().int() }).transform((made) => made.message_thread_id);

export function createRunTopics(
  client: TelegramClient,
  clock: Pick<Clock, 'elapsed'>,
  log: Log,
  pacing: Pick<Pacing, 'topicWithinMs'>,
  stop: AbortSignal,
): RunTopics {
  const opened = new Map<string, RunTopic>();
  /** Chats that refused, and when. */
  const refusedAt = new Map<number, number>();

  return {
    async open(chatId, updateId, goal) {
      const known = opened.get(updateId);
      if (known !== undefined) return known;
      const refused = refusedAt.get(chatId);
      if (refused !== undefined && clock.elapsed() - refused < REFUSED_MS) return null;
      const name = nameOf(goal);
      try {
        const answer = await client.call(
          (api) => api.createForumTopic(chatId, name),
          topic,
          pacing.topicWithinMs,
          stop,
        );
        if (answer.ok) {
          const made = { topicId: answer.value, name, link: linkTo(chatId, answer.value) };
          keepNewest(opened, updateId, made, TOPICS_KEPT);
          return made;
        }
        refusedAt.set(chatId, clock.elapsed());
        const problem = english(describeFailure(answer.failure));
        log.info({ chat: 'telegram', problem }, 'A run got no topic of its own.');
      } catch {
        // Aborted by a stop: the run stays where it was asked for.
      }
      return null;
    },
  };
}

/** As Telegram writes links to what is in a supergroup, whose ids begin with -100: core.telegram.org/api/links, “private post links”. */
function linkTo(chatId: number, topicId: number): string {
  return `https://t.me/c/${String(chatId).replace(/^-100/, '')}/${topicId}`;
}

function nameOf(goal: string): string {
  const letters = Array.from(goal.replace(/\s+/g, ' ').trim());
  return letters.length <= NAME_CHARACTERS ? letters.join('') : `${letters.slice(0, NAME_CHARACTERS - 1).join('')}…`;
}
