/** The shell: one command by /bin/bash, with nothing of the person's profile and nothing of Deskhand's environment. */

import { type ChildProcess, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShellRequest, ShellResult } from '../../src/ports/machine.ts';
import { lengthOfNotes, type NoteLine } from '../../src/words/printed.ts';
import { textOf } from '../../src/words/said-error.ts';
import { say, type Text } from '../../src/words/say.ts';
import { english } from '../../src/words/speak.ts';
import { QUIET_VARIABLES, UNASKED_VARIABLES, withoutSession } from './environment.ts';
import { hideSecretArguments } from './hide-arguments.ts';
import { createLifeline } from './lifeline.ts';
import { createOutput } from './output.ts';
import { isInside } from './paths.ts';
import { endGroup, type ReadProcesses, readGroup, waitForExit } from './process-group.ts';
import { filterStdio, handOver, type Wrapping } from './sandbox.ts';
import { noteFence, notePlace } from './sandbox-told.ts';
import { createUnderWay } from './under-way.ts';

export interface ShellOptions {
  readonly home: string;
  /** Asked before each command: a display may have been replaced. */
  readonly environment: () => Readonly<Record<string, string>>;
  readonly readProcesses: ReadProcesses;
  /** Wraps each command in a sandbox; left out where there is none. */
  readonly wrap?: (request: ShellRequest) => Promise<Wrapping>;
}

export interface Shell {
  run(request: ShellRequest, signal: AbortSignal): Promise<ShellResult>;
  /** Ends every command that still runs, those left in the background too. */
  close(): Promise<void>;
}

const OUTPUT_CHARACTERS = 16_000;
/** The longest output that one program of a pipe hands to the next. */
const PIPED_CHARACTERS = 1_000_000;
/** How long to wait for output that is still on its way after the shell has ended. */
const DRAIN_MS = 100;
const CWD_FD = 9;
const CWD_BYTES = 16_384;
/** What the system answers for a program that cannot be run, and bash for one it does not find. */
const NOT_RUN = 126;

/**
 * In front of every command: one stream for output and errors, so that they come in their order, and a word at the end on where the
 * shell is, past the command's own output. On the same line, so that bash's own messages count lines as the command does.
 */
const PREFIX = `exec 2>&1; trap '{ pwd -P >&${CWD_FD}; } 2>/dev/null' EXIT; `;

/**
 * What a command leaves running in the background (`server &`) stays: its output is no longer kept, the result says that it runs, and it
 * is ended when the signal of its command aborts later on, or with `close`.
 */
