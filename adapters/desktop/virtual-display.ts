/** A screen where there is none: Xvfb, a window manager and a session bus with accessibility, private to us and gone with us. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { anySignal, withLimit } from '../../src/ports/waits/abort-signals.ts';
import { connectDisplay } from './x11/connection.ts';
import { encodeCookieFile } from './x11/display-name.ts';
import { createProperties } from './x11/properties.ts';
import { hasWindowManager } from './x11/windows.ts';

export interface VirtualDisplayOptions {
  readonly width: number;
  readonly height: number;
  /** A session bus with the accessibility bus on it; desktop applications show their elements there. */
  readonly hasSessionBus: boolean;
  /** Environment the programs start from; `env` of the result is this plus what leads to the display. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface VirtualDisplay {
  /** ":7". */
  readonly display: string;
  /** Environment for programs that shall show up on it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves when the X server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Ends all of it and removes its files; safe to call again. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 25_000;
/** The longest start of one server, which usually takes a tenth of a second; once in thousands it hangs, and another one is started. */
const SERVER_TIMEOUT_MS = 8000;
const SERVER_TRIES = 2;
const STOP_TIMEOUT_MS = 1500;
const COOKIE_BYTES = 16;
const FOLDER_PREFIX = 'deskhand-display-';
const ACCESSIBILITY_LAUNCHERS = ['/usr/libexec/at-spi-bus-launcher', '/usr/lib/at-spi2-core/at-spi-bus-launcher'];

