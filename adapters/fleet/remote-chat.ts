/** The chats as a machine without any sees them: everything goes to the gateway, which shows it in the real one. */
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { chatOfSealed } from '../../src/fleet/seal.ts';
import {
  type BytesRef,
  chatReplySchema,
  fileReplySchema,
  type HelloReply,
  type outboundSchema,
} from '../../src/fleet/wire.ts';
import type {
  Chat,
  Delivery,
  Fetched,
  InboundMessage,
  OutboundMessage,
  Platform,
  Receipt,
} from '../../src/ports/chat.ts';
import { say, type Text } from '../../src/words/say.ts';
import { PART_BYTES } from './parts.ts';

/** Asks something of the gateway; resolves to null when no answer comes in time. */
export type AskGateway = <Reply>(
  what: 'chat' | 'file',
  body: object,
  rest: readonly Uint8Array[],
  schema: z.ZodType<Reply>,
  signal: AbortSignal,
) => Promise<{ readonly body: Reply; readonly rest: Uint8Array } | null>;

export interface RemoteChatOptions {
  readonly platform: Platform;
  readonly ask: AskGateway;
  /** The gateway's last hello; null before the first. */
  readonly hello: () => HelloReply | null;
  readonly isConnected: () => boolean;
  readonly lastContactAt: () => number | null;
}

export interface RemoteChat extends Chat {
  /** A message for this chat came from the gateway. */
  readonly receive: (message: InboundMessage) => Promise<Receipt>;
}

/** Larger content goes in parts: this much fits into one message of a server with the usual limit. */
const INLINE_BYTES = 700 * 1024;
const AWAY_MS = 1_500;
const AWAY = say`the gateway does not answer`;

export function createRemoteChat(options: RemoteChatOptions): RemoteChat {
  const { platform, ask, hello } = options;
  const started = Promise.withResolvers<Parameters<Chat['start']>[0]>();
  /** Ids by message: a message that is tried again carries the same id, so that it is not posted twice when an answer got lost. */
  const ids = new WeakMap<OutboundMessage, string>();

  /** The hello that was the last one when a message of this chat arrived: what it says of the chat is outdated. */
  let overtaken: HelloReply | null = null;

  const idOf = (message: OutboundMessage): string => {
    const id = ids.get(message) ?? randomBytes(12).toString('base64url');
    ids.set(message, id);
    return id;
  };

  /**
   * Sends bytes in parts; null: the gateway did not take them. `parts`: the same id for the same bytes, so that a second try replaces the
   * first.
   */
  const putParts = async (parts: string, bytes: Uint8Array, signal: AbortSignal): Promise<BytesRef | null> => {
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      const part = bytes.subarray(at, at + PART_BYTES);
      const body = { kind: 'put', parts, at, whole: bytes.length };
      const reply = await ask('file', body, [part], fileReplySchema, signal);
      if (reply?.body.isKnown !== true) return null;
    }
    return { parts, bytes: bytes.length };
  };

  const send = async (body: object, message: OutboundMessage, signal: AbortSignal): Promise<Delivery> => {
    const { picture, file, point, progress, ...rest } = message;
    const isInline = (picture?.length ?? 0) + (file?.bytes.length ?? 0) <= INLINE_BYTES;
    const inline: Uint8Array[] = [];
    const refer = async (bytes: Uint8Array, what: string): Promise<BytesRef | null> => {
      if (!isInline) return putParts(`${idOf(message)}-${what}`, bytes, signal);
      inline.push(bytes);
      return { inline: bytes.length };
    };
    const shown = picture === null ? null : await refer(picture, 'picture');
    const attached = file === null ? null : await refer(file.bytes, 'file');
    if ((picture !== null && shown === null) || (file !== null && attached === null)) return LATER;
    const outbound: z.infer<typeof outboundSchema> = {
      ...rest,
      text: [...rest.text],
      buttons: rest.buttons.map((row) => [...row]),
      picture: shown,
      file: file === null || attached === null ? null : { name: file.name, bytes: attached },
      ...(point === undefined ? {} : { point }),
      ...(progress === undefined ? {} : { progress: { title: progress.title, steps: [...progress.steps] } }),
    };
    const asked = { ...body, id: idOf(message), message: outbound };
    const reply = await ask('chat', asked, inline, chatReplySchema, signal);
    if (reply === null || reply.body.result === 'fetched') return LATER;
    return reply.body;
  };

  const getParts = async (parts: string, bytes: number, signal: AbortSignal): Promise<Uint8Array | null> => {
    const whole = new Uint8Array(bytes);
    for (let at = 0; at < bytes; ) {
      const reply = await ask('file', { kind: 'get', parts, at }, [], fileReplySchema, signal);
      if (reply?.body.isKnown !== true || reply.rest.length === 0 || at + reply.rest.length > bytes) return null;
      whole.set(reply.rest, at);
      at += reply.rest.length;
    }
    return whole;
  };

  const direct = (senderId: string) => hello()?.people.find(({ id }) => id === senderId)?.direct ?? null;
  const state = () => hello()?.platforms.find((one) => one.platform === platform);

  return {
    platform,
    async start(given) {
      started.resolve(given);
    },
    // Messages before `start` wait: acknowledging one that nobody takes would lose it.
    async receive(message) {
      overtaken = hello();
      return await (await started.promise)(message);
    },
    post: (thread, message, signal) => send({ kind: 'post', thread }, message, signal),
    edit: (posted, message, signal) => send({ kind: 'edit', posted }, message, signal),
    direct,
    isSameChat(placed, { thread, sender }) {
      if (placed.platform !== platform || thread.platform !== platform) return false;
      const home = direct(sender.id);
      return (
        chatOfSealed(placed) === chatOfSealed(thread) ||
        (home !== null && home.key === placed.key && !placed.isGroup && !thread.isGroup)
      );
    },
    async fetch(attachment, maxBytes, signal): Promise<Fetched> {
      const reply = await ask('chat', { kind: 'fetch', attachment, maxBytes }, [], chatReplySchema, signal);
      if (reply === null || reply.body.result === 'sent') return LATER;
      if (reply.body.result !== 'fetched') return reply.body;
      const { bytes } = reply.body;
      const size = 'inline' in bytes ? bytes.inline : bytes.bytes;
      // The gateway was told the limit; this checks that it kept to it.
      if (size > maxBytes) return { result: 'lost', why: say`it is larger than was allowed` };
      const whole = 'inline' in bytes ? reply.rest : await getParts(bytes.parts, bytes.bytes, signal);
      return whole === null || whole.length !== size ? LATER : { result: 'fetched', bytes: whole };
    },
    health() {
      const isReached = state()?.isConnected === true || (overtaken !== null && overtaken === hello());
      const isConnected = options.isConnected() && isReached;
      return { isConnected, lastContactAt: options.lastContactAt(), detail: describe(options.isConnected(), state()) };
    },
    label: () => `${platform} through the gateway`,
    stop: () => Promise.resolve(),
  };
}

const LATER = { result: 'later', retryAfterMs: AWAY_MS, why: AWAY } as const;

function describe(isThere: boolean, state: HelloReply['platforms'][number] | undefined): Text {
  if (!isThere) return AWAY;
  return state === undefined ? say`the gateway has no such chat` : state.detail;
}
