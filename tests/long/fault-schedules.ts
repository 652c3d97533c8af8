/** Whole runs whose model goes wrong as a schedule says, on every provider: time runs 200 times as fast, the waits are the real ones. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { RETRY_LIMITS } from '../../adapters/model/retry.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Model } from '../../src/ports/model.ts';
import { english } from '../../src/words/speak.ts';
import type { ProviderCase } from '../adapters/model/providers.ts';
import type { FakePost } from '../fakes/chat.ts';
import type { Decision } from '../servers/anthropic/server.ts';
import { makeReply } from '../servers/anthropic/wire-reply.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { NO_SCOPE } from '../support/phone.ts';
import { until } from '../support/until.ts';
import { withPicture } from '../support/with-picture.ts';

/** What a server does, call after call, and what the person does when asked to try again. */
export interface Schedule {
  readonly calls: readonly Decision[];
  readonly answers: readonly ('Retry' | 'Stop' | 'nothing')[];
}

export interface ScheduleReport {
  readonly runs: number;
  /** Outcomes, and how often each came. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Calls that went wrong as the schedule said. */
  readonly faults: number;
  readonly waits: number;
  readonly longestWaitMs: number;
  /** Everything that must not be, each with its schedule. */
  readonly problems: readonly string[];
}

const SPEED = 200;
const MAX_WAIT_MS = 60_000;
/** A run that takes longer than this in real time has hung. */
const PATIENCE_MS = 600_000;

const CLICK = makeReply({ action: 'click', target: { x: 500, y: 500 } });

const status = (code: number, type: string, headers: Readonly<Record<string, string>> = {}): Decision => ({
  fault: 'status',
  status: code,
  type,
  headers,
});

const FAULTS: readonly Decision[] = [
  status(429, 'rate_limit_error'),
  status(429, 'rate_limit_error', { 'retry-after': '3' }),
  status(429, 'rate_limit_error', { 'retry-after': '259200' }),
  status(503, 'api_error', { 'retry-after': 'Fri, 31 Dec 2100 23:59:59 GMT' }),
  status(529, 'overloaded_error'),
  status(500, 'api_error', { 'x-should-retry': 'false' }),
  status(502, 'api_error', { 'retry-after': 'soon' }),
  status(400, 'invalid_request_error'),
  status(401, 'authentication_error'),
  { fault: 'hang' },
  { fault: 'cut' },
  { fault: 'reset' },
  { fault: 'break', type: 'overloaded_error' },
  { fault: 'break', type: 'something_new' },
  { fault: 'refusal' },
  { fault: 'truncated', reply: CLICK },
  { fault: 'pause' },
  { fault: 'empty' },
  { fault: 'garbage', contentType: 'text/html', body: '<h1>Log in</h1>' },
  { fault: 'garbage', contentType: 'application/json', body: '{"hello":1}' },
  { fault: 'garbage', contentType: 'application/json', body: 'null' },
  { fault: 'garbage', contentType: 'text/event-stream', body: 'data: 7\n\nevent: message_start\ndata: {}\n\n' },
  { fault: 'thinking', reply: CLICK },
  { fault: 'slow', ms: 20, reply: CLICK },
  'no JSON at all',
  '{"screen": "x", "intent": "y"',
  'Sure: {"screen":"a","intent":"b","action":"dance"} Done.',
];

const schedules: fc.Arbitrary<Schedule> = fc.record({
  calls: fc.array(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...FAULTS) }, { weight: 2, arbitrary: fc.constant(CLICK) }),
    { minLength: 1, maxLength: 12 },
  ),
  // Now and then an outage outlasts the attempts of one question.
  answers: fc.array(fc.constantFrom('Retry', 'Retry', 'Stop', 'nothing'), { minLength: 1, maxLength: 4 }),
});
const outages: fc.Arbitrary<Schedule> = fc.record({
  calls: fc
    .constantFrom(status(529, 'overloaded_error'), { fault: 'reset' } as const)
    .map((fault) => Array(40).fill(fault)),
  answers: fc.array(fc.constantFrom('Retry', 'Stop', 'nothing'), { minLength: 1, maxLength: 4 }),
});

