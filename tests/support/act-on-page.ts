/** A whole Deskhand on a real display clicks through a page of answers; what every decision saw and how long the screen was waited for. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Desktop } from '../../src/ports/desktop.ts';
import { createFakeModel } from '../fakes/model.ts';
import { chromiumWindow } from './chromium-window.ts';
import { startTestDeskhand } from './deskhand.ts';
import { startTestHands, type TestHands } from './hands.ts';
import { BUTTON, type PageState, type ResponsePage, readPage, type Shape, startResponsePage } from './response-page.ts';
import { until } from './until.ts';

export interface PageWindow {
  readonly hands: TestHands;
  readonly page: ResponsePage;
  close(): Promise<void>;
}

export interface Step {
  readonly shape: Shape;
  /** The state of the page that the next decision saw, and the state after the whole answer. */
  readonly saw: PageState;
  readonly wanted: PageState;
  /** From the click to the model call whose decision was carried out. */
  readonly waitedMs: number;
  readonly calls: number;
  /** By how much the page itself was late with its answer, because its computer was busy. */
  readonly lateMs: number;
  /** The effect in the journal. */
  readonly effect: string;
}

export const PAGE_SIZE = { width: 1440, height: 900 };

export async function openPage(shapes: readonly Shape[], profile: string): Promise<PageWindow> {
  const page = await startResponsePage(shapes);
  const hands = await startTestHands(PAGE_SIZE);
  hands.display.open(...chromiumWindow(page.url, profile, PAGE_SIZE.width, PAGE_SIZE.height));
  await page.shown;
  // The window is shown at its place a moment after its page was painted.
  await until(async () => (await fillsScreen(hands)) || sleep(20, false), 'the window to fill the screen');
  return {
    hands,
    page,
    async close() {
      await hands.close();
      await page.stop();
    },
  };
}

async function fillsScreen({ desktop }: TestHands): Promise<boolean> {
  const { box } = await desktop.front(new AbortController().signal);
  return box !== undefined && box !== null && box.width === PAGE_SIZE.width && box.height === PAGE_SIZE.height;
}

/** The button's place, 0–1000. */
const TARGET = { x: (BUTTON.x / PAGE_SIZE.width) * 1000, y: (BUTTON.y / PAGE_SIZE.height) * 1000 };

/** One click a shape; a model that thinks for `thinkMs` reads the page's state from each picture. */
export async function clickThrough(
  { hands, page }: PageWindow,
  shapes: readonly Shape[],
  thinkMs: number,
): Promise<readonly Step[]> {
  const clickedAt: number[] = [];
  const desktop: Desktop = {
    ...hands.desktop,
    async click(at, button, count, signal) {
      await hands.desktop.click(at, button, count, signal);
      clickedAt.push(performance.now());
    },
  };
  const calls: { readonly clicks: number; readonly at: number; saw: PageState | null }[] = [];
  const model = createFakeModel(async (request) => {
    if (request.purpose === 'verify') return { screen: 's', reasons: [], score: 99 };
    const call: (typeof calls)[number] = { clicks: clickedAt.length, at: performance.now(), saw: null };
    calls.push(call);
    const [saw] = await Promise.all([
      readPage(request.pictures[0] ?? new Uint8Array(), PAGE_SIZE.width),
      sleep(thinkMs),
    ]);
    call.saw = saw;
    const action =
      clickedAt.length < shapes.length ? { action: 'click', target: TARGET } : { action: 'done', summary: 'all' };
    return { screen: 's', intent: 'i', action, note: null };
  });
  const caps = {
    maxIterations: 1000,
    timeLimitMs: 600_000,
    tokenBudget: 10_000_000,
    costLimitUsd: 100,
    dayCostLimitUsd: 100,
  };
  const bot = await startTestDeskhand({ model, desktop, settings: { caps } });
  try {
    await bot.chat.sendText('/run click through');
    const end = await bot.chat.waitFor((message) => message.kind === 'end', 240_000);
    if (clickedAt.length < shapes.length) throw new Error(`After ${clickedAt.length} clicks: ${end.text}`);
    const effects = bot.events().flatMap((event) => (event.type === 'action.performed' ? [event.effect] : []));
    return shapes.map((shape, index) => {
      const own = calls.filter((call) => call.clicks === index + 1);
      const last = own.at(-1);
      return {
        shape,
        saw: last?.saw ?? { panel: -2, mark: -2 },
        wanted: page.stateAfter(index + 1),
        waitedMs: (last?.at ?? Number.NaN) - (clickedAt[index] ?? Number.NaN),
        calls: own.length,
        lateMs: page.answeredAt(index) - (clickedAt[index] ?? Number.NaN) - shape.delayMs - shape.fadeMs,
        effect: effects[index] ?? '',
      };
    });
  } finally {
    await bot.close();
  }
}

export function isRight({ saw, wanted }: Step): boolean {
  return saw.panel === wanted.panel && saw.mark === wanted.mark;
}
