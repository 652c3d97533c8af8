/** What a step costs beside the model, against the naive path on the same desktop, with the wait for the screen and without. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openByteWindow } from '../tests/support/byte-window.ts';
import { startTestHands } from '../tests/support/hands.ts';
import { measureAcknowledgement } from './acknowledgement.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';
import { startPeer } from './peer.ts';
import { hasArrived, PICTURE, ROUND_TEXT, type RoundTimes, runOurs, runTheirs, STEPS_A_ROUND } from './step-round.ts';

const SIZES = [
  { width: 1440, height: 900, blocks: 5, whole: 4, own: 25 },
  { width: 2880, height: 1800, blocks: 3, whole: 4, own: 15 },
] as const;

/** What was sent is in the terminal's log by then. */
const ARRIVAL_MS = 500;

export async function measureSteps(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const size of SIZES) figures.push(...(await measureOverhead(size)));
  return [...figures, await measureAcknowledgement()];
}

async function measureOverhead(size: (typeof SIZES)[number]): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-bench-'));
  const hands = await startTestHands(size);
  const peer = startPeer(hands.display.env);
  try {
    const window = await openByteWindow(hands.display, folder);
    const ours: RoundTimes[] = [];
    const theirs: RoundTimes[] = [];
    // What is loaded at the first use is loaded now, on both sides.
    await runOurs(hands, size, join(folder, 'warm'));
    await peer.run({ order: 'look', ...PICTURE });
    await sleep(ARRIVAL_MS);
    const before = window.presses().length;
    const isWarm = window.text() === ROUND_TEXT;
    for (let block = 0; block < size.blocks; block += 1) {
      ours.push(await runOurs(hands, size, join(folder, String(block))));
      theirs.push(await runTheirs(peer));
    }
    await sleep(ARRIVAL_MS);
    const correct = isWarm && hasArrived(window, before, 2 * size.blocks);
    const compare = (figure: string, part: keyof RoundTimes, goal: number): Figure => {
      const time = {
        ours: median(ours.map((round) => round[part])),
        theirs: median(theirs.map((round) => round[part])),
      };
      const ratio = Math.round((time.theirs / time.ours) * 10) / 10;
      return {
        figure: `${figure} ${size.width}x${size.height}`,
        unit: 'ms/step',
        better: 'lower',
        ours: Math.round(time.ours),
        theirs: Math.round(time.theirs),
        ratio,
        goal,
        ok: ratio >= goal,
        correct,
        n: size.blocks * STEPS_A_ROUND,
      };
    };
    return [compare('step overhead', 'whole', size.whole), compare('step without waiting', 'own', size.own)];
  } finally {
    await peer.close();
    await hands.close();
    await rm(folder, { recursive: true, force: true });
  }
}
