/**
 * How long the screen is waited for after an act, against a fixed two seconds, on a page in real Chromium that answers as applications
 * do: at once, late, fading, with a caret or a spinner, in two parts. Correct: every decision carried out saw the whole answer.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clickThrough, isRight, openPage, PAGE_SIZE, type Step } from '../tests/support/act-on-page.ts';
import type { TestHands } from '../tests/support/hands.ts';
import type { Shape } from '../tests/support/response-page.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

const FIXED_MS = 2000;
const MIN_RATIO = 3.5;
const MAX_CALLS = 1.2;
/** A fast model's answer. */
const THINK_MS = 1200;
const LOOKS = 5;

const GRID: readonly Shape[] = [
  ...[0, 100, 300, 600, 900].flatMap((delayMs) =>
    [0, 200].map((fadeMs): Shape => ({ name: `${delayMs} + ${fadeMs}`, delayMs, fadeMs, kind: 'panel' })),
  ),
  ...[0, 300].map((delayMs): Shape => ({ name: `caret ${delayMs}`, delayMs, fadeMs: 0, kind: 'caret' })),
  ...[300, 900].map((delayMs): Shape => ({ name: `spinner ${delayMs}`, delayMs, fadeMs: 0, kind: 'spinner' })),
  ...[300, 900].map(
    (delayMs): Shape => ({ name: `in two parts ${delayMs}`, delayMs, fadeMs: 200, kind: 'acknowledged' }),
  ),
];

/** A mix of twenty ordinary answers: most come within a tenth of a second, a few fade, few are late. */
const ORDINARY: readonly Shape[] = [
  ...repeat(8, { name: 'at once', delayMs: 0, fadeMs: 0, kind: 'panel' }),
  ...repeat(4, { name: 'soon', delayMs: 80, fadeMs: 0, kind: 'panel' }),
  ...repeat(3, { name: 'fading', delayMs: 30, fadeMs: 200, kind: 'panel' }),
  ...repeat(2, { name: 'small', delayMs: 0, fadeMs: 0, kind: 'mark' }),
  { name: 'caret', delayMs: 50, fadeMs: 0, kind: 'caret' },
  { name: 'nothing', delayMs: 0, fadeMs: 0, kind: 'nothing' },
  { name: 'late', delayMs: 500, fadeMs: 0, kind: 'panel' },
];

export async function measureSettle(): Promise<readonly Figure[]> {
  const grid = await clickOn(GRID);
  const ordinary = await clickOn(ORDINARY);
  const ours = mean(grid.steps.map(({ waitedMs }) => waitedMs));
  const ratio = Math.round((grid.fixedMs / ours) * 10) / 10;
  const calls = Math.round(mean(ordinary.steps.map((step) => step.calls)) * 100) / 100;
  return [
    {
      figure: 'wait for the screen after an act',
      unit: 'ms/step',
      better: 'lower',
      ours: Math.round(ours),
      theirs: Math.round(grid.fixedMs),
      ratio,
      goal: MIN_RATIO,
      ok: ratio >= MIN_RATIO,
      correct: grid.steps.every(isRight),
      n: grid.steps.length,
    },
    {
      figure: 'model calls per step',
      unit: 'calls',
      better: 'lower',
      ours: calls,
      theirs: null,
      ratio: null,
      goal: MAX_CALLS,
      ok: calls <= MAX_CALLS,
      correct: ordinary.steps.every(isRight),
      n: ordinary.steps.length,
    },
  ];
}

async function clickOn(
  shapes: readonly Shape[],
): Promise<{ readonly steps: readonly Step[]; readonly fixedMs: number }> {
  const profile = await mkdtemp(join(tmpdir(), 'deskhand-bench-'));
  const window = await openPage(shapes, profile);
  try {
    return { steps: await clickThrough(window, shapes, THINK_MS), fixedMs: await waitFixed(window.hands) };
  } finally {
    await window.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The naive path: two seconds, then a picture. */
async function waitFixed({ desktop }: TestHands): Promise<number> {
  const waited: number[] = [];
  for (let count = 0; count < LOOKS; count += 1) {
    const startedAt = performance.now();
    await sleep(FIXED_MS);
    await desktop.capture({ display: 1, ...PAGE_SIZE }, new AbortController().signal);
    waited.push(performance.now() - startedAt);
  }
  return median(waited);
}

function repeat(times: number, shape: Shape): readonly Shape[] {
  return Array.from({ length: times }, () => shape);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
