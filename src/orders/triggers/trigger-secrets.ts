/** Secrets of triggers, by their order's number: stored apart from the orders, so that no journal and no chat contains one. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { StateStore } from '../../ports/state-store.ts';

const KEY = 'triggers';
const secretsSchema = z.record(z.string(), z.string().min(1));

export interface TriggerSecrets {
  /** null: it has none yet. */
  of(order: string): string | null;
  /** Makes a new one of 256 random bits, which replaces the previous one. Resolves when it is on the disk. */
  renew(order: string): Promise<string>;
  /** Forgets those of orders that are over. */
  keepOnly(isThere: (order: string) => boolean): Promise<void>;
}

export function createTriggerSecrets(state: StateStore): TriggerSecrets {
  const read = (): Readonly<Record<string, string>> => secretsSchema.safeParse(state.get(KEY)).data ?? {};
  return {
    of: (order) => read()[order] ?? null,
    async renew(order) {
      const secret = randomBytes(32).toString('base64url');
      await state.set(KEY, { ...read(), [order]: secret });
      return secret;
    },
    async keepOnly(isThere) {
      const all = Object.entries(read());
      const kept = all.filter(([order]) => isThere(order));
      if (kept.length < all.length) await state.set(KEY, Object.fromEntries(kept));
    },
  };
}
