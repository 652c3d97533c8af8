/** A chat in memory, with the person's end of it in the same object. */
import { randomUUID } from 'node:crypto';
import type {
  Attachment,
  Chat,
  Delivery,
  Fetched,
  InboundContent,
  InboundMessage,
  OutboundMessage,
  Platform,
  PostedMessage,
  Receipt,
  Sender,
  Span,
  Thread,
} from '../../src/ports/chat.ts';
import type { SeenMessage } from '../contracts/chat.ts';

/** A posted message as the fake keeps it. */
export interface FakePost extends SeenMessage {
  readonly thread: Thread;
  readonly kind: OutboundMessage['kind'];
  /** How often the message was edited. */
  readonly edits: number;
  /** The data that a tap on a point of its picture carries. */
  readonly point: string | undefined;
}

export interface FakeChat extends Chat {
  /** Where the person writes unless told otherwise. */
  readonly thread: Thread;
  readonly sender: Sender;
  /** The person writes; resolves with what the bot answered at once. */
  sendText(text: string, from?: { readonly thread?: Thread; readonly sender?: Sender }): Promise<Receipt>;
  /** The person sends files with these words ('' for none). */
  sendFiles(
    files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
    text: string,
    album?: string,
  ): Promise<Receipt>;
  /** The person speaks. */
  sendVoice(bytes: Uint8Array, seconds: number | null): Promise<Receipt>;
  /** Hands on any content, an edit or a deletion too; resolves with the update's id. */
  sendContent(content: InboundContent): Promise<string>;
  /** The data that a button carries. */
  dataOf(messageId: string, label: string): string;
  /** Taps a button with given data, for a message of an earlier process or data seen elsewhere. */
  tapData(
    data: string,
    from?: {
      readonly thread?: Thread;
      readonly sender?: Sender;
      readonly at?: { readonly x: number; readonly y: number };
    },
  ): Promise<Receipt>;
  /** The person presses the Stop that the platform itself shows. */
  pressStop(): Promise<Receipt>;
  /** The next fetch is answered with this. Calls queue up. */
  failNextFetch(failure: Exclude<Fetched, { readonly result: 'fetched' }>): void;
  /** How often something was fetched, or was tried to be. */
  fetches(): number;
  /** What people sent, by its ref: the platform keeps it through a bot's restart. */
  readonly sentFiles: Map<string, Uint8Array>;
  /** The person presses the live button with this label. */
  tap(messageId: string, label: string, sender?: Sender): Promise<Receipt>;
  /** The last update once more, with the same id. */
  redeliver(): Promise<Receipt>;
  /** Everything posted, to any thread, oldest first, as it looks now. */
  seen(): readonly FakePost[];
  /** Resolves with the first message, posted or still to come, that matches; rejects after `timeoutMs` (30,000). */
  waitFor(match: (message: FakePost) => boolean, timeoutMs?: number): Promise<FakePost>;
  /** The next post or edit is answered with this instead of being shown. Calls queue up. */
  refuseNext(delivery: Exclude<Delivery, { readonly result: 'sent' }>): void;
}

export interface FakeChatOptions {
  readonly platform?: Platform;
  /** The wall clock, milliseconds since 1970. */
  readonly now?: () => number;
  /** The name of the person; “Owner” unless given. */
  readonly senderName?: string;
  /** Threads other than the main one that exist. */
  readonly threads?: readonly Thread[];
  /** Files kept by the fake of an earlier life. */
  readonly sentFiles?: Map<string, Uint8Array>;
}

interface Kept {
  readonly posted: PostedMessage;
  message: OutboundMessage;
  edits: number;
}

