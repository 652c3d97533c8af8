/** What machines want of the chats, carried out by the gateway: in places that it gave them, once each, and not too much at a time. */
import type { Seals } from '../../src/fleet/seal.ts';
import type { BytesRef, ChatRequest } from '../../src/fleet/wire.ts';
import type { Chat, Delivery, Fetched, OutboundMessage, Platform, PostedMessage } from '../../src/ports/chat.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { say } from '../../src/words/say.ts';
import type { Parts } from './parts.ts';

export interface ServeChatsPorts {
  readonly chats: ReadonlyMap<Platform, Chat>;
  readonly seals: Seals;
  readonly parts: Parts;
  readonly clock: Clock;
  /** Changes a machine's message for people: adds the machine's name, and buttons that lead back to it. */
  readonly labelMessage: (machine: string, message: OutboundMessage) => OutboundMessage;
  /** Called with a message and its thread before it is shown. */
  readonly onShown: (machine: string, thread: PostedMessage['thread'], message: OutboundMessage) => void;
  /** The message posted under an id; null: not remembered. */
  readonly posted: { find(key: string): PostedMessage | null; note(key: string, posted: PostedMessage): void };
  readonly warn: (problem: string) => void;
}

export type Served =
  | Delivery
  | Exclude<Fetched, { readonly result: 'fetched' }>
  | { readonly result: 'fetched'; readonly bytes: Uint8Array };

/** The same question is asked again when its answer got lost: it is carried out once. */
export type ServeChat = (
  machine: string,
  request: ChatRequest,
  rest: Uint8Array,
  signal: AbortSignal,
) => Promise<Served>;

/** How much one machine may post, more than people can read; further messages of it wait without holding up other machines. */
const AT_ONCE = 6;
const PER_MINUTE = 90;
const LOST_PLACE = say`the gateway gave this machine no such place`;

export function createServeChats(ports: ServeChatsPorts): ServeChat {
  const { chats, seals, parts, clock } = ports;
  const underWay = new Map<string, Promise<Served>>();
  const limits = new Map<string, { busy: number; tokens: number; at: number }>();

  const mayNow = (machine: string): boolean => {
    const now = clock.elapsed();
    const limit = limits.get(machine) ?? { busy: 0, tokens: PER_MINUTE, at: now };
    limits.set(machine, limit);
    limit.tokens = Math.min(PER_MINUTE, limit.tokens + ((now - limit.at) / 60_000) * PER_MINUTE);
    limit.at = now;
    if (limit.busy >= AT_ONCE || limit.tokens < 1) return false;
    limit.tokens -= 1;
    limit.busy += 1;
    return true;
  };
  const done = (machine: string): void => {
    const limit = limits.get(machine);
    if (limit !== undefined) limit.busy -= 1;
  };

  const load = (machine: string, refs: readonly BytesRef[], rest: Uint8Array): readonly Uint8Array[] | null => {
    let at = 0;
    const found: Uint8Array[] = [];
    for (const ref of refs) {
      const bytes = 'inline' in ref ? rest.subarray(at, at + ref.inline) : parts.whole(machine, ref.parts);
      if (bytes === null || bytes.length !== ('inline' in ref ? ref.inline : ref.bytes)) return null;
      if ('inline' in ref) at += ref.inline;
      found.push(bytes);
    }
    return found;
  };

  const readMessage = (
    machine: string,
    {
      picture,
      file,
      point,
      progress,
      language,
      ...message
    }: Extract<ChatRequest, { readonly kind: 'post' }>['message'],
    rest: Uint8Array,
  ): OutboundMessage | null => {
    const loaded = load(
      machine,
      [...(picture === null ? [] : [picture]), ...(file === null ? [] : [file.bytes])],
      rest,
    );
    if (loaded === null) return null;
    const [first, second] = picture === null ? [undefined, loaded[0]] : loaded;
    return {
      ...message,
      ...(language === undefined ? {} : { language }),
      picture: first ?? null,
      file: file === null || second === undefined ? null : { name: file.name, bytes: second },
      ...(point === undefined ? {} : { point }),
      ...(progress === undefined ? {} : { progress }),
    };
  };

  const show = async (
    machine: string,
    request: Extract<ChatRequest, { readonly kind: 'post' | 'edit' }>,
    rest: Uint8Array,
    signal: AbortSignal,
  ): Promise<Delivery> => {
    const where = request.kind === 'post' ? null : seals.openPosted(machine, request.posted);
    const thread = request.kind === 'post' ? seals.openThread(machine, request.thread) : where?.thread;
    if (thread === null || thread === undefined) {
      ports.warn(`${machine} wanted to write where it was not talked to: refused.`);
      return { result: 'lost', why: LOST_PLACE };
    }
    const chat = chats.get(thread.platform);
    if (chat === undefined) return { result: 'lost', why: say`that chat is not running` };
    const message = readMessage(machine, request.message, rest);
    if (message === null) return { result: 'later', retryAfterMs: 500, why: say`a part of it has not come` };
    const key = `${machine} ${request.id}`;
    const before = request.kind === 'post' ? ports.posted.find(key) : null;
    if (before !== null) return { result: 'sent', message: seals.posted(machine, before) };
    ports.onShown(machine, thread, message);
    const labelled = ports.labelMessage(machine, message);
    const delivery =
      where === null ? await chat.post(thread, labelled, signal) : await chat.edit(where, labelled, signal);
    if (delivery.result !== 'sent') return delivery;
    if (request.kind === 'post') ports.posted.note(key, delivery.message);
    const { picture, file } = request.message;
    for (const ref of [picture, file?.bytes ?? null])
      if (ref !== null && 'parts' in ref) parts.drop(machine, ref.parts);
    return { result: 'sent', message: seals.posted(machine, delivery.message) };
  };

  const fetch = async (
    machine: string,
    { attachment, maxBytes }: Extract<ChatRequest, { readonly kind: 'fetch' }>,
    signal: AbortSignal,
  ): Promise<Served> => {
    const opened = seals.openAttachment(machine, attachment);
    if (opened === null) {
      ports.warn(`${machine} wanted a file that was not sent to it: refused.`);
      return { result: 'lost', why: LOST_PLACE };
    }
    const chat = [...chats.values()].find(({ platform }) => platform === opened.platform);
    if (chat === undefined) return { result: 'lost', why: say`that chat is not running` };
    return await chat.fetch(opened.file, maxBytes, signal);
  };

  return (machine, request, rest, signal) => {
    const key = request.kind === 'fetch' ? '' : `${machine} ${request.id}`;
    const same = underWay.get(key);
    if (same !== undefined) return same;
    if (!mayNow(machine))
      return Promise.resolve({ result: 'later', retryAfterMs: 2000, why: say`the gateway has too much of it` });
    const work = (
      request.kind === 'fetch' ? fetch(machine, request, signal) : show(machine, request, rest, signal)
    ).finally(() => {
      underWay.delete(key);
      done(machine);
    });
    if (key !== '') underWay.set(key, work);
    return work;
  };
}
