/**
 * A storm over hundreds of simulated machines, with the real client code, a real server, and real kills; before it a calm in which nothing
 * breaks, for what memory and a stop are under load alone. Sizes: `-- machines=500 commands=20000 …`; `calm=0` leaves the calm out.
 * `-- real` has three real workers instead (`rounds=20`).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStorm, type StormFigures, type StormOptions } from '../support/fleet-storm/storm.ts';

const given = new Map(process.argv.slice(2).map((word) => [word.split('=')[0] ?? '', Number(word.split('=')[1])]));
const size = (name: string, usual: number): number => {
  const found = given.get(name);
  if (found !== undefined && !Number.isFinite(found)) throw new Error(`${name} takes a number.`);
  return found ?? usual;
};
if (given.has('real')) {
  await import('./fleet-real.ts');
  process.exit(1);
}
const startedAt = performance.now();
const note = (line: string): void =>
  void process.stdout.write(`${Math.round((performance.now() - startedAt) / 1000)} s: ${line}\n`);

const NOTHING = { partitions: 0, killsOfGateway: 0, killsOfWorkers: 0, killsOfBoth: 0, killsOfServer: 0 };
const MOST_STOP_MS = 250;
const MOST_SERVER_MB = 150;
/** What memory may grow by from the second fifth of a calm to its last. */
const MOST_GROWTH = 1.1;

/** Stops come over all of it. */
async function storm(
  name: string,
  stopEveryMs: number,
  troubles: typeof NOTHING,
  other: Partial<StormOptions> = {},
): Promise<StormFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-storm-'));
  note(`${name} begins`);
  const figures = await runStorm({
    folder,
    machines: size('machines', 500),
    processes: size('processes', 4),
    commands: size('commands', 20_000),
    stops: size('stops', 1_000),
    seed: size('seed', 1),
    atOnce: size('at-once', 200),
    stopEveryMs: size('stop-every-ms', stopEveryMs),
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

const results: boolean[] = [];
if (size('calm', 1) > 0) {
  const calm = await storm('calm', 50, NOTHING);
  const { early, late } = calm.gatewayMb;
  const { asked, answered, p99Ms } = calm.stops.whole;
  results.push(
    ...checkAll('calm', calm),
    check(`calm: gateway ${early} MB early, ${late} MB late`, late <= early * MOST_GROWTH),
    check(`calm: stop p99 ${p99Ms} ms, ${answered} of ${asked} answered`, p99Ms <= MOST_STOP_MS && answered === asked),
  );
}
if (size('storm', 1) > 0) {
  const wild = await storm('storm', 1_500, {
    partitions: size('partitions', 500),
    killsOfGateway: size('gateway', 200),
    killsOfWorkers: size('workers', 200),
    killsOfBoth: size('both', 100),
    killsOfServer: size('server', 10),
  });
  const { whole, broken } = wild.stops;
  results.push(
    ...checkAll('storm', wild),
    check(
      `storm: stop p99 ${whole.p99Ms} ms over whole lines (${whole.answered} of ${whole.asked}), ${broken.p99Ms} ms once a broken one was back (${broken.answered} of ${broken.asked})`,
      whole.p99Ms <= MOST_STOP_MS && broken.p99Ms <= MOST_STOP_MS,
    ),
  );
}
if (size('clocks', 1) > 0) {
  const few = { partitions: 40, killsOfGateway: 5, killsOfWorkers: 5, killsOfBoth: 2, killsOfServer: 1 };
  const sizes = { machines: 20, processes: 2, commands: 1_000, stops: 100 };
  // One process of machines is eight minutes behind the gateway, the other seven ahead of it.
  const apart = await storm('clocks apart', 100, few, { ...sizes, clocks: ['+8m', '+0m', '+15m'] });
  results.push(
    ...checkAll('clocks apart', apart),
    check(`clocks apart: ${apart.reported} commands given up, and none had to be`, apart.reported === 0),
  );
}
process.exit(results.every((holds) => holds) ? 0 : 1);
