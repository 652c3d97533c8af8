/** Who may use the page: single-use links, and the sessions they open. Everything is random, kept hashed, and dies with the process. */
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../../src/ports/clock.ts';

const LINK_LIFE_MS = 10 * 60_000;
const WRONG_LIMIT = 10;
const WRONG_WINDOW_MS = 60_000;

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
  /** Never issued, already used, or older than 10 minutes: not told apart. */
  | { readonly result: 'wrong' }
  /** 10 wrong ones within a minute: further wrong ones are told to wait. */
  | { readonly result: 'locked'; readonly retryAfterMs: number };

export interface Access {
  /** A new secret of 192 bits; works once, for 10 minutes. Earlier ones stay valid. */
  issueSecret(): string;
  redeem(secret: string): Redemption;
  hasCookie(cookie: string): boolean;
  isSession(cookie: string, token: string): boolean;
}

export function createAccess(clock: Clock): Access {
  /** Hashed secret → when it dies, on the monotonic clock. */
  const links = new Map<string, number>();
  /** Hashed cookie → hashed token. */
  const sessions = new Map<string, string>();
  let wrongAt: readonly number[] = [];

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

    redeem(secret) {
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
      sessions.set(hash(session.cookie), hash(session.token));
      return { result: 'opened', session };
    },

    hasCookie: (cookie) => sessions.has(hash(cookie)),
    isSession: (cookie, token) => sessions.get(hash(cookie)) === hash(token),
  };
}

function randomSecret(): string {
  return randomBytes(24).toString('base64url');
}

/** Looked up by hash, a guess learns nothing from the time a comparison takes. */
function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}
