/** Kills real bots at random moments, again and again on the same data, and audits what became of every command. */
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnBot } from '../support/bot.ts';
import { until } from '../support/until.ts';
import { type Audit, auditPlace, isEnd, isEndOf, readRuns } from './audit.ts';
import type { CrashPlace } from './crash-place.ts';
import { createRandom } from './random.ts';
import { createScriptedPerson, type SentCommand } from './scripted-person.ts';

export interface KillReport extends Audit {
  readonly rounds: number;
  readonly commands: number;
  readonly cards: number;
  /** The longest a bot was at work, after `ready`, before an interrupted run was told. */
  readonly slowestReportMs: number;
  /** Processes and temporary files of a killed bot that stayed. */
  readonly orphans: readonly string[];
  /** Lives that ended by themselves. */
  readonly broken: readonly string[];
}

export interface KillOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

interface Life {
  readonly readyAt: number | null;
  readonly endedAt: number;
}

/** What dies with the bot gets this long. */
const ORPHAN_MS = 10_000;
/** The last life has come to its end when nothing more comes of it for so long. */
const SETTLE_MS = 60_000;

export async function killAgainAndAgain(place: CrashPlace, { rounds, seed, say }: KillOptions): Promise<KillReport> {
  const random = createRandom(seed);
  const person = createScriptedPerson(place.owner, random);
  const lives: Life[] = [];
  const orphans: string[] = [];
  const broken: string[] = [];
  /** The number of lives before each run was first found interrupted. */
  const interruptedAfter = new Map<string, number>();
  try {
    // The first life only makes itself known: Telegram must know what kinds of updates are wanted.
    await live(place, { untilKill: () => untilKnown(place, broken), broken });
    for (let round = 1; round <= rounds; round += 1) {
      if (random() < 0.4) person.send();
      const duringStart = random() < 0.25;
      const life = await live(place, {
        broken,
        killBeforeReadyAfterMs: duringStart ? random() * 1500 : null,
        // Now and then it is only asked to end.
        isAsked: !duringStart && random() < 0.1,
        async untilKill() {
          for (let count = Math.floor(random() * 3); count > 0; count -= 1) {
            const { update } = person.send();
            if (random() < 0.3) redeliver(place, update);
          }
          await sleep(random() * 3500);
        },
      });
      lives.push(life);
      // The next start takes away the scratch folder of one that was killed.
      const left = place.leftovers().filter((name) => !name.startsWith('deskhand-scratch-'));
      orphans.push(...(await findRunning(place)), ...left);
      for (const runId of findUntold(place))
        if (!interruptedAfter.has(runId)) interruptedAfter.set(runId, lives.length);
      if (round % 10 === 0)
        say(`round ${round}: ${person.sent.length} commands, ${interruptedAfter.size} interrupted runs`);
    }
    // The last life runs until everything is done.
    const readyAt = await letFinish(place, person.sent, broken);
    lives.push({ readyAt, endedAt: performance.now() });
    orphans.push(...(await findRunning(place)), ...place.leftovers());
  } finally {
    person.stop();
  }
  return {
    ...auditPlace(place, person.sent),
    rounds,
    commands: person.sent.length,
    cards: person.cards(),
    slowestReportMs: Math.max(
      0,
      ...[...interruptedAfter].map(([runId, after]) => reportDelay(place, runId, lives.slice(after))),
    ),
    orphans,
    broken,
  };
}

interface LifeOptions {
  /** null: only after it was ready and `untilKill` has resolved. */
  readonly killBeforeReadyAfterMs?: number | null;
  /** Ended by SIGTERM, which it must obey in order. */
  readonly isAsked?: boolean;
  readonly untilKill: () => Promise<void>;
  readonly broken: string[];
}

async function live(
  place: CrashPlace,
  { killBeforeReadyAfterMs = null, isAsked = false, untilKill, broken }: LifeOptions,
): Promise<Life> {
  const bot = spawnBot({ env: place.env });
  let readyAt: number | null = null;
  if (killBeforeReadyAfterMs !== null) {
    await sleep(killBeforeReadyAfterMs);
  } else {
    readyAt = await untilReady(bot);
    if (readyAt !== null) await untilKill();
  }
  if (bot.child.exitCode !== null)
    broken.push(`a bot ended by itself with ${bot.child.exitCode}: ${bot.stderr().slice(-500)}`);
  else if (killBeforeReadyAfterMs === null && readyAt === null)
    broken.push(`a bot was not ready: ${bot.stderr().slice(-500)}`);
  if (!isAsked) {
    await bot.kill();
  } else {
    const code = await bot.stop();
    if (code !== 0) broken.push(`a bot that was asked to end ended with ${code}: ${bot.stderr().slice(-500)}`);
  }
  return { readyAt, endedAt: performance.now() };
}

