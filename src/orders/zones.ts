/** The zone that each person's orders follow: the computer's, unless they set one. */
import { z } from 'zod';
import type { StateStore } from '../ports/state-store.ts';
import { isZone, zoneOfComputer } from './due-times.ts';

export interface Zones {
  /** IANA name. */
  of(senderId: string): string;
  /** Resolves when it is on the disk. */
  set(senderId: string, zone: string): Promise<void>;
}

const KEY = 'zones';

/** `sameAs`: the ids of the same person. */
export function createZones(state: StateStore, sameAs: (senderId: string) => readonly string[]): Zones {
  const known = new Map(Object.entries(z.record(z.string(), z.string()).safeParse(state.get(KEY)).data ?? {}));
  return {
    of(senderId) {
      const set = [senderId, ...sameAs(senderId)].flatMap((id) => known.get(id) ?? []).find(isZone);
      return set ?? zoneOfComputer();
    },
    async set(senderId, zone) {
      for (const id of new Set([senderId, ...sameAs(senderId)])) known.set(id, zone);
      await state.set(KEY, Object.fromEntries(known));
    },
  };
}
