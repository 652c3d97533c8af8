/** chat.*: what the app says, within Slack's limits. */

import { type Block, planOf, readBlocks } from './block-rules.ts';
import type { Method } from './method.ts';
import { refuse, SlackRefusal } from './refusal.ts';
import type { Channel, StoredMessage, World } from './world.ts';

/** Characters of `text` (https://docs.slack.dev/reference/methods/chat.postMessage). */
const MAX_TEXT = 40_000;

export interface Pace {
  /** Messages that may come at once to a channel, and how fast the credit comes back. */
  readonly burst: number;
  readonly perSecond: number;
}

/** Where the app may write, and how fast. */
export interface ChannelRules {
  findChannel(id: string | undefined): Channel;
  findRoot(channel: Channel, rootTs: string | undefined): string | null;
  /** One more message to that conversation. */
  count(channelId: string): void;
}

export function createChannelRules(world: World, pace: Pace | null): ChannelRules {
  const credits = new Map<string, { readonly left: number; readonly at: number }>();

  return {
    count(channelId) {
      if (pace === null) return;
      const now = performance.now();
      const before = credits.get(channelId) ?? { left: pace.burst, at: now };
      const left = Math.min(pace.burst, before.left + ((now - before.at) / 1000) * pace.perSecond);
      if (left < 1) throw new SlackRefusal('ratelimited', {}, Math.max(1, Math.ceil((1 - left) / pace.perSecond)));
      credits.set(channelId, { left: left - 1, at: now });
    },
    findChannel(id) {
      const channel = world.channels.get(id ?? '');
      if (channel === undefined) refuse('channel_not_found');
      if (!channel.hasBot) refuse('not_in_channel');
      if (channel.isArchived) refuse('is_archived');
      return channel;
    },
    findRoot(channel, rootTs) {
      if (rootTs === undefined) return null;
      if (!/^\d{10}\.\d{6}$/.test(rootTs)) refuse('invalid_arguments', 'thread_ts');
      const root = world.find(channel.id, rootTs);
      if (root === undefined) refuse('thread_not_found');
      if (root.rootTs !== null) refuse('cannot_reply_to_message');
      return rootTs;
    },
  };
}

export function createChatMethods(
  world: World,
  botUserId: string,
  { findChannel, findRoot, count }: ChannelRules,
): Readonly<Record<string, Method>> {
  function findOwn(fields: ReadonlyMap<string, string>): StoredMessage {
    const channel = findChannel(fields.get('channel'));
    const message = world.find(channel.id, fields.get('ts') ?? '');
    if (message === undefined || message.onlyFor !== null) refuse('message_not_found');
    if (message.userId !== botUserId) refuse('cant_update_message');
    return message;
  }

  function readContent(fields: ReadonlyMap<string, string>): {
    readonly text: string;
    readonly blocks: readonly Block[];
  } {
    const text = fields.get('text') ?? '';
    const blocks = readBlocks(fields.get('blocks'), (id) => isShowable(world, id));
    if ([...text].length > MAX_TEXT) refuse('msg_too_long');
    if (text.trim() === '' && blocks.length === 0) refuse('no_text');
    refuseMentions(text);
    return { text, blocks };
  }

  return {
    'chat.postMessage': {
      scope: 'chat:write',
      parameters: ['channel', 'thread_ts', 'text', 'blocks', 'unfurl_links', 'unfurl_media'],
      run({ fields }) {
        const channel = findChannel(fields.get('channel'));
        const rootTs = findRoot(channel, fields.get('thread_ts'));
        const content = readContent(fields);
        count(channel.id);
        const about = { channelId: channel.id, rootTs, userId: botUserId, isBot: true, fileId: null, onlyFor: null };
        const { ts } = world.add({ ...about, ...content });
        return { channel: channel.id, ts, message: { ts, text: content.text } };
      },
    },
    'chat.update': {
      scope: 'chat:write',
      parameters: ['channel', 'ts', 'text', 'blocks'],
      run({ fields }) {
        const message = findOwn(fields);
        const content = readContent(fields);
        if (message.stream?.state === 'open') refuse('streaming_state_conflict');
        count(message.channelId);
        world.change(message, { ...content, plan: planOf(content.blocks), edits: message.edits + 1 });
        return { channel: message.channelId, ts: message.ts, text: content.text };
      },
    },
    'chat.delete': {
      scope: 'chat:write',
      parameters: ['channel', 'ts'],
      run({ fields }) {
        const message = findOwn(fields);
        world.remove(message);
        return { channel: message.channelId, ts: message.ts };
      },
    },
    'chat.postEphemeral': {
      scope: 'chat:write',
      parameters: ['channel', 'user', 'thread_ts', 'text'],
      run({ fields }) {
        const channel = findChannel(fields.get('channel'));
        const rootTs = findRoot(channel, fields.get('thread_ts'));
        const user = world.users.get(fields.get('user') ?? '');
        if (user === undefined || (channel.userId !== null && channel.userId !== user.id))
          refuse('user_not_in_channel');
        const { text } = readContent(fields);
        const about = { channelId: channel.id, rootTs, userId: botUserId, isBot: true, fileId: null, onlyFor: user.id };
        return { message_ts: world.add({ ...about, text, blocks: [] }).ts };
      },
    },
  };
}

/** Ready, a picture, and the app's own. */
export function isShowable(world: World, fileId: string): boolean {
  const file = world.files.get(fileId);
  if (file === undefined || !file.isComplete || file.bytes === null) return false;
  return performance.now() >= file.readyAt && file.bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xd8]));
}

/** Nothing Deskhand passes on may ping a channel; the one mention it makes itself is a person's, at the start. */
export function refuseMentions(text: string): void {
  const injected = text.replace(/^<@[UW][A-Z0-9]+>/, '').match(/<[@#!][^>]*>|<[a-z]+:[^>]*>/i);
  if (injected !== null) throw new Error(`something was injected into a message: ${injected[0]}`);
}
