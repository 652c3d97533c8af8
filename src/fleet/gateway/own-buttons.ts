/** Buttons of the gateway's own messages: they carry a random id that no machine's button can have, and those of waiting messages outlive a restart. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { threadSchema } from '../../inbox/message-schemas.ts';
import type { Sender, Thread } from '../../ports/chat.ts';
import type { StateStore } from '../../ports/state-store.ts';
import { messageSchema } from '../wire.ts';

const lastingSchema = z.discriminatedUnion('kind', [
  /** Chooses the machine for a message. `message`: the waiting one. */
  z.object({ kind: z.literal('pick'), machine: z.string(), message: messageSchema }),
  z.object({ kind: z.literal('choose'), machine: z.string() }),
  z.object({ kind: z.literal('cancel'), update: z.string() }),
]);

export type OwnMeaning =
  | z.infer<typeof lastingSchema>
  /** Answers a question whose asker waits, and which ends with this process. */
  | { readonly kind: 'answer'; readonly tell: (by: Sender) => void };

export interface OwnButtons {
  /** Only this person's tap counts, in this thread. Of a `group` the first tap alone does. */
  register(meaning: OwnMeaning, of: string, thread: Thread, group: object): string;
  /** Resolves when all lasting ones are on the disk; rejects when they cannot be stored. */
  kept(): Promise<void>;
  /** null: not one of these. */
  take(data: string, by: string, thread: Thread): OwnMeaning | 'dead' | null;
}

interface Known {
  readonly meaning: OwnMeaning;
  readonly of: string;
  readonly thread: Thread;
  readonly group: object;
}

const START = '@:';
const REMEMBERED = 2_000;
const KEY = 'fleet.buttons';
/** Number of buttons kept, as they contain waiting messages. */
const KEPT = 200;
const keptSchema = z.array(
  z.object({ id: z.string(), of: z.string(), thread: threadSchema, group: z.number(), meaning: lastingSchema }),
);

export function createOwnButtons(state: StateStore): OwnButtons {
  const known = new Map<string, Known>();
  const groups = new Map<number, object>();
  for (const { id, group: number, ...one } of keptSchema.safeParse(state.get(KEY)).data ?? []) {
    const group = groups.get(number) ?? {};
    groups.set(number, group);
    known.set(id, { ...one, group });
  }
  const keep = (): Promise<void> => {
    const numbers = new Map<object, number>();
    const lasting = [...known].flatMap(([id, { meaning, of, thread, group }]) => {
      if (meaning.kind === 'answer') return [];
      numbers.set(group, numbers.get(group) ?? numbers.size);
      return [{ id, of, thread, group: numbers.get(group), meaning }];
    });
    return state.set(KEY, lasting.slice(-KEPT));
  };
  return {
    register(meaning, of, thread, group) {
      const id = `${START}${randomBytes(12).toString('base64url')}`;
      known.set(id, { meaning, of, thread, group });
      const oldest = known.keys().next();
      if (known.size > REMEMBERED && !oldest.done) known.delete(oldest.value);
      return id;
    },
    kept: keep,
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
