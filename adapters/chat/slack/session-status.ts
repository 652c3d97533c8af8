/**
 * What Slack's agent view shows beside a thread: at work (with Slack's own Stop), waiting for the person, at rest
 * (https://docs.slack.dev/reference/methods/agents.sessions.setStatus). Where the workspace does not have it, the first refusal
 * switches it off, and the thread alone says all.
 */

import { z } from 'zod';
import type { OutboundMessage, Thread } from '../../../src/ports/chat.ts';
import type { Log } from '../../../src/ports/chat-needs.ts';
import type { SlackClient } from './client.ts';
import { createFeature } from './feature.ts';
import type { Pacing } from './options.ts';
import { toAddress } from './thread.ts';

export interface SessionStatus {
  /** A message was posted, or edited for the last time. Never waits. */
  note(thread: Thread, message: Pick<OutboundMessage, 'kind' | 'progress'>, isEdit: boolean): void;
  /** The person pressed Slack's own Stop: without a run at work nothing else would take the status back. Never waits. */
  noteStopped(thread: Thread): void;
}

type Status = 'processing' | 'suspended' | 'active';

const MAX_TITLE = 200;
const ABSENCE = 'This workspace has no agent view; the thread says it all.';

export function createSessionStatus(client: SlackClient, log: Log, pacing: Pacing, stop: AbortSignal): SessionStatus {
  const feature = createFeature(ABSENCE, log);
  let last: Promise<unknown> = Promise.resolve();
  const shown = new Map<string, Status>();

  async function show(thread: Thread, status: Status, title: string): Promise<void> {
    const to = toAddress(thread);
    if (to === null || to.rootTs === null || !feature.isThere(to.teamId)) return;
    // The status was set anew meanwhile, so this one is out of date.
    if (status !== 'active' && shown.get(thread.key) !== status) return;
    const about = { channel_id: to.channelId, thread_ts: to.rootTs, status, ...(title === '' ? {} : { title }) };
    const answer = await client.call(
      (web) => web.agents.sessions.setStatus(about),
      z.unknown(),
      pacing.callTimeoutMs,
      stop,
    );
    if (!answer.ok) feature.noteFailure(to.teamId, answer.failure);
  }

  function set(thread: Thread, status: Status, title = ''): void {
    if (status === 'active') shown.delete(thread.key);
    else shown.set(thread.key, status);
    last = last.then(() => show(thread, status, title)).catch(() => undefined);
  }

  return {
    note(thread, { kind, progress }, isEdit) {
      const before = shown.get(thread.key);
      // After a restart no status is remembered, so the end of a run resets the status of its thread in any case.
      if (kind === 'end' && !isEdit) return set(thread, 'active');
      if (kind === 'status' && !isEdit) {
        return set(thread, 'processing', (progress?.title ?? '').slice(0, MAX_TITLE).toWellFormed());
      }
      // A question that no run asks leaves the status as it is. A question that is edited has been answered.
      if (kind !== 'question' || before === undefined) return;
      const status = isEdit ? 'processing' : 'suspended';
      if (status !== before) set(thread, status);
    },
    noteStopped(thread) {
      if (!shown.has(thread.key)) set(thread, 'active');
    },
  };
}
