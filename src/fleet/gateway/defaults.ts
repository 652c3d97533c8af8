/** The machine that a person chose for a thread. */
import { z } from 'zod';
import type { Thread } from '../../ports/chat.ts';
import type { StateStore } from '../../ports/state-store.ts';

export interface Defaults {
  /** null: none was chosen. */
  of(senderId: string, thread: Thread): string | null;
  set(senderId: string, thread: Thread, machine: string): Promise<void>;
}

const KEY = 'fleet.defaults';
const KEPT = 2_000;
const schema = z.record(z.string(), z.string());

export function createDefaults(state: StateStore): Defaults {
  const read = (): Readonly<Record<string, string>> => schema.safeParse(state.get(KEY)).data ?? {};
  const keyOf = (senderId: string, { platform, key }: Thread): string => `${senderId} ${platform} ${key}`;
  return {
    of: (senderId, thread) => read()[keyOf(senderId, thread)] ?? null,
    async set(senderId, thread, machine) {
      const key = keyOf(senderId, thread);
      const others = Object.entries(read()).filter(([known]) => known !== key);
      await state.set(KEY, Object.fromEntries([...others.slice(1 - KEPT), [key, machine]]));
    },
  };
}
