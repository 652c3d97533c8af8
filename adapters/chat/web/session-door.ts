/** The door of the page: a link's secret for a cookie and a token, and the checks of both. */
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Access } from './access.ts';
import { type Env, type Refuse, readBody } from './web-env.ts';
import { redeemBody } from './wire.ts';

/** The cookie's life: as long as a session can last. */
const SESSION_DAYS = 30;

export interface SessionDoor {
  /** Exchanges a posted secret for a session. */
  open(c: Context<Env>): Promise<Response>;
  /** Demands cookie and token: for the conversation. */
  readonly needSession: MiddlewareHandler<Env>;
  /** Whether cookie and token still count. */
  isOpen(c: Context<Env>): boolean;
  /** Whether the session's link was opened a short while ago. */
  isFresh(c: Context<Env>): boolean;
  /** The id of the request's session; null: none. */
  idOf(c: Context<Env>): string | null;
  /** Demands the cookie alone, which is all that a picture's address can carry: for what has an id nobody can guess. */
  readonly needCookie: MiddlewareHandler<Env>;
}

/** Browsers keep cookies per host, not per port: the name keeps two Deskhands on one machine apart. */
export function createSessionDoor(port: number, access: Access, refuse: Refuse): SessionDoor {
  const cookieName = `deskhand_${port}`;
  const readCookie = (c: Context<Env>): string => getCookie(c, cookieName) ?? '';

  return {
    async open(c) {
      const body = await readBody(c, redeemBody);
      if (body === null) return refuse(c, 400, 'not a link');
      const redemption = await access.redeem(body.secret);
      if (redemption.result === 'wrong') return refuse(c, 401, 'this link was already used or has expired');
      if (redemption.result === 'locked') {
        c.header('Retry-After', String(Math.ceil(redemption.retryAfterMs / 1000)));
        return refuse(c, 429, 'too many wrong links');
      }
      setCookie(c, cookieName, redemption.session.cookie, {
        path: '/',
        httpOnly: true,
        sameSite: 'Strict',
        maxAge: SESSION_DAYS * 24 * 3600,
      });
      return c.json({ token: redemption.session.token });
    },

    async needSession(c, next) {
      const token = c.req.header('x-deskhand-token') ?? '';
      return access.isSession(readCookie(c), token) ? next() : refuse(c, 401, 'no session');
    },

    isOpen: (c) => access.isSession(readCookie(c), c.req.header('x-deskhand-token') ?? ''),
    isFresh: (c) => access.isFresh(readCookie(c)),
    idOf: (c) => access.idOf(readCookie(c)),

    async needCookie(c, next) {
      return access.hasCookie(readCookie(c)) ? next() : refuse(c, 401, 'no session');
    },
  };
}