export function createFakeChat(options: FakeChatOptions = {}): FakeChat {
  const platform = options.platform ?? 'web';
  const now = options.now ?? Date.now;
  const thread: Thread = { platform, key: 'main', isGroup: false };
  const sender: Sender = { id: `${platform}:owner`, name: options.senderName ?? 'Owner', language: 'en' };
  const threads = [thread, ...(options.threads ?? [])];
  const kept: Kept[] = [];
  const refusals: Exclude<Delivery, { readonly result: 'sent' }>[] = [];
  const stored = options.sentFiles ?? new Map<string, Uint8Array>();
  let fetches = 0;
  const failures: Exclude<Fetched, { readonly result: 'fetched' }>[] = [];
  const watchers = new Set<() => void>();
  let receive: ((message: InboundMessage) => Promise<Receipt>) | null = null;
  let last: InboundMessage | null = null;
  let lastContactAt: number | null = null;
  let updates = 0;
  // A platform never gives an update's id again, also not to a bot that was restarted.
  const life = randomUUID();

  function deliver(message: InboundMessage): Promise<Receipt> {
    if (receive === null) return Promise.reject(new Error('the fake chat is not started'));
    last = message;
    lastContactAt = now();
    return receive(message);
  }

  function send(content: InboundContent, from: { readonly thread?: Thread; readonly sender?: Sender } = {}) {
    updates += 1;
    return deliver({
      updateId: `${platform}-${life}-${updates}`,
      thread: from.thread ?? thread,
      sender: from.sender ?? sender,
      sentAt: now(),
      content,
    });
  }

  function keep(name: string, mediaType: string, bytes: Uint8Array): Attachment {
    const ref = `file-${stored.size + 1}`;
    stored.set(ref, bytes);
    return { ref, name, mediaType, bytes: bytes.length };
  }

  function changed(): void {
    for (const watcher of [...watchers]) watcher();
  }

  return {
    platform,
    thread,
    sender,

    async start(handler) {
      receive = handler;
    },

    async post(to, message, signal) {
      signal.throwIfAborted();
      const refusal = refusals.shift();
      if (refusal !== undefined) return refusal;
      if (!threads.some((known) => known.key === to.key && known.platform === to.platform)) {
        return { result: 'lost', why: `there is no thread "${to.key}"` };
      }
      const posted: PostedMessage = { thread: to, messageId: `message-${kept.length + 1}` };
      kept.push({ posted, message, edits: 0 });
      changed();
      return { result: 'sent', message: posted };
    },

    async edit(posted, message, signal) {
      signal.throwIfAborted();
      const refusal = refusals.shift();
      if (refusal !== undefined) return refusal;
      const entry = kept.find((candidate) => candidate.posted.messageId === posted.messageId);
      if (entry === undefined) return { result: 'lost', why: `there is no message "${posted.messageId}"` };
      entry.message = message;
      entry.edits += 1;
      changed();
      return { result: 'sent', message: posted };
    },

    direct: (senderId) => (senderId === sender.id ? thread : null),
    isSameChat: (placed, update) =>
      placed.platform === update.thread.platform && chatOf(placed.key) === chatOf(update.thread.key),

    async fetch({ ref }, maxBytes, signal) {
      signal.throwIfAborted();
      fetches += 1;
      const failure = failures.shift();
      if (failure !== undefined) return failure;
      const bytes = stored.get(ref);
      if (bytes === undefined) return { result: 'lost', why: 'it is not there any more' };
      if (bytes.length > maxBytes) return { result: 'lost', why: `it is larger than ${maxBytes / 1024 / 1024} MB` };
      return { result: 'fetched', bytes };
    },

    health: () => ({
      isConnected: receive !== null,
      lastContactAt,
      detail: receive === null ? 'not started' : 'connected',
    }),
    label: () => (platform === 'web' ? 'web http://127.0.0.1:0' : platform),
    async stop() {
      receive = null;
    },

    sendText: (text, from) => send({ kind: 'text', text }, from),

    sendFiles: (files, text, album) =>
      send({
        kind: 'files',
        text,
        files: files.map(({ name, bytes }) => keep(name, '', bytes)),
        ...(album === undefined ? {} : { album }),
      }),
    async sendContent(content) {
      await send(content);
      return `${platform}-${life}-${updates}`;
    },
    sendVoice: (bytes, seconds) => send({ kind: 'voice', audio: keep('', 'audio/ogg', bytes), seconds }),
    dataOf(messageId, label) {
      const buttons = kept.find(({ posted }) => posted.messageId === messageId)?.message.buttons.flat() ?? [];
      const data = buttons.find((button) => button.label === label)?.data ?? null;
      if (data === null) throw new Error(`message "${messageId}" has no live button "${label}"`);
      return data;
    },
    tapData: (data, from) =>
      send({ kind: 'tap', data, messageId: 'earlier', ...(from?.at === undefined ? {} : { at: from.at }) }, from),
    pressStop: () => send({ kind: 'stop' }),
    fetches: () => fetches,
    sentFiles: stored,
    failNextFetch: (failure) => void failures.push(failure),

    async tap(messageId, label, by) {
      const entry = kept.find((candidate) => candidate.posted.messageId === messageId);
      const button = entry?.message.buttons.flat().find((candidate) => candidate.label === label);
      const data = button?.data ?? null;
      if (entry === undefined || data === null) throw new Error(`message "${messageId}" has no live button "${label}"`);
      return send(
        { kind: 'tap', data, messageId },
        { thread: entry.posted.thread, ...(by === undefined ? {} : { sender: by }) },
      );
    },

    async redeliver() {
      if (last === null) throw new Error('nothing was sent yet');
      return deliver(last);
    },

    seen: () => kept.map(show),

    waitFor(match, timeoutMs = 30_000) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          watchers.delete(look);
          const texts = kept.map((entry) => plainText(entry.message.text)).join('\n---\n');
          reject(new Error(`no message matched within ${timeoutMs} ms; there are:\n${texts}`));
        }, timeoutMs);
        function look(): void {
          const found = kept.map(show).find(match);
          if (found === undefined) return;
          clearTimeout(timer);
          watchers.delete(look);
          resolve(found);
        }
        watchers.add(look);
        look();
      });
    },

    refuseNext(delivery) {
      refusals.push(delivery);
    },
  };
}

/** Threads of one chat are `CHAT/THREAD`. */
function chatOf(key: string): string {
  return key.split('/')[0] ?? key;
}

function show(entry: Kept): FakePost {
  const { message, posted, edits } = entry;
  return {
    id: posted.messageId,
    thread: posted.thread,
    kind: message.kind,
    edits,
    text: plainText(message.text),
    links: message.text.flatMap((span) => (typeof span === 'object' && 'link' in span ? [span.link] : [])),
    picture: message.picture,
    pictureAlt: message.pictureAlt,
    point: message.point,
    buttons: message.buttons.map((row) => row.map(({ label, data }) => ({ label, isLive: data !== null }))),
    file: message.file,
  };
}

/** The text without its formatting. */
export function plainText(spans: readonly Span[]): string {
  return spans
    .map((span) => {
      if (typeof span === 'string') return span;
      if ('bold' in span) return span.bold;
      if ('code' in span) return span.code;
      if ('link' in span) return span.label;
      return 'block' in span ? span.block : span.quiet;
    })
    .join('');
}
