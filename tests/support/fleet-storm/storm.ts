/** A storm over many machines: commands, partitions, kills; and what became of each command, read from the disks. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFleetServer } from '../fleet-server.ts';
import { until } from '../until.ts';
import { readInboxes } from './storm-audit.ts';
import { createRandom, fifth, median, shuffle } from './storm-numbers.ts';
import type { StormFigures, StormOptions } from './storm-options.ts';
import { saidSchema } from './storm-orders.ts';
import { startStormProxy } from './storm-proxy.ts';
import { asStarted, shiftClock } from './storm-starts.ts';
import { createStopWatch } from './storm-stops.ts';

/** A disk stays full for so long after the server has noticed. */
const FULL_MS = 3_000;
const GATEWAY = 'storm-gateway.ts';

export async function runStorm(options: StormOptions): Promise<StormFigures> {
  const { folder, note = () => undefined } = options;
  const random = createRandom(options.seed);
  const names = Array.from({ length: options.machines }, (_, index) => `sim-${index}`);
  const server = await startFleetServer(names, options.diskMb);
  const proxy = await startStormProxy(server.port, random);
  const ports = new Map(await Promise.all(names.map(async (name) => [name, await proxy.listen(name)] as const)));
  for (const name of ['gateway', ...names]) mkdirSync(join(folder, name), { recursive: true });
  const lives = new AbortController();

  // The platform: it keeps each update until it was receipted.
  const unreceipted = new Map<string, string>();
  const open = new Map<string, string>();
  const reported = new Set<string>();
  const stops = createStopWatch();
  /** Machines whose process was killed, until they are connected again. */
  const dead = new Map<string, () => void>();
  let gatewayIsBack = (): void => undefined;
  let [stopsAsked, here, heldUp] = [0, 0, 0];
  const live: number[] = [];
  const memory: number[] = [];
  const hear = (raw: unknown): void => {
    const said = saidSchema.parse(raw);
    if (said.kind === 'receipt') unreceipted.delete(said.update);
    if (said.kind === 'taken' && said.what === 'taken') open.delete(said.update);
    if (said.kind === 'told') {
      reported.add(said.update);
      open.delete(said.update);
    }
    if (said.kind === 'stopped') stops.end(said.id, said.ms, said.isAnswered);
    if (said.kind === 'greeted') dead.get(said.machine)?.();
    if (said.kind === 'open') gatewayIsBack();
    if (said.kind === 'held up') heldUp += 1;
    if (said.kind === 'weighed') live.push(Math.round(said.live / 1e5) / 10);
    if (said.kind === 'memory') {
      memory.push(said.bytes / 1e6);
      here = said.here;
    }
    if (said.kind === 'trouble') note(said.text);
  };

  const { env, execArgv } = asStarted();
  const begin = async (program: string, order: object, name: string, clock = ''): Promise<ChildProcess> => {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, JSON.stringify(order));
    const child = fork(join(import.meta.dirname, program), [path], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: program === GATEWAY ? execArgv : [],
      env: { ...process.env, ...(program === GATEWAY ? env : {}), ...shiftClock(clock) },
    });
    const ready = Promise.withResolvers<void>();
    child.on('message', (raw) => {
      if (saidSchema.parse(raw).kind === 'ready') ready.resolve();
      else hear(raw);
    });
    child.once('exit', () => ready.reject(new Error(`${name} ended before it was ready`)));
    await ready.promise;
    return child;
  };
  const place = { creds: server.folder, folder };
  const startGateway = (): Promise<ChildProcess> =>
    begin(GATEWAY, { ...place, url: server.url, machines: names }, 'storm-gateway', options.clocks?.[0]);
  const [alone = '', ...crowd] = names;
  const crowds = options.processes - 1;
  const shares = [
    [alone],
    ...Array.from({ length: crowds }, (_, share) => crowd.filter((_name, index) => index % crowds === share)),
  ];
  const startWorkers = (share: number): Promise<ChildProcess> =>
    begin(
      'storm-workers.ts',
      {
        ...place,
        machines: (shares[share] ?? []).map((name) => ({ name, url: `tls://127.0.0.1:${ports.get(name)}` })),
      },
      `storm-workers-${share}`,
      options.clocks?.[share + 1],
    );

  let gateway = await startGateway();
  const workers = await Promise.all(shares.map((_, share) => startWorkers(share)));
  const end = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  const killGateway = async (): Promise<void> => {
    await end(gateway);
    stops.loseGateway();
    gatewayIsBack();
    gatewayIsBack = stops.begin('killed', names);
    gateway = await startGateway();
    // What it had not taken comes again, as platforms do it.
    for (const [update, machine] of unreceipted) gateway.send({ kind: 'send', update, machine });
  };
  const killWorkers = async (): Promise<void> => {
    const share = Math.floor(random() * workers.length);
    const child = workers[share];
    for (const name of shares[share] ?? []) {
      dead.get(name)?.();
      dead.set(name, stops.begin('killed', [name]));
    }
    if (child !== undefined) await end(child);
    workers[share] = await startWorkers(share);
  };
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
  const fillDisk = async (): Promise<void> => {
    const isBack = stops.begin('killed', names);
    const before = heldUp;
    server.disk?.fill();
    await until(
      () => heldUp > before,
      () => `a command that a server without a disk takes not, of ${open.size}`,
      120_000,
    );
    await sleep(FULL_MS);
    server.disk?.free();
    isBack();
    // nats-server 2.9 that could not note what was acknowledged gives out nothing more until it is started again.
    await killServer();
  };
  const partition = async (): Promise<void> => {
    const ends: (() => void)[] = [];
    await proxy.partition(0.2 + random() * 0.6, 50 + random() * 400, (names) =>
      ends.push(stops.begin('broken', names)),
    );
    for (const end of ends) end();
  };
  const trySend = (message: object): void => {
    if (gateway.connected) gateway.send(message, () => undefined);
  };

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
    const troubles: (() => Promise<unknown>)[] = [
      ...repeat(options.partitions, partition),
      ...repeat(options.killsOfGateway, killGateway),
      ...repeat(options.killsOfWorkers, killWorkers),
      ...repeat(options.killsOfBoth, () => Promise.all([killGateway(), killWorkers()])),
      ...repeat(options.killsOfServer, killServer),
      ...repeat(options.fullDisks ?? 0, fillDisk),
    ];
    shuffle(troubles, random);
    let isOver = false;
    const makeTrouble = async (): Promise<void> => {
      for (const [index, trouble] of troubles.entries()) {
        await trouble();
        await sleep(40);
        if ((index + 1) % 50 === 0) note(`${index + 1} of ${troubles.length} troubles, ${open.size} commands open`);
      }
    };
    const stopNowAndThen = async (): Promise<void> => {
      while (!isOver && stopsAsked < options.stops) {
        stopsAsked += 1;
        const machine = stopsAsked % 2 === 0 ? alone : (names[Math.floor(random() * names.length)] ?? '');
        if (gateway.connected) stops.ask(stopsAsked, machine);
        trySend({ kind: 'stop', id: stopsAsked, machine });
        await sleep(options.stopEveryMs);
      }
    };
    let serverPeak = 0;
    const send = async (): Promise<void> => {
      for (let index = 0; index < options.commands; index += 1) {
        while (open.size >= options.atOnce) await sleep(5);
        if (options.sendEveryMs !== undefined) await sleep(options.sendEveryMs);
        const machine = names[Math.floor(random() * names.length)] ?? '';
        const update = `telegram:${index}`;
        unreceipted.set(update, machine);
        open.set(update, machine);
        trySend({ kind: 'send', update, machine });
        if ((index + 1) % Math.ceil(options.commands / 4) === 0) trySend({ kind: 'weigh' });
        if (index % 500 === 0) {
          serverPeak = Math.max(serverPeak, attempt(serverMb));
          note(`${index} sent, ${open.size} open`);
        }
      }
    };
    const sendAgain = async (): Promise<void> => {
      while (!isOver) {
        await sleep(2_000);
        for (const [update, machine] of unreceipted) trySend({ kind: 'send', update, machine });
      }
    };
    void sendAgain();
    await Promise.all([send(), makeTrouble(), stopNowAndThen()]);
    note('all is sent and all trouble is over');
    await until(
      () => open.size === 0,
      () => `${open.size} commands open: ${[...open].slice(0, 5).join(' ')}`,
      300_000,
    );
    isOver = true;
    serverPeak = Math.max(serverPeak, serverMb());
    const seconds = (performance.now() - startedAt) / 1000;
    await Promise.all([end(gateway), ...workers.map(end)]);

    const { taken, misled } = readInboxes(folder, names);
    const all = Array.from({ length: options.commands }, (_, index) => `telegram:${index}`);
    return {
      lost: all.filter((update) => !taken.has(update) && !reported.has(update)),
      twice: all.filter((update) => (taken.get(update)?.length ?? 0) > 1),
      misled,
      reported: reported.size,
      seconds,
      stops: stops.figures(),
      stopsOfAlone: stops.figures(alone),
      heldUp,
      liveMb: live,
      serverMb: serverPeak,
      gatewayMb: { early: median(fifth(memory, 1)), late: median(fifth(memory, 4)) },
    };
  } finally {
    lives.abort();
    await Promise.all([end(gateway), ...workers.map(end)]);
    await proxy.close();
    await server.close();
  }
}

function repeat(count: number, act: () => Promise<unknown>): (() => Promise<unknown>)[] {
  return Array.from({ length: count }, () => act);
}

/** 0 when it is being started again. */
function attempt(read: () => number): number {
  try {
    return read();
  } catch {
    return 0;
  }
}
