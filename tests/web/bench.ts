/** Web tasks through the whole bot: its own process, a real browser on a private display, a person who says yes, a model that knows the answers. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeenRequest } from '../servers/anthropic/request-rules.ts';
import type { Decision } from '../servers/anthropic/server.ts';
import { hasButton, hasLiveButton, type Phone, startPhone } from '../support/phone.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';
import { openBrowser } from './browser.ts';
import { isInTree } from './naive-tree.ts';
import { createOracle } from './oracle.ts';
import { type PageServer, startPageServer } from './page-server.ts';
import { type Between, type StepTimes, timesOf } from './step-parts.ts';
import type { Judged, WebTask } from './task.ts';

export interface TaskResult {
  readonly name: string;
  readonly isDone: boolean;
  /** Model calls for steps. */
  readonly calls: number;
  /** What somebody who is never interrupted needs. */
  readonly oracle: number;
  readonly acts: number;
  /** Decisions that were thrown away because the screen had changed. */
  readonly dropped: number;
  /** Questions to the person, in their words. */
  readonly cards: readonly string[];
  readonly wantedCards: number;
  /** Our own time between two calls by what it went into, of steps that asked nobody. */
  readonly times: readonly StepTimes[];
  readonly found: number;
  /** Elements that the list should have had, and those that the browser tells nobody. */
  readonly missing: readonly string[];
  readonly untold: readonly string[];
  /** Why decisions were repeated, as the model was told. */
  readonly repeats: readonly string[];
  /** What went wrong; ''. */
  readonly why: string;
}

export interface BenchOptions {
  readonly size: { readonly width: number; readonly height: number; readonly density: number };
  /** How long the model thinks before each answer, in milliseconds. */
  readonly thinkMs: number;
  /** Whether the browser tells nothing, so that its pages have to be read. */
  readonly isUntold?: boolean;
  /** A folder for pictures of tasks that fail, or take more calls than needed. */
  readonly keepIn?: string | undefined;
}

/** One bot, one display and one browser for many tasks. */
export interface WebBench {
  /** `hasBars`: in a window with tabs and address, else the page alone. */
  run(task: WebTask, hasBars?: boolean): Promise<TaskResult>;
  /** Rejects when the bot did not end cleanly or asked its model what a real one refuses. */
  close(): Promise<void>;
}

/** A browser that is there shows a page sooner; one that holds a window of an earlier page in front never does. */
const GO_MS = 20_000;
const OPEN_MS = 120_000;
const RUN_MS = 600_000;

export async function startWebBench(t: { after(act: () => void): void }, options: BenchOptions): Promise<WebBench> {
  const folder = makeTempFolder(t);
  const [files, downloads] = [join(folder, 'files'), join(folder, 'downloads')];
  mkdirSync(files);
  writeFileSync(join(files, 'report.txt'), 'All is well.\n');
  const page = await startPageServer();
  const phone = await startPhone(t, {
    ...options.size,
    hasSessionBus: true,
    settings: {
      MAX_ITERATIONS: '200',
      RUN_TOKEN_BUDGET: '100000000',
      RUN_COST_LIMIT_USD: '1000',
      DAY_COST_LIMIT_USD: '100000',
      ...(options.isUntold === true ? { READING: 'on' } : {}),
    },
  });
  let browser: { end(): Promise<void> } | null = null;
  let opened = 0;
  let isBarred = false;
  const reopen = async (): Promise<void> => {
    await browser?.end();
    opened += 1;
    const profile = join(folder, `profile-${opened}`);
    browser = openBrowser({
      isUntold: options.isUntold === true,
      hasBars: isBarred,
      ...options.size,
      display: phone.display,
      url: page.url,
      profile,
      downloads,
    });
  };
  const show = async (task: WebTask, hasBars: boolean): Promise<number> => {
    const isThere = browser !== null && hasBars === isBarred;
    isBarred = hasBars;
    try {
      if (isThere) return await page.open(task, AbortSignal.timeout(GO_MS));
    } catch {
      // Another browser shows it.
    }
    await reopen();
    return await page.open(task, AbortSignal.timeout(OPEN_MS));
  };
  return {
    async run(task, hasBars = false) {
      const width = await show(task, hasBars);
      if (width !== options.size.width) throw new Error(`the window is ${width} pixels wide`);
      const result = await runTask(task, { page, phone, files, downloads }, options);
      // Windows that a task left open are closed before the next one.
      if (!result.isDone) await reopen();
      return result;
    },
    async close() {
      try {
        await browser?.end();
      } finally {
        await phone.close();
        await page.stop();
      }
    },
  };
}

