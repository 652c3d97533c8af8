/**
 * `npm run test:watches`: 200 changes on a real desktop, half of them beside a ticking clock: each must be told within 3 s, nothing else may be
 * told, no model is asked; then what an idle watch takes. One JSON line a part; exit 0 only when all holds. `-- CHANGES SECONDS SEED`
 * for fewer changes and a shorter look at what it takes.
 */
import { exit } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPhone } from '../support/phone.ts';
import { createRandom } from './random.ts';
import { openWatchBench, type Told, WATCH_KINDS, type WatchKind } from './watch-rounds.ts';

const [changes = 200, seconds = 30, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const SIZE = { width: 1440, height: 900 };
const LIMIT_MS = 3000;
const MOST_LOAD = 0.01;
/** Groups that run apart, since a watch of the screen would find the other watches' changes. */
const GROUPS: readonly (readonly WatchKind[])[] = [
  WATCH_KINDS.filter((kind) => kind !== 'screen' && kind !== 'app'),
  ['screen'],
  ['app'],
];

const tell = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const cleanups: (() => void)[] = [];
const random = createRandom(seed);
const phone = await startPhone({ after: (act) => cleanups.push(act) }, { hasSessionBus: true, ...SIZE });
let isGood = true;
const bench = await openWatchBench(phone, SIZE);
try {
  const all: Told[] = [];
  tell({ changes, seed });
  let isClock = false;
  for (let n = 1; all.length < changes; n += 1) {
    if (isClock !== (n % 2 === 0)) await bench.setClock(!isClock);
    isClock = n % 2 === 0;
    for (const kinds of GROUPS) all.push(...(await bench.round(kinds.slice(0, changes - all.length), n, random)));
    tell({
      round: n,
      isClock,
      sofar: all.length,
      slowestMs: Math.max(...all.map(({ afterMs }) => afterMs ?? Infinity)),
    });
  }
  // From here on only the clock changes.
  if (!isClock) await bench.setClock(true);
  const idle: WatchKind[] = ['text', 'of 1', 'file', 'changes', 'ends', 'screen', 'app'];
  const before = bench.foundSoFar();
  const forget = [];
  for (const [index, kind] of idle.entries()) forget.push(await bench.leave(kind, 9000 + index));
  await sleep(Math.max(20, seconds * 2) * 1000);
  const falseIdle = bench.foundSoFar() - before;
  for (const take of forget) await take();
  const falses = all.filter(({ isFalse }) => isFalse).length + falseIdle;
  const lost = all.filter(({ afterMs }) => afterMs === null).length;
  const late = all.filter(({ afterMs }) => afterMs !== null && afterMs > LIMIT_MS);
  tell({
    part: 'changes',
    told: all.length - lost,
    lost,
    falses,
    late: late.length,
    wrong: all.filter(({ afterMs, isFalse }) => isFalse || afterMs === null || afterMs > LIMIT_MS),
    ...spread(all),
    byKind: byKind(all),
  });
  isGood &&= lost === 0 && falses === 0 && late.length === 0;

  for (const isOn of [false, true]) {
    await bench.setClock(isOn);
    await steady();
    tell({ part: 'load', watch: 'none', clock: isOn, share: round(await bench.load(seconds)) });
    for (const [index, kind] of (['text', 'screen', 'app', 'file', 'changes', 'ends'] as const).entries()) {
      const take = await bench.leave(kind, 9100 + index + (isOn ? 50 : 0));
      await steady();
      const share = await bench.load(seconds);
      tell({ part: 'load', watch: kind, clock: isOn, share: round(share) });
      if (!isOn) isGood &&= share <= MOST_LOAD;
      await take();
    }
  }
  const asked = phone.anthropic.requests.length;
  tell({ part: 'model', asked });
  isGood &&= asked === 0;
} finally {
  await bench.stop();
  await phone.close();
  for (const clean of cleanups) clean();
}
exit(isGood ? 0 : 1);

/** What was set, found or deleted just before is over: two looks in a row at what it takes are alike. */
async function steady(): Promise<void> {
  let last = await bench.load(5);
  for (let looks = 0; looks < 12; looks += 1) {
    const now = await bench.load(5);
    if (Math.abs(now - last) <= 0.002) return;
    last = now;
  }
}

function spread(told: readonly Told[]) {
  const times = told.flatMap(({ afterMs }) => afterMs ?? []).sort((one, other) => one - other);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { medianMs: at(0.5), p95Ms: at(0.95), slowestMs: at(1) };
}

function byKind(told: readonly Told[]) {
  return Object.fromEntries(
    WATCH_KINDS.map((kind) => {
      const own = told.filter((one) => one.kind === kind);
      return [kind, { n: own.length, ...spread(own) }];
    }),
  );
}

function round(share: number): number {
  return Number(share.toFixed(4));
}
