/** Long tasks through the whole bot: its own process, real files, commands and pages, a careless model, a person who says yes; with the ledger, or without. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { evolve } from '../../src/journal/evolve.ts';
import { startingState } from '../../src/journal/run-state.ts';
import type { SeenMessage } from '../servers/telegram/people.ts';
import { hasButton, hasLiveButton, NO_SCOPE, type Phone, startPhone } from '../support/phone.ts';
import { writeSkill } from '../support/skill-text.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';
import { openBrowser } from '../web/browser.ts';
import { startPageServer } from '../web/page-server.ts';
import type { WebTask } from '../web/task.ts';
import { goalOf, type LongTask, type Page, type Place } from './task.ts';
import { createWorker } from './worker.ts';

export interface LongResult {
  readonly task: string;
  readonly seed: number;
  readonly hasLedger: boolean;
  readonly outcome: string;
  readonly steps: number;
  /** Questions that the person was asked, cards left out. */
  readonly questions: number;
  readonly wishes: number;
  /** The number of wishes that were done when the run had ended. */
  readonly done: number;
  /** The wishes that were not done. */
  readonly undone: readonly string[];
  /** False statements in the end message, a line each. */
  readonly lies: readonly string[];
  /** Wishes that are not done, and that the end message does not name. */
  readonly lost: readonly string[];
  readonly slips: ReturnType<ReturnType<typeof createWorker>['slips']>;
}

export interface LongBench {
  run(task: LongTask, seed: number): Promise<LongResult>;
  /** Rejects when the bot did not end cleanly or asked its model what a real one refuses. */
  close(): Promise<void>;
}

const SIZE = { width: 1024, height: 768, density: 1 };
const RUN_MS = 1_800_000;
const OPEN_MS = 120_000;
const PAGE_TITLE = 'Long work';
/** A skill for every goal: a run led by a skill has no ledger, so goal and model are the same and nothing keeps the wishes. */
const LEADS = writeSkill({
  name: 'lists',
  trigger: '(?i)(?:write|set|keep|make|answer|book)',
  steps: 'Do what is asked, one after the other.',
  permissions: 'browser, network, files, shell, apps, clipboard, vault',
  maxIterations: 200,
});

export async function startLongBench(t: { after(act: () => void): void }, hasLedger: boolean): Promise<LongBench> {
  const pages = await startPageServer();
  const phone = await startPhone(t, {
    ...SIZE,
    hasSessionBus: true,
    // A title with a path that names Deskhand is taken for its own conversation.
    folderStart: 'long-work-',
    // The work is one, so that both sides do the same.
    plan: { parts: [], scope: NO_SCOPE },
    skills: hasLedger ? {} : { 'lists.md': LEADS },
    settings: {
      MAX_ITERATIONS: '200',
      RUN_TOKEN_BUDGET: '100000000',
      RUN_COST_LIMIT_USD: '1000',
      DAY_COST_LIMIT_USD: '100000',
    },
  });
  const folder = makeTempFolder(t);
  mkdirSync(join(folder, 'downloads'));
  const browser = openBrowser({
    ...SIZE,
    display: phone.display,
    isUntold: false,
    url: pages.url,
    profile: join(folder, 'profile'),
    downloads: join(folder, 'downloads'),
  });
  const page: Page = {
    async show(html) {
      const task: WebTask = { name: PAGE_TITLE, goal: '', html, solve: [], isDone: () => false };
      await pages.open(task, AbortSignal.timeout(OPEN_MS));
    },
    said: (what) => pages.said().findLast((one) => one.what === what)?.value,
    async find(selector) {
      const box = await pages.where(selector);
      const middle = (start: number, size: number, whole: number): number =>
        Math.round(((start + size / 2) / whole) * 1e5) / 100;
      return box === null
        ? null
        : { x: middle(box.x, box.width, SIZE.width), y: middle(box.y, box.height, SIZE.height) };
    },
  };
  // The browser is opened first, since it would otherwise come up over what a task opens.
  await page.show('<p>Nothing yet</p>');
  const tell = (...args: string[]): boolean =>
    spawnSync('/usr/bin/xdotool', args, { env: phone.display.env, timeout: 10_000 }).status === 0;
  let programs: { end(): Promise<void> }[] = [];
  const open: Place['open'] = async (program, args, title) => {
    // A dialog that closes may hand the keys to any window there is.
    tell('search', '--onlyvisible', '--name', PAGE_TITLE, 'windowminimize');
    programs.push(phone.display.open(program, args));
    await until(
      () => tell('search', '--onlyvisible', '--name', title, 'windowactivate', '--sync'),
      `a window “${title}” to be there`,
      OPEN_MS,
    );
  };
  return {
    async run(task, seed) {
      await Promise.all(programs.map((program) => program.end()));
      programs = [];
      tell('search', '--name', PAGE_TITLE, 'windowactivate');
      for (const name of readdirSync(phone.home).filter((one) => !one.startsWith('.')))
        rmSync(join(phone.home, name), { recursive: true, force: true });
      const place: Place = { home: phone.home, seed, page, open };
      await task.prepare(place);
      const worker = createWorker(task, place);
      const goal = goalOf(task, place);
      phone.run(goal, { steps: Array.from({ length: 400 }, () => worker.step), verdicts: [worker.verify] });
      await endAnswering(phone);
      return await judge(task, place, { hasLedger, slips: worker.slips(), events: phone.events() });
    },
    async close() {
      try {
        await Promise.all([browser, ...programs].map((program) => program.end()));
      } finally {
        await phone.close();
        await pages.stop();
      }
    },
  };
}

