/** Click, key combination and text, against nut-js with its default delays; what arrived is read at the other end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hands } from '../adapters/desktop/hands.ts';
import { APART_MS } from '../adapters/desktop/x11/strokes.ts';
import { startTestHands } from '../tests/support/hands.ts';
import type { TestDisplay } from '../tests/support/x11.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';
import { type Peer, startPeer } from './peer.ts';

const BLOCKS = 3;
const OURS_A_BLOCK = 20;
const THEIRS_A_BLOCK = 2;
/** nut-js gets wrong only what needs a shift; it is given letters, so that its pace is all that counts. */
const THEIR_TEXT = 'abcdefgh';
const OUR_TEXT =
  `${Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')} äöü 漢字 😀\n`.repeat(4);
const SPOTS = [
  { x: 300, y: 250 },
  { x: 500, y: 400 },
] as const;
const WINDOW_MS = 1500;
const never = new AbortController().signal;

export async function measureInput(): Promise<readonly Figure[]> {
  const hands = await startTestHands({ width: 1440, height: 900 });
  const { display } = hands;
  const peer = startPeer(display.env);
  try {
    return [...(await measurePresses(hands, peer, display)), await measureTyping(hands, peer, display)];
  } finally {
    await peer.close();
    await hands.close();
  }
}

/** Clicks and combinations on a window that reports every event. */
async function measurePresses(hands: Hands, peer: Peer, display: TestDisplay): Promise<readonly Figure[]> {
  const [shown] = (await hands.desktop.describe(never)).displays;
  if (shown === undefined) throw new Error('the display is not there');
  const viewer = startEventViewer(display);
  try {
    await sleep(WINDOW_MS);
    const click = await interleave(
      (turn) => timed(() => hands.desktop.click({ display: shown, ...pick(turn) }, 'left', 1, never)),
      async (turn) => (await peer.run({ order: 'click', ...pick(turn) })).ms,
    );
    await sleep(WINDOW_MS);
    const clicks = viewer.count(/ButtonPress[^\0]*?root:\((300,250|500,400)\)[^\0]*?button 1,/g);
    const chord = await interleave(
      async () => {
        // The pause before a repeated key, which programs need to count both presses, must not be measured.
        await sleep(2 * APART_MS);
        return await timed(() => hands.desktop.key('ctrl+s', 1, never));
      },
      async () => (await peer.run({ order: 'chord' })).ms,
    );
    await sleep(WINDOW_MS);
    const chords = viewer.count(/KeyPress[^\0]*?state 0x4,[^\0]*?keysym 0x73, s\)/g);
    const all = BLOCKS * (OURS_A_BLOCK + THEIRS_A_BLOCK);
    return [
      { figure: 'click', unit: 'ms', better: 'lower', ...click, ...judge(click, 100), correct: clicks === all, n: all },
      { figure: 'chord', unit: 'ms', better: 'lower', ...chord, ...judge(chord, 100), correct: chords === all, n: all },
    ];
  } finally {
    await viewer.close();
  }
}

/** Text into a terminal, by the character; ours with everything that is hard to type. */
async function measureTyping(hands: Hands, peer: Peer, display: TestDisplay): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-bench-'));
  try {
    const file = join(folder, 'typed.txt');
    display.open('xterm', ['-e', `cat > '${file}'`]);
    await sleep(WINDOW_MS);
    const ours: number[] = [];
    const theirs: number[] = [];
    let wanted = '';
    for (let block = 0; block < BLOCKS; block += 1) {
      const startedAt = performance.now();
      await hands.desktop.type(OUR_TEXT, never);
      ours.push((performance.now() - startedAt) / OUR_TEXT.length);
      theirs.push((await peer.run({ order: 'type', text: THEIR_TEXT })).ms / THEIR_TEXT.length);
      await hands.desktop.key('Return', 1, never);
      wanted += `${OUR_TEXT}${THEIR_TEXT}\n`;
    }
    await sleep(WINDOW_MS);
    const correct = (await readFile(file, 'utf8')) === wanted;
    const time = { ours: median(ours), theirs: median(theirs) };
    return { figure: 'typing', unit: 'ms/character', better: 'lower', ...time, ...judge(time, 30), correct, n: BLOCKS };
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Times {
  readonly ours: number;
  readonly theirs: number;
}

async function timed(act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

/** Medians over blocks in which the two sides take turns. */
async function interleave(
  mine: (turn: number) => Promise<number>,
  other: (turn: number) => Promise<number>,
): Promise<Times> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let block = 0; block < BLOCKS; block += 1) {
    const times: number[] = [];
    for (let turn = 0; turn < OURS_A_BLOCK; turn += 1) times.push(await mine(turn));
    ours.push(median(times));
    const otherTimes: number[] = [];
    for (let turn = 0; turn < THEIRS_A_BLOCK; turn += 1) otherTimes.push(await other(turn));
    theirs.push(median(otherTimes));
  }
  return { ours: median(ours), theirs: median(theirs) };
}

function judge({ ours, theirs }: Times, goal: number): Pick<Figure, 'ratio' | 'goal' | 'ok'> {
  const ratio = theirs / ours;
  return { ratio, goal, ok: ratio >= goal };
}

function pick(turn: number): (typeof SPOTS)[number] {
  return turn % 2 === 0 ? SPOTS[0] : SPOTS[1];
}

/** xev prints what its window receives. */
function startEventViewer(display: TestDisplay): { count(pattern: RegExp): number; close(): Promise<void> } {
  const child: ChildProcess = spawn('xev', ['-geometry', '900x700+100+80', '-event', 'button', '-event', 'keyboard'], {
    env: display.env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  let seen = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    // Events are apart by an empty line.
    seen += chunk.toString().replaceAll('\n\n', '\n\0');
  });
  return {
    count: (pattern) => [...seen.matchAll(pattern)].length,
    close: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
