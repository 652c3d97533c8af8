/** A step with a fresh picture after it: the same two clicks, eleven letters and one key by all three, in turn. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../../bench/median.ts';
import { startPeer } from '../../bench/peer.ts';
import {
  hasArrived,
  PICTURE,
  ROUND_TEXT,
  runOurs,
  runTheirs,
  SPOTS,
  STEPS_A_ROUND,
  TEXT,
} from '../../bench/step-round.ts';
import { openByteWindow } from '../support/byte-window.ts';
import { startTestHands } from '../support/hands.ts';
import { until } from '../support/until.ts';
import { type PeerServer, startPeerServer } from './peer-server.ts';
import type { Row } from './row.ts';

const SIZE = { width: 1440, height: 900 };
const LEAST_FASTER = 4;

export async function compareSteps(peerFolder: string, folder: string, rounds: number): Promise<readonly Row[]> {
  mkdirSync(folder);
  const hands = await startTestHands(SIZE);
  const naive = startPeer(hands.display.env);
  const peer = await startPeerServer(peerFolder, hands.display.env, SIZE);
  try {
    const window = await openByteWindow(hands.display, folder);
    // What is loaded at the first use is loaded now, on all sides.
    await runOurs(hands, SIZE, join(folder, 'warm'));
    await naive.run({ order: 'look', ...PICTURE });
    await until(() => window.text() === ROUND_TEXT, 'the first round to arrive');
    const before = window.presses().length;
    const [ours, naives, peers]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      ours.push((await runOurs(hands, SIZE, join(folder, String(round)))).whole);
      naives.push((await runTheirs(naive)).whole);
      peers.push(await runPeer(peer));
    }
    await until(() => window.text().length >= ROUND_TEXT.length * (1 + 3 * rounds), 'the rounds to arrive').catch(
      () => undefined,
    );
    const hasAll = hasArrived(window, before, 3 * rounds);
    const [own, bare, other] = [median(ours), median(naives), median(peers)];
    const ms = (value: number): string => `${Math.round(value)} ms`;
    const slower = (value: number): string => `${ms(value)} (${(value / own).toFixed(1)}×)`;
    return [
      {
        what: `a step with a fresh picture, ${SIZE.width}×${SIZE.height}`,
        ours: ms(own),
        naive: slower(bare),
        peer: slower(other),
        goal: `≥ ${LEAST_FASTER}× faster`,
        ok: Math.min(bare, other) / own >= LEAST_FASTER && hasAll,
        correct: hasAll
          ? `all ${2 * 3 * rounds} clicks within a pixel, all letters in order`
          : `not all arrived: ${window.presses().length - before} of ${6 * rounds} presses, ${window.text().length} of ${ROUND_TEXT.length * (1 + 3 * rounds)} characters`,
      },
    ];
  } finally {
    await Promise.all([naive.close(), peer.close()]);
    await hands.close();
  }
}

/** Milliseconds a step; its own wait before a picture is in it, as its users have it. */
async function runPeer(peer: PeerServer): Promise<number> {
  const startedAt = performance.now();
  for (const { x, y } of SPOTS) {
    await peer.call('left_click', { coordinate: peer.toPicture(x, y) });
    await peer.call('get_screenshot');
  }
  await peer.call('type', { text: TEXT });
  await peer.call('get_screenshot');
  await peer.call('key', { text: 'ctrl+s' });
  await peer.call('get_screenshot');
  return (performance.now() - startedAt) / STEPS_A_ROUND;
}
