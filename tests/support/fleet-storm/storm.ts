/** A storm over many machines: commands, partitions, kills; and what became of each command, read from the disks. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFleetServer } from '../fleet-server.ts';
import { until } from '../until.ts';
import { readInboxes } from './storm-audit.ts';
import { sharedNow, watchProcessors } from './storm-busy.ts';
import { startCast } from './storm-cast.ts';
import { createTally, keepPace } from './storm-load.ts';
import { createRandom, fifth, median } from './storm-numbers.ts';
import type { StormFigures, StormOptions } from './storm-options.ts';
import type { Busy, saidSchema } from './storm-orders.ts';
import { startStormProxy } from './storm-proxy.ts';
import { createStopWatch } from './storm-stops.ts';
import { tellStuck } from './storm-stuck.ts';
import { createTroubles } from './storm-troubles.ts';

const BEHIND_MS = 300_000;

export async function runStorm(options: StormOptions): Promise<StormFigures> {
  const { folder, note = () => undefined } = options;
  const random = createRandom(options.seed);
  const names = Array.from({ length: options.machines }, (_, index) => `sim-${index}`);
  const server = await startFleetServer(names, options.diskMb);
  const proxy = await startStormProxy(server.port, random);
  const ports = new Map(await Promise.all(names.map(async (name) => [name, await proxy.listen(name)] as const)));
  for (const name of ['gateway', ...names]) mkdirSync(join(folder, name), { recursive: true });

  // The platform: it keeps each update until it was receipted.
  const unreceipted = new Map<string, string>();
  const open = new Map<string, string>();
  const reported = new Set<string>();
  const stops = createStopWatch();
  const busy = new Map<string, Busy>();
  let [here, heldUp, pictured] = [0, 0, 0];
  let isWeighing = false;
  const live: number[] = [];
  const memory: number[] = [];
  const hear = (said: ReturnType<typeof saidSchema.parse>): void => {
    if (said.kind === 'receipt') unreceipted.delete(said.update);
    if (said.kind === 'taken' && said.what === 'taken') open.delete(said.update);
    if (said.kind === 'told') {
      reported.add(said.update);
      open.delete(said.update);
    }
    if (said.kind === 'stopped') stops.end(said);
    if (said.kind === 'held up') heldUp += 1;
    if (said.kind === 'pictured') pictured += 1;
    if (said.kind === 'weighed') isWeighing = false;
    if (said.kind === 'weighed') live.push(Math.round(said.live / 1e5) / 10);
    if (said.kind === 'busy') busy.set(said.who, said.busy);
    if (said.kind === 'memory') {
      memory.push(said.bytes / 1e6);
      here = said.here;
    }
    if (said.kind === 'trouble') note(said.text);
  };
  const weigh = (): void => {
    isWeighing = cast.hasGateway();
    cast.tell({ kind: 'weigh' });
  };
  const send = (update: string, machine: string): void => cast.tell({ kind: 'send', update, machine });
  const cast = await startCast(options, {
    names,
    creds: server.folder,
    gatewayUrl: server.url,
    urlOf: (name) => `tls://127.0.0.1:${ports.get(name)}`,
    hear,
    resend() {
      for (const [update, machine] of unreceipted) send(update, machine);
    },
    stops,
    random,
  }).catch(async (error: unknown) => {
    await proxy.close();
    await server.close();
    throw error;
  });

  try {
    await until(
      () => here >= options.machines * 0.98,
      () => `machines that are here: ${here}`,
      180_000,
    );
    note(`${here} machines are here`);
    const serverMb = (): number => {
      const pages = Number(readFileSync(`/proc/${server.pid()}/statm`, 'utf8').split(' ')[1]);
      return (pages * 4096) / 1e6;
    };
    const startedAt = performance.now();
    const busyShare = watchProcessors();
    let [sent, stopsAsked, serverPeak, isOver] = [0, 0, 0, false];
    const troubles = createTroubles(options, {
      cast,
      server,
      proxy,
      stops,
      names,
      random,
      heldUp: () => heldUp,
      keepUp: (progress) =>
        until(
          () => sent >= Math.floor(options.commands * progress),
          () => `commands that go with the troubles: ${sent} are sent, ${open.size} open`,
          BEHIND_MS,
        ),
    });
    const amidst = createTally();
    const sendOne = (index: number): void => {
      const machine = names[Math.floor(random() * names.length)] ?? '';
      const update = `telegram:${index}`;
      unreceipted.set(update, machine);
      open.set(update, machine);
      send(update, machine);
      sent = index + 1;
      amidst.note(troubles.now());
      if (sent % Math.ceil(options.commands / 4) === 0) weigh();
      if (index % 500 !== 0) return;
      serverPeak = Math.max(serverPeak, attempt(serverMb));
      note(`${index} sent, ${open.size} open`);
    };
    const stopOne = (index: number): void => {
      stopsAsked = index + 1;
      const machine = stopsAsked % 2 === 0 ? cast.alone : (names[Math.floor(random() * names.length)] ?? '');
      if (!cast.hasGateway()) return;
      stops.ask(stopsAsked, machine);
      cast.tell({ kind: 'stop', id: stopsAsked, machine, at: sharedNow() });
    };
    const { commands: count, perSecond } = options;
    const everyMs = perSecond === undefined ? null : 1_000 / perSecond;
    const sendAll = keepPace({ count, everyMs, over: troubles, mayGo: () => open.size < options.atOnce }, sendOne);
    // Stops are spread over the whole time, also while nothing is wrong.
    const always = { reach: troubles.reach, underMs: () => performance.now() - startedAt };
    const stopEveryMs = options.stopEveryMs ?? null;
    const stopAll = keepPace(
      { count: options.stops, everyMs: stopEveryMs, over: always, mayGo: () => !isWeighing },
      stopOne,
    );
    const sendAgain = async (): Promise<void> => {
      while (!isOver) {
        await sleep(2_000);
        for (const [update, machine] of unreceipted) send(update, machine);
      }
    };
    void sendAgain();
    await Promise.all([sendAll, troubles.run(), stopAll]);
    const busyOf = busyShare();
    note('all is sent and all trouble is over');
    await until(
      () => open.size === 0,
      () => `${open.size} commands open: ${[...open].slice(0, 5).join(' ')}`,
      options.settleMs ?? BEHIND_MS,
    ).catch(async (error: unknown) => {
      const lines = new Map(names.map((name) => [name, proxy.count(name)]));
      await cast.end();
      await tellStuck({ folder, server, open, lines: (machine) => lines.get(machine) ?? 0, note });
      throw error;
    });
    isOver = true;
    for (const isLast of [false, true]) {
      await until(() => !isWeighing, 'the gateway is weighed');
      if (!isLast) weigh();
    }
    serverPeak = Math.max(serverPeak, serverMb());
    const seconds = (performance.now() - startedAt) / 1000;
    await cast.end();

    const { taken, misled } = readInboxes(folder, names);
    const all = Array.from({ length: options.commands }, (_, index) => `telegram:${index}`);
    return {
      lost: all.filter((update) => !taken.has(update) && !reported.has(update)),
      twice: all.filter((update) => (taken.get(update)?.length ?? 0) > 1),
      misled,
      reported: reported.size,
      seconds,
      stops: stops.figures(),
      stopsOfAlone: stops.figures(cast.alone),
      heldUp,
      pictured,
      amidst: amidst.read(),
      troubleSeconds: troubles.seconds(),
      busyShare: busyOf,
      busy: Object.fromEntries(busy),
      liveMb: live,
      serverMb: serverPeak,
      gatewayMb: { early: median(fifth(memory, 1)), late: median(fifth(memory, 4)) },
    };
  } finally {
    await cast.end();
    await proxy.close();
    await server.close();
  }
}

/** The value, or 0 while the server is being restarted. */
function attempt(read: () => number): number {
  try {
    return read();
  } catch {
    return 0;
  }
}
