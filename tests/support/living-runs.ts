/** Runs of a whole Deskhand on a page that is never still: how often a decision is dropped, and how often a yes counts for nothing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FakePost } from '../fakes/chat.ts';
import { createFakeModel } from '../fakes/model.ts';
import { chromiumWindow } from './chromium-window.ts';
import { startTestDeskhand } from './deskhand.ts';
import { startTestHands, type TestHands } from './hands.ts';
import { BUTTONS, CONFIRM, type LivingPage, type Planted, startLivingPage, type Ticker } from './living-page.ts';
import { until } from './until.ts';

const SIZE = { width: 1440, height: 900 };
const never = new AbortController().signal;
const CAPS = {
  maxIterations: 1000,
  timeLimitMs: 3_600_000,
  tokenBudget: 100_000_000,
  costLimitUsd: 100,
  dayCostLimitUsd: 1000,
};

export interface LivingWindow {
  readonly hands: TestHands;
  readonly page: LivingPage;
  close(): Promise<void>;
}

/** The page over the whole of a private display, its elements told. */
export async function openLivingPage(tickers: readonly Ticker[]): Promise<LivingWindow> {
  const profile = await mkdtemp(join(tmpdir(), 'deskhand-living-'));
  const page = await startLivingPage(tickers);
  const hands = await startTestHands(SIZE, true);
  const [program, flags] = chromiumWindow(page.url, profile, SIZE.width, SIZE.height);
  hands.display.open(program, [...flags, '--force-renderer-accessibility']);
  await page.shown;
  const [display] = (await hands.desktop.describe(never)).displays;
  if (display === undefined) throw new Error('no display');
  const isListed = async (): Promise<boolean> => {
    const { elements } = await hands.desktop.elements({ app: null, display }, never);
    const { box } = await hands.desktop.front(never);
    return (elements.some(({ name }) => name === 'Confirm') && box?.width === SIZE.width) || sleep(50, false);
  };
  await until(isListed, 'the page to be listed');
  return {
    hands,
    page,
    async close() {
      await hands.close();
      await page.stop();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const at = ({ x, y }: { readonly x: number; readonly y: number }) => ({
  x: (x / SIZE.width) * 1000,
  y: (y / SIZE.height) * 1000,
});

export interface Work {
  /** Model calls for steps, `done` among them. */
  readonly calls: number;
  readonly acts: number;
  /** Decisions that were thrown away. */
  readonly dropped: number;
  /** Whether all buttons were clicked, once each and in order. */
  readonly isRight: boolean;
}

/** Clicks each of the first `count` buttons, with a model that thinks for `thinkMs`. */
export async function clickItems({ hands, page }: LivingWindow, count: number, thinkMs: number): Promise<Work> {
  const before = page.clicked.length;
  const wanted = BUTTONS.slice(0, count);
  let calls = 0;
  const model = createFakeModel(async ({ purpose }) => {
    if (purpose !== 'step') return { screen: 's', reasons: [], score: 99 };
    calls += 1;
    const next = wanted[page.clicked.length - before];
    await sleep(thinkMs);
    const action = next === undefined ? { action: 'done', summary: 'all' } : { action: 'click', target: at(next) };
    return { screen: 's', intent: 'i', action, note: null };
  });
  const bot = await startTestDeskhand({ model, desktop: hands.desktop, settings: { caps: CAPS } });
  try {
    await bot.chat.sendText('/run click all items');
    await bot.chat.waitFor(({ kind }) => kind === 'end', 600_000);
    const acts = bot.types().filter((type) => type === 'action.performed').length;
    const clicked = page.clicked.slice(before);
    const isRight = clicked.join() === wanted.map(({ name }) => name).join();
    return { calls, acts, dropped: calls - acts - 1, isRight };
  } finally {
    await bot.close();
  }
}

export interface Asked {
  readonly cards: number;
  readonly acts: number;
  /** What the second card names; '' without one. */
  readonly again: string;
}

/** One click on Confirm, which asks; approved after `tapMs`, where `planted` names it right after that change. */
export async function approveOnce(
  { hands, page }: LivingWindow,
  tapMs: number,
  planted: Planted | null,
): Promise<Asked> {
  const before = page.clicked.length;
  let steps = 0;
  const model = createFakeModel(({ purpose }) => {
    if (purpose !== 'step') return { screen: 's', reasons: [], score: 99 };
    steps += 1;
    const action = steps === 1 ? { action: 'click', target: at(CONFIRM) } : { action: 'done', summary: 'paid' };
    return { screen: 's', intent: 'i', action, note: null };
  });
  const bot = await startTestDeskhand({
    model,
    desktop: hands.desktop,
    risk: ({ action }) => (action === 'click' ? 'critical' : 'safe'),
    settings: { caps: CAPS, confirmTimeoutMs: 120_000 },
  });
  const isCard = ({ kind, buttons }: FakePost): boolean =>
    kind === 'question' && buttons.flat().some(({ label, isLive }) => label === 'Approve' && isLive);
  const isEnd = ({ kind }: FakePost): boolean => kind === 'end';
  try {
    await bot.chat.sendText('/run pay');
    const card = await bot.chat.waitFor(isCard, 120_000);
    await sleep(tapMs);
    if (planted !== null) await page.plant(planted);
    await bot.chat.tap(card.id, 'Approve');
    const next = await bot.chat.waitFor((post) => isEnd(post) || (isCard(post) && post.id !== card.id), 120_000);
    if (!isEnd(next)) {
      await bot.chat.tap(next.id, 'Deny');
      await bot.chat.waitFor(isEnd, 120_000);
    }
    const answered = bot.events().find((event) => event.type === 'confirmation.answered' && event.answer === 'changed');
    return {
      cards: bot.types().filter((type) => type === 'confirmation.asked').length,
      acts: page.clicked.slice(before).filter((name) => name === 'confirm').length,
      again: answered !== undefined && 'text' in answered ? String(answered.text) : '',
    };
  } finally {
    await bot.close();
  }
}
