/** How long a look at the elements of a window takes, the way to the hands process and back included: in an editor, on a full page. */
import { spawn } from 'node:child_process';
import {
  type ElementsBench,
  startElementsBench,
  timeLooks,
} from '../tests/adapters/desktop/accessibility/elements-bench.ts';
import { openPage, waitForFront } from '../tests/adapters/desktop/hands-bench.ts';
import type { Figure } from './figure.ts';
import { quantile } from './median.ts';

const LOOKS = 100;
const MAX_MS = 250;
/** The share of looks, in percent, that must be whole: one that is cut short keeps its time limit, too. */
const MOST_WHOLE = 95;
const EDITOR = '/usr/bin/mousepad';
const BUTTONS = 188;
const PAGE = `<title>Buttons</title><body style="margin:0">${Array.from({ length: BUTTONS }, (_, index) => `<button>B${index}</button>`).join(' ')}`;

export async function measureElements(): Promise<readonly Figure[]> {
  return [await measureEditor(), ...(await measurePage())];
}

async function measureEditor(): Promise<Figure> {
  const bench = await startElementsBench();
  try {
    bench.display.open(EDITOR, ['--disable-server']);
    await waitForFront(bench.hands, 'Mousepad');
    await bench.find('text area', '');
    const { times, whole } = await timeLooks(bench, LOOKS);
    const { elements } = await bench.look();
    const menus = elements.filter(({ role }) => role === 'menu').map(({ name }) => name);
    return toFigure(
      'look at the elements of an editor',
      times,
      whole >= MOST_WHOLE && ['File', 'Edit', 'Help'].every((name) => menus.includes(name)),
    );
  } finally {
    await bench.close();
  }
}

/** Measures a full page, alone and beside a process that calculates all the time. */
async function measurePage(): Promise<readonly Figure[]> {
  const bench = await startElementsBench({ width: 1280, height: 900 });
  try {
    const page = await openPage(bench, PAGE, ['--force-renderer-accessibility']);
    try {
      await bench.find('button', `B${BUTTONS - 1}`);
      const alone = await measureButtons(bench, `look at a page of ${BUTTONS} buttons`);
      const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
      try {
        return [alone, await measureButtons(bench, `look at a page of ${BUTTONS} buttons beside a busy process`)];
      } finally {
        busy.kill('SIGKILL');
      }
    } finally {
      await page.close();
    }
  } finally {
    await bench.close();
  }
}

async function measureButtons(bench: ElementsBench, figure: string): Promise<Figure> {
  const { times, whole } = await timeLooks(bench, LOOKS);
  const { elements } = await bench.look();
  const listed = new Set(elements.map(({ name }) => name));
  const all = Array.from({ length: BUTTONS }, (_, index) => `B${index}`);
  return toFigure(figure, times, whole >= MOST_WHOLE && all.every((name) => listed.has(name)));
}

function toFigure(figure: string, times: readonly number[], correct: boolean): Figure {
  const ours = Math.round(quantile(times, 0.99));
  return {
    figure,
    unit: 'ms p99',
    better: 'lower',
    ours,
    theirs: null,
    ratio: null,
    goal: MAX_MS,
    ok: ours <= MAX_MS,
    correct,
    n: times.length,
  };
}
