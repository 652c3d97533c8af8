/**
 * `npm run test:living`: pages that tick and play, models that think 0, 1, 3 and 6 s, taps after 0, 4 and 30 s, and changes planted
 * between question and yes. One JSON line a part; exit 0 only when at most 2 % of the decisions were dropped, at most 1 % of the
 * approvals asked again, and every planted change was caught. `-- CLICKS APPROVALS PLANTS` for fewer.
 */
import { PLANTED, type Ticker } from '../support/living-page.ts';
import { approveOnce, clickItems, openLivingPage } from '../support/living-runs.ts';

const [clicks = 24, approvals = 100, plants = 200] = process.argv.slice(2).map(Number);
const PAGES: readonly (readonly Ticker[])[] = [
  ['clock'],
  ['clock', 'banner'],
  ['clock', 'video'],
  ['clock', 'banner', 'video'],
];
const THINK_MS = [0, 1000, 3000, 6000];
const TAPS_MS = [0, 4000, 30_000];
const MOST_DROPPED = 0.02;
const MOST_AGAIN = 0.01;

let isGood = true;
const tell = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

for (const tickers of PAGES) {
  const window = await openLivingPage(tickers);
  try {
    for (const thinkMs of THINK_MS) {
      const work = await clickItems(window, clicks, thinkMs);
      const share = work.dropped / work.calls;
      isGood &&= work.isRight && share <= MOST_DROPPED;
      tell({ part: 'decisions', tickers, thinkMs, ...work, share: Number(share.toFixed(3)) });
    }
  } finally {
    await window.close();
  }
}

let cards = 0;
let again = 0;
let acts = 0;
for (let done = 0; done < approvals; ) {
  const window = await openLivingPage(PAGES[done % PAGES.length] ?? []);
  try {
    for (let count = 0; count < 10 && done < approvals; count += 1, done += 1) {
      const asked = await approveOnce(window, TAPS_MS[done % TAPS_MS.length] ?? 0, null);
      cards += 1;
      acts += asked.acts;
      if (asked.cards > 1) again += 1;
      if (asked.again !== '') tell({ part: 'approvals', again: asked.again });
    }
  } finally {
    await window.close();
  }
}
isGood &&= again <= cards * MOST_AGAIN && acts >= cards - again;
tell({ part: 'approvals', cards, again, acts });

const missed: Record<string, number> = {};
for (let round = 0; round < plants; round += 1) {
  const planted = PLANTED[round % PLANTED.length] ?? 'amount';
  const window = await openLivingPage(['clock', ...(round % 2 === 0 ? (['banner'] satisfies Ticker[]) : [])]);
  try {
    const wait = planted === 'clock beside, then the amount' ? 3000 : (round * 97) % 1500;
    const asked = await approveOnce(window, wait, planted);
    if (asked.acts > 0) missed[planted] = (missed[planted] ?? 0) + 1;
    if (asked.acts > 0) tell({ part: 'planted', round, planted, tapMs: wait, ...asked });
  } finally {
    await window.close();
  }
}
isGood &&= Object.keys(missed).length === 0;
tell({ part: 'planted', rounds: plants, missed });
process.exit(isGood ? 0 : 1);
