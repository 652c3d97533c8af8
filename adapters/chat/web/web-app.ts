/** The routes of the page. Order of every request: headers, our own page only, session, size, shape, and only then work. */
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { streamSSE } from 'hono/streaming';
import type { z } from 'zod';
import type { RunHistory } from '../../../src/journal/history/run-history.ts';
import type { Receipt } from '../../../src/ports/chat.ts';
import type { PersonSettings } from '../../../src/ports/person-settings.ts';
import type { Language } from '../../../src/words/speak.ts';
import type { Access } from './access.ts';
import type { Attachments } from './attachments.ts';
import { serveFile, servePicture } from './attachments.ts';
import { type EventSource, pumpEvents } from './event-stream.ts';
import type { OpenPages } from './open-pages.ts';
import type { PageFiles } from './page-files.ts';
import { forbidCaching, guardRequests, setPageHeaders } from './page-guard.ts';
import type { PageLanguage } from './page-language.ts';
import { addRunRoutes } from './run-routes.ts';
import { createSessionDoor } from './session-door.ts';
import { addSessionRoutes } from './session-routes.ts';
import { addSettingsRoutes } from './settings-routes.ts';
import { createRefuse, type Env, readBody } from './web-env.ts';
import type { CommandHint } from './wire.ts';
import { FILE_MAX_BYTES, tapBody, textBody, uploadQuery } from './wire.ts';

/** 20,000 characters, each at most six bytes of JSON (`\u0000`), and the rest of the object. */
const BODY_MAX_BYTES = 128 * 1024;
const SECRET_BODY_MAX_BYTES = 1024;

/** What a person did on the page, authorized and well-formed. `language` as it was chosen here, or as the browser says it; '' when nobody does. */
export interface PageUpdates {
  receiveText(update: z.infer<typeof textBody>, language: string): Promise<Receipt>;
  /** `isFresh`: the page's link was opened a short while ago. */
  receiveTap(update: z.infer<typeof tapBody>, language: string, isFresh: boolean): Promise<Receipt>;
  /** Stores an upload and returns the id by which a message names it. */
  keepUpload(upload: Upload): string;
}

/** A file of the page, before the message it belongs to. */
export interface Upload {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface WebAppParts {
  readonly port: number;
  readonly access: Access;
  readonly files: PageFiles;
  readonly attachments: Attachments;
  readonly events: Omit<EventSource, 'commands' | 'isOpen'>;
  readonly commands: (language: Language) => readonly CommandHint[];
  readonly pages: OpenPages;
  /** Shuts a browser out at once; false: there is none of that id. */
  readonly endSession: (id: string) => Promise<boolean>;
  readonly updates: PageUpdates;
  readonly history: RunHistory;
  readonly language: PageLanguage;
  readonly settings: PersonSettings;
  readonly ownerId: string;
  /** A request was turned away; `why` holds nothing the request said. */
  onRefused(why: string): void;
  /** A page with a session made a request. */
  onContact(): void;
  onError(error: Error): void;
}

export function createWebApp(parts: WebAppParts): Hono<Env> {
  const { port, access, attachments, files, updates } = parts;
  const refuse = createRefuse(parts.onRefused);
  const door = createSessionDoor(port, access, refuse);
  const limitBody = (maxSize: number) =>
    bodyLimit({ maxSize, onError: (c) => refuse(c, 413, `more than ${maxSize} bytes`) });
  const languageOf = parts.language.of;
  const app = new Hono<Env>();

  app.use(setPageHeaders());
  app.use(forbidCaching);
  app.use(guardRequests(port, parts.onRefused));
  app.use(methodNotAllowed({ app }));
  app.notFound((c) => c.json({ error: 'There is nothing here.' }, 404));
  app.onError((error, c) => {
    parts.onError(error);
    return c.json({ error: 'Deskhand could not do this; its log says why.' }, 500);
  });

  app.get('/', (c) => c.html(files.renderShell(c.get('secureHeadersNonce') ?? '', languageOf(c))));
  app.get('/page/:name', (c) => {
    const file = files.find(c.req.param('name'));
    return file === undefined ? c.notFound() : c.body(file.bytes, 200, { 'Content-Type': file.type });
  });
  app.post('/session', limitBody(SECRET_BODY_MAX_BYTES), door.open);

  app.get('/events', door.needSession, (c) => {
    parts.onContact();
    // HEAD requests come here too; nothing would tell that their stream has ended.
    return c.req.method === 'GET' ? streamEvents(c, parts, languageOf(c), () => door.isOpen(c)) : c.body(null);
  });
  app.post('/messages', door.needSession, limitBody(BODY_MAX_BYTES), async (c) => {
    parts.onContact();
    const body = await readBody(c, textBody);
    if (body === null) return refuse(c, 400, 'not a message of up to 20,000 characters and 10 files');
    return c.json(await updates.receiveText(body, parts.language.reported(c)));
  });
  app.post('/uploads', door.needSession, limitBody(FILE_MAX_BYTES), async (c) => {
    parts.onContact();
    const query = uploadQuery.safeParse(c.req.query());
    if (!query.success) return refuse(c, 400, 'a file without a name');
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    return c.json({ file: updates.keepUpload({ name: query.data.name, mediaType: query.data.type, bytes }) });
  });
  app.post('/taps', door.needSession, limitBody(BODY_MAX_BYTES), async (c) => {
    parts.onContact();
    const body = await readBody(c, tapBody);
    if (body === null) return refuse(c, 400, 'not a pressed button');
    return c.json(await updates.receiveTap(body, parts.language.reported(c), door.isFresh(c)));
  });

  addRunRoutes(app, { ...parts, door, languageOf });
  addSettingsRoutes(app, { ...parts, door, refuse, languages: files.languages });
  addSessionRoutes(app, { door, sessions: access.list, endSession: parts.endSession });
  app.get('/pictures/:id', door.needCookie, (c) => servePicture(c, attachments.find(c.req.param('id'))));
  app.get('/files/:id', door.needCookie, (c) => serveFile(c, attachments.find(c.req.param('id'))));
  return app;
}

/** Open until the page goes, is crowded out, or the chat stops. */
function streamEvents(
  c: Context<Env>,
  { events, commands, pages }: WebAppParts,
  language: Language,
  isOpen: () => boolean,
): Response {
  const source = { ...events, commands: commands(language), isOpen };
  return streamSSE(c, async (stream) => {
    const page = pages.open();
    stream.onAbort(page.close);
    try {
      await pumpEvents(stream, source, c.req.header('last-event-id') ?? '', page.signal);
      if (page.isCrowdedOut()) await stream.writeSSE({ event: 'crowded', data: '{}' });
    } finally {
      page.close();
    }
  });
}
