/**
 * A storm over hundreds of simulated machines, with the real client code, a real server, and real kills; before it a calm in which nothing
 * breaks, for what memory and a stop are under load alone: so many commands a second (`per-second=150`; 0: as fast as it goes), a picture
 * for every fifth. In the others commands and stops are spread over all that goes wrong.
 * Sizes: `-- machines=500 commands=20000 …`; `calm=0` leaves the calm out, as `storm=0`, `disk=0` (the server's disk is full now and then)
 * and `clocks=0` do with the others. `-- real` has three real workers instead (`rounds=20 kill-rounds=30`), `-- scenarios` the scenarios of one
 * machine through three real workers, `-- installed` the package as gateway and worker.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureFleetPrograms } from '../../src/bin/ensure-programs.ts';
import { runStorm } from '../support/fleet-storm/storm.ts';
import type { StormFigures, StormOptions } from '../support/fleet-storm/storm-options.ts';
import { isWatched, watchScript } from '../support/watched.ts';

if (!isWatched()) process.exit(await watchScript(import.meta.filename));

const given = new Map(process.argv.slice(2).map((word) => [word.split('=')[0] ?? '', Number(word.split('=')[1])]));
const size = (name: string, usual: number): number => {
  const found = given.get(name);
  if (found !== undefined && !Number.isFinite(found)) throw new Error(`${name} takes a number.`);
  return found ?? usual;
};
// Before the first of the sixteen minutes, not in the last one.
await ensureFleetPrograms();
if (given.has('real')) {
  await import('./fleet-real.ts');
  process.exit(1);
}
if (given.has('scenarios')) {
  await import('./fleet-scenarios.ts');
  process.exit(1);
}
if (given.has('installed')) {
  await import('./fleet-installed.ts');
  process.exit(0);
}
const startedAt = performance.now();
const note = (line: string): void =>
  void process.stdout.write(`${Math.round((performance.now() - startedAt) / 1000)} s: ${line}\n`);

const NOTHING = { partitions: 0, killsOfGateway: 0, killsOfWorkers: 0, killsOfBoth: 0, killsOfServer: 0 };
const MOST_STOP_MS = 250;
const MOST_SERVER_MB = 150;
/** What memory may grow by from the second fifth of a calm to its last. */
const MOST_GROWTH = 1.1;
/** What lives in the gateway may grow by from the first quarter of the commands to the end: it remembers 20,000 of them. */
const MOST_LIVE_MB = 6;

/** Of commands, while something was wrong. */
const LEAST_AMIDST = 0.7;

