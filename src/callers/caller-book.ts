/** Programs that may call, each identified by its token: only hashes are stored, so that the disk reveals no token. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type CallerLimits, callerNameSchema, type ToldCaller } from '../ports/callers.ts';
import type { Clock } from '../ports/clock.ts';
import type { StateStore } from '../ports/state-store.ts';

const KEY = 'callers';
const TOKEN_PREFIX = 'deskhand_mcp_';
const DAY_MS = 86_400_000;
export const MOST_CALLERS = 50;

const keptSchema = z.object({
  name: callerNameSchema,
  /** SHA-256 of the token, hexadecimal. */
  hash: z.string(),
  since: z.string(),
  until: z.string(),
  per_minute: z.number(),
  per_day: z.number(),
  may_see: z.boolean(),
  /** UTC day and how much was begun on it. */
  day: z.string(),
  begun: z.number(),
});
export type Caller = Readonly<z.infer<typeof keptSchema>>;

export interface CallerBook {
  /** Makes a new token of 256 random bits; an earlier one of this name becomes invalid, and so does its permission to see the screen. */
  add(name: string, limits: CallerLimits): Promise<string>;
  list(): readonly ToldCaller[];
  /** null: an unknown or expired token. Takes constant time. */
  find(token: string): Caller | null;
  /** Whether a program of this name may call now. */
  has(name: string): boolean;
  /** False: there was none. */
  remove(name: string): Promise<boolean>;
  letSee(caller: Caller): Promise<void>;
  /** Counts one more begun today; false, and not counted, where the day's limit is reached. */
  count(caller: Caller): Promise<boolean>;
}

export function createCallerBook(state: StateStore, clock: Pick<Clock, 'now'>): CallerBook {
  const all = (): readonly Caller[] => z.array(keptSchema).safeParse(state.get(KEY)).data ?? [];
  const valid = (): readonly Caller[] => all().filter(({ until }) => Date.parse(until) > clock.now());
  const put = (callers: readonly Caller[]): Promise<void> => state.set(KEY, callers);
  /** Changes only the entry with this very token, as a name given again belongs to another caller. */
  const change = (of: Caller, to: Partial<Caller>): Promise<void> =>
    put(all().map((one) => (one.hash === of.hash ? { ...one, ...to } : one)));

  return {
    async add(name, { perMinute, perDay, days }) {
      const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
      const now = clock.now();
      const caller: Caller = {
        name,
        hash: hashOf(token).toString('hex'),
        since: new Date(now).toISOString(),
        until: new Date(now + days * DAY_MS).toISOString(),
        per_minute: perMinute,
        per_day: perDay,
        may_see: false,
        day: '',
        begun: 0,
      };
      await put([...valid().filter((one) => one.name !== name), caller]);
      return token;
    },
    list: () =>
      valid().map(({ name, since, until, per_minute, per_day, may_see }) => ({
        name,
        since,
        until,
        perMinute: per_minute,
        perDay: per_day,
        maySee: may_see,
      })),
    find(token) {
      const hash = hashOf(token);
      const found = valid().filter((one) => isSame(hash, one.hash));
      return found[0] ?? null;
    },
    has: (name) => valid().some((one) => one.name === name),
    async remove(name) {
      const others = all().filter((one) => one.name !== name);
      if (others.length === all().length) return false;
      await put(others);
      return true;
    },
    letSee: (caller) => change(caller, { may_see: true }),
    async count(caller) {
      const now = all().find(({ hash }) => hash === caller.hash);
      if (now === undefined) return false;
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      const begun = now.day === day ? now.begun : 0;
      if (begun >= now.per_day) return false;
      await change(now, { day, begun: begun + 1 });
      return true;
    },
  };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function isSame(hash: Buffer, kept: string): boolean {
  const other = Buffer.from(kept, 'hex');
  return other.length === hash.length && timingSafeEqual(hash, other);
}