/** null when it did not get ready. */
export async function untilReady(bot: ReturnType<typeof spawnBot>): Promise<number | null> {
  const isReady = (): boolean => /^ready .*$/m.test(bot.stdout());
  const hasEnded = (): boolean => bot.child.exitCode !== null || bot.child.signalCode !== null;
  await until(() => isReady() || hasEnded(), 'the bot to be ready').catch(() => undefined);
  return isReady() ? performance.now() : null;
}

async function letFinish(place: CrashPlace, sent: readonly SentCommand[], broken: string[]): Promise<number | null> {
  const bot = spawnBot({ env: place.env });
  const readyAt = await untilReady(bot);
  const countEnds = (): number => place.owner.received().filter(isEnd).length;
  let ends = countEnds();
  for (let deadline = performance.now() + SETTLE_MS; performance.now() < deadline && !isSettled(place, sent); ) {
    await sleep(200);
    if (countEnds() === ends) continue;
    ends = countEnds();
    deadline = performance.now() + SETTLE_MS;
  }
  // Last edits, notes and keys.
  await until(() => isQuiet(place, sent) || sleep(200, false), 'the last edits').catch(() => undefined);
  const code = await bot.stop();
  if (code !== 0) broken.push(`the last bot ended with ${code}: ${bot.stderr().slice(-500)}`);
  return readyAt;
}

async function untilKnown({ telegram }: CrashPlace, broken: string[]): Promise<void> {
  const isKnown = (): boolean => telegram.allowedUpdates().length > 0;
  await until(isKnown, 'Telegram to know what is wanted').catch((error: unknown) => broken.push(String(error)));
}

function isQuiet(place: CrashPlace, sent: readonly SentCommand[]): boolean {
  const { lost, unreported, leftOpen } = auditPlace(place, sent);
  return lost.length + unreported.length + leftOpen.length === 0;
}

/** Nothing is left to be fetched, done or told. */
export function isSettled(place: CrashPlace, sent: readonly SentCommand[]): boolean {
  const ends = place.owner
    .received()
    .filter(isEnd)
    .map(({ text }) => text)
    .join();
  return place.telegram.pendingUpdates().length === 0 && sent.every(({ goal }) => ends.includes(`“${goal}”`));
}

/** Runs whose end is not on the phone. */
function findUntold(place: CrashPlace): readonly string[] {
  const messages = place.owner.received();
  return readRuns(place.data)
    .filter(({ events }) => events.some((event) => event.type === 'run.created'))
    .map(({ runId }) => runId)
    .filter((runId) => !messages.some((message) => isEndOf(message, runId)));
}

/** How long bots were at work after `ready` before the end of this run was sent. */
function reportDelay(place: CrashPlace, runId: string, lives: readonly Life[]): number {
  const words = new RegExp(`^(<b>)?(✅|☑️|❌|⏹|⚠️)[^]*\\brun ${Number(runId)}\\b`, 'u');
  const call = place.telegram
    .calls()
    .find(
      ({ method, fields }) =>
        method.startsWith('send') && words.test(fields.get('text') ?? fields.get('caption') ?? ''),
    );
  const toldAt = call?.at ?? Number.POSITIVE_INFINITY;
  return lives.reduce(
    (sum, { readyAt, endedAt }) => sum + (readyAt === null ? 0 : Math.max(0, Math.min(endedAt, toldAt) - readyAt)),
    0,
  );
}

async function findRunning(place: CrashPlace): Promise<readonly string[]> {
  let running = place.processes();
  const isNoneLeft = (): boolean | Promise<boolean> => {
    running = place.processes();
    return running.length === 0 || sleep(20, false);
  };
  await until(isNoneLeft, 'every process to end', ORPHAN_MS).catch(() => undefined);
  return running;
}

function redeliver({ telegram }: CrashPlace, update: string): void {
  telegram.redeliver(Number(update.slice('telegram:'.length)));
}
