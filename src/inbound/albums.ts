/**
 * Albums: several files that a person sends as one message and a platform delivers one by one. Each part is stored as it arrives; when no more
 * arrive, they are handed on together, with all texts written to them.
 */

import type { Inbox } from '../inbox/inbox.ts';
import type { QueuedCommand, Received } from '../inbox/queued-command.ts';
import { isSameThread } from '../outbound/questions.ts';
import type { InboundMessage, Receipt, Thread } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import { anySignal } from '../ports/waits/abort-signals.ts';

interface Receiver {
  /** Never rejects. Resolves when the update is safely noted, so that the platform may forget it. */
  receive(message: InboundMessage): Promise<Receipt>;
}

export interface AlbumPorts {
  readonly isAllowed: (senderId: string) => boolean;
  readonly inbox: Pick<Inbox, 'accept' | 'refuse' | 'sync'>;
  readonly clock: Clock;
  /** Receiver of the joined message. */
  readonly gateway: Receiver;
}

export interface Albums extends Receiver {
  /** Takes a part that an earlier process stored; false when it belongs to no album. */
  takeAgain(command: QueuedCommand, received: Received): boolean;
  /** Drops the albums of this thread (null: all) that are still arriving, and returns their number. */
  drop(thread: Thread | null): number;
}

/** The parts of an album follow each other within a few hundred milliseconds. */
const QUIET_MS = 1_000;
const NOTHING: Receipt = { toast: '' };

interface Album {
  readonly parts: InboundMessage[];
  /** Ends the wait for more. */
  wait: AbortController;
}

export function createAlbums({ isAllowed, inbox, clock, gateway }: AlbumPorts, life: AbortSignal): Albums {
  const open = new Map<string, Album>();

  function add(key: string, part: InboundMessage): void {
    const album = open.get(key) ?? { parts: [], wait: new AbortController() };
    open.set(key, album);
    album.parts.push(part);
    album.wait.abort();
    album.wait = new AbortController();
    clock
      .sleep(QUIET_MS, anySignal(life, album.wait.signal))
      .then(() => hand(key))
      .catch(() => undefined);
  }

  /** Hands an album on as one message; its parts are settled only once that one is accepted. */
  async function hand(key: string): Promise<void> {
    const parts = open.get(key)?.parts ?? [];
    open.delete(key);
    const whole = joinParts(parts);
    if (whole === null) return;
    await gateway.receive(whole);
    for (const { updateId } of parts) inbox.refuse(updateId, 'taken together with the rest of its album');
  }

  return {
    async receive(message) {
      if (!isAllowed(message.sender.id)) return gateway.receive(message);
      const key = keyOf(message);
      if (key === null) return gateway.receive(message);
      try {
        if (!inbox.accept(message, 'answer')) return NOTHING;
        await inbox.sync();
      } catch {
        // The gateway reports that a message cannot be stored, as for every other one.
        return gateway.receive(message);
      }
      add(key, message);
      return NOTHING;
    },
    drop(thread) {
      const mine = [...open].filter(([, { parts }]) => thread === null || isFrom(thread, parts));
      for (const [key, { parts, wait }] of mine) {
        wait.abort();
        open.delete(key);
        for (const { updateId } of parts) inbox.refuse(updateId, 'stopped');
      }
      return mine.length;
    },
    takeAgain({ update, thread, sender, sentAt }, content) {
      const part = { updateId: update, thread, sender, sentAt: Date.parse(sentAt), content };
      const key = keyOf(part);
      if (key !== null) add(key, part);
      return key !== null;
    },
  };
}

function isFrom(thread: Thread, [first]: readonly InboundMessage[]): boolean {
  return first !== undefined && isSameThread(first.thread, thread);
}

function keyOf({ thread, sender, content }: InboundMessage): string | null {
  return content.kind === 'files' && content.album !== undefined
    ? JSON.stringify([thread.platform, thread.key, sender.id, content.album])
    : null;
}

/** null without parts. The id is made from the parts', so that the same album is accepted once; a part that comes late is an album of its own. */
function joinParts(parts: readonly InboundMessage[]): InboundMessage | null {
  const [first] = parts;
  if (first === undefined) return null;
  const contents = parts.flatMap(({ content }) => (content.kind === 'files' ? [content] : []));
  const words = contents.map(({ text }) => text).filter((text) => text !== '');
  return {
    ...first,
    updateId: `${first.updateId}+${parts.length - 1}`,
    content: {
      kind: 'files',
      text: [...new Set(words)].join('\n'),
      files: contents.flatMap(({ files }) => files),
      ...(contents.some(({ isForwarded }) => isForwarded === true) ? { isForwarded: true } : {}),
    },
  };
}
