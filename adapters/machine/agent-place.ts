/** The place of an agent that decides: the confined place's walls, a memory of its own, and a way to its provider alone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { AgentEnd, AgentPlace, StartedAgent } from '../../src/ports/agent-place.ts';
import { createPlaces } from '../../src/safety/places/places.ts';
import { SaidError } from '../../src/words/said-error.ts';
import { say, type Text } from '../../src/words/say.ts';
import { type AgentFiles, findAgentFiles, nameCommand, splitCommand } from './agent-words.ts';
import { serveTunnels } from './connect-proxy.ts';
import { BWRAP, FILTER_FD, filterStdio, handOver } from './sandbox.ts';
import { buildFilter } from './sandbox-filter.ts';
import { limitsPrefix } from './sandbox-limits.ts';
import { deviceMounts, NOBODY, systemMounts, viewMounts } from './sandbox-place.ts';
import type { SandboxFolders } from './sandbox-places.ts';
import { buildProfile, quote } from './sandbox-profile.ts';
import { findView, mayShow, type View } from './sandbox-view.ts';

export interface AgentPlaceOptions extends Omit<PlaceOptions, 'folder' | 'folders' | 'sayFailure'> {
  /** The command line of ACP_COMMAND. */
  readonly command: string;
}

export interface PlaceOptions extends SandboxFolders {
  readonly platform: 'linux' | 'macos';
  /** `host`, `host:port` or `*.host`. */
  readonly hosts: readonly string[];
  /** What the program gets of the environment: its provider's key, and nothing else. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where programs are looked for. */
  readonly path: string;
  /** An absolute folder for the program's files that is kept; left out: one in memory that ends with the program. */
  readonly folder?: string;
  /** The person's folders that the program may read, or also change; absolute. Hidden and secret entries in them are left out. */
  readonly folders?: readonly { readonly path: string; readonly isWritable: boolean }[];
  readonly sayFailure: (why: string) => Text;
}

const MIB = 1024 * 1024;
/** The size of the folder in memory, which ends with the program. */
const STORE_BYTES = 256 * MIB;
const STORE = '/tmp/agent';
const PORT = 3128;
const START_MS = 15_000;
const MAX_LINE = 300;

/**
 * Runs inside: opens the port of the proxy there, hands it out to us, and becomes nothing but the agent's parent. So nothing leads out of
 * the place but what we accept on that port; sockets by path stay forbidden in it.
 */
const RELAY = `const server = require('node:net').createServer();
server.listen(${PORT}, '127.0.0.1', () => process.send('port', server, () => {
  server.close();
  process.disconnect();
  const [program, ...rest] = process.argv.slice(1);
  const child = require('node:child_process').spawn(program, rest, { stdio: 'inherit' });
  child.on('error', (error) => { process.stderr.write(error.message + '\\n'); process.exit(127); });
  child.on('exit', (code) => process.exit(code ?? 1));
}));`;

export function createAgentPlace(options: AgentPlaceOptions): AgentPlace {
  const words = splitCommand(options.command);
  const sayFailure = (why: string): Text => say`The agent could not be started in its confined place: ${why}.`;
  return {
    name: nameCommand(words),
    start: async () => await startInPlace(await findAgentFiles(words, options.path), { ...options, sayFailure }),
  };
}

/** Rejects with a `SaidError` when it cannot be started, or gives no sign of life. */
export async function startInPlace(files: AgentFiles, options: PlaceOptions): Promise<StartedAgent> {
  return options.platform === 'linux' ? await startOnLinux(files, options) : await startOnMac(files, options);
}

