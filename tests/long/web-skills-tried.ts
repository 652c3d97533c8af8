/** Shipped skills that open a page or a draft, on a virtual desktop with a real browser: each run is followed to the address it opened. */
import { existsSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readProcessTable } from '../../adapters/machine/process-table.ts';
import { readRun } from '../support/bot.ts';
import { isCard, isEnd, startTestLaunch, type TestLaunch, textOf } from '../support/launched.ts';
import { until } from '../support/until.ts';

export const noBrowser = existsSync('/usr/bin/chromium') ? false : 'not installed: chromium';

/** What is said, the skill it means, and what it opens. */
export const WEB_GOALS: readonly (readonly [goal: string, skill: string, url: string])[] = [
  ['could you open example.com please', 'open-website', 'https://example.com/'],
  ['Wetter in Graz', 'weather', 'https://www.google.com/search?q=weather+Graz'],
  ['search the web for red pandas & co', 'web-search', 'https://www.google.com/search?q=red%20pandas%20%26%20co'],
  ['wikipedia Ada Lovelace', 'wikipedia', 'https://en.wikipedia.org/w/index.php?search=Ada%20Lovelace'],
  ['was sagt Wikipedia über Wien?', 'wikipedia-deutsch', 'https://de.wikipedia.org/w/index.php?search=Wien'],
  ['zeig mir Jazz auf YouTube', 'youtube', 'https://www.youtube.com/results?search_query=Jazz'],
  [
    'how do I get from Berlin to Hamburg?',
    'directions',
    'https://www.google.com/maps/dir/?api=1&origin=Berlin&destination=Hamburg',
  ],
];

/** What did not go as it should, a line each. */
export async function tryWebSkills(
  t: { after(act: () => void): void },
  goals: typeof WEB_GOALS,
  say: (line: string) => void,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const bot = await startTestLaunch(t);
  try {
    for (const [index, [goal, skill, url]] of goals.entries()) {
      const end = await runToEnd(bot, goal, index);
      const { lines } = readRun(bot.data, String(index + 1).padStart(6, '0'));
      const events = JSON.stringify(lines.map(({ event }) => event));
      const isRight =
        events.includes(`"skill":${JSON.stringify(skill)}`) &&
        events.includes(JSON.stringify(`${url}: Opened`).slice(1, -1)) &&
        end.includes(isLoaded(lines, url) ? 'All steps finished.' : "The page didn't load.");
      say(`${isRight ? 'right' : 'WRONG'}  ${goal} → ${url}`);
      if (!isRight) faults.push(`${goal}: ${end}`);
    }
    if (!(await runsIn(bot.home))) faults.push('no browser runs at the end');
  } finally {
    await bot.stop();
    await endAllIn(bot.home);
  }
  return faults;
}

/** What the last look shows: where nothing answers, Chromium's title is the host alone. A page at the root looks the same without one. */
function isLoaded(lines: ReturnType<typeof readRun>['lines'], url: string): boolean {
  const { host, pathname, search } = new URL(url);
  const last = lines.findLast(({ event }) => event.type === 'observation.taken')?.event;
  const title = last !== undefined && 'window' in last ? String(last.window) : '';
  return host === '' || (pathname === '/' && search === '') || !title.startsWith(`${host} - `);
}

async function runToEnd(bot: TestLaunch, goal: string, ends: number): Promise<string> {
  await bot.run(goal);
  const seen = new Set<string>();
  for (;;) {
    const next = await bot.waitFor((message) => {
      const isNewEnd = isEnd(message) && textOf(message).includes(`run ${ends + 1} ·`);
      return isNewEnd || (isCard(message) && !seen.has(message.id));
    });
    seen.add(next.id);
    if (isEnd(next)) return textOf(next);
    await bot.tap(next, 'Approve');
  }
}

async function processesIn(folder: string): Promise<readonly number[]> {
  const rows = await readProcessTable();
  const places = await Promise.all(rows.map(({ pid }) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return rows.filter((_, index) => places[index] === folder).map(({ pid }) => pid);
}

async function runsIn(folder: string): Promise<boolean> {
  return (await processesIn(folder)).length > 0;
}

/** What was opened is the person's and lives on when the bot ends: ends whatever runs in this folder. */
export async function endAllIn(folder: string): Promise<void> {
  await until(async () => {
    const left = await processesIn(folder);
    for (const pid of left) endProcess(pid);
    return left.length === 0 || sleep(50, false);
  }, `the programs in ${folder} to end`);
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself meanwhile.
  }
}
