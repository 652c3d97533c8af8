/** Who may use the page: single-use links, and the sessions they open. Everything is random and kept hashed; sessions outlive the process. */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../src/ports/clock.ts';
import type { StateStore } from '../../../src/ports/state-store.ts';

const LINK_LIFE_MS = 10 * 60_000;
const WRONG_LIMIT = 10;
const WRONG_WINDOW_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** The longest life of a session, however much it is used. */
const SESSION_LIFE_MS = 30 * DAY_MS;
const SESSION_IDLE_MS = 7 * DAY_MS;
/** How long after its link a session may also raise a cap and allow something for always. */
const FRESH_MS = 12 * 3_600_000;
/** A session's use is noted at most this often, since each note writes a file. */
const NOTE_EVERY_MS = 3_600_000;
const SESSIONS_MAX = 20;
const KEY = 'page.sessions';

const sessionSchema = z.object({
  /** The session's name in lists; not secret. */
  id: z.string(),
  /** Hash of the cookie, and below it of the token. */
  cookie: z.string(),
  token: z.string(),
  /** Milliseconds since 1970. */
  openedAt: z.number(),
  usedAt: z.number(),
});
type StoredSession = z.infer<typeof sessionSchema>;

/**
 * What a page holds. The cookie goes along with pictures and files; a browser also sends it to every other port of this host, so
 * it alone opens no conversation: that needs the token, which the page keeps for its own origin.
 */
export interface Session {
  readonly cookie: string;
  readonly token: string;
}

export type Redemption =
  | { readonly result: 'opened'; readonly session: Session }
  /** The secret was never issued, is already used, or is older than 10 minutes; these are not told apart. */
  | { readonly result: 'wrong' }
  /** After 10 wrong secrets within a minute, further wrong ones are told to wait. */
  | { readonly result: 'locked'; readonly retryAfterMs: number };

/** A browser that was let in. */
export interface OpenSession {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  readonly usedAt: number;
}

export interface Access {
  /** A new secret of 192 bits; works once, for 10 minutes. Earlier ones stay valid. */
  issueSecret(): string;
  /** Resolves once the session is stored. */
  redeem(secret: string): Promise<Redemption>;
  hasCookie(cookie: string): boolean;
  /** Whether both belong to one session, whose use is noted. */
  isSession(cookie: string, token: string): boolean;
  /** Whether the session's link was opened a short while ago. */
  isFresh(cookie: string): boolean;
  /** The id of the cookie's session, as in `list`; null when there is none. */
  idOf(cookie: string): string | null;
  list(): readonly OpenSession[];
  /** False: there is no such session. */
  revoke(id: string): Promise<boolean>;
}

export function createAccess(clock: Clock, state: StateStore): Access {
  /** Hashed secret → when it dies, on the monotonic clock. */
  const links = new Map<string, number>();
  let sessions: readonly StoredSession[] = z
    .array(z.unknown())
    .catch([])
    .parse(state.get(KEY))
    .flatMap((entry) => sessionSchema.safeParse(entry).data ?? []);
  let wrongAt: readonly number[] = [];

  const isAlive = ({ openedAt, usedAt }: StoredSession): boolean => {
    const now = clock.now();
    return now - openedAt < SESSION_LIFE_MS && now - usedAt < SESSION_IDLE_MS;
  };
  const find = (cookie: string): StoredSession | undefined => {
    const key = hash(cookie);
    return sessions.find((session) => session.cookie === key && isAlive(session));
  };
  const keep = (next: readonly StoredSession[]): Promise<void> => {
    sessions = next.filter(isAlive).slice(-SESSIONS_MAX);
    return state.set(KEY, sessions);
  };

  function lockedForMs(): number {
    wrongAt = wrongAt.filter((at) => clock.elapsed() - at < WRONG_WINDOW_MS);
    const oldest = wrongAt[0];
    return wrongAt.length < WRONG_LIMIT || oldest === undefined ? 0 : oldest + WRONG_WINDOW_MS - clock.elapsed();
  }

  return {
    issueSecret() {
      for (const [secret, diesAt] of links) if (clock.elapsed() >= diesAt) links.delete(secret);
      const secret = randomSecret();
      links.set(hash(secret), clock.elapsed() + LINK_LIFE_MS);
      return secret;
    },

    async redeem(secret) {
      const key = hash(secret);
      const diesAt = links.get(key);
      links.delete(key);
      // A link that is right opens whatever else was tried: nobody can shut the owner out, and 192 bits are not guessed.
      if (diesAt === undefined || clock.elapsed() >= diesAt) {
        const retryAfterMs = lockedForMs();
        if (retryAfterMs > 0) return { result: 'locked', retryAfterMs };
        wrongAt = [...wrongAt, clock.elapsed()];
        return { result: 'wrong' };
      }
      const session: Session = { cookie: randomSecret(), token: randomSecret() };
      const now = clock.now();
      const id = randomBytes(4).toString('hex');
      const stored = { id, cookie: hash(session.cookie), token: hash(session.token), openedAt: now, usedAt: now };
      // When the disk takes nothing, the session lasts as long as this process.
      await keep([...sessions, stored]).catch(() => undefined);
      return { result: 'opened', session };
    },

    hasCookie: (cookie) => find(cookie) !== undefined,

    isSession(cookie, token) {
      const session = find(cookie);
      if (session === undefined || session.token !== hash(token)) return false;
      const now = clock.now();
      if (now - session.usedAt >= NOTE_EVERY_MS)
        keep(sessions.map((one) => (one.id === session.id ? { ...one, usedAt: now } : one))).catch(() => undefined);
      return true;
    },

    isFresh(cookie) {
      const session = find(cookie);
      const age = session === undefined ? Number.POSITIVE_INFINITY : clock.now() - session.openedAt;
      return age >= 0 && age < FRESH_MS;
    },

    idOf: (cookie) => find(cookie)?.id ?? null,

    list: () => sessions.filter(isAlive).map(({ id, openedAt, usedAt }) => ({ id, openedAt, usedAt })),

    async revoke(id) {
      const isThere = sessions.some((session) => session.id === id && isAlive(session));
      if (isThere) await keep(sessions.filter((session) => session.id !== id));
      return isThere;
    },
  };
}

function randomSecret(): string {
  return randomBytes(24).toString('base64url');
}

/** Looked up by hash, a guess learns nothing from the time a comparison takes. */
function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}