async function startOnLinux(files: AgentFiles, options: PlaceOptions): Promise<StartedAgent> {
  const filter = buildFilter(process.arch);
  if (filter === null) throw new SaidError(say`An agent cannot be confined on this processor, so none is started.`);
  const argv = await buildAgentPlace(files, options);
  const limits = limitsPrefix('linux');
  const store = options.folder ?? STORE;
  const child = spawn(
    BWRAP,
    [...argv, '/bin/sh', '-c', `${limits}exec "$@"`, 'sh', process.execPath, '-e', RELAY, ...files.argv],
    {
      cwd: '/',
      env: { ...environmentOf(options, store), ...proxyEnvironment(`http://127.0.0.1:${PORT}`) },
      detached: true,
      serialization: 'json',
      stdio: withChannel(filterStdio(filter)),
    },
  );
  handOver(child, filter);
  const refused = new Set<string>();
  const agent = watch(child, store, refused);
  const server = await waitForPort(child, agent, options.sayFailure);
  const closeTunnels = serveTunnels(server, {
    hosts: options.hosts,
    secret: null,
    onRefused: (target) => void refused.add(target),
  });
  void agent.ended.then(closeTunnels);
  return agent;
}

/**
 * The part of the disk that is shown. A folder that would show a person's own things is left out; a script in it then lacks the files
 * beside it.
 */
async function viewOf({ folders }: Pick<AgentFiles, 'folders'>, options: PlaceOptions): Promise<View> {
  const { home, folders: given = [] } = options;
  const places = createPlaces(options);
  const named = given.map(({ path }) => path);
  const wanted = [...new Set([...named, ...folders])].filter((path) => path !== home && mayShow(path, home, places));
  return await findView({ wanted, home, places, writable: writableOf(options) });
}

function writableOf({ folders = [] }: PlaceOptions): readonly string[] {
  return folders.filter(({ isWritable }) => isWritable).map(({ path }) => path);
}

