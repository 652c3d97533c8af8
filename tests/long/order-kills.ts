/**
 * Kills real bots around the times their orders are due: each time has to come in once, run at most once, and be told. The bots have a
 * wall clock of their own, so that each round is at the next due time.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeLines } from '../../adapters/files/journal-line.ts';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { openData } from '../../src/bin/parts/open-data.ts';
import { createInbox } from '../../src/inbox/inbox.ts';
import { type InboxEvent, inboxEventSchema } from '../../src/inbox/inbox-events.ts';
import { readOccurrence, writeOccurrence } from '../../src/inbox/occurrences.ts';
import { type OrderText, USUAL_TERMS } from '../../src/orders/order.ts';
import { createRedactor } from '../../src/safety/secrets/redact.ts';
import { createFakeJournalStore } from '../fakes/journal.ts';
import { spawnBot } from '../support/bot.ts';
import { until } from '../support/until.ts';
import { auditPlace } from './audit.ts';
import type { CrashPlace } from './crash-place.ts';
import { untilReady } from './kill-rounds.ts';
import { createRandom } from './random.ts';
import { createScriptedPerson, type SentCommand } from './scripted-person.ts';

export interface OrderKillReport {
  readonly rounds: number;
  /** Times that came in, and how many of them stood for others that were missed. */
  readonly times: number;
  readonly missed: number;
  /** Killed before it was ready; after that, before the time was due, and after it. */
  readonly killed: { readonly starting: number; readonly before: number; readonly after: number };
  readonly runs: number;
  readonly interrupted: number;
  readonly lost: readonly string[];
  readonly repeated: readonly string[];
  readonly untold: readonly string[];
  /** Messages that were sent twice: the bot was killed between sending and noting. */
  readonly toldTwice: readonly string[];
  readonly broken: readonly string[];
}

const SECOND = 1000;
/** How many times faster the bots' timers run, since a run of an order waits for the hands. */
const SPEED = 3;
const TICK_MS = 10 * 60 * SECOND;
const SETTLE_MS = 120 * SECOND;
/** How often (in rounds) a run is ordered as well, and how often everything is left to settle. */
const RUN_EVERY = 8;
const SETTLE_EVERY = 40;

