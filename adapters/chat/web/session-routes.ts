/** Browsers that were let in: the page lists them, and any of them can shut out another, or itself. */
import type { Hono } from 'hono';
import type { OpenSession } from './access.ts';
import type { SessionDoor } from './session-door.ts';
import type { Env } from './web-env.ts';

export interface SessionRouteParts {
  readonly door: SessionDoor;
  readonly sessions: () => readonly OpenSession[];
  /** False: there is none of that id. */
  readonly endSession: (id: string) => Promise<boolean>;
}

export function addSessionRoutes(app: Hono<Env>, { door, sessions, endSession }: SessionRouteParts): void {
  app.get('/sessions', door.needSession, (c) => {
    const own = door.idOf(c);
    return c.json({ sessions: sessions().map((session) => ({ ...session, isOwn: session.id === own })) });
  });
  app.post('/sessions/:id/end', door.needSession, async (c) =>
    (await endSession(c.req.param('id'))) ? c.json({}) : c.notFound(),
  );
}
