/** A storm over hundreds of simulated machines, with the real client code, a real server, and real kills. Sizes: `-- machines=500 commands=20000 …`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStorm } from '../support/fleet-storm/storm.ts';

const given = new Map(process.argv.slice(2).map((word) => [word.split('=')[0] ?? '', Number(word.split('=')[1])]));
const size = (name: string, usual: number): number => {
  const found = given.get(name);
  if (found !== undefined && !Number.isFinite(found)) throw new Error(`${name} takes a number.`);
  return found ?? usual;
};
const folder = mkdtempSync(join(tmpdir(), 'deskhand-storm-'));
const startedAt = performance.now();
const note = (line: string): void =>
  void process.stdout.write(`${Math.round((performance.now() - startedAt) / 1000)} s: ${line}\n`);

const figures = await runStorm({
  folder,
  machines: size('machines', 500),
  processes: size('processes', 4),
  commands: size('commands', 20_000),
  partitions: size('partitions', 500),
  killsOfGateway: size('gateway', 200),
  killsOfWorkers: size('workers', 200),
  killsOfBoth: size('both', 100),
  killsOfServer: size('server', 10),
  stops: size('stops', 1_000),
  seed: size('seed', 1),
  atOnce: size('at-once', 200),
  note,
}).finally(() => rmSync(folder, { recursive: true, force: true }));
const { lost, twice, misled, stopP99Ms, serverMb } = figures;
process.stdout.write(`${JSON.stringify(figures)}\n`);
const isGood = lost.length + twice.length + misled.length === 0;
process.stdout.write(
  `${isGood ? 'good' : 'BAD'}: lost ${lost.length}, twice ${twice.length}, to the wrong machine ${misled.length}; stop p99 ${Math.round(stopP99Ms)} ms, server ${Math.round(serverMb)} MB\n`,
);
process.exit(isGood ? 0 : 1);
