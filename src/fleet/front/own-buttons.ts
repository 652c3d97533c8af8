/** Buttons of the gateway's own messages: they carry a random id that no machine's button can have. */
import { randomBytes } from 'node:crypto';
import type { InboundMessage, Thread } from '../../ports/chat.ts';

export type OwnMeaning =
  /** For whom these words are. `message`: what waits for it. */
  | { readonly kind: 'pick'; readonly machine: string; readonly message: InboundMessage }
  | { readonly kind: 'choose'; readonly machine: string }
  | { readonly kind: 'cancel'; readonly update: string };

export interface OwnButtons {
  /** Only this person's tap counts, in this thread. Of a `group` the first tap alone does. */
  register(meaning: OwnMeaning, of: string, thread: Thread, group: object): string;
  /** null: not one of these. */
  take(data: string, by: string, thread: Thread): OwnMeaning | 'dead' | null;
}

const START = '@:';
const REMEMBERED = 2_000;

export function createOwnButtons(): OwnButtons {
  const known = new Map<
    string,
    { readonly meaning: OwnMeaning; readonly of: string; readonly thread: Thread; readonly group: object }
  >();
  return {
    register(meaning, of, thread, group) {
      const id = `${START}${randomBytes(12).toString('base64url')}`;
      known.set(id, { meaning, of, thread, group });
      const oldest = known.keys().next();
      if (known.size > REMEMBERED && !oldest.done) known.delete(oldest.value);
      return id;
    },
    take(data, by, thread) {
      if (!data.startsWith(START)) return null;
      const found = known.get(data);
      const isTheirs = found?.of === by && found.thread.platform === thread.platform && found.thread.key === thread.key;
      if (found === undefined || !isTheirs) return 'dead';
      for (const [id, { group }] of known) if (group === found.group) known.delete(id);
      return found.meaning;
    },
  };
}