export function createShell({
  home,
  environment,
  readProcesses,
  wrap = async () => ({ argv: [] }),
}: ShellOptions): Shell {
  const underWay = createUnderWay();
  const leftBehind = new Set<number>();
  /** A bot that is killed cannot end what it started. */
  const lifeline = createLifeline();

  /** An empty group's number can be given to a new one, which has a leader; a group left behind by a shell has none. */
  const endLeftBehind = async (group: number): Promise<void> => {
    if (!leftBehind.delete(group)) return;
    const hasLeader = (await readGroup(group, readProcesses)).some(({ pid }) => pid === group);
    if (!hasLeader) await endGroup(group, readProcesses);
    lifeline.letGo(group);
  };

  const noteLeftBehind = async (group: number, signal: AbortSignal): Promise<NoteLine> => {
    const rows = await readGroup(group, readProcesses);
    if (rows.length === 0) return [];
    leftBehind.add(group);
    // A group that cannot be ended now is tried again when the machine is closed.
    const endSoon = (): void => void endLeftBehind(group).catch(() => leftBehind.add(group));
    signal.addEventListener('abort', endSoon, { once: true });
    const names = [...new Set(rows.map((row) => row.names[0]))].slice(0, 5).join(', ');
    return [
      { text: say`still running in the background: ${names}; it ends when this run is stopped or Deskhand ends` },
    ];
  };

  const run = async (request: ShellRequest, signal: AbortSignal): Promise<ShellResult> => {
    signal.throwIfAborted();
    const refusal = await refuse(request, home);
    if (refusal !== null) return refusal;
    const either = underWay.signalOf(signal);
    either.throwIfAborted();
    try {
      if (request.reader !== undefined) return await runReader(request, request.reader, either, signal);
      const first = await runOnce(request, either, signal);
      // The place was not made, since something to cover went away meanwhile. Nothing ran, so a second try does no harm.
      return isNotMade(first) ? await runOnce(request, either, signal) : first;
    } catch (error) {
      either.throwIfAborted();
      return answer(request.cwd, say`The command could not be started: ${sayStartTrouble(error)}.`);
    }
  };

  const runOnce = async (
    request: ShellRequest,
    either: AbortSignal,
    signal: AbortSignal,
    input = '',
  ): Promise<ShellResult> => {
    const wrapping = await wrap(request);
    either.throwIfAborted();
    lifeline.open();
    const child = start(request, wrapping, environment(), input);
    const group = child.pid ?? 0;
    lifeline.hold(group);
    try {
      return await follow(child, request, wrapping, either, () => noteLeftBehind(group, signal));
    } finally {
      if (!leftBehind.has(group)) lifeline.letGo(group);
    }
  };

  /** Runs a program that reads the machine's state, and gives only its output to the rest of the pipe. */
  const runReader = async (
    { reader: _, ...request }: ShellRequest,
    reader: readonly string[],
    either: AbortSignal,
    signal: AbortSignal,
  ): Promise<ShellResult> => {
    const { place: __, ...unplaced } = request;
    const read = await runOnce({ ...unplaced, reader }, either, signal);
    const output = hideSecretArguments(read.output);
    if (request.command !== '' && !read.isTimedOut) return await runOnce(request, either, signal, output);
    return { ...read, output };
  };

  const follow = async (
    child: ChildProcess,
    request: ShellRequest,
    { argv, place }: Wrapping,
    signal: AbortSignal,
    noteRest: () => Promise<NoteLine>,
  ): Promise<ShellResult> => {
    const output = createOutput(
      request.reader !== undefined && request.command !== '' ? PIPED_CHARACTERS : OUTPUT_CHARACTERS,
    );
    const where = child.stdio.at(CWD_FD);
    for (const stream of [child.stdout, child.stderr]) listen(stream, output.add);
    const cwd = collect(where);
    const room = place?.watch();
    const closed = new Promise<void>((resolve) => {
      child.once('close', () => resolve());
    });
    try {
      const exit = await waitForExit(
        child,
        { timeoutMs: request.timeoutMs, signal, enough: room?.full },
        readProcesses,
      );
      await Promise.race([closed, sleep(DRAIN_MS)]);
      const limit = [{ text: say`ended at the time limit of ${{ ms: request.timeoutMs }}` }];
      const rest = exit.isTimedOut ? limit : place?.endsWhole === true ? [] : await noteRest();
      const said = output.read(0).output;
      const told = (await place?.tell(said, exit.code)) ?? null;
      const mayBeFenced = told === null && argv.length > 0 && exit.code !== 0;
      const notes = [
        rest,
        mayBeFenced ? noteFence(said) : [],
        told === null ? [] : notePlace(told.notes, request.place, exit.code),
      ].filter((line) => line.length > 0);
      return {
        exitCode: exit.code,
        ...output.read(lengthOfNotes(notes)),
        ...(notes.length === 0 ? {} : { notes }),
        isTimedOut: exit.isTimedOut,
        cwd: outsideOf(readFolder(cwd()), place) ?? request.cwd,
        ...(told === null ? {} : { confined: { denied: told.denied, changed: told.changed } }),
      };
    } finally {
      room?.stop();
      for (const stream of [child.stdout, child.stderr, where]) discard(stream);
    }
  };

  return {
    run: (request, signal) => underWay.track(run(request, signal)),
    async close() {
      await underWay.close();
      await Promise.all([...leftBehind].map(endLeftBehind));
      lifeline.close();
    },
  };
}