/** Everything up to and with the `--` before the program (bwrap(1)). */
async function buildAgentPlace({ bound, folders }: AgentFiles, options: PlaceOptions): Promise<readonly string[]> {
  const { home, folder } = options;
  const view = await viewOf({ folders }, options);
  const writable = writableOf(options).map((path) => ({ kind: 'write' as const, path }));
  const own = folder === undefined ? ['--size', String(STORE_BYTES), '--tmpfs', STORE] : ['--bind', folder, folder];
  const shown = [...new Set([process.execPath, ...bound])].filter((path) => !/^\/(?:usr|bin|lib)\//.test(path));
  return [
    ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try', '--unshare-net'],
    ...(process.getuid?.() === 0 ? ['--uid', NOBODY, '--gid', NOBODY] : []),
    ...['--disable-userns', '--cap-drop', 'ALL', '--die-with-parent', '--seccomp', String(FILTER_FD)],
    ...(await systemMounts(true)),
    ...['--proc', '/proc', '--remount-ro', '/proc', ...deviceMounts()],
    ...['/tmp', '/run', '/var', home].flatMap((path) => ['--dir', path]),
    ...['--symlink', '/tmp', '/var/tmp'],
    ...viewMounts(view, writable),
    ...shown.flatMap((path) => ['--ro-bind', path, path]),
    ...[...own, '--chdir', folder ?? STORE, '--remount-ro', '/', '--'],
  ];
}

/** Not run on a Mac so far: the profile lets it reach the proxy's port alone, which wants a word that only the agent has. */
async function startOnMac(files: AgentFiles, options: PlaceOptions): Promise<StartedAgent> {
  const secret = randomBytes(24).toString('hex');
  const caller = `deskhand:${secret}`;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { folder } = options;
  const scratch = realpathSync(folder ?? mkdtempSync(join(tmpdir(), `deskhand-agent-${process.pid}-`)));
  const view = await viewOf(files, options);
  const [program = '', ...rules] = buildAgentProfile(view, files, scratch, port, writableOf(options));
  const child = spawn(program, [...rules, ...files.argv], {
    cwd: scratch,
    env: { ...environmentOf(options, scratch), ...proxyEnvironment(`http://${caller}@127.0.0.1:${port}`) },
    detached: true,
    stdio: 'pipe',
  });
  const refused = new Set<string>();
  const agent = watch(child, scratch, refused);
  const close = serveTunnels(server, {
    hosts: options.hosts,
    secret,
    onRefused: (target) => void refused.add(target),
  });
  void agent.ended.then(() => {
    close();
    if (folder === undefined) rmSync(scratch, { recursive: true, force: true });
  });
  return agent;
}

/** The confined place's profile, with the agent's own files and one port of loopback (sandbox(7)). */
export function buildAgentProfile(
  view: View,
  { bound }: Pick<AgentFiles, 'bound'>,
  scratch: string,
  port: number,
  writable: readonly string[] = [],
): readonly string[] {
  const shown = [...new Set([process.execPath, ...bound])].map((path) => ({
    path,
    isFolder: path.endsWith('/node_modules'),
  }));
  const whole = { ...view, shown: [...view.shown, ...shown] };
  const [program = '', flag = '', profile = ''] = buildProfile({ view: whole, cwd: scratch, scratch, grants: [] });
  // A runtime maps its own executable, and writes machine code of its own.
  const maps = shown.map(({ path, isFolder }) => `(${isFolder ? 'subpath' : 'literal'} ${quote(path)})`).join(' ');
  const more = [
    `(allow file-map-executable ${maps})`,
    '(allow dynamic-code-generation)',
    `(allow network-outbound (remote ip "localhost:${port}"))`,
    ...writable.map((path) => `(allow file-write* (subpath ${quote(path)}))`),
  ];
  return [program, flag, [profile, ...more].join('\n')];
}

function environmentOf({ environment, path }: PlaceOptions, home: string): Readonly<Record<string, string>> {
  const folders = ['/usr/local/bin', '/usr/bin', '/bin', dirname(process.execPath), ...path.split(':')];
  return { PATH: [...new Set(folders)].join(':'), HOME: home, TMPDIR: home, LANG: 'C.UTF-8', ...environment };
}

/** The variables that most programs read; Node's own `fetch` also needs NODE_USE_ENV_PROXY. */
function proxyEnvironment(url: string): Readonly<Record<string, string>> {
  return { HTTPS_PROXY: url, HTTP_PROXY: url, https_proxy: url, http_proxy: url, NODE_USE_ENV_PROXY: '1' };
}

type Stdio = 'pipe' | 'ipc' | 'ignore';

/** The fourth stream is the line on which the port is handed out. */
function withChannel([, ...rest]: readonly ('ignore' | 'pipe')[]): Stdio[] {
  return ['pipe', 'pipe', 'pipe', 'ipc', ...rest];
}

function watch(child: ChildProcess, cwd: string, refused: ReadonlySet<string>): StartedAgent {
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error('the agent has no streams');
  // The program may have ended before it read.
  stdin.on('error', () => undefined);
  let lastLine = '';
  let rest = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).slice(-4096).split('\n');
    rest = lines.pop() ?? '';
    lastLine =
      [...lines, rest]
        .findLast((line) => line.trim() !== '')
        ?.trim()
        .slice(0, MAX_LINE) ?? lastLine;
  });
  const ended = new Promise<AgentEnd>((resolve) => {
    child.once('error', (error) => resolve({ code: null, lastLine: error.message }));
    child.once('close', (code) => resolve({ code, lastLine }));
  });
  return {
    cwd,
    input: Writable.toWeb(stdin),
    output: Readable.toWeb(stdout) as unknown as ReadableStream<Uint8Array>,
    ended,
    refusedHosts: () => [...refused],
    end() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The program has already ended by itself.
      }
    },
  };
}

async function waitForPort(
  child: ChildProcess,
  agent: StartedAgent,
  sayFailure: PlaceOptions['sayFailure'],
): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>();
  child.once('message', (_, handle) => {
    if (handle instanceof Server) resolve(handle);
  });
  const fail = (why: string): void => reject(new SaidError(sayFailure(why)));
  const timer = setTimeout(() => fail(`no sign of life for ${START_MS / 1000} s`), START_MS);
  void agent.ended.then(({ lastLine, code }) =>
    fail(lastLine === '' ? `it ended with ${code ?? 'a signal'}` : lastLine),
  );
  try {
    return await promise;
  } catch (error) {
    agent.end();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
