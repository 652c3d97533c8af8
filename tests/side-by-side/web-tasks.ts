/** The same web tasks, each page with its clock, by the same answers: through our bot, and by the peer's own tools at the places the pages tell. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';
import { startTestDisplay } from '../support/x11.ts';
import { judgedBy, startWebBench } from '../web/bench.ts';
import { openBrowser } from '../web/browser.ts';
import { isSpot, solve } from '../web/oracle.ts';
import { type PageServer, startPageServer } from '../web/page-server.ts';
import type { Act, Spot, WebTask } from '../web/task.ts';
import { TASKS } from '../web/tasks.ts';
import { type PeerServer, startPeerServer } from './peer-server.ts';
import type { Row } from './row.ts';

const SIZE = { width: 1440, height: 900, density: 1 };
const GO_MS = 20_000;
const OPEN_MS = 120_000;
const SIGHT_MS = 5000;
const LAST_WORDS_MS = 5000;

/** A share of all, so that there are some of all kinds. */
export function chosen(count: number): readonly WebTask[] {
  return Array.from(
    { length: Math.min(count, TASKS.length) },
    (_, index) => TASKS[Math.floor((index * TASKS.length) / count)],
  ).filter((task) => task !== undefined);
}

interface Done {
  readonly name: string;
  readonly isDone: boolean;
  readonly why: string;
}

export async function compareTasks(peerFolder: string, count: number): Promise<readonly Row[]> {
  const tasks = chosen(count);
  const peer = await byPeer(peerFolder, tasks);
  const ours = await byUs(tasks);
  const done = (all: readonly Done[]): readonly string[] => all.flatMap(({ name, isDone }) => (isDone ? [name] : []));
  const missed = done(peer).filter((name) => !done(ours).includes(name));
  for (const [who, all] of [
    ['ours', ours],
    ['peer', peer],
  ] as const)
    for (const { name, isDone, why } of all) if (!isDone) process.stderr.write(`not done, ${who}: ${name}: ${why}\n`);
  return [
    {
      what: `web tasks done, a clock on each page, ${tasks.length} tasks`,
      ours: String(done(ours).length),
      naive: '–',
      peer: String(done(peer).length),
      goal: 'none that a peer does and we do not',
      ok: missed.length === 0 && done(ours).length > 0,
      correct:
        missed.length === 0 ? 'the pages themselves say what is done' : `the peer alone does: ${missed.join(', ')}`,
    },
  ];
}

async function byUs(tasks: readonly WebTask[]): Promise<readonly Done[]> {
  const cleanups: (() => void)[] = [];
  const bench = await startWebBench({ after: (act) => cleanups.push(act) }, { size: SIZE, thinkMs: 0 });
  const all: Done[] = [];
  try {
    for (const task of tasks) all.push(await bench.run(task));
  } finally {
    await bench.close();
    for (const clean of cleanups) clean();
  }
  return all;
}

async function byPeer(peerFolder: string, tasks: readonly WebTask[]): Promise<readonly Done[]> {
  const cleanups: (() => void)[] = [];
  const folder = makeTempFolder({ after: (act) => cleanups.push(act) });
  const [files, downloads] = [join(folder, 'files'), join(folder, 'downloads')];
  mkdirSync(files);
  writeFileSync(join(files, 'report.txt'), 'All is well.\n');
  const display = await startTestDisplay({ ...SIZE, hasSessionBus: true });
  const page = await startPageServer();
  const peer = await startPeerServer(peerFolder, display.env, SIZE);
  let browser: { end(): Promise<void> } | null = null;
  const shut = async (): Promise<void> => void (await browser?.end());
  let opened = 0;
  const reopen = async (): Promise<void> => {
    await shut();
    opened += 1;
    const profile = join(folder, `profile-${opened}`);
    browser = openBrowser({ isUntold: false, ...SIZE, display, url: page.url, profile, downloads });
  };
  const show = async (task: WebTask): Promise<void> => {
    try {
      if (browser !== null) return void (await page.open(task, AbortSignal.timeout(GO_MS)));
    } catch {
      // A new browser is opened instead.
    }
    await reopen();
    await page.open(task, AbortSignal.timeout(OPEN_MS));
  };
  const all: Done[] = [];
  try {
    for (const task of tasks) {
      await show(task);
      const one = await solveByPeer(task, { page, peer, files, downloads });
      all.push(one);
      if (!one.isDone) await reopen();
    }
  } finally {
    await peer.close();
    await shut();
    await page.stop();
    await display.stop();
    for (const clean of cleanups) clean();
  }
  return all;
}

