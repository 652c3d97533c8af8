/** What goes wrong in a storm, and when: kills one after the other, and lines that break beside them from the first kill to the last. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FleetServer } from '../fleet-server.ts';
import { until } from '../until.ts';
import type { Cast } from './storm-cast.ts';
import { shuffle } from './storm-numbers.ts';
import type { StormOptions } from './storm-options.ts';
import type { StormProxy } from './storm-proxy.ts';
import type { StopWatch } from './storm-stops.ts';

/** How long a disk stays full after the server has noticed. */
const FULL_MS = 3_000;
/** The pause between two kills: a gateway that lives no longer than this never does anything. */
const KILLS_PAUSE_MS = 700;
const BREAKS_PAUSE_MS = 40;

export type TroubleKind = 'partition' | 'gateway' | 'workers' | 'both' | 'server' | 'disk';

export interface Troubles {
  /** Resolves when all troubles are over. */
  run(): Promise<void>;
  /** The share of the troubles that will be over once the present ones end, 0 to 1; 1 without troubles. */
  reach(): number;
  /** For how many milliseconds any trouble has lasted so far. */
  underMs(): number;
  /** The troubles that last now. */
  now(): readonly TroubleKind[];
  /** How many seconds each kind has lasted. */
  seconds(): Readonly<Partial<Record<TroubleKind, number>>>;
}

export interface TroublePorts {
  readonly cast: Cast;
  readonly server: FleetServer;
  readonly proxy: StormProxy;
  readonly stops: StopWatch;
  readonly names: readonly string[];
  readonly random: () => number;
  /** The number of commands that the server has not taken so far. */
  readonly heldUp: () => number;
  /** Resolves when the commands that belong before this part of the troubles are sent: neither may run ahead of the other. */
  readonly keepUp: (progress: number) => Promise<unknown>;
}

interface Lane {
  readonly of: readonly TroubleKind[];
  readonly pauseMs: number;
  over: number;
}

export function createTroubles(options: StormOptions, ports: TroublePorts): Troubles {
  const { cast, server, proxy, stops, names, random } = ports;
  const under = new Map<symbol, TroubleKind>();
  let [underMs, underSince] = [0, 0];
  const spent: Partial<Record<TroubleKind, number>> = {};

  const killServer = async (): Promise<void> => {
    const isBack = stops.begin('killed', names);
    await server.kill();
    await sleep(300);
    await server.start();
    await until(
      () => proxy.count() >= names.length * 0.9,
      () => `lines that came back: ${proxy.count()}`,
      240_000,
    );
    isBack();
  };
  const acts: Readonly<Record<TroubleKind, () => Promise<unknown>>> = {
    gateway: cast.killGateway,
    workers: cast.killWorkers,
    both: () => Promise.all([cast.killGateway(), cast.killWorkers()]),
    server: killServer,
    async disk() {
      const isBack = stops.begin('killed', names);
      const before = ports.heldUp();
      server.disk?.fill();
      await until(
        () => ports.heldUp() > before,
        () => 'a command that a server without a disk takes not',
        120_000,
      );
      await sleep(FULL_MS);
      server.disk?.free();
      isBack();
      // A nats-server 2.9 that could not write down an acknowledgement delivers nothing more until it is restarted.
      await killServer();
    },
    async partition() {
      const ends: (() => void)[] = [];
      // Mostly a few lines, as where one network fails; now and then most of them.
      const share = 0.02 + 0.78 * random() ** 4;
      await proxy.partition(share, 50 + random() * 400, (names) => ends.push(stops.begin('broken', names)));
      for (const end of ends) end();
    },
  };

  const kills: TroubleKind[] = [
    ...repeat(options.killsOfGateway, 'gateway'),
    ...repeat(options.killsOfWorkers, 'workers'),
    ...repeat(options.killsOfBoth, 'both'),
    ...repeat(options.killsOfServer, 'server'),
    ...repeat(options.fullDisks ?? 0, 'disk'),
  ];
  shuffle(kills, random);
  const breaks = repeat(options.partitions, 'partition');
  const all = kills.length + breaks.length;
  /** Kills and breaks progress at the same rate; without kills the breaks set it. */
  const lanes: Readonly<Record<'kills' | 'breaks', Lane>> = {
    kills: { of: kills, over: 0, pauseMs: KILLS_PAUSE_MS },
    breaks: { of: breaks, over: 0, pauseMs: BREAKS_PAUSE_MS },
  };
  const shareOf = ({ of, over }: Lane, more = 0): number =>
    of.length === 0 ? 1 : Math.min(1, (over + more) / of.length);
  const progress = (more: number): number => Math.min(shareOf(lanes.kills, more), shareOf(lanes.breaks, more));

  const run = async (lane: Lane, other: Lane): Promise<void> => {
    for (const kind of lane.of) {
      while (shareOf(lane) > shareOf(other)) await sleep(10);
      await ports.keepUp(progress(0));
      const mark = Symbol(kind);
      const since = performance.now();
      if (under.size === 0) underSince = since;
      under.set(mark, kind);
      await acts[kind]().finally(() => under.delete(mark));
      if (under.size === 0) underMs += performance.now() - underSince;
      spent[kind] = (spent[kind] ?? 0) + (performance.now() - since) / 1000;
      await sleep(lane.pauseMs);
      lane.over += 1;
      const over = lanes.kills.over + lanes.breaks.over;
      if (over % 100 === 0) options.note?.(`${over} of ${all} troubles are over`);
    }
  };

  return {
    run: async () => void (await Promise.all([run(lanes.kills, lanes.breaks), run(lanes.breaks, lanes.kills)])),
    reach: () => progress(1),
    underMs: () => underMs + (under.size === 0 ? 0 : performance.now() - underSince),
    now: () => [...under.values()],
    seconds: () => spent,
  };
}

function repeat(count: number, kind: TroubleKind): TroubleKind[] {
  return Array.from({ length: count }, () => kind);
}