/** Runs them one after the other on one server and one bot, as a day would bring them. */
export async function tryFaultSchedules(provider: ProviderCase, count: number, seed: number): Promise<ScheduleReport> {
  const clock = createFastClock(provider.speed ?? SPEED);
  const waits: number[] = [];
  const told: string[] = [];
  const crashes: string[] = [];
  let calls: readonly Decision[] = [];
  let faults = 0;
  const onCrash = (error: unknown): void => void crashes.push(String(error));
  process.on('unhandledRejection', onCrash);
  const bench = await provider.start(
    (_, schema) => {
      const [next, ...rest] = calls;
      calls = rest;
      if (next === undefined) return answerWell(schema);
      if (next !== CLICK) faults += 1;
      return next === CLICK ? answerWell(schema, CLICK) : next;
    },
    {
      clock,
      limits: RETRY_LIMITS,
      log: { warn: ({ waitMs }) => void (typeof waitMs === 'number' && waits.push(waitMs)) },
    },
  );
  const bot = await startTestDeskhand({
    model: noteDelays(withPicture(bench.model), told),
    clock,
    settings: {
      caps: { maxIterations: 1000, timeLimitMs: 1e9, tokenBudget: 1e12, costLimitUsd: 1e9, dayCostLimitUsd: 1e9 },
      confirmTimeoutMs: 60_000,
    },
  });
  const outcomes = new Map<string, number>();
  const problems: string[] = [];
  const all = fc.sample(fc.oneof({ weight: 15, arbitrary: schedules }, { weight: 1, arbitrary: outages }), {
    numRuns: count,
    seed,
  });
  try {
    for (const [index, schedule] of all.entries()) {
      calls = schedule.calls;
      const runId = String(index + 1).padStart(6, '0');
      const found = await tryOne(bot, schedule, runId);
      outcomes.set(found.outcome, (outcomes.get(found.outcome) ?? 0) + 1);
      for (const problem of [...found.problems, ...crashes.splice(0).map((crash) => `crash: ${crash}`)]) {
        problems.push(`${provider.name}, seed ${seed}, schedule ${index}: ${problem} ${JSON.stringify(schedule)}`);
      }
    }
  } finally {
    await bot.close();
    await bench.close();
    process.off('unhandledRejection', onCrash);
  }
  const longestWaitMs = Math.max(0, ...waits);
  if (longestWaitMs > MAX_WAIT_MS) problems.push(`${provider.name}: a wait of ${longestWaitMs} ms`);
  if (told.length !== waits.length) problems.push(`${provider.name}: ${waits.length} waits, ${told.length} told`);
  return { runs: all.length, outcomes, faults, waits: waits.length, longestWaitMs, problems };
}

async function tryOne(
  bot: TestDeskhand,
  { answers }: Schedule,
  runId: string,
): Promise<{ readonly outcome: string; readonly problems: readonly string[] }> {
  const before = bot.chat.seen().length;
  const news = (): readonly FakePost[] => bot.chat.seen().slice(before);
  await bot.chat.sendText(`/run try ${runId}`);
  const answered = new Set<string>();
  const answer = async (): Promise<boolean> => {
    for (const message of news()) {
      const isOpen = message.buttons.flat().some(({ label, isLive }) => label === 'Retry' && isLive);
      if (!isOpen || answered.has(message.id)) continue;
      const choice = answers[answered.size % answers.length] ?? 'Stop';
      answered.add(message.id);
      if (choice !== 'nothing') await bot.chat.tap(message.id, choice);
    }
    return news().some(({ kind }) => kind === 'end');
  };
  const trouble = await until(answer, 'the end of the run', PATIENCE_MS).then(
    () => [],
    (error: unknown) => [String(error)],
  );
  // A second end would come right after the first.
  await sleep(5);
  const ends = news().filter(({ kind }) => kind === 'end');
  const ended = bot.events(runId).find((event) => event.type === 'run.ended');
  const problems = [...trouble, ...(ends.length === 1 ? [] : [`${ends.length} ends were told`])];
  if (ended?.type !== 'run.ended') return { outcome: 'none', problems: [...problems, 'the journal has no end'] };
  if (ended.reason === 'error') problems.push(`it broke: ${JSON.stringify(ended.message)}`);
  if (ended.message === '') problems.push('the end has no words');
  return { outcome: `${ended.outcome} (${ended.reason})`, problems };
}

/** What every question is answered with when nothing goes wrong. */
function answerWell(schema: string, step: Decision = makeReply({ action: 'done', summary: 'Done.' })): Decision {
  if (/\\?"score/.test(schema)) return { screen: 'A desktop.', reasons: ['It looks finished.'], score: 90 };
  if (/\\?"kind\\?"/.test(schema)) return { kind: 'simple', scope: NO_SCOPE, readings: [] };
  if (/\\?"narrative/.test(schema)) return { narrative: 'It was done.', lessons: [] };
  return /\\?"risk/.test(schema) ? { target: 'a surface', risk: 'moderate', reason: 'It selects.' } : step;
}

/** The same model; why it was asked again later is told. */
function noteDelays(model: Model, told: string[]): Model {
  return {
    ...model,
    ask: (request, signal) =>
      model.ask(
        {
          ...request,
          onDelay: (why) => {
            told.push(english(why));
            request.onDelay?.(why);
          },
        },
        signal,
      ),
  };
}

function createFastClock(speed: number): Clock {
  const [startedAt, wall] = [performance.now(), Date.now()];
  const elapsed = (): number => (performance.now() - startedAt) * speed;
  return {
    elapsed,
    now: () => Math.round(wall + elapsed()),
    async sleep(ms, signal) {
      signal.throwIfAborted();
      await sleep(ms / speed, undefined, { signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw error;
      });
    },
  };
}
