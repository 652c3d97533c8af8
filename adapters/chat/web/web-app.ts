/** The routes of the page. Order of every request: headers, our own page only, session, size, shape, and only then work. */
import type { Context } from 'hono';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { SecureHeadersVariables } from 'hono/secure-headers';
import { streamSSE } from 'hono/streaming';
import type { z } from 'zod';
import type { Receipt } from '../../../src/ports/chat.ts';
import type { Access } from './access.ts';
import type { Attachments } from './attachments.ts';
import { type EventSource, pumpEvents } from './event-stream.ts';
import type { OpenPages } from './open-pages.ts';
import type { PageFiles } from './page-files.ts';
import { forbidCaching, setPageHeaders } from './page-headers.ts';
import { guardRequests } from './request-guard.ts';
import { redeemBody, tapBody, textBody } from './wire.ts';

/** 20,000 characters, each at most six bytes of JSON (`\u0000`), and the rest of the object. */
const BODY_MAX_BYTES = 128 * 1024;
const SECRET_BODY_MAX_BYTES = 1024;

/** What a person did on the page, authorized and well-formed. `language` as the browser says it, '' when it does not. */
export interface PageUpdates {
  receiveText(update: z.infer<typeof textBody>, language: string): Promise<Receipt>;
  receiveTap(update: z.infer<typeof tapBody>, language: string): Promise<Receipt>;
}

export interface WebAppParts {
  readonly port: number;
  readonly access: Access;
  readonly files: PageFiles;
  readonly attachments: Attachments;
  readonly events: EventSource;
  readonly pages: OpenPages;
  readonly updates: PageUpdates;
  /** A request was turned away; `why` holds nothing the request said. */
  onRefused(why: string): void;
  onContact(): void;
  onError(error: Error): void;
}

type Env = { Variables: SecureHeadersVariables };

export function createWebApp(parts: WebAppParts): Hono<Env> {
  const { access, attachments, events, files, pages, updates } = parts;
  const cookieName = `deskhand_${parts.port}`;
  const app = new Hono<Env>();

  const needSession = createMiddleware<Env>(async (c, next) => {
    const cookie = getCookie(c, cookieName) ?? '';
    if (!access.isSession(cookie, c.req.header('x-deskhand-token') ?? '')) return refuse(c, 401, 'no session');
    parts.onContact();
    return next();
  });
  const needCookie = createMiddleware<Env>(async (c, next) => {
    return access.hasCookie(getCookie(c, cookieName) ?? '') ? next() : refuse(c, 401, 'no session');
  });

  function refuse(c: Context<Env>, status: 400 | 401 | 413 | 415 | 429, why: string) {
    parts.onRefused(why);
    return c.json({ error: `Refused: ${why}.` }, status);
  }

  const limitBody = (maxSize: number) =>
    bodyLimit({ maxSize, onError: (c) => refuse(c, 413, `more than ${maxSize} bytes`) });

  app.use(setPageHeaders());
  app.use(forbidCaching);
  app.use(guardRequests(parts.port, parts.onRefused));
  app.use(methodNotAllowed({ app }));
  app.notFound((c) => c.json({ error: 'There is nothing here.' }, 404));
  app.onError((error, c) => {
    parts.onError(error);
    return c.json({ error: 'Deskhand could not do this; its log says why.' }, 500);
  });

  app.get('/', (c) => c.html(files.renderShell(c.get('secureHeadersNonce') ?? '')));
  app.get('/page/:name', (c) => {
    const file = files.find(c.req.param('name'));
    return file === undefined ? c.notFound() : c.body(file.text, 200, { 'Content-Type': file.type });
  });

  app.post('/session', limitBody(SECRET_BODY_MAX_BYTES), async (c) => {
    const body = await readBody(c, redeemBody);
    if (body === null) return refuse(c, 400, 'not a link');
    const redemption = access.redeem(body.secret);
    if (redemption.result === 'wrong') return refuse(c, 401, 'a link that was used, is too old, or never was');
    if (redemption.result === 'locked') {
      c.header('Retry-After', String(Math.ceil(redemption.retryAfterMs / 1000)));
      return refuse(c, 429, 'too many wrong links');
    }
    setCookie(c, cookieName, redemption.session.cookie, { path: '/', httpOnly: true, sameSite: 'Strict' });
    return c.json({ token: redemption.session.token });
  });

  app.get('/events', needSession, (c) =>
    streamSSE(c, async (stream) => {
      const page = pages.open();
      stream.onAbort(page.close);
      try {
        await pumpEvents(stream, events, c.req.header('last-event-id') ?? '', page.signal);
        if (page.isCrowdedOut()) await stream.writeSSE({ event: 'crowded', data: '{}' });
      } finally {
        page.close();
      }
    }),
  );

  app.post('/messages', needSession, limitBody(BODY_MAX_BYTES), async (c) => {
    const body = await readBody(c, textBody);
    if (body === null) return refuse(c, 400, 'not a message of 1 to 20,000 characters');
    return c.json(await updates.receiveText(body, readLanguage(c)));
  });
  app.post('/taps', needSession, limitBody(BODY_MAX_BYTES), async (c) => {
    const body = await readBody(c, tapBody);
    if (body === null) return refuse(c, 400, 'not a pressed button');
    return c.json(await updates.receiveTap(body, readLanguage(c)));
  });

  app.get('/pictures/:id', needCookie, (c) => {
    const picture = attachments.find(c.req.param('id'));
    if (picture === undefined || picture.name !== null) return c.notFound();
    return c.body(Uint8Array.from(picture.bytes), 200, { 'Content-Type': 'image/jpeg' });
  });
  app.get('/files/:id', needCookie, (c) => {
    const file = attachments.find(c.req.param('id'));
    if (file === undefined || file.name === null) return c.notFound();
    return c.body(Uint8Array.from(file.bytes), 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeFileName(file.name)}`,
    });
  });
  return app;
}

/** null when the body is not JSON of this shape, or not sent as JSON (a form of another site cannot send that type). */
async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T | null> {
  if (c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() !== 'application/json') return null;
  try {
    const parsed = schema.safeParse(JSON.parse(await c.req.text()));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** First choice of the browser, BCP 47. */
function readLanguage(c: Context): string {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})*/i.exec(c.req.header('accept-language') ?? '')?.[0] ?? '';
}

/** RFC 8187: a few characters that encodeURIComponent leaves alone have a meaning there. */
function encodeFileName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}
