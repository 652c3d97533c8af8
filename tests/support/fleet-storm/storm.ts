/** A storm over many machines: commands, partitions, kills; and what became of each command, read from the disks. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openJournal } from '../../../adapters/files/journal.ts';
import { createSystemClock } from '../../../adapters/machine/clock.ts';
import { inboxEventSchema } from '../../../src/inbox/inbox-events.ts';
import { startFleetServer } from '../fleet-server.ts';
import { until } from '../until.ts';
import { saidSchema } from './storm-orders.ts';
import { startStormProxy } from './storm-proxy.ts';

export interface StormOptions {
  readonly folder: string;
  readonly machines: number;
  readonly processes: number;
  readonly commands: number;
  readonly partitions: number;
  readonly killsOfGateway: number;
  readonly killsOfWorkers: number;
  readonly killsOfBoth: number;
  readonly killsOfServer: number;
  readonly stops: number;
  readonly seed: number;
  /** Under way at a time. */
  readonly atOnce: number;
  readonly note?: (line: string) => void;
}

export interface StormFigures {
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  readonly misled: readonly string[];
  readonly reported: number;
  readonly seconds: number;
  readonly stopsAnswered: number;
  readonly stopP50Ms: number;
  readonly stopP99Ms: number;
  readonly serverMb: number;
  readonly gatewayMb: { readonly first: number; readonly last: number };
}

export async function runStorm(options: StormOptions): Promise<StormFigures> {
  const { folder, note = () => undefined } = options;
  const random = createRandom(options.seed);
  const names = Array.from({ length: options.machines }, (_, index) => `sim-${index}`);
  const server = await startFleetServer(names);
  const proxy = await startStormProxy(server.port, random);
  const clock = createSystemClock();
  for (const name of ['gateway', ...names]) mkdirSync(join(folder, name), { recursive: true });
  const lives = new AbortController();

  // The platform: it keeps each update until it was receipted.
  const unreceipted = new Map<string, string>();
  const open = new Map<string, string>();
  const reported = new Set<string>();
  const stopMs: number[] = [];
  let [stopsAsked, stopsAnswered, here] = [0, 0, 0];
  const memory: number[] = [];
  const hear = (raw: unknown): void => {
    const said = saidSchema.parse(raw);
    if (said.kind === 'receipt') unreceipted.delete(said.update);
    if (said.kind === 'taken' && said.what === 'taken') open.delete(said.update);
    if (said.kind === 'told') {
      reported.add(said.update);
      open.delete(said.update);
    }
    if (said.kind === 'stopped' && said.isAnswered) {
      stopsAnswered += 1;
      stopMs.push(said.ms);
    }
    if (said.kind === 'memory') {
      memory.push(said.bytes / 1e6);
      here = said.here;
    }
    if (said.kind === 'trouble') note(said.text);
  };

  const begin = async (program: string, order: object, name: string): Promise<ChildProcess> => {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, JSON.stringify(order));
    const child = fork(join(import.meta.dirname, program), [path], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
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
    begin('storm-gateway.ts', { ...place, url: server.url, machines: names }, 'storm-gateway');
  const shares = Array.from({ length: options.processes }, (_, share) =>
    names.filter((_name, index) => index % options.processes === share),
  );
  const startWorkers = (share: number): Promise<ChildProcess> =>
    begin(
      'storm-workers.ts',
      { ...place, url: `tls://127.0.0.1:${proxy.port}`, machines: shares[share] ?? [] },
      `storm-workers-${share}`,
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
    gateway = await startGateway();
    // What it had not taken comes again, as platforms do it.
    for (const [update, machine] of unreceipted) gateway.send({ kind: 'send', update, machine });
  };
  const killWorkers = async (): Promise<void> => {
    const share = Math.floor(random() * workers.length);
    const child = workers[share];
    if (child !== undefined) await end(child);
    workers[share] = await startWorkers(share);
  };
  const killServer = async (): Promise<void> => {
    await server.kill();
    await sleep(300);
    await server.start();
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
      ...repeat(options.partitions, () => proxy.partition(0.2 + random() * 0.6, 50 + random() * 400)),
      ...repeat(options.killsOfGateway, killGateway),
      ...repeat(options.killsOfWorkers, killWorkers),
      ...repeat(options.killsOfBoth, () => Promise.all([killGateway(), killWorkers()])),
      ...repeat(options.killsOfServer, killServer),
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
        trySend({ kind: 'stop', id: stopsAsked, machine: names[Math.floor(random() * names.length)] });
        await sleep(20);
      }
    };
    let serverPeak = 0;
    const send = async (): Promise<void> => {
      for (let index = 0; index < options.commands; index += 1) {
        while (open.size >= options.atOnce) await sleep(5);
        const machine = names[Math.floor(random() * names.length)] ?? '';
        const update = `telegram:${index}`;
        unreceipted.set(update, machine);
        open.set(update, machine);
        trySend({ kind: 'send', update, machine });
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

    const taken = new Map<string, string[]>();
    for (const name of names) {
      const journal = openJournal(join(folder, name, 'inbox.jsonl'), inboxEventSchema, clock);
      for (const event of journal.found)
        if (event.type === 'message.accepted') taken.set(event.update, [...(taken.get(event.update) ?? []), name]);
      for (const event of journal.found)
        if (
          event.type === 'message.accepted' &&
          event.content.kind === 'text' &&
          !event.content.text.endsWith(`for ${name}`)
        )
          taken.set(`misled ${event.update}`, [name]);
      journal.close();
    }
    const all = Array.from({ length: options.commands }, (_, index) => `telegram:${index}`);
    stopMs.sort((one, other) => one - other);
    const at = (share: number): number => stopMs[Math.min(stopMs.length - 1, Math.floor(stopMs.length * share))] ?? 0;
    return {
      lost: all.filter((update) => !taken.has(update) && !reported.has(update)),
      twice: all.filter((update) => (taken.get(update)?.length ?? 0) > 1),
      misled: [...taken.keys()].filter((key) => key.startsWith('misled')),
      reported: reported.size,
      seconds,
      stopsAnswered,
      stopP50Ms: at(0.5),
      stopP99Ms: at(0.99),
      serverMb: serverPeak,
      gatewayMb: { first: memory[5] ?? memory[0] ?? 0, last: memory.at(-1) ?? 0 },
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

function shuffle(list: unknown[], random: () => number): void {
  list.sort(() => random() - 0.5);
}

/** Mulberry32: the same seed makes the same storm. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
