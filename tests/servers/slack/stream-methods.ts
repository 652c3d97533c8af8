/** chat.startStream, chat.appendStream, chat.stopStream: messages that grow, for about five minutes at most. */

import type { SessionChange } from './account-methods.ts';
import { readBlocks } from './block-rules.ts';
import { type ChannelRules, isShowable, refuseMentions } from './chat-methods.ts';
import type { Method } from './method.ts';
import { refuse } from './refusal.ts';
import { addChunks, type Plan, readStreamContent, type StreamContent } from './stream-rules.ts';
import type { StoredMessage, World } from './world.ts';

/** Measured by others (slackapi/python-slack-sdk issue 1859): appending does not prolong it. */
export const STREAM_LIFETIME_MS = 306_000;

export interface StreamPorts {
  readonly world: World;
  readonly rules: ChannelRules;
  readonly botUserId: string;
  readonly lifetimeMs: number;
  readonly sessions: SessionChange[];
}

export function createStreamMethods(ports: StreamPorts): Readonly<Record<string, Method>> {
  const { world, rules, botUserId, lifetimeMs, sessions } = ports;

  function findOpen(fields: ReadonlyMap<string, string>): StoredMessage {
    const channel = rules.findChannel(fields.get('channel'));
    const message = world.find(channel.id, fields.get('ts') ?? '');
    if (message === undefined) refuse('message_not_found');
    if (message.userId !== botUserId) refuse('message_not_owned_by_app');
    const { stream } = message;
    if (stream?.state === 'stopped by user') refuse('stopped_by_user');
    if (stream?.state !== 'open') refuse('message_not_in_streaming_state');
    if (performance.now() - stream.startedAt > lifetimeMs) {
      world.change(message, { stream: { ...stream, state: 'ended' } });
      refuse('message_not_in_streaming_state');
    }
    return message;
  }

  function grow(message: StoredMessage, content: StreamContent | null): StoredMessage {
    const { stream } = message;
    if (content === null || stream === null) return message;
    if (content.mode !== stream.mode) refuse('streaming_mode_mismatch');
    for (const one of content.chunks) refuseMentions(one.type === 'markdown_text' ? one.text : one.title);
    const plan = addChunks(message.plan ?? EMPTY, content.chunks);
    if (plan.tasks.length > 50) refuse('msg_blocks_too_many');
    return world.change(message, { plan });
  }

  return {
    'chat.startStream': {
      scope: 'chat:write',
      parameters: [
        'channel',
        'thread_ts',
        'recipient_user_id',
        'recipient_team_id',
        'task_display_mode',
        'chunks',
        'markdown_text',
      ],
      run({ fields }) {
        const channel = rules.findChannel(fields.get('channel'));
        const rootTs = rules.findRoot(channel, fields.get('thread_ts'));
        if (rootTs === null) refuse('invalid_arguments', 'missing required field: thread_ts');
        if (channel.userId === null) {
          if (!fields.has('recipient_user_id')) refuse('missing_recipient_user_id');
          if (!fields.has('recipient_team_id')) refuse('missing_recipient_team_id');
        }
        const recipient = fields.get('recipient_user_id');
        if (recipient !== undefined && !world.users.has(recipient)) refuse('user_not_found');
        if (!['timeline', 'plan', 'dense'].includes(fields.get('task_display_mode') ?? 'timeline')) {
          refuse('invalid_arguments', 'task_display_mode');
        }
        const content = readStreamContent(fields);
        if (content === null || content.chunks.length === 0) refuse('no_text');
        rules.count(channel.id);
        const stream = { state: 'open', mode: content.mode, startedAt: performance.now() } as const;
        const about = { channelId: channel.id, rootTs, userId: botUserId, isBot: true, fileId: null, onlyFor: null };
        const { ts } = grow(world.add({ ...about, text: '', blocks: [], stream, plan: EMPTY }), content);
        return { channel: channel.id, ts };
      },
    },
    'chat.appendStream': {
      scope: 'chat:write',
      parameters: ['channel', 'ts', 'chunks', 'markdown_text'],
      run({ fields }) {
        const message = findOpen(fields);
        const content = readStreamContent(fields);
        if (content === null || content.chunks.length === 0) refuse('no_text');
        grow(message, content);
        return { channel: message.channelId, ts: message.ts };
      },
    },
    'chat.stopStream': {
      scope: 'chat:write',
      parameters: ['channel', 'ts', 'chunks', 'markdown_text', 'blocks', 'session_status'],
      run({ fields }) {
        const open = findOpen(fields);
        const status = fields.get('session_status') ?? 'active';
        if (!['active', 'processing', 'suspended', 'closed'].includes(status)) {
          refuse('invalid_arguments', 'session_status');
        }
        const blocks = readBlocks(fields.get('blocks'), (id) => isShowable(world, id));
        const message = grow(open, readStreamContent(fields));
        const { stream, channelId, rootTs, ts } = message;
        if (stream !== null) world.change(message, { blocks, stream: { ...stream, state: 'ended' } });
        // Slack sets the status of existing sessions only.
        const isKnown = sessions.some((one) => one.channelId === channelId && one.rootTs === rootTs);
        if (isKnown && rootTs !== null) sessions.push({ channelId, rootTs, status, title: '' });
        return { channel: channelId, ts };
      },
    },
  };
}

const EMPTY: Plan = { title: '', tasks: [] };
