/**
 * What Slack's agent view shows beside a thread: at work (with Slack's own Stop), waiting for the person, at rest
 * (https://docs.slack.dev/reference/methods/agents.sessions.setStatus). Where the workspace does not have it, the first refusal
 * switches it off, and the thread alone says all.
 */

import { z } from 'zod';
import type { OutboundMessage, Thread } from '../../../src/ports/chat.ts';
import type { SlackClient } from './client.ts';
import type { Log, Pacing } from './options.ts';
import { toAddress } from './thread.ts';

export interface SessionStatus {
  /** A message of this kind was posted, or edited for the last time. Never waits. */
  note(thread: Thread, kind: OutboundMessage['kind'], isEdit: boolean): void;
}

type Status = 'processing' | 'suspended' | 'active';

/** Says that this one thread is not to be shown; everything else, that no thread is. */
const ONLY_HERE = ['channel_not_found', 'thread_not_found', 'message_not_found', 'not_in_channel', 'is_archived'];

export function createSessionStatus(client: SlackClient, log: Log, pacing: Pacing, stop: AbortSignal): SessionStatus {
  let isThere = true;
  let last: Promise<unknown> = Promise.resolve();
  const shown = new Map<string, Status>();

  async function show(thread: Thread, status: Status): Promise<void> {
    const to = toAddress(thread);
    if (!isThere || to === null || to.rootTs === null || shown.get(thread.key) !== status) return;
    const about = { channel_id: to.channelId, thread_ts: to.rootTs, status };
    const answer = await client.call(
      (web) => web.agents.sessions.setStatus(about),
      z.unknown(),
      pacing.callTimeoutMs,
      stop,
    );
    if (answer.ok || answer.failure.kind !== 'refused' || ONLY_HERE.includes(answer.failure.code)) return;
    isThere = false;
    log.info({ chat: 'slack', code: answer.failure.code }, 'This workspace has no agent view; the thread says it all.');
  }

  return {
    note(thread, kind, isEdit) {
      const status = statusOf(kind, isEdit);
      if (!isThere || status === null || shown.get(thread.key) === status) return;
      if (status === 'active' && !shown.has(thread.key)) return;
      shown.set(thread.key, status);
      last = last.then(() => show(thread, status)).catch(() => undefined);
      if (status === 'active')
        last.then(() => shown.get(thread.key) === 'active' && shown.delete(thread.key)).catch(() => undefined);
    },
  };
}

/** null: says nothing about the run. A question that is edited has its answer. */
function statusOf(kind: OutboundMessage['kind'], isEdit: boolean): Status | null {
  switch (kind) {
    case 'status':
      return isEdit ? null : 'processing';
    case 'question':
      return isEdit ? 'processing' : 'suspended';
    case 'end':
      return isEdit ? null : 'active';
    case 'reply':
      return null;
  }
}
