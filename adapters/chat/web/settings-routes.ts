/** The page's settings: what is told, in which language, the limits of runs, what is always allowed. */
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { PersonSettings } from '../../../src/ports/person-settings.ts';
import { type Language, speak } from '../../../src/words/speak.ts';
import type { PageLanguage } from './page-language.ts';
import type { SessionDoor } from './session-door.ts';
import { type Env, type Refuse, readBody } from './web-env.ts';

const BODY_MAX_BYTES = 4 * 1024;

export interface SettingsRouteParts {
  readonly door: SessionDoor;
  readonly refuse: Refuse;
  readonly language: PageLanguage;
  readonly languages: readonly Language[];
  readonly settings: PersonSettings;
  readonly ownerId: string;
}

const limit = z.number().positive().max(1e12).optional();
/** One change at a time. */
const changeBody = z.union([
  z.strictObject({ detail: z.enum(['quiet', 'normal', 'verbose']) }),
  z.strictObject({ language: z.string().max(20) }),
  z.strictObject({
    limits: z.strictObject({
      steps: z.number().int().positive().max(1e6).optional(),
      minutes: limit,
      runUsd: limit,
      dayUsd: limit,
      tokens: limit,
    }),
  }),
  z.strictObject({ revoke: z.string().min(1).max(100) }),
]);

export function addSettingsRoutes(app: Hono<Env>, parts: SettingsRouteParts): void {
  const { door, refuse, language, languages, settings, ownerId } = parts;

  const show = (c: Context<Env>) => {
    const { detail, limits, allowed } = settings.read(ownerId);
    const said = language.of(c);
    const { chosen, isFixed } = language.now();
    return c.json({
      detail,
      language: { chosen, isFixed, languages },
      limits,
      mayRaise: door.isFresh(c),
      allowed: allowed.map(({ id, text }) => ({ id, text: speak(text, said) })),
    });
  };

  app.get('/settings', door.needSession, show);
  app.post('/settings', door.needSession, bodyLimit({ maxSize: BODY_MAX_BYTES }), async (c) => {
    const change = await readBody(c, changeBody);
    if (change === null) return refuse(c, 400, 'not a setting');
    if ('detail' in change) await settings.setDetail(ownerId, change.detail);
    else if ('revoke' in change) await settings.revoke(ownerId, change.revoke);
    else if ('limits' in change) {
      const wanted = Object.fromEntries(Object.entries(change.limits).filter(([, value]) => value !== undefined));
      const result = await settings.setLimits(wanted, door.isFresh(c));
      // A session whose link is old may only lower limits.
      if (result === 'would raise') return c.json({ error: 'Needs a fresh link.' }, 403);
      if (result === 'too high') return refuse(c, 400, 'a limit above this computer’s');
    } else {
      const wanted = [...languages, 'auto' as const].find((one) => one === change.language);
      if (wanted === undefined || language.now().isFixed) return refuse(c, 400, 'not a language that can be chosen');
      await language.choose(wanted);
    }
    return show(c);
  });
}