export async function killAroundDueTimes(
  place: CrashPlace,
  { rounds, seed, say }: { readonly rounds: number; readonly seed: number; readonly say: (line: string) => void },
): Promise<OrderKillReport> {
  const random = createRandom(seed);
  const person = createScriptedPerson(place.owner, random);
  const broken: string[] = [];
  const killed = { starting: 0, before: 0, after: 0 };
  const seen = new Map<string, { readonly missed: number; readonly first: string; readonly stamps: Set<string> }>();
  const began = Date.now();
  const start = (at: number) =>
    spawnBot({
      // As `npm start` does it: a life is short, and its start the most of it.
      env: { ...place.env, NODE_COMPILE_CACHE: join(place.temp, 'node-compile-cache') },
      program: ['tests/long/clocked-bot.ts', String(Math.round(at - Date.now())), String(SPEED)],
    });

  const note = (): void => {
    for (const event of readInbox(place)) {
      if (event.type !== 'message.accepted' || event.order === undefined) continue;
      const { missed, due } = event.order;
      const known = seen.get(event.update) ?? {
        missed: missed?.count ?? 1,
        first: missed?.first ?? due,
        stamps: new Set<string>(),
      };
      seen.set(event.update, known);
      known.stamps.add(event.sent_at);
    }
  };
  const settle = async (at: number): Promise<void> => {
    const bot = start(at);
    if ((await untilReady(bot)) === null) broken.push(`a bot was not ready: ${bot.stderr().slice(-500)}`);
    const isOver = () => isSettled(place) || sleep(100, false);
    await until(isOver, 'every order to be settled', SETTLE_MS).catch(() => undefined);
    const code = await bot.stop();
    if (code !== 0) broken.push(`a bot that was asked to end ended with ${code}: ${bot.stderr().slice(-500)}`);
    note();
  };

  let readyMs = 0;
  try {
    // The first life only makes itself known: Telegram must know what kinds of updates are wanted.
    const first = start(began);
    const at = performance.now();
    if ((await untilReady(first)) === null) broken.push(`the first bot was not ready: ${first.stderr().slice(-500)}`);
    await until(() => place.telegram.allowedUpdates().length > 0, 'Telegram to know what is wanted');
    readyMs = performance.now() - at;
    place.owner.send('/orders zone UTC');
    await place.owner.waitFor((messages) => messages.some(({ text }) => text.includes('UTC')));
    await first.stop();

    const plan = await order(place, began, rounds, random);
    say(`${plan.once.length + 1} orders; a bot is ready after ${Math.round(readyMs)} ms`);
    for (const [index, round] of plan.rounds.entries()) {
      // Due while it starts, in the moment it is ready, or a moment later; killed a little before, at, or after that.
      const lead = readyMs * (0.3 + random());
      const after = (random() ** 2 * (round.hasRun || plan.rounds[index - 1]?.hasRun === true ? 6 : 2) - 0.15) * SECOND;
      const beganAt = performance.now();
      const bot = start(round.due - lead);
      let isReady = false;
      while (performance.now() - beganAt < lead + after) {
        if (!isReady && /^ready .*$/m.test(bot.stdout())) {
          isReady = true;
          // The first start is slower than the others, and a machine is busier at times.
          readyMs += (performance.now() - beganAt - readyMs) / 4;
        }
        await sleep(3);
      }
      if (bot.child.exitCode !== null) broken.push(`a bot ended by itself: ${bot.stderr().slice(-500)}`);
      await bot.kill();
      if (!isReady) {
        killed.starting += 1;
        readyMs *= 1.02;
      } else if (after < 0) killed.before += 1;
      else killed.after += 1;
      note();
      if (index % SETTLE_EVERY === SETTLE_EVERY - 1) {
        await settle(round.due + 2 * SECOND);
        say(`round ${index + 1}: ${seen.size} times came in`);
      }
    }
    const end = (plan.rounds.at(-1)?.due ?? began) + 60 * SECOND;
    await settle(end);
    const { lost, repeated, unreported, toldTwice, runs, interrupted } = auditPlace(place, plan.runs);
    const audit = auditTimes(place, plan, seen, end);
    return {
      rounds,
      times: seen.size,
      missed: [...seen.values()].reduce((sum, { missed }) => sum + missed - 1, 0),
      killed,
      runs,
      interrupted,
      lost: [...lost, ...audit.lost],
      repeated: [...repeated, ...audit.repeated],
      untold: [...unreported, ...audit.untold],
      toldTwice: [...toldTwice, ...audit.toldTwice],
      broken,
    };
  } finally {
    person.stop();
  }
}

interface Round {
  readonly due: number;
  readonly hasRun: boolean;
}

interface Plan {
  readonly rounds: readonly Round[];
  /** The words of each order that comes once, and its only update. */
  readonly once: readonly { readonly words: string; readonly update: string }[];
  /** Those that are runs, numbered for their traces. */
  readonly runs: readonly SentCommand[];
  /** Of the order that comes again and again. */
  readonly every: { readonly id: string; readonly from: number };
}

