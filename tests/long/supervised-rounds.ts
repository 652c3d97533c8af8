/** Kills a supervised bot at random moments, and asks on the page, in Telegram and in Slack after each start whether it is there. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { startSlackServer, TEAM } from '../servers/slack/slack-server.ts';
import { ANN, SLACK_TOKENS } from '../support/slack-phone.ts';
import { startSupervised } from '../support/supervised.ts';
import { until } from '../support/until.ts';
import { auditPlace, readRuns } from './audit.ts';
import { openCrashPlace } from './crash-place.ts';
import { isSettled } from './kill-rounds.ts';
import { createRandom } from './random.ts';
import { createScriptedPerson } from './scripted-person.ts';

const WAYS = ['page', 'Telegram', 'Slack'] as const;
type Way = (typeof WAYS)[number];

export interface SupervisedReport {
  /** Milliseconds from the supervisor's start of the process until it answered, by where; of starts while this computer was free enough. */
  readonly reachedMs: Readonly<Record<Way, readonly number[]>>;
  /** Starts that are not judged: a Node that does nothing took too long as well, or others had the processor. */
  readonly tooBusy: number;
  readonly faults: Readonly<Record<string, readonly string[]>>;
  readonly commands: number;
  readonly interrupted: number;
  /** How often the bot ended in order after three crashes within a minute, and was started by hand. */
  readonly gaveUp: number;
  readonly log: string;
}

