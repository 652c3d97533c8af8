/** The gateway's memory of destinations: threads with a machine's question, parts of an album, messages that may be edited later. */
import type { InboundMessage, OutboundMessage, Thread } from '../../ports/chat.ts';

export interface OpenCards {
  /** A machine shows this there. */
  noteShown(machine: string, thread: Thread, message: OutboundMessage): void;
  /** Whether it asked something there lately: then it is asked whether words are for that. */
  has(machine: string, thread: Thread): boolean;
  /** Notes the machine of a message's album, and of later edits of the message. */
  noteAlbum(message: InboundMessage, machine: string): void;
  /** Machine of its album, or of the message that it edits. */
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