/** One reminder a round, now and then a run beside it, and one reminder every ten minutes through all of it. */
async function order(place: CrashPlace, began: number, count: number, random: () => number): Promise<Plan> {
  const data = await openData(place.data, createSystemClock(), createRedactor([]), () => undefined);
  try {
    const thread = { platform: 'telegram', key: `telegram:${place.owner.chatId}`, isGroup: false } as const;
    const sender = { id: `telegram:${place.owner.userId}`, name: 'Ann', language: 'en' };
    const base = { zone: 'UTC', scope: null, thread, sender, terms: USUAL_TERMS };
    const set = (text: Omit<OrderText, keyof typeof base>, missed: 'run' | 'skip' = 'run') =>
      data.orders.set({ ...base, ...text, terms: { ...USUAL_TERMS, missed } }, began);
    const every = set({ when: { kind: 'every', ms: TICK_MS, from: began }, doing: { do: 'remind', text: 'tick' } });
    const rounds: Round[] = [];
    const once: { words: string; update: string }[] = [];
    const runs: SentCommand[] = [];
    let due = began + TICK_MS;
    for (let n = 1; n <= count; n += 1) {
      const hasRun = n % RUN_EVERY === 0;
      const missed = random() < 0.25 ? 'skip' : 'run';
      const add = (words: string, isRun: boolean): string => {
        const doing = isRun ? ({ do: 'run', goal: words } as const) : ({ do: 'remind', text: words } as const);
        const { id, revision } = set({ when: { kind: 'once', at: due }, doing }, missed);
        const update = writeOccurrence({ id, revision, due });
        once.push({ words, update });
        return update;
      };
      add(`note ${n}`, false);
      if (hasRun) runs.push({ n, goal: `quick ${n}`, update: add(`quick ${n}`, true) });
      rounds.push({ due, hasRun });
      // Less than a minute later what was not done is still on time.
      due += Math.round(random() < 0.3 ? (10 + random() * 40) * SECOND : random() * 15 * 60 * SECOND);
    }
    await data.orders.sync();
    return { rounds, once, runs, every: { id: every.id, from: began } };
  } finally {
    data.close();
  }
}

type Seen = ReadonlyMap<string, { readonly missed: number; readonly first: string; readonly stamps: Set<string> }>;

function auditTimes({ owner }: CrashPlace, { once, every }: Plan, seen: Seen, end: number) {
  const lost: string[] = [];
  const untold: string[] = [];
  const toldTwice: string[] = [];
  const repeated = [...seen].filter(([, { stamps }]) => stamps.size > 1).map(([update]) => `${update} came in twice`);
  const texts = owner.received().map(({ text }) => text);
  for (const { words, update } of once) {
    if (!seen.has(update)) lost.push(`${update} ${words}`);
    const named = texts.filter((text) => new RegExp(`\\b${words}\\b`).test(text));
    if (named.length === 0) untold.push(`${update} ${words}`);
    const reminders = named.filter((text) => text.startsWith('⏰'));
    if (reminders.length > 1) toldTwice.push(`${words}: ${reminders.length} times`);
  }
  const ticks = [...seen]
    .flatMap(([update, { missed, first }]) => {
      const time = readOccurrence(update);
      return time?.id === every.id ? [{ due: time.due, missed, first: Date.parse(first) }] : [];
    })
    .sort((one, other) => one.due - other.due);
  let through = every.from;
  for (const { due, missed, first } of ticks) {
    const right = (due - through) / TICK_MS === missed && first === through + TICK_MS;
    if (!right) lost.push(`tick of ${new Date(due).toISOString()}: ${missed} since ${new Date(first).toISOString()}`);
    through = due;
  }
  if (end - through >= TICK_MS) lost.push(`ticks after ${new Date(through).toISOString()}`);
  const told = texts.filter((text) => text.startsWith('⏰') && text.includes('tick')).length;
  if (told < ticks.length) untold.push(`tick: ${told} of ${ticks.length}`);
  if (told > ticks.length) toldTwice.push(`tick: ${told - ticks.length} more than came`);
  return { lost, repeated, untold, toldTwice };
}

function readInbox({ data }: CrashPlace): readonly InboxEvent[] {
  const path = join(data, 'state', 'inbox.jsonl');
  if (!existsSync(path)) return [];
  return decodeLines(readFileSync(path)).lines.map(({ event }) => inboxEventSchema.parse(event));
}

/** Nothing is owed any more, and all that was to be sent was. */
function isSettled(place: CrashPlace): boolean {
  const events = readInbox(place);
  const store = createFakeJournalStore<InboxEvent>();
  const journal = store.open();
  for (const event of events) journal.append(event);
  const done = new Set(events.flatMap((event) => (event.type === 'delivery.done' ? [event.delivery] : [])));
  const isSent = events.every((event) => event.type !== 'delivery.queued' || done.has(event.delivery));
  return isSent && place.telegram.pendingUpdates().length === 0 && createInbox(store.open()).unsettled().length === 0;
}
