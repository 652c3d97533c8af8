/** A feature that only some Slack workspaces have: tried, and left alone from its first refusal on. */

import type { Log } from '../../../src/ports/chat-needs.ts';
import type { Failure } from './answer.ts';
import { TROUBLE_CODES } from './delivery.ts';

export interface Feature {
  isThere(teamId: string): boolean;
  /** Notes that a call of the feature failed; Slack's error tells whether the workspace lacks it. */
  noteFailure(teamId: string, failure: Failure): void;
}

/** Codes that concern this one conversation, thread or call, not the workspace. */
const ONLY_HERE = [
  'channel_not_found',
  'thread_not_found',
  'message_not_found',
  'not_in_channel',
  'not_authorized',
  'is_archived',
  'channel_type_not_supported',
  'cannot_reply_to_message',
  'user_not_found',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_locked',
  'restricted_action_non_threadable_channel',
  'messaging_processing_failed',
  'msg_too_long',
  'msg_blocks_too_long',
];

/** `absence`: the sentence that is logged, once a workspace, when it lacks the feature. */
export function createFeature(absence: string, log: Log): Feature {
  const without = new Set<string>();
  return {
    isThere: (teamId) => !without.has(teamId),
    noteFailure(teamId, failure) {
      if (failure.kind !== 'refused' || without.has(teamId)) return;
      if (ONLY_HERE.includes(failure.code) || TROUBLE_CODES.includes(failure.code)) return;
      without.add(teamId);
      log.info({ chat: 'slack', code: failure.code, needed: failure.detail }, absence);
    },
  };
}