export interface SupervisedOptions {
  readonly kills: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** Longest life between two kills: with the supervisor's pause, three crashes within a minute come now and then. */
const LONGEST_LIFE_MS = 14_000;
const START_SHARE = 0.2;
const LONGEST_START_MS = 1500;
const PATIENCE_MS = 60_000;
const SETTLE_MS = 300_000;
/** The longest start of an empty Node at which a start is judged; alone it takes some 60 ms. */
const BUSY_MS = 150;
/** The longest wait for a processor at which a start is judged. */
const MOST_WAITED_MS = 1000;
/** Numbers of commands from Slack, apart from Telegram's. */
const FIRST_IN_SLACK = 9001;

export async function runSupervisedRounds(
  t: { after(act: () => void): void },
  { kills, seed, say }: SupervisedOptions,
): Promise<SupervisedReport> {
  const random = createRandom(seed);
  const place = await openCrashPlace(t, 'playbook');
  const slack = await startSlackServer({ ...SLACK_TOKENS });
  const ann = slack.person(ANN, { name: 'Ann' });
  const port = await findPort();
  const supervisor = join(place.home, '..', 'supervisor');
  const bot = startSupervised(supervisor, place.home, {
    ...place.env,
    SLACK_BOT_TOKEN: SLACK_TOKENS.botToken,
    SLACK_APP_TOKEN: SLACK_TOKENS.appToken,
    SLACK_ALLOWED_USERS: `${TEAM}:${ANN}`,
    SLACK_API_URL: slack.apiUrl,
    WEB_CHAT: 'on',
    WEB_CHAT_PORT: String(port),
  });
  const reachedMs: Record<Way, number[]> = { page: [], Telegram: [], Slack: [] };
  const unreached: string[] = [];
  const inSlack: number[] = [];
  let [person, gaveUp, tooBusy]: [ReturnType<typeof createScriptedPerson> | null, number, number] = [null, 0, 0];

  const starts = (): number => bot.events.filter(({ what }) => what === 'started').length;
  const isAnswered = {
    page: async () => (await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1000) })).status === 200,
    Telegram: async (since: number) =>
      place.owner.received().some(({ text, id }) => id > since && text.includes('Desktop')),
    Slack: async (_: number, since: string) =>
      ann.messages().some(({ isFromBot, ts, text }) => isFromBot && ts > since && text.includes('Desktop')),
  };
  /** What a person would do who waits for it: asks at once, and looks until there is an answer. Milliseconds; null: none came. */
  const measure = async (startedAt: number): Promise<Readonly<Record<Way, number | null>>> => {
    const lastId = place.owner.received().at(-1)?.id ?? 0;
    const lastTs = ann.messages().at(-1)?.ts ?? '';
    place.owner.send('/status');
    ann.say('status');
    const look = async (way: Way): Promise<number | null> => {
      const isThere = async (): Promise<boolean> =>
        (await isAnswered[way](lastId, lastTs).catch(() => false)) || sleep(20, false);
      if (await until(isThere, way, PATIENCE_MS).catch(() => false)) return Date.now() - startedAt;
      unreached.push(`${way} was not reached within ${PATIENCE_MS / 1000} s of start ${starts()}`);
      return null;
    };
    const [page, telegram, inSlackMs] = await Promise.all([look('page'), look('Telegram'), look('Slack')]);
    return { page, Telegram: telegram, Slack: inSlackMs };
  };
  /** When the life began that got ready. The third crash within a minute says so and ends in order: then somebody starts it. */
  const untilReady = async (): Promise<number> => {
    for (;;) {
      await until(() => bot.events.at(-1)?.what === 'ready' || bot.events.at(-1)?.isClean === true, 'a start');
      if (bot.events.at(-1)?.what === 'ready') return bot.events.findLast(({ what }) => what === 'started')?.at ?? 0;
      gaveUp += 1;
      const before = starts();
      bot.startAgain();
      await until(() => starts() > before, 'a start by hand');
    }
  };

  /** It may have ended in order a moment ago: after its third crash, while the next kill was on its way. */
  const killNow = async (): Promise<void> => {
    try {
      process.kill(bot.pid(), 'SIGKILL');
    } catch (error) {
      if (systemCode(error) !== 'ESRCH') throw error;
      await until(() => bot.events.at(-1)?.isClean === true, 'its end in order');
      gaveUp += 1;
      bot.startAgain();
    }
  };

  try {
    await measure(await untilReady());
    person = createScriptedPerson(place.owner, random);
    for (let kill = 1; kill <= kills; kill += 1) {
      for (let count = Math.floor(random() * 3); count > 0; count -= 1) person.send();
      if (random() < 0.3) {
        const n = FIRST_IN_SLACK + inSlack.length;
        inSlack.push(n);
        ann.say(`run quick ${n}`);
      }
      // Also in the middle of a start.
      const isInStart = kill > 1 && random() < START_SHARE;
      await sleep(random() * (isInStart ? LONGEST_START_MS : LONGEST_LIFE_MS));
      const before = starts();
      await killNow();
      await until(() => starts() > before, 'the supervisor to start it');
      if (isInStart) {
        say(`kill ${kill}: the next one comes while it starts`);
        continue;
      }
      const bareInStart = measureBareNode();
      const startedAt = await untilReady();
      const times = await measure(startedAt);
      const waitedMs = readWaitedMs(bot.pid());
      const bareMs = Math.max(await bareInStart, await measureBareNode());
      const isBusy = bareMs > BUSY_MS || waitedMs > MOST_WAITED_MS;
      if (isBusy) tooBusy += 1;
      for (const way of WAYS) if (!isBusy && times[way] !== null) reachedMs[way].push(times[way]);
      const told = WAYS.map((way) => `${way} ${Math.round(times[way] ?? Number.NaN)} ms`).join(', ');
      say(
        `kill ${kill}: ${told}${isBusy ? `; not judged, a bare Node took ${Math.round(bareMs)} ms, others had the processor for ${Math.round(waitedMs)} ms` : ''}`,
      );
    }
    const sent = person.sent;
    const isOver = (): boolean => isSettled(place, sent);
    // The last kill may have been the third within a minute: nothing ends before somebody starts it.
    if (bot.events.at(-1)?.what !== 'ready') await untilReady();
    await until(isOver, 'every command to end', SETTLE_MS).catch(() => undefined);
    // Last notes and edits.
    await until(() => auditSlack().length === 0, 'words in Slack', SETTLE_MS).catch(() => undefined);
    const { lost, repeated, unreported, interrupted } = auditPlace(place, sent);
    const ofSlack = readRuns(place.data).filter(({ events }) =>
      events.some((event) => event.type === 'run.created' && event.command.startsWith('slack:')),
    );
    const untold = unreported.filter((line) => !ofSlack.some(({ runId }) => line.includes(`run ${runId} `)));
    return {
      reachedMs,
      faults: { unreached, lost, repeated, unreported: untold, Slack: auditSlack(), protocol: slack.protocolFaults() },
      commands: sent.length + inSlack.length,
      interrupted,
      gaveUp,
      tooBusy,
      log: bot.log(),
    };
  } finally {
    person?.stop();
    await bot.stop();
    await Promise.all([place.stop(), slack.stop()]);
  }

  /** Each command from there left at most one trace, and a word. */
  function auditSlack(): readonly string[] {
    const file = join(place.home, 'trace.txt');
    const trace = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    const said = ann.messages().filter(({ isFromBot }) => isFromBot);
    return inSlack.flatMap((n) => [
      ...(trace.filter((line) => line === `${n} a`).length > 1 ? [`quick ${n} was done twice`] : []),
      ...(said.some(({ text }) => text.includes(`quick ${n}`)) ? [] : [`quick ${n} was never told`]),
    ]);
  }
}

/** What a Node that does nothing takes now, milliseconds. */
async function measureBareNode(): Promise<number> {
  const from = performance.now();
  await new Promise((resolve) => spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }).once('close', resolve));
  return performance.now() - from;
}

/** How long the main thread has waited for a processor so far (proc_pid_schedstat); 0 where the system does not tell. */
function readWaitedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** One that is free now. */
function findPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