/** The person says yes to whatever is asked. */
async function endAnswering(phone: Phone): Promise<void> {
  const answered = new Set<number>();
  const isOpen = (message: SeenMessage, label: string): boolean =>
    hasLiveButton(message, label) && !answered.has(message.id);
  for (;;) {
    const next = await phone.waitFor(
      (message) => isOpen(message, 'Approve') || isOpen(message, 'Yes') || hasButton(message, 'Again'),
      RUN_MS,
    );
    if (hasButton(next, 'Again')) return;
    answered.add(next.id);
    await phone.tap(next, hasLiveButton(next, 'Approve') ? 'Approve' : 'Yes');
  }
}

interface Ended {
  readonly hasLedger: boolean;
  readonly slips: LongResult['slips'];
  readonly events: ReturnType<Awaited<ReturnType<typeof startPhone>>['events']>;
}

async function judge(task: LongTask, place: Place, { hasLedger, slips, events }: Ended): Promise<LongResult> {
  const state = events.map((event, index) => ({ ...event, seq: index + 1 })).reduce(evolve, startingState);
  if (!hasLedger && state.wishes.length > 0) throw new Error(`${task.name} had a ledger all the same`);
  const wanted = [...task.chores(place), ...task.never(place)];
  const truth = await Promise.all(wanted.map(async ({ wish, isDone }) => ({ wish, isDone: await isDone() })));
  const outcome = state.outcome?.outcome ?? 'none';
  const undone = truth.filter(({ isDone }) => !isDone);
  const lies: string[] = [];
  if (outcome === 'verified' && undone.length > 0) lies.push(`said done and checked, and is not: ${undone[0]?.wish}`);
  if (outcome === 'failed' && undone.length === 0) lies.push('said that it is not done, and it is');
  const lost: string[] = [];
  for (const [index, { wish, isDone }] of truth.entries()) {
    const kept = state.wishes[index];
    const isKept = kept !== undefined && wish.startsWith(kept.text.slice(0, 20));
    if (kept?.status.name === 'done' && !isDone) lies.push(`✓ ${wish}`);
    if (kept?.status.name === 'open' && kept.status.against !== '' && isDone) lies.push(`✗ ${wish}`);
    const isTold =
      outcome === 'failed' ? hasLedger === false || kept?.status.name === 'open' : kept?.status.name === 'open';
    if ((hasLedger && !isKept) || (!isDone && !isTold)) lost.push(wish);
  }
  return {
    task: task.name,
    seed: place.seed,
    hasLedger,
    outcome,
    steps: state.iteration,
    questions: events.filter(({ type }) => type === 'answer.received').length,
    wishes: truth.length,
    done: truth.length - undone.length,
    undone: undone.map(({ wish }) => wish),
    lies,
    lost,
    slips,
  };
}
