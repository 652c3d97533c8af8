/** What the gateway remembers of where messages went: threads in which a machine asked something, parts of an album, words edited later. */
import type { InboundMessage, OutboundMessage, Thread } from '../../ports/chat.ts';

export interface OpenCards {
  /** A machine shows this there. */
  noteShown(machine: string, thread: Thread, message: OutboundMessage): void;
  /** Whether it asked something there lately: then it is asked whether words are for that. */
  has(machine: string, thread: Thread): boolean;
  /** The album that this message is a part of goes there, and later changes of the message do. */
  noteAlbum(message: InboundMessage, machine: string): void;
  /** Where its album went, or the message that it changes. */
  takenBy(message: InboundMessage): string | null;
}

const REMEMBERED = 2_000;

export function createOpenCards(): OpenCards {
  const asked = new Map<string, true>();
  const taken = new Map<string, string>();
  const keyOf = (machine: string, { platform, key }: Thread): string => `${machine} ${platform} ${key}`;
  return {
    noteShown(machine, thread, message) {
      if (message.kind === 'question') keep(asked, keyOf(machine, thread), true);
    },
    has: (machine, thread) => asked.has(keyOf(machine, thread)),
    noteAlbum(message, machine) {
      for (const name of namesOf(message)) keep(taken, name, machine);
    },
    takenBy({ content }) {
      if (content.kind === 'files' && content.album !== undefined) return taken.get(`album ${content.album}`) ?? null;
      if (content.kind === 'edited' || content.kind === 'deleted')
        return taken.get(`update ${content.of ?? ''}`) ?? null;
      return null;
    },
  };
}

function namesOf({ content, updateId }: InboundMessage): readonly string[] {
  const album = content.kind === 'files' && content.album !== undefined ? [`album ${content.album}`] : [];
  return [`update ${updateId}`, ...album];
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > REMEMBERED && !oldest.done) map.delete(oldest.value);
}