function start(
  { command, cwd, isApproved, reader }: ShellRequest,
  { argv, place }: Wrapping,
  environment: Readonly<Record<string, string>>,
  input: string,
): ChildProcess {
  const source = `${place?.prefix ?? ''}${PREFIX}${command}`;
  const shell = ['/bin/bash', '--noprofile', '--norc', '-c', source, 'bash'];
  const [program = '', ...args] = [...argv, ...(reader ?? shell)];
  const filter = place?.filter ?? null;
  const child = spawn(program, args, {
    cwd: place === undefined ? cwd : '/',
    env: {
      ...(place === undefined ? environment : { ...withoutSession(environment), ...place.environment }),
      ...QUIET_VARIABLES,
      ...(isApproved === true ? {} : UNASKED_VARIABLES),
    },
    detached: true,
    stdio: [input === '' ? 'ignore' : 'pipe', 'pipe', 'pipe', ...filterStdio(filter), 'pipe'],
  });
  // A program that has read enough may close its input.
  child.stdin?.on('error', () => undefined).end(input);
  handOver(child, filter);
  return child;
}

/** The person's folder for a folder inside its copy. */
function outsideOf(folder: string | null, place: Wrapping['place']): string | null {
  const moved = place?.cwd;
  if (folder === null || moved === undefined || !isInside(folder, moved.inside)) return folder;
  return moved.outside + folder.slice(moved.inside.length);
}

/** The confined place was not made, and so the command did not run. */
function isNotMade({ confined, exitCode, output }: ShellResult): boolean {
  return confined !== undefined && exitCode === 1 && output.startsWith('bwrap: ');
}

/** The answer to a request that cannot be started; null when it can. */
async function refuse({ command, cwd }: ShellRequest, home: string): Promise<ShellResult | null> {
  if (command.includes('\0')) return answer(cwd, say`The command holds a zero byte and was not run.`);
  try {
    if ((await stat(cwd)).isDirectory()) return null;
    return answer(home, say`${cwd} is not a folder; nothing was run. The shell is in ${home} now.`);
  } catch (error) {
    const why = textOf(error);
    return answer(
      home,
      say`The working directory ${cwd} cannot be used, ${why}; nothing was run. The shell is in ${home} now.`,
    );
  }
}

function answer(cwd: string, refusal: Text): ShellResult {
  return { exitCode: NOT_RUN, output: english(refusal), refusal, isTimedOut: false, cwd };
}

function sayStartTrouble(error: unknown): Text {
  const isTooLong = error instanceof Error && 'code' in error && error.code === 'E2BIG';
  return isTooLong ? say`it is too long` : textOf(error);
}

type Stream = ChildProcess['stdio'][number];

function isReadable(stream: Stream | undefined): stream is Readable {
  return stream !== null && stream !== undefined && 'read' in stream;
}

function listen(stream: Stream | undefined, add: (bytes: Uint8Array) => void): void {
  if (!isReadable(stream)) return;
  stream.on('data', add);
  stream.on('error', () => undefined);
}

/** Collects what comes, up to a little more than a path's length. */
function collect(stream: Stream | undefined): () => Buffer {
  const chunks: Uint8Array[] = [];
  let length = 0;
  listen(stream, (bytes) => {
    length += bytes.length;
    if (length <= CWD_BYTES) chunks.push(bytes);
  });
  return () => Buffer.concat(chunks);
}

/** Goes on reading without keeping: a background program would end at its first line of output otherwise. */
function discard(stream: Stream | undefined): void {
  if (!isReadable(stream)) return;
  stream.removeAllListeners('data');
  stream.resume();
  if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
}

/** The folder a shell said it is in; null when it said nothing that could be one. */
function readFolder(bytes: Uint8Array): string | null {
  try {
    const path = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\n$/, '');
    return path.startsWith('/') ? path : null;
  } catch {
    return null;
  }
}
