/**
 * Files in transit between machines and the gateway, held in memory in parts, with a limit for each machine. A file that was handed out
 * whole, or that nobody continues for a minute, makes room for the next; until then its last part can be asked for again, since an answer
 * may get lost.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../src/ports/clock.ts';

export interface Parts {
  /** Adds a part; false: too much at once, or the part does not fit those before. */
  put(machine: string, id: string, at: number, whole: number, bytes: Uint8Array): boolean;
  /** Keeps a whole file, which a machine gets in parts, and returns its id. null: too much at once. */
  keep(machine: string, bytes: Uint8Array): string | null;
  /** A part of a kept file; null: the file is not here. */
  get(machine: string, id: string, at: number): Uint8Array | null;
  /** The whole file once all parts have come. It stays until it is dropped or its time is over. */
  whole(machine: string, id: string): Uint8Array | null;
  drop(machine: string, id: string): void;
}

export const PART_BYTES = 512 * 1024;
const MACHINE_BYTES = 96 * 1024 * 1024;
const FILES = 16;
const KEPT_MS = 10 * 60_000;
/** A file without a new part for this long may be replaced; one part takes half of that at 20 kB a second. */
const LEFT_MS = 60_000;

interface Kept {
  readonly bytes: Uint8Array;
  /** How many bytes have come; parts come in order. */
  come: number;
  since: number;
  isGiven: boolean;
}

export function createParts(clock: Pick<Clock, 'elapsed'>): Parts {
  const machines = new Map<string, Map<string, Kept>>();
  const of = (machine: string): Map<string, Kept> => {
    const mine = machines.get(machine) ?? new Map<string, Kept>();
    machines.set(machine, mine);
    for (const [id, { since }] of mine) if (clock.elapsed() - since > KEPT_MS) mine.delete(id);
    return mine;
  };
  const make = (mine: Map<string, Kept>, id: string, bytes: number): Kept | null => {
    if (!Number.isSafeInteger(bytes) || bytes < 0) return null;
    const hasRoom = (): boolean =>
      mine.size < FILES && [...mine.values()].reduce((sum, kept) => sum + kept.bytes.length, bytes) <= MACHINE_BYTES;
    for (const [other, { isGiven, since }] of mine) {
      if (hasRoom()) break;
      if (isGiven || clock.elapsed() - since > LEFT_MS) mine.delete(other);
    }
    if (!hasRoom()) return null;
    const made = { bytes: new Uint8Array(bytes), come: 0, since: clock.elapsed(), isGiven: false };
    mine.set(id, made);
    return made;
  };
  return {
    put(machine, id, at, whole, bytes) {
      const mine = of(machine);
      const kept = mine.get(id) ?? (at === 0 ? make(mine, id, whole) : null);
      if (kept === null || kept.bytes.length !== whole || at > kept.come || at + bytes.length > whole) return false;
      kept.bytes.set(bytes, at);
      kept.come = Math.max(kept.come, at + bytes.length);
      kept.since = clock.elapsed();
      return true;
    },
    keep(machine, bytes) {
      const id = randomBytes(16).toString('base64url');
      const made = make(of(machine), id, bytes.length);
      if (made === null) return null;
      made.bytes.set(bytes);
      made.come = bytes.length;
      return id;
    },
    get(machine, id, at) {
      const mine = of(machine);
      const kept = mine.get(id);
      if (kept === undefined || at > kept.bytes.length) return null;
      kept.since = clock.elapsed();
      kept.isGiven ||= at + PART_BYTES >= kept.bytes.length;
      return kept.bytes.subarray(at, at + PART_BYTES);
    },
    whole(machine, id) {
      const kept = of(machine).get(id);
      return kept === undefined || kept.come < kept.bytes.length ? null : kept.bytes;
    },
    drop: (machine, id) => void of(machine).delete(id),
  };
}
