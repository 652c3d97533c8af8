/**
 * Skills saved from a first run, asked for again with other values in applications that have changed since: each must do what was asked, checked, with
 * at most two calls. Then versions that no playbook may work alone: nothing wrong may be pressed.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LOOK_AGAIN } from '../../src/run/loop/take-batch.ts';
import { english } from '../../src/words/speak.ts';
import type { SeenRequest } from '../servers/anthropic/request-rules.ts';
import type { Decision } from '../servers/anthropic/server.ts';
import { act, type Phone, startPhone } from '../support/phone.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { openBrowser } from '../web/browser.ts';
import { type PageServer, startPageServer } from '../web/page-server.ts';
import { FIRST, PAGE_APPS, type PageApp, renderApp, TRAPS, type Version } from './changing-pages.ts';

export interface ChangedReplay {
  readonly runs: number;
  /** Did what was asked, were told as checked, and took at most two calls. */
  readonly good: number;
  /** Targets that were found under another name. */
  readonly healed: number;
  /** Calls of the first runs, and of the others; for steps, checks, risks and the goal. */
  readonly firstCalls: number;
  readonly calls: number;
  readonly traps: number;
  /** Runs on a trap that pressed what was not meant. */
  readonly fell: number;
  readonly faults: readonly string[];
}

const SIZE = { width: 1024, height: 768, density: 1 };
const OPEN_MS = 120_000;
const RUN_MS = 900_000;
const MOST_CALLS = 2;
/** A model that always gives up: a run that needed it was not done by the skill alone. */
const GIVES_UP = Array.from({ length: 20 }, () => act({ action: 'fail', summary: 'What it wants is not there.' }));

export interface ChangedOptions {
  /** Names of the applications; all unless given. */
  readonly wanted?: RegExp;
  /** Of each application; all unless given. */
  readonly versions?: RegExp;
  readonly traps?: number;
  readonly say?: (line: string) => void;
}

export async function replayChanged(
  t: { after(act: () => void): void },
  { wanted = /./, versions = /./, traps = TRAPS.length, say = () => undefined }: ChangedOptions = {},
): Promise<ChangedReplay> {
  const pages = await startPageServer();
  const phone = await startPhone(t, { ...SIZE, hasSessionBus: true });
  const folder = makeTempFolder(t);
  mkdirSync(join(folder, 'downloads'));
  const browser = openBrowser({
    ...SIZE,
    ...{ display: phone.display, url: pages.url, isUntold: false },
    profile: join(folder, 'profile'),
    downloads: join(folder, 'downloads'),
  });
  const total = { runs: 0, good: 0, healed: 0, firstCalls: 0, calls: 0, traps: 0, fell: 0 };
  const faults: string[] = [];
  const note = (line: string, isGood: boolean): void => {
    say(`${isGood ? 'good' : 'BAD'} ${line}`);
    if (!isGood) faults.push(line);
  };
  try {
    for (const app of PAGE_APPS.filter(({ name }) => wanted.test(name))) {
      const first = await run(app, FIRST, 0, { pages, phone });
      total.firstCalls += first.calls;
      note(`${app.name}, first: ${first.told}, ${first.calls} calls`, first.isDone && first.isChecked);
      await phone.tap(await phone.end(), 'Save as skill');
      await phone.tap(await phone.waitFor(/Save this as a skill\?/), 'Save');
      await phone.waitFor(/Saved as the skill/);
      // Before anything of the skill is mended.
      for (const trap of app === PAGE_APPS[0] ? TRAPS.slice(0, traps) : []) {
        const fallen = await runTrap(app, trap, { pages, phone });
        total.traps += 1;
        total.fell += fallen.length > 0 ? 1 : 0;
        note(`trap, ${trap.what}: pressed ${fallen.join(' ') || 'nothing wrong'}`, fallen.length === 0);
      }
      for (const [index, version] of app.versions.entries()) {
        if (!versions.test(version.what)) continue;
        const again = await run(app, version, index + 1, { pages, phone });
        const isGood = again.isDone && again.isChecked && again.calls <= MOST_CALLS;
        total.runs += 1;
        total.calls += again.calls;
        total.healed += again.healed;
        total.good += isGood ? 1 : 0;
        note(
          `${app.name}, ${version.what}: ${again.told}, ${again.calls} calls, ${again.healed} healed, ${again.isDone ? 'done' : `said ${again.said}`}`,
          isGood,
        );
      }
    }
    faults.push(...phone.anthropic.faults);
    return { ...total, faults };
  } finally {
    await browser.end();
    await phone.close();
    await pages.stop();
  }
}

