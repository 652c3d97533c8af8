/** What a Slack workspace knows: people, conversations, messages, files. */

import type { Block } from './block-rules.ts';
import type { Plan } from './stream-rules.ts';

export interface User {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly locale: string;
}

export interface Channel {
  /** C…: a channel, G…: a private one, D…: the direct conversation of the app with `userId`. */
  readonly id: string;
  readonly userId: string | null;
  readonly hasBot: boolean;
  readonly isArchived: boolean;
}

export interface StoredMessage {
  readonly ts: string;
  readonly channelId: string;
  readonly rootTs: string | null;
  readonly userId: string;
  readonly isBot: boolean;
  /** As on the wire: escaped. */
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly fileId: string | null;
  /** Only that person sees it. */
  readonly onlyFor: string | null;
  readonly edits: number;
  /** The stream of a message that grows, or grew; null for others. */
  readonly stream: Stream | null;
  /** The message's list of steps. */
  readonly plan: Plan | null;
}

export interface Stream {
  readonly state: 'open' | 'ended' | 'stopped by user';
  readonly mode: 'markdown_text' | 'chunks';
  /** Milliseconds, monotonic. */
  readonly startedAt: number;
}

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly alt: string;
  readonly length: number;
  readonly bytes: Buffer | null;
  /** Milliseconds, monotonic: from then on it can be shown. */
  readonly readyAt: number;
  readonly isComplete: boolean;
  readonly shares: Readonly<Record<string, string>>;
}

export type NewMessage = Omit<StoredMessage, 'ts' | 'edits' | 'stream' | 'plan'> &
  Partial<Pick<StoredMessage, 'stream' | 'plan'>>;

export interface World {
  readonly users: Map<string, User>;
  readonly channels: Map<string, Channel>;
  readonly files: Map<string, StoredFile>;
  /** What each person sees as the app's home. */
  readonly homes: Map<string, { readonly id: string; readonly blocks: readonly Block[] }>;
  messages(): readonly StoredMessage[];
  find(channelId: string, ts: string): StoredMessage | undefined;
  add(message: NewMessage): StoredMessage;
  change(message: StoredMessage, changed: Partial<StoredMessage>): StoredMessage;
  remove(message: StoredMessage): void;
  /** Never the same twice, and never earlier than the one before. */
  nextTs(): string;
  /** `F0001`, … */
  nextId(letter: string): string;
}

export function createWorld(): World {
  let messages: readonly StoredMessage[] = [];
  let last = 0;
  let ids = 0;
  const nextTs = (): string => {
    last = Math.max(last + 1, Date.now() * 1000);
    return `${Math.floor(last / 1_000_000)}.${String(last % 1_000_000).padStart(6, '0')}`;
  };
  return {
    users: new Map(),
    channels: new Map(),
    files: new Map(),
    homes: new Map(),
    messages: () => messages,
    find: (channelId, ts) => messages.find((message) => message.channelId === channelId && message.ts === ts),
    add(message) {
      const added = { stream: null, plan: null, ...message, ts: nextTs(), edits: 0 };
      messages = [...messages, added];
      return added;
    },
    change(message, changed) {
      const next = { ...message, ...changed };
      messages = messages.map((other) =>
        other.channelId === message.channelId && other.ts === message.ts ? next : other,
      );
      return next;
    },
    remove(message) {
      messages = messages.filter((other) => other.channelId !== message.channelId || other.ts !== message.ts);
    },
    nextTs,
    nextId(letter) {
      ids += 1;
      return `${letter}${String(ids).padStart(8, '0')}`;
    },
  };
}
