/** Earlier runs on the page: the list, one timeline, its pictures. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, Hono } from 'hono';

import type { RunHistory, RunSummary } from '../../../src/journal/history/run-history.ts';
import { readJpegSize } from '../../../src/ports/image-forms/jpeg-size.ts';
import { shortenWords } from '../../../src/words/amounts.ts';
import { sayRun, saySteps } from '../../../src/words/run-name.ts';
import { capital, say, type Text } from '../../../src/words/say.ts';
import { type Language, speak } from '../../../src/words/speak.ts';
import { renderMetrics } from './metrics.ts';
import type { SessionDoor } from './session-door.ts';
import type { Env } from './web-env.ts';

const RUNS_SHOWN = 50;
/** The newest runs that metrics count: reading all of them would take longer than the time between two scrapes. */
const RUNS_COUNTED = 500;
const RUN_ID = /^\d{6}$/;
const WORDS_MAX = 200;
/** Characters of a goal in the list, which shows three lines of it. */
const GOAL_SHOWN = 300;
const STATUS = { removed: 200, 'at work': 409, unknown: 404 } as const;

export interface RunRouteParts {
  readonly door: SessionDoor;
  readonly history: RunHistory;
  readonly languageOf: (c: Context<Env>) => Language;
  onContact(): void;
}

/** A picture's address can carry no token: each has a key of its own that nobody can guess. */
export function addRunRoutes(app: Hono<Env>, { door, history, languageOf, onContact }: RunRouteParts): void {
  const secret = randomBytes(32);
  const keyOf = (runId: string, name: string): string =>
    createHmac('sha256', secret).update(`${runId}/${name}`).digest('base64url').slice(0, 32);

  app.get('/runs', door.needSession, async (c) => {
    onContact();
    const said = languageOf(c);
    const runs = await history.list(RUNS_SHOWN, c.req.query('words')?.slice(0, WORDS_MAX));
    const shown = runs.map((run) => ({ ...run, goal: shortenWords(run.goal, GOAL_SHOWN), ...sayFacts(run, said) }));
    return c.json({ runs: shown });
  });
  app.get('/runs/:id', door.needSession, async (c) => {
    onContact();
    const runId = c.req.param('id');
    const said = languageOf(c);
    const timeline = RUN_ID.test(runId) ? await history.read(runId, said) : null;
    if (timeline === null) return c.notFound();
    const entries = timeline.entries.map(({ frame, ...entry }) => ({
      ...entry,
      picture: frame === null ? null : `/runs/${runId}/${frame}?key=${keyOf(runId, frame)}`,
    }));
    const run = { ...timeline.run, ...sayFacts(timeline.run, said) };
    const report = `/runs/${runId}/report?key=${keyOf(runId, 'report')}`;
    return c.json({ run, again: timeline.again, report, entries });
  });
  // Removing a run is final, and what it did is forgotten with it, so a session from an old link may not do it.
  app.post('/runs/:id/remove', door.needSession, async (c) => {
    onContact();
    if (!door.isFresh(c)) return c.json({ error: 'Needs a fresh link.' }, 403);
    const runId = c.req.param('id');
    const result = RUN_ID.test(runId) ? await history.remove(runId) : 'unknown';
    return c.json({ result }, STATUS[result]);
  });
  app.get('/runs/:id/report', door.needCookie, async (c) => {
    const id = c.req.param('id');
    const isKey = isSame(c.req.query('key') ?? '', keyOf(id, 'report'));
    const document = isKey && RUN_ID.test(id) ? await history.report(id, languageOf(c)) : null;
    if (document === null) return c.notFound();
    // A file, never a page of this server's.
    const headers = { 'Content-Disposition': `attachment; filename="run-${Number(id)}.html"` };
    return c.body(document, 200, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
  });
  // For the owner's metrics collector, which sends the session's cookie alone, as the page does for pictures.
  app.get('/metrics', door.needCookie, async (c) => {
    const runs = await history.list(RUNS_COUNTED);
    return c.body(renderMetrics(runs), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
  app.get('/runs/:id/:frame', door.needCookie, async (c) => {
    const { id, frame } = c.req.param();
    const isKey = isSame(c.req.query('key') ?? '', keyOf(id, frame));
    const jpeg = isKey && RUN_ID.test(id) ? await history.frame(id, frame) : null;
    if (jpeg === null || readJpegSize(jpeg) === null) return c.notFound();
    return c.body(Uint8Array.from(jpeg), 200, { 'Content-Type': 'image/jpeg' });
  });
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

const OUTCOMES = {
  verified: say`done and checked`,
  unverified: say`done, not checked`,
  failed: say`failed`,
  stopped: say`stopped`,
  interrupted: say`interrupted`,
} as const;

interface SaidRun {
  /** `Run 12`. */
  readonly name: string;
  /** The most important first, which says how the run ended. */
  readonly facts: readonly string[];
}

function sayFacts(run: RunSummary, language: Language): SaidRun {
  const { outcome, steps, ms, costUsd } = run;
  const facts: readonly Text[] = [
    outcome === null ? say`at work` : OUTCOMES[outcome],
    saySteps(steps),
    { ms },
    ...(costUsd === 0 ? [] : [{ usd: costUsd }]),
  ];
  return { name: speak(capital(sayRun(run.runId)), language), facts: facts.map((fact) => speak(fact, language)) };
}