async function storm(name: string, troubles: typeof NOTHING, other: Partial<StormOptions> = {}): Promise<StormFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-storm-'));
  note(`${name} begins`);
  const figures = await runStorm({
    folder,
    machines: size('machines', 500),
    processes: size('processes', 4),
    commands: size('commands', 20_000),
    stops: size('stops', 1_000),
    seed: size('seed', 1),
    atOnce: size('at-once', 2_000),
    settleMs: size('settle-ms', 300_000),
    note,
    ...troubles,
    ...other,
  }).finally(() => rmSync(folder, { recursive: true, force: true }));
  process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`);
  return figures;
}

/** Prints it; false: it does not hold. */
function check(what: string, holds: boolean): boolean {
  process.stdout.write(`${holds ? 'ok ' : 'BAD'} ${what}\n`);
  return holds;
}

function checkAll(name: string, { lost, twice, misled, serverMb, reported }: StormFigures): readonly boolean[] {
  return [
    check(
      `${name}: lost ${lost.length}, twice ${twice.length}, to the wrong machine ${misled.length} (${reported} reported)`,
      lost.length + twice.length + misled.length === 0,
    ),
    check(`${name}: server ${Math.round(serverMb)} MB of ${MOST_SERVER_MB}`, serverMb <= MOST_SERVER_MB),
  ];
}

/** Commands come while it is wrong, and not only in between: while each kind of it goes on. */
function checkAmidst(name: string, { amidst, troubleSeconds }: StormFigures): boolean {
  const kinds = Object.keys(troubleSeconds);
  const { any = 0, none = 0 } = amidst;
  const each = kinds.map((kind) => `${kind} ${amidst[kind] ?? 0}`).join(', ');
  const share = any / Math.max(1, any + none);
  return check(
    `${name}: ${any} of ${any + none} commands while something was wrong: ${each}`,
    share >= LEAST_AMIDST && kinds.every((kind) => (amidst[kind] ?? 0) > 0),
  );
}

/** After each quarter of the commands, and once nothing is open. */
function checkLive(name: string, { liveMb }: StormFigures): boolean {
  const grown = (liveMb.at(-1) ?? 0) - (liveMb[0] ?? 0);
  return check(`${name}: in the gateway live ${liveMb.join(', ')} MB`, grown <= MOST_LIVE_MB);
}

function describeStops({ whole, broken }: StormFigures['stops']): string {
  return `p99 ${whole.p99Ms} ms over whole lines (${whole.answered} of ${whole.asked}), ${broken.p99Ms} ms once a broken one was back (${broken.answered} of ${broken.asked})`;
}

const results: boolean[] = [];
if (size('calm', 1) > 0) {
  const perSecond = size('per-second', 150);
  const load = perSecond === 0 ? { atOnce: 200 } : { perSecond };
  const pictures = { every: size('picture-every', 5), kb: size('picture-kb', 60) };
  const calm = await storm('calm', NOTHING, { ...load, pictures, stopEveryMs: size('stop-every-ms', 120) });
  const { early, late } = calm.gatewayMb;
  const { asked, answered, p99Ms } = calm.stops.whole;
  results.push(
    ...checkAll('calm', calm),
    check(`calm: gateway ${early} MB early, ${late} MB late`, late <= early * MOST_GROWTH),
    checkLive('calm', calm),
    check(
      `calm: ${Math.round(calm.pictured / calm.seconds)} pictures a second, ${Math.round(100 * calm.busyShare)} % of the processors busy`,
      calm.pictured > 0,
    ),
    check(`calm: stop p99 ${p99Ms} ms, ${answered} of ${asked} answered`, p99Ms <= MOST_STOP_MS && answered === asked),
  );
}
if (size('storm', 1) > 0) {
  const wild = await storm('storm', {
    partitions: size('partitions', 500),
    killsOfGateway: size('gateway', 200),
    killsOfWorkers: size('workers', 200),
    killsOfBoth: size('both', 100),
    killsOfServer: size('server', 10),
  });
  const { whole, broken } = wild.stopsOfAlone;
  note(`storm: a stop to machines that share a process with a hundred others: ${describeStops(wild.stops)}`);
  results.push(
    ...checkAll('storm', wild),
    checkLive('storm', wild),
    checkAmidst('storm', wild),
    check(
      `storm: a stop to a machine with a process of its own: ${describeStops(wild.stopsOfAlone)}`,
      whole.p99Ms <= MOST_STOP_MS && broken.p99Ms <= MOST_STOP_MS,
    ),
  );
}
if (size('disk', 1) > 0) {
  const sizes = { machines: 20, processes: 3, commands: 1_000, stops: 100, diskMb: 16, fullDisks: 5 };
  const full = await storm('full disk', { ...NOTHING, partitions: 10 }, sizes);
  results.push(
    ...checkAll('full disk', full),
    checkLive('full disk', full),
    checkAmidst('full disk', full),
    check(`full disk: ${full.heldUp} commands that the server did not take at first`, full.heldUp > 0),
    check(`full disk: ${full.reported} commands given up, and none had to be`, full.reported === 0),
  );
}
if (size('clocks', 1) > 0) {
  const few = { partitions: 40, killsOfGateway: 5, killsOfWorkers: 5, killsOfBoth: 2, killsOfServer: 1 };
  const sizes = { machines: 20, processes: 2, commands: 1_000, stops: 100 };
  // One process of machines is eight minutes behind the gateway, the other seven ahead of it.
  const apart = await storm('clocks apart', few, { ...sizes, clocks: ['+8m', '+0m', '+15m'] });
  results.push(
    ...checkAll('clocks apart', apart),
    checkAmidst('clocks apart', apart),
    check(`clocks apart: ${apart.reported} commands given up, and none had to be`, apart.reported === 0),
  );
}
process.exit(results.every((holds) => holds) ? 0 : 1);
