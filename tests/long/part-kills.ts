/** Kills real bots in the middle of plans with parts side by side; each interrupted plan is gone on with by a tap on Again. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeenRequest } from '../servers/anthropic/request-rules.ts';
import type { Decision } from '../servers/anthropic/server.ts';
import type { SeenMessage } from '../servers/telegram/people.ts';
import { spawnBot } from '../support/bot.ts';
import { grantWishes } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';
import { isEnd, isEndOf, readRuns } from './audit.ts';
import { type CrashPlace, openCrashPlace } from './crash-place.ts';
import { untilReady } from './kill-rounds.ts';

export interface TreeKillReport {
  readonly kills: number;
  readonly goals: number;
  /** Plans that a kill found under way. */
  readonly interrupted: number;
  /** Parts that a kill found under way. */
  readonly partsCut: number;
  readonly unknownActs: number;
  readonly lost: readonly string[];
  readonly repeated: readonly string[];
  readonly unreported: readonly string[];
  readonly broken: readonly string[];
}

export interface TreeKillOptions {
  readonly rounds: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

const LETTERS = ['a', 'b', 'c'] as const;
const NO_SCOPE = { apps: [], sites: [], folders: [], kinds: [] };
const LAST_LIFE_MS = 240_000;

const goalOf = (n: number): string => `1. mark ${n} a\n2. mark ${n} b\n3. mark ${n} c\n4. report ${n}`;

export async function killTrees(
  t: { after(act: () => void): void },
  { rounds, random, say }: TreeKillOptions,
): Promise<TreeKillReport> {
  const place = await openCrashPlace(t, 'anthropic', decide);
  const person = watchPhone(place);
  const broken: string[] = [];
  let goals = 0;
  const isDone = (n: number): boolean => newestEnd(place, n)?.text.startsWith('✅') === true;
  try {
    for (let kill = 1; kill <= rounds; kill += 1) {
      const bot = spawnBot({ env: place.env });
      if ((await untilReady(bot)) === null) broken.push(`not ready: ${bot.stderr().slice(-300)}`);
      if (goals === 0 || isDone(goals)) {
        goals += 1;
        place.owner.send(`/run ${goalOf(goals)}`);
      }
      await sleep(300 + random() * 3500);
      if (bot.child.exitCode !== null)
        broken.push(`ended by itself with ${bot.child.exitCode}: ${bot.stderr().slice(-300)}`);
      await bot.kill();
      if (kill % 10 === 0) say(`${kill} kills, ${goals} plans`);
    }
    const last = spawnBot({ env: place.env });
    await untilReady(last);
    const isOver = () => isDone(goals) || sleep(200, false);
    await until(isOver, 'the last plan to be done', LAST_LIFE_MS).catch(() => undefined);
    await sleep(1000);
    const code = await last.stop();
    if (code !== 0) broken.push(`the last bot ended with ${code}: ${last.stderr().slice(-300)}`);
    return { kills: rounds, goals, ...audit(place, goals), broken };
  } finally {
    person.stop();
    await place.stop();
  }
}

function audit(place: CrashPlace, goals: number) {
  const path = join(place.home, 'trace.txt');
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const runs = readRuns(place.data);
  const messages = place.owner.received();
  const [lost, repeated, unreported]: readonly [string[], string[], string[]] = [[], [], []];
  for (let n = 1; n <= goals; n += 1) {
    for (const letter of LETTERS) {
      const times = lines.filter((line) => line === `${n} ${letter}`).length;
      if (times > 1) repeated.push(`${n} ${letter} was done ${times} times`);
      if (times === 0) lost.push(`${n} ${letter} was never done`);
    }
    if (newestEnd(place, n)?.text.startsWith('✅') !== true)
      lost.push(`plan ${n} did not come to its end: ${newestEnd(place, n)?.text.slice(0, 300) ?? 'nothing was told'}`);
  }
  let [interrupted, partsCut, unknownActs] = [0, 0, 0];
  for (const { runId, events } of runs) {
    const [created] = events;
    if (created?.type !== 'run.created') continue;
    const isCut = events.some((event) => event.type === 'run.recovered');
    if (!isCut && !events.some((event) => event.type === 'run.ended')) unreported.push(`run ${runId} has no end`);
    unknownActs += events.filter((event) => event.type === 'action.unknown').length;
    if (created.part !== undefined) partsCut += isCut ? 1 : 0;
    else {
      interrupted += isCut ? 1 : 0;
      if (!messages.some((message) => isEndOf(message, runId))) unreported.push(`run ${runId} has no end on the phone`);
    }
  }
  return { interrupted, partsCut, unknownActs, lost, repeated, unreported };
}

function newestEnd(place: CrashPlace, n: number): SeenMessage | undefined {
  return place.owner.received().findLast((message) => isEnd(message) && message.text.includes(`report ${n}`));
}

/** Says Go, yes, and Again, each once. */
function watchPhone({ owner }: CrashPlace): { readonly stop: () => void } {
  const tapped = new Set<string>();
  let isStopped = false;
  const watch = async (): Promise<void> => {
    while (!isStopped) {
      for (const message of owner.received()) {
        const live = message.buttons.flat().flatMap(({ text, data }) => (data === null ? [] : [text]));
        const wanted = ['Go', 'Run now', 'Retry', 'Approve'].find((label) => live.includes(label));
        const again =
          isEnd(message) && live.includes('Again') && /Interrupted/.test(message.text) ? 'Again' : undefined;
        const choice = wanted ?? again;
        const key = `${message.id} ${choice}`;
        if (choice === undefined || tapped.has(key)) continue;
        tapped.add(key);
        owner.tap(message, choice);
      }
      await owner.waitFor(() => false, 50).catch(() => undefined);
    }
  };
  void watch();
  return {
    stop() {
      isStopped = true;
    },
  };
}

/** Stateless, as a model is: all it goes by stands in the question. */
function decide({ schema, text }: SeenRequest): Decision {
  const asked = JSON.stringify(schema ?? '');
  if (asked.includes('"needs"')) return planFor(Number(/mark (\d+) a/.exec(text)?.[1] ?? 0));
  if (asked.includes('"score"'))
    return { screen: 'A terminal.', reasons: ['The line is there'], score: 95, ...grantWishes(text) };
  if (asked.includes('"narrative"')) return { narrative: 'It was marked.', lessons: [] };
  if (asked.includes('"target"')) return { target: 'a terminal', risk: 'moderate', reason: 'It only selects.' };
  const [, n, letter] = /^Goal: Mark (\d+) (\w) /m.exec(text) ?? [];
  if (n === undefined || letter === undefined) return says({ action: 'done', text: 'All is marked.' });
  const line = `${n} ${letter}`;
  const mark = says({ action: 'shell', text: `echo ${line} >> trace.txt` });
  const look = says({ action: 'shell', text: `grep -cx '${line}' trace.txt || true` });
  const [, last = ''] = /^Last action: (.*)$/m.exec(text) ?? [];
  const done = says({ action: 'done', text: `Marked ${line}.`, facts: [{ name: 'line', value: line }] });
  if (last.includes('>> trace.txt'))
    return / - done/.test(last) ? done : says({ action: 'fail', text: `not marked: ${last.slice(-60)}` });
  if (last.includes('grep')) return /from="result">\n[1-9]/.test(text) ? done : mark;
  return /was cut off/.test(text) ? look : mark;
}

function says(action: object): Decision {
  return { intent: 'Go on', ...action, note: null };
}

function planFor(n: number): Decision {
  const act = (letter: string) => ({
    ...{ goal: `Mark ${n} ${letter} in trace.txt`, check: `trace.txt has the line ${n} ${letter}` },
    ...{ needs: [], role: 'act', desktop: false },
  });
  const report = {
    goal: `Say whether ${n} is marked`,
    check: 'it is said',
    needs: [1, 2, 3],
    role: 'verify',
    desktop: false,
  };
  return { parts: [...LETTERS.map(act), report], scope: NO_SCOPE };
}