interface Place {
  readonly pages: PageServer;
  readonly phone: Phone;
}

interface Ended {
  readonly isDone: boolean;
  readonly isChecked: boolean;
  readonly told: string;
  readonly said: string;
  readonly calls: number;
  readonly healed: number;
}

async function run(app: PageApp, version: Version, at: number, { pages, phone }: Place): Promise<Ended> {
  const values = app.values[at] ?? [];
  await show(app, version, pages);
  const kept = (): string | undefined => pages.said().findLast(({ what }) => what === 'kept')?.value;
  const isDone = (): boolean => kept() === valuesInOrder(app, values).join(' | ');
  const check = async (): Promise<Decision> =>
    isDone()
      ? { screen: 'A page.', reasons: ['The page says what was kept'], score: 95 }
      : { screen: 'A page.', errors: ['The page does not say it'], reasons: [], score: 10 };
  const steps = at === 0 ? findWay(app, values) : GIVES_UP;
  phone.run(fill(app.goal, values), { steps, verdicts: [check] });
  const end = await phone.endApproving(RUN_MS);
  const events = phone.events();
  const purposes = ['step', 'verify', 'risk', 'intent', 'effect', 'plan'] as const;
  return {
    isDone: isDone(),
    isChecked: /Done and checked/.test(end.text),
    told: end.text.split('\n', 2).join(' '),
    said: kept() ?? 'nothing',
    calls: purposes.reduce((all, purpose) => all + phone.asked(purpose).length, 0),
    healed: events.flatMap((event) => (event.type === 'reply.received' ? (event.healed?.targets ?? []) : [])).length,
  };
}

/** What was pressed by mistake; the model gives up at once, since a real one would know better. */
async function runTrap(app: PageApp, version: Version, { pages, phone }: Place): Promise<readonly string[]> {
  await show(app, version, pages);
  const goal = fill(app.goal, app.values[0] ?? []);
  phone.run(goal, { steps: GIVES_UP });
  await phone.endApproving(RUN_MS);
  const isThere = version.rename[app.keeps] === undefined;
  return pages
    .said()
    .flatMap(({ what, value }) => (what === 'pressed' && !(isThere && value === app.keeps) ? [value] : []));
}

async function show(app: PageApp, version: Version, pages: PageServer): Promise<void> {
  const html = renderApp(app, version);
  const task = { name: app.title, goal: '', html, solve: [], isDone: () => false };
  await pages.open(task, AbortSignal.timeout(OPEN_MS));
}

/** In the order of the fields. */
function valuesInOrder(app: PageApp, values: readonly string[]): readonly string[] {
  return app.steps.flatMap(([kind, text]) => (kind === 'type' ? [fill(text, values)] : []));
}

function fill(text: string, values: readonly string[]): string {
  return text.replace(/\{(\d)\}/g, (_, number: string) => values[Number(number) - 1] ?? '');
}

/** A model that finds its way as real ones do: it looks, waits, misses once, and uses the numbers of the list. */
function findWay(app: PageApp, values: readonly string[]): readonly ((request: SeenRequest) => Decision)[] {
  const nameOf = (id: string): string => app.parts.find((one) => one.id === id)?.name ?? '';
  const moves: readonly ((request: SeenRequest) => Decision | null)[] = [
    () => act({ action: 'screenshot' }),
    () => act({ action: 'click', target: { element: 190 } }),
    () => act({ action: 'wait', seconds: 0.2 }),
    ...app.steps.flatMap(([kind, what]) => [
      () => act({ action: 'think', text: `Now ${kind} ${what}.` }),
      kind === 'type'
        ? () => act({ action: 'type', text: fill(what, values) })
        : ({ text }: SeenRequest) => press(text, nameOf(what)),
      () => act({ action: 'wait', seconds: 0.2 }),
    ]),
    () => act({ action: 'screenshot' }),
    () => act({ action: 'done', summary: 'It is kept.' }),
  ];
  let [at, decidedAt] = [0, 0];
  const next = (request: SeenRequest): Decision => {
    if (request.text.includes(english(LOOK_AGAIN))) at = decidedAt;
    decidedAt = at;
    const decision = (moves[at] ?? moves.at(-1))?.(request) ?? null;
    if (decision !== null) at += 1;
    return decision ?? act({ action: 'wait', seconds: 0.4 });
  };
  return Array.from({ length: 80 }, () => next);
}

function press(text: string, name: string): Decision | null {
  const number = new RegExp(`^(\\d+) (?:field|button|link) ${JSON.stringify(name)}`, 'm').exec(text)?.[1];
  return number === undefined ? null : act({ action: 'click', target: { element: Number(number) } });
}
