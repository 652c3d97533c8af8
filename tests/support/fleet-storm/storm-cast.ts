/** The processes of a storm: the gateway, and the machines, one with a process of its own and the others in crowds; each can be killed. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import type { StormOptions } from './storm-options.ts';
import { saidSchema } from './storm-orders.ts';
import { asStarted, shiftClock } from './storm-starts.ts';
import type { StopWatch } from './storm-stops.ts';

export interface Cast {
  /** The one machine with a process of its own, as every real machine has. */
  readonly alone: string;
  hasGateway(): boolean;
  /** Sends a message to the gateway, if there is one. */
  tell(message: object): void;
  killGateway(): Promise<void>;
  killWorkers(): Promise<void>;
  end(): Promise<void>;
}

export interface CastPorts {
  readonly names: readonly string[];
  readonly creds: string;
  readonly gatewayUrl: string;
  readonly urlOf: (name: string) => string;
  readonly hear: (said: ReturnType<typeof saidSchema.parse>) => void;
  /** Called when a new gateway is there: the platform delivers again what it has no receipt for. */
  readonly resend: () => void;
  readonly stops: StopWatch;
  readonly random: () => number;
}

const GATEWAY = 'storm-gateway.ts';

export async function startCast(options: StormOptions, ports: CastPorts): Promise<Cast> {
  const { folder } = options;
  const { names, stops, random } = ports;
  const place = { creds: ports.creds, folder };
  const compiled = join(folder, 'compiled');
  mkdirSync(compiled);
  /** Machines whose process was killed, until they are connected again. */
  const dead = new Map<string, () => void>();
  let gatewayIsBack = (): void => undefined;

  const { env, execArgv } = asStarted();
  const begin = async (program: string, order: object, name: string, clock = ''): Promise<ChildProcess> => {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, JSON.stringify(order));
    const child = fork(join(import.meta.dirname, program), [path], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: program === GATEWAY ? execArgv : [],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: getCompileCacheDir() ?? compiled,
        ...(program === GATEWAY ? env : {}),
        ...shiftClock(clock),
      },
    });
    const ready = Promise.withResolvers<void>();
    child.on('message', (raw) => {
      const said = saidSchema.parse(raw);
      if (said.kind === 'ready') ready.resolve();
      else {
        if (said.kind === 'greeted') dead.get(said.machine)?.();
        if (said.kind === 'open') gatewayIsBack();
        ports.hear(said);
      }
    });
    child.once('exit', () => ready.reject(new Error(`${name} ended before it was ready`)));
    await ready.promise;
    return child;
  };

  const startGateway = (): Promise<ChildProcess> =>
    begin(GATEWAY, { ...place, url: ports.gatewayUrl, machines: names }, 'storm-gateway', options.clocks?.[0]);
  const [alone = '', ...crowd] = names;
  const crowds = options.processes - 1;
  const shares = [
    [alone],
    ...Array.from({ length: crowds }, (_, share) => crowd.filter((_name, index) => index % crowds === share)),
  ];
  const startWorkers = (share: number): Promise<ChildProcess> => {
    const machines = (shares[share] ?? []).map((name) => ({ name, url: ports.urlOf(name) }));
    const order = { ...place, machines, pictures: options.pictures ?? null };
    return begin('storm-workers.ts', order, `storm-workers-${share}`, options.clocks?.[share + 1]);
  };

  let gateway = await startGateway();
  const workers = await Promise.all(shares.map((_, share) => startWorkers(share)));
  return {
    alone,
    hasGateway: () => gateway.connected,
    tell(message) {
      if (gateway.connected) gateway.send(message, () => undefined);
    },
    async killGateway() {
      await end(gateway);
      stops.loseGateway();
      gatewayIsBack();
      gatewayIsBack = stops.begin('killed', names);
      gateway = await startGateway();
      ports.resend();
    },
    async killWorkers() {
      const share = Math.floor(random() * workers.length);
      const child = workers[share];
      for (const name of shares[share] ?? []) {
        dead.get(name)?.();
        dead.set(name, stops.begin('killed', [name]));
      }
      if (child !== undefined) await end(child);
      workers[share] = await startWorkers(share);
    },
    async end() {
      await Promise.all([end(gateway), ...workers.map(end)]);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