interface Around {
  readonly page: PageServer;
  readonly peer: PeerServer;
  readonly files: string;
  readonly downloads: string;
}

async function solveByPeer(task: WebTask, { page, peer, files, downloads }: Around): Promise<Done> {
  const judged = judgedBy(page, downloads);
  const eye = { sees: async (at: string) => (await page.where(at)) !== null, read: page.read };
  let why = '';
  try {
    for await (const decided of solve(task, eye, files)) {
      for (const act of decided) await carryOut(act, page, peer);
      // The peer's users look at the effect of a decision before the next one.
      await peer.call('get_screenshot');
    }
  } catch (error) {
    why = String(error);
  }
  await until(() => task.isDone(judged), 'the last words of the page', LAST_WORDS_MS).catch(() => undefined);
  return { name: task.name, isDone: task.isDone(judged), why: why || JSON.stringify(page.said()) };
}

/** An act of the answers by what the peer has for it; throws where it has nothing. */
async function carryOut(act: Act, page: PageServer, peer: PeerServer): Promise<void> {
  const perform = async (action: string, more: Parameters<PeerServer['call']>[1] = {}): Promise<void> => {
    const { isError, text } = await peer.call(action, more);
    if (isError) throw new Error(`${action}: ${text}`);
  };
  const coordinate = async (spot: Act[string]): Promise<readonly [number, number]> => {
    if (spot === undefined || !isSpot(spot)) throw new Error('no place is given');
    return peer.toPicture(...(await whereIs(spot, page)));
  };
  if (act.modifiers !== undefined) throw new Error('it holds no keys');
  switch (act.action) {
    case 'click': {
      const at = { coordinate: await coordinate(act.target) };
      if (act.button === 'right') return perform('right_click', at);
      if (act.button === 'middle') return perform('middle_click', at);
      if (act.count === 2) return perform('double_click', at);
      // It has no triple click; a double one and a single one are close to it.
      if (act.count === 3) await perform('double_click', at);
      return perform('left_click', at);
    }
    case 'focus':
      return perform('left_click', { coordinate: await coordinate(act.element) });
    case 'set_value':
      await perform('left_click', { coordinate: await coordinate(act.element) });
      await perform('key', { text: 'ctrl+a' });
      return perform('type', { text: String(act.text) });
    case 'move':
    case 'mouse_down':
      return perform('mouse_move', { coordinate: await coordinate(act.target) });
    // A button that is pressed, moved and let go of is a drag from where the pointer is.
    case 'mouse_up':
      return perform('left_click_drag', { coordinate: await coordinate(act.target) });
    case 'drag':
      await perform('mouse_move', { coordinate: await coordinate(act.from) });
      return perform('left_click_drag', { coordinate: await coordinate(act.to) });
    case 'scroll':
      return perform('scroll', { coordinate: await coordinate(act.target), text: `${act.direction}:${act.amount}` });
    case 'type':
      return perform('type', { text: String(act.text) });
    case 'key':
      for (let times = 0; times < Number(act.repeat ?? 1); times += 1) await perform('key', { text: String(act.keys) });
      return;
    case 'wait':
      return void (await sleep(Number(act.seconds) * 1000));
    case 'wait_until': {
      const wanted = JSON.stringify(String(act.text));
      const isThere = async (): Promise<boolean> =>
        (await page.read(`document.body.innerText.includes(${wanted})`)) === 'true' || sleep(200, false);
      return void (await until(isThere, String(act.text), Number(act.seconds) * 1000));
    }
    default:
      throw new Error(`it has no ${act.action}`);
  }
}

async function whereIs(spot: Spot, page: PageServer): Promise<[number, number]> {
  const look = async () => (await page.where(spot.at)) ?? sleep(100, null);
  const box = await until(look, `${spot.at} to be in sight`, SIGHT_MS);
  return [box.x + box.width * (spot.dx ?? 0.5), box.y + box.height * (spot.dy ?? 0.5)];
}