/** Rejects, with everything ended again, when a program is missing or does not come up in 25 s. */
export async function startVirtualDisplay(
  options: VirtualDisplayOptions,
  signal: AbortSignal,
): Promise<VirtualDisplay> {
  signal.throwIfAborted();
  await sweepLeftovers();
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  const children: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const child of [...children].reverse()) await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  const limit = withLimit(START_TIMEOUT_MS, signal);
  try {
    const authority = join(folder, 'authority');
    await writeFile(authority, encodeCookieFile(randomBytes(COOKIE_BYTES)), { mode: 0o600 });
    const { server, display } = await startServer(children, { ...options, authority }, limit);
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    const own = {
      ...withUtf8(withoutSession(options.env)),
      DISPLAY: display,
      XAUTHORITY: authority,
      XDG_RUNTIME_DIR: folder,
    };
    const env = {
      ...own,
      ...(options.hasSessionBus
        ? await startSessionBus(children, folder, own, limit)
        : { DBUS_SESSION_BUS_ADDRESS: NO_BUS }),
    };
    children.push(startBound(['openbox', '--sm-disable'], env));
    await waitForWindowManager(env, limit);
    return { display, env, ended, stop };
  } catch (error) {
    await stop();
    signal.throwIfAborted();
    throw new Error(`the virtual display did not start: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

async function startServer(
  children: ChildProcess[],
  { width, height, env, authority }: VirtualDisplayOptions & { readonly authority: string },
  limit: AbortSignal,
): Promise<{ readonly server: ChildProcess; readonly display: string }> {
  // -wr: a white root, so that an empty desktop is not taken for a locked, black one. -noreset: without it the server starts
  // over, and drops whoever is just connecting, each time its last client leaves.
  const size = ['-screen', '0', `${width}x${height}x24`];
  const command = ['Xvfb', '-displayfd', '3', ...size, '-nolisten', 'tcp', '-auth', authority, '-wr', '-noreset'];
  for (let left = SERVER_TRIES; ; left -= 1) {
    const server = startBound(command, env, 'pipe');
    children.push(server);
    const late = AbortSignal.timeout(SERVER_TIMEOUT_MS);
    try {
      return { server, display: `:${await readLine(server, anySignal(limit, late))}` };
    } catch (error) {
      if (!late.aborted || limit.aborted || left === 1) throw error;
      await end(server);
    }
  }
}

/** Without an address applications start a bus for themselves, which nobody ends. */
const NO_BUS = 'disabled:';

/** The display is a session of its own: a bus or Wayland socket of the person's session must not leak into it. */
function withoutSession(env: VirtualDisplayOptions['env']): Readonly<Record<string, string | undefined>> {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, WAYLAND_DISPLAY: _wayland, AT_SPI_BUS_ADDRESS: _at, ...rest } = env;
  return rest;
}

/** Terminals take only the characters of their locale; an environment that names none, or an old one, would lose all others. */
function withUtf8(env: VirtualDisplayOptions['env']): Readonly<Record<string, string | undefined>> {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  return /utf-?8/i.test(locale) ? env : { ...env, LC_ALL: 'C.UTF-8' };
}

async function startSessionBus(
  children: ChildProcess[],
  folder: string,
  env: VirtualDisplayOptions['env'],
  limit: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const bus = startBound(
    ['dbus-daemon', '--session', '--nofork', '--nopidfile', `--address=unix:dir=${folder}`, '--print-address=3'],
    env,
    'pipe',
  );
  children.push(bus);
  const session = { DBUS_SESSION_BUS_ADDRESS: await readLine(bus, limit) };
  const launcher = await findFirst(ACCESSIBILITY_LAUNCHERS);
  if (launcher === null) return session;
  children.push(startBound([launcher, '--launch-immediately'], { ...env, ...session }));
  // Chromium and Electron build their tree of elements only when told that somebody reads it.
  return { ...session, ACCESSIBILITY_ENABLED: '1' };
}

/**
 * Starts a program that gets SIGTERM when we die, even from SIGKILL (prctl PR_SET_PDEATHSIG, by setpriv of util-linux). The kernel
 * sends it when the *thread* that started the program ends, so this must run in the main thread. It is in a group of its own: a
 * terminal that is closed would end it before us and in no order, and what it started itself would stay.
 */
function startBound(
  command: readonly string[],
  env: VirtualDisplayOptions['env'],
  fourth: 'pipe' | 'ignore' = 'ignore',
): ChildProcess {
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', '--', ...command], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', fourth],
    detached: true,
  });
  // Without a listener a missing setpriv would end the bot; the wait for the program's first line reports it.
  child.on('error', () => undefined);
  return child;
}

/** The line a program prints on its fourth file descriptor once it is up. */
async function readLine(child: ChildProcess, limit: AbortSignal): Promise<string> {
  const name = child.spawnargs.at(4) ?? 'a program';
  const stream = child.stdio[3];
  if (!(stream instanceof Readable)) throw new Error(`${name} could not be started (is setpriv installed?)`);
  let text = '';
  const line = new Promise<string>((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text.trim());
    });
    child.once('error', (cause) => reject(new Error('setpriv is not installed (Debian: util-linux)', { cause })));
    child.once('exit', () => reject(new Error(`${name} is not installed or ended at once`)));
    limit.addEventListener('abort', () => reject(new Error(`${name} did not come up`)), { once: true });
  });
  return line;
}

async function waitForWindowManager(env: VirtualDisplayOptions['env'], limit: AbortSignal): Promise<void> {
  const connection = await connectDisplay({ DISPLAY: env.DISPLAY, XAUTHORITY: env.XAUTHORITY });
  // A server that came up may still not answer.
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => undefined);
  const end = (): void => late.reject(new Error('openbox is not installed or did not come up'));
  limit.addEventListener('abort', end, { once: true });
  try {
    limit.throwIfAborted();
    const properties = createProperties(connection);
    while (!(await Promise.race([hasWindowManager(properties, connection.root), late.promise]))) await sleep(10);
  } finally {
    limit.removeEventListener('abort', end);
    connection.close();
  }
}

/** Removes the folders of earlier displays whose owner was killed before it could. */
async function sweepLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = /^deskhand-display-(\d+)-/.exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(killTimer);
}

async function findFirst(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    try {
      await access(path);
      return path;
    } catch {
      // The program is not in this folder; the next one may have it.
    }
  }
  return null;
}
