/** What a Slack workspace knows: people, conversations, messages, files. */

import type { Block } from './block-rules.ts';

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

export interface World {
  readonly users: Map<string, User>;
  readonly channels: Map<string, Channel>;
  readonly files: Map<string, StoredFile>;
  messages(): readonly StoredMessage[];
  find(channelId: string, ts: string): StoredMessage | undefined;
  add(message: Omit<StoredMessage, 'ts' | 'edits'>): StoredMessage;
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
    messages: () => messages,
    find: (channelId, ts) => messages.find((message) => message.channelId === channelId && message.ts === ts),
    add(message) {
      const added = { ...message, ts: nextTs(), edits: 0 };
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
