/** The last 200 messages, and a way to wait for the next change. Every change counts up one version. */
import type { MessageView } from './wire.ts';

const MESSAGES_KEPT = 200;

export interface Conversation {
  /** Adds the message at the end, or replaces the one with its id in place. Returns the messages that were dropped or replaced. */
  put(message: MessageView): readonly MessageView[];
  find(id: string): MessageView | undefined;
  /** 0 while it is empty. */
  version(): number;
  /** Messages that are new or changed after `version`, in the order they are shown. */
  changedSince(version: number): readonly MessageView[];
  /** Resolves when there is something newer than `version`; rejects with the signal's reason. */
  waitForChange(version: number, signal: AbortSignal): Promise<void>;
}

/** `before`: messages kept from an earlier process, oldest first. */
export function createConversation(before: readonly MessageView[] = []): Conversation {
  const entries = new Map<string, { readonly message: MessageView; readonly version: number }>();
  let version = 0;
  for (const message of before.slice(-MESSAGES_KEPT)) {
    version += 1;
    entries.set(message.id, { message, version });
  }
  let nextChange = Promise.withResolvers<void>();

  return {
    put(message) {
      const before = entries.get(message.id);
      version += 1;
      entries.set(message.id, { message, version });
      const gone = before === undefined ? [] : [before.message];
      for (const [id, entry] of entries) {
        if (entries.size <= MESSAGES_KEPT) break;
        entries.delete(id);
        gone.push(entry.message);
      }
      nextChange.resolve();
      nextChange = Promise.withResolvers<void>();
      return gone;
    },

    find: (id) => entries.get(id)?.message,
    version: () => version,
    changedSince: (since) =>
      [...entries.values()].filter((entry) => entry.version > since).map((entry) => entry.message),

    async waitForChange(since, signal) {
      signal.throwIfAborted();
      if (version > since) return;
      const aborted = Promise.withResolvers<never>();
      const abort = (): void => aborted.reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      try {
        await Promise.race([nextChange.promise, aborted.promise]);
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
  };
}
