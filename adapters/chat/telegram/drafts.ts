/**
 * Telegram's own Stop while a run works: a draft with `can_stop` in a private chat, which shows as “Thinking…” above the keyboard
 * (https://core.telegram.org/bots/api#sendmessagedraft). It lives for 30 s, so it is renewed with the live message. A server that does
 * not have it says so once, and the buttons of the live message are all there is.
 */

import { z } from 'zod';
import type { OutboundMessage, Thread } from '../../../src/ports/chat.ts';
import type { Log } from '../../../src/ports/chat-needs.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { TelegramClient } from './client.ts';
import type { Pacing } from './options.ts';
import { toAddress } from './thread.ts';

export interface Drafts {
  /** A message was posted, or edited. Never waits. */
  note(thread: Thread, message: OutboundMessage, isEdit: boolean): void;
}

interface Work {
  readonly draftId: number;
  /** Whether the person is asked something: the draft, which says “Thinking…”, is then not renewed. */
  isAsking: boolean;
  shownAt: number;
}

/** Codes of a server that has no drafts, or none with Stop. */
const UNKNOWN_CODES = [400, 404];

export function createDrafts(
  ports: { readonly client: TelegramClient; readonly clock: Clock; readonly log: Log; readonly pacing: Pacing },
  stop: AbortSignal,
): Drafts {
  const { client, clock, log, pacing } = ports;
  const working = new Map<string, Work>();
  let isThere = true;
  let lastId = 0;

  async function show(thread: Thread, work: Work): Promise<void> {
    const to = toAddress(thread);
    if (to === null || !isThere) return;
    work.shownAt = clock.elapsed();
    const also = { can_stop: true, ...(to.topicId === null ? {} : { message_thread_id: to.topicId }) };
    const answer = await client.call(
      (api) => api.sendMessageDraft(to.chatId, work.draftId, '', also),
      z.boolean(),
      pacing.callTimeoutMs,
      stop,
    );
    if (answer.ok || answer.failure.kind !== 'refused' || !UNKNOWN_CODES.includes(answer.failure.code)) return;
    if (isThere) log.info({ chat: 'telegram', code: answer.failure.code }, 'This Telegram has no drafts with Stop.');
    isThere = false;
  }

  function refresh(thread: Thread, work: Work): void {
    if (!work.isAsking) show(thread, work).catch(() => undefined);
  }

  return {
    note(thread, { kind, buttons }, isEdit) {
      const to = toAddress(thread);
      // Drafts are for private chats; groups have negative numbers.
      if (!isThere || to === null || to.chatId < 0) return;
      const work = working.get(thread.key);
      const isOver = kind === 'end' || (kind === 'status' && isEdit && buttons.length === 0);
      if (isOver) working.delete(thread.key);
      else if (kind === 'status' && !isEdit) {
        lastId += 1;
        const begun: Work = { draftId: lastId, isAsking: false, shownAt: 0 };
        working.set(thread.key, begun);
        refresh(thread, begun);
      } else if (work !== undefined && kind === 'question') {
        work.isAsking = !isEdit;
        refresh(thread, work);
      } else if (work !== undefined && (!isEdit || clock.elapsed() - work.shownAt > pacing.draftMs)) {
        // A new message takes the draft away.
        refresh(thread, work);
      }
    },
  };
}