interface Surroundings {
  readonly page: PageServer;
  readonly phone: Phone;
  readonly files: string;
  readonly downloads: string;
}

/** What the page said, and what was loaded down. */
export function judgedBy(page: Pick<PageServer, 'said'>, downloads: string): Judged {
  return {
    get said() {
      return page.said();
    },
    last: (what) => page.said().findLast((one) => one.what === what)?.value,
    all: (what) => page.said().flatMap((one) => (one.what === what ? [one.value] : [])),
    download: (name) => {
      const path = join(downloads, name);
      return existsSync(path) ? readFileSync(path, 'utf8') : null;
    },
  };
}

async function runTask(
  task: WebTask,
  { page, phone, files, downloads }: Surroundings,
  { size, thinkMs, keepIn, isUntold = false }: BenchOptions,
): Promise<TaskResult> {
  const judged = judgedBy(page, downloads);
  const performed = () =>
    phone.events().flatMap((event) => (event.type === 'action.performed' ? [{ ok: event.ok, text: event.text }] : []));
  const oracle = createOracle({
    ...{ task, page, screen: size, files, performed, isUntold },
    isInTree: (name, box) => isInTree(phone.display.env, name, box, [1, size.density]),
  });
  const requests: SeenRequest[] = [];
  let answeredAt: number | null = null;
  const between: Between[] = [];
  let trouble = '';
  const step = async (request: SeenRequest): Promise<Decision> => {
    if (answeredAt !== null) between.push({ answeredAt, askedAt: request.arrivedAt });
    requests.push(request);
    const decision = await oracle.decide(request).catch((error: unknown) => {
      trouble = String(error);
      return { screen: '', intent: '', action: { action: 'fail', summary: trouble }, note: null };
    });
    await sleep(thinkMs);
    answeredAt = Date.now();
    return decision;
  };
  const verdict = async (): Promise<Decision> => {
    answeredAt = null;
    // What a page says last may still be on its way.
    await until(() => task.isDone(judged), 'the last words of the page').catch(() => undefined);
    return task.isDone(judged)
      ? { screen: 'The page.', reasons: ['The page says so'], score: 95 }
      : { screen: 'The page.', errors: ['The page does not say so'], reasons: [], score: 5 };
  };
  phone.run(task.goal, { steps: Array.from({ length: 300 }, () => step), verdicts: [verdict] });
  const { cards, end } = await approveUntilEnd(phone);
  const isDone = task.isDone(judged);
  const refused = performed().flatMap(({ ok, text }) => (ok ? [] : [text]));
  const result: TaskResult = {
    name: task.name,
    isDone,
    calls: requests.length,
    oracle: oracle.count(),
    acts: performed().length,
    dropped: requests.filter(({ text }) => /The screen changed while you were deciding/.test(text)).length,
    cards,
    wantedCards: task.cards ?? 0,
    times: between.map((one) => timesOf(one, phone.events())).filter((one) => one !== null),
    ...oracle.listed(),
    repeats: requests.flatMap(({ text }) => /^.*(?:left out|not carried out).*$/m.exec(text) ?? []),
    why: isDone
      ? ''
      : [trouble, oracle.gaveUp(), ...refused, JSON.stringify(page.said()), end]
          .filter((part) => part !== '')
          .join(' | '),
  };
  const isSmooth = isDone && result.calls === result.oracle && cards.length === result.wantedCards;
  if (keepIn !== undefined && !(isSmooth && result.missing.length + result.untold.length === 0))
    keep(join(keepIn, task.name.replaceAll(/\W+/g, '-')), requests);
  return result;
}

async function approveUntilEnd(phone: Phone): Promise<{ readonly cards: readonly string[]; readonly end: string }> {
  const answered = new Map<number, string>();
  for (;;) {
    const next = await phone.waitFor(
      (message) => (hasLiveButton(message, 'Approve') && !answered.has(message.id)) || hasButton(message, 'Again'),
      RUN_MS,
    );
    if (hasButton(next, 'Again')) return { cards: [...answered.values()], end: next.text };
    answered.set(next.id, next.text);
    await phone.tap(next, 'Approve');
  }
}

/** What the model was told and shown, step by step. */
function keep(folder: string, requests: readonly SeenRequest[]): void {
  mkdirSync(folder, { recursive: true });
  for (const [index, { text, pictures }] of requests.entries()) {
    const name = join(folder, String(index + 1).padStart(2, '0'));
    writeFileSync(`${name}.txt`, text);
    for (const [at, { jpeg }] of pictures.entries()) writeFileSync(`${name}-${at + 1}.jpg`, jpeg);
  }
}
