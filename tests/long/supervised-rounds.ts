/** Kills a supervised bot at random moments, and asks on the page, in Telegram and in Slack after each start whether it is there. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSlackServer, TEAM } from '../servers/slack/slack-server.ts';
import { ANN, SLACK_TOKENS } from '../support/slack-phone.ts';
import { startSupervised } from '../support/supervised.ts';
import { auditPlace, readRuns } from './audit.ts';
import { openCrashPlace } from './crash-place.ts';
import { isSettled } from './kill-rounds.ts';
import { createRandom } from './random.ts';
import { createScriptedPerson } from './scripted-person.ts';

export interface SupervisedReport {
  /** Milliseconds from the supervisor's start of the process until it answered, by where. */
  readonly reachedMs: Readonly<Record<'page' | 'Telegram' | 'Slack', readonly number[]>>;
  readonly faults: Readonly<Record<string, readonly string[]>>;
  readonly commands: number;
  readonly interrupted: number;
  /** Times it ended in order after three crashes within a minute, and was started by hand. */
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
const SETTLE_MS = 90_000;
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
  const reachedMs: Record<'page' | 'Telegram' | 'Slack', number[]> = { page: [], Telegram: [], Slack: [] };
  const unreached: string[] = [];
  const inSlack: number[] = [];
  let [person, gaveUp]: [ReturnType<typeof createScriptedPerson> | null, number] = [null, 0];

  const starts = (): number => bot.events.filter(({ what }) => what === 'started').length;
  const isAnswered = {
    page: async () => (await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1000) })).status === 200,
    Telegram: async (since: number) =>
      place.owner.received().some(({ text, id }) => id > since && text.includes('Desktop')),
    Slack: async (_: number, since: string) =>
      ann.messages().some(({ isFromBot, ts, text }) => isFromBot && ts > since && text.includes('Desktop')),
  };
  /** What a person would do who waits for it: asks at once, and looks until there is an answer. */
  const measure = async (startedAt: number): Promise<void> => {
    const lastId = place.owner.received().at(-1)?.id ?? 0;
    const lastTs = ann.messages().at(-1)?.ts ?? '';
    place.owner.send('/status');
    ann.say('status');
    await Promise.all(
      (['page', 'Telegram', 'Slack'] as const).map(async (way) => {
        for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(20)) {
          if (!(await isAnswered[way](lastId, lastTs).catch(() => false))) continue;
          reachedMs[way].push(Date.now() - startedAt);
          return;
        }
        unreached.push(`${way} was not reached within ${PATIENCE_MS / 1000} s of start ${starts()}`);
      }),
    );
  };

  try {
    await untilThere(() => bot.events.some(({ what }) => what === 'ready'), 'the first start');
    await measure(bot.events[0]?.at ?? 0);
    reachedMs.page.length = reachedMs.Telegram.length = reachedMs.Slack.length = 0;
    person = createScriptedPerson(place.owner, random);
    for (let kill = 1; kill <= kills; kill += 1) {
      for (let count = Math.floor(random() * 3); count > 0; count -= 1) person.send();
      if (random() < 0.3) {
        const n = FIRST_IN_SLACK + inSlack.length;
        inSlack.push(n);
        ann.say(`run quick ${n}`);
      }
      if (random() < START_SHARE && kill > 1) await sleep(random() * LONGEST_START_MS);
      else await sleep(random() * LONGEST_LIFE_MS);
      const before = starts();
      process.kill(bot.pid(), 'SIGKILL');
      const isOver = (): boolean => starts() > before || bot.events.at(-1)?.isClean === true;
      await untilThere(isOver, 'the supervisor to start it');
      let startedAt = bot.events.findLast(({ what }) => what === 'started')?.at ?? 0;
      // The third crash within a minute: it says so and ends in order, and somebody starts it.
      await Promise.race([measureUnlessOver(), untilGivenUp()]);
      say(
        `kill ${kill}: ${(['page', 'Telegram', 'Slack'] as const).map((way) => `${way} ${Math.round(reachedMs[way].at(-1) ?? 0)} ms`).join(', ')}`,
      );

      async function measureUnlessOver(): Promise<void> {
        await untilThere(() => bot.events.at(-1)?.what === 'ready' || bot.events.at(-1)?.isClean === true, 'a start');
        if (bot.events.at(-1)?.isClean === true) return await new Promise(() => undefined);
        await measure(startedAt);
      }
      async function untilGivenUp(): Promise<void> {
        for (;;) {
          await sleep(20);
          if (bot.events.at(-1)?.isClean !== true) continue;
          gaveUp += 1;
          const lives = starts();
          bot.startAgain();
          await untilThere(() => starts() > lives, 'a start by hand');
          startedAt = bot.events.findLast(({ what }) => what === 'started')?.at ?? 0;
          await untilThere(() => bot.events.at(-1)?.what === 'ready', 'it to be ready');
          await measure(startedAt);
          return;
        }
      }
    }
    const sent = person.sent;
    const isOver = (): boolean => isSettled(place, sent);
    await untilThere(isOver, 'every command to end', SETTLE_MS).catch(() => undefined);
    await sleep(2000);
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
      log: bot.log(),
    };
  } finally {
    person?.stop();
    await bot.stop();
    await Promise.all([place.stop(), slack.stop()]);
  }

  /** Each command from there left at most one trace, and a word. */
  function auditSlack(): readonly string[] {
    const trace = readFileSync(join(place.home, 'trace.txt'), 'utf8').split('\n');
    const said = ann.messages().filter(({ isFromBot }) => isFromBot);
    return inSlack.flatMap((n) => [
      ...(trace.filter((line) => line === `${n} a`).length > 1 ? [`quick ${n} was done twice`] : []),
      ...(said.some(({ text }) => text.includes(`quick ${n}`)) ? [] : [`quick ${n} was never told`]),
    ]);
  }
}

async function untilThere(look: () => boolean, what: string, ms = PATIENCE_MS): Promise<void> {
  for (const end = performance.now() + ms; !look(); await sleep(10))
    if (performance.now() > end) throw new Error(`waited for ${what} in vain`);
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
