/** The screen's words by local models, in a process of its own: started when it is first needed, ended when it is not for a while. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Box, Luma } from '../../src/ports/frame.ts';
import type { Reader, ReaderState, Reading, ReadRequest } from '../../src/ports/reader.ts';
import { say } from '../../src/words/say.ts';
import { type ReadingSettings, readingReply } from './reading-protocol.ts';
import { whatStayed } from './what-stayed.ts';

export interface ReaderOptions {
  /** The program of the process: `reading-child.ts` beside this file, or what was made of it. */
  readonly program: string;
  /** Asked at each start: where runtime and models are; null when they are not installed. */
  readonly packages: () => ReadingSettings | null;
  /** Of the process; it needs nothing of the bot's. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long the process stays without a request; then it ends and frees its memory. */
  readonly idleMs?: number;
  /** A process that says nothing for longer, though it was asked, is ended: it hangs. */
  readonly longestMs?: number;
  readonly warn: (problem: string) => void;
}

const IDLE_MS = 60_000;
const LONGEST_MS = 60_000;
/** The delay of readings that nobody waits for, so that they do not compete for the processor with what follows the look. */
const BESIDE_MS = 100;
/** After this many failed starts nobody tries again. */
const MOST_FAILURES = 3;
/** Limit of V8's own memory in the process; that of the models is bounded by the size of the parts they look at. */
const HEAP_MB = 64;

interface Waiting {
  readonly picture: Luma;
  known: Reading;
  readonly settle: (reading: Reading) => void;
}

interface Latest extends Reading {
  readonly picture: Luma;
  readonly first: Box | null;
}

export function createReader(options: ReaderOptions): Reader {
  let child: ChildProcess | null = null;
  let failures = 0;
  let idle: NodeJS.Timeout | undefined;
  let hanging: NodeJS.Timeout | undefined;
  let beside: NodeJS.Timeout | undefined;
  let count = 0;
  let isClosed = false;
  /** The picture that was sent last, or will be soon, and what is known of it so far. */
  let latest: Latest | null = null;
  const waiting = new Set<Waiting>();

  async function end(): Promise<void> {
    clearTimeout(idle);
    clearTimeout(hanging);
    clearTimeout(beside);
    beside = undefined;
    const ending = child;
    child = null;
    latest = null;
    settleAll();
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.ref();
    ending.kill('SIGKILL');
    await ended;
  }

  function open(settings: ReadingSettings): ChildProcess {
    if (child !== null) return child;
    const made = fork(options.program, [JSON.stringify(settings)], {
      env: { ...options.env, MALLOC_ARENA_MAX: '1' },
      execArgv: [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=2'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    made.on('message', (message: unknown) => hear(made, message));
    made.once('exit', () => lose(made, 'its process ended'));
    made.once('error', (error) => lose(made, error.message));
    made.unref();
    made.channel?.unref();
    child = made;
    return made;
  }

  function hear(from: ChildProcess, message: unknown): void {
    const read = readingReply.safeParse(message);
    if (!read.success || from !== child) return;
    const reply = read.data;
    if (reply.kind === 'broken') lose(from, reply.why);
    if (reply.kind !== 'part' && reply.kind !== 'whole') return;
    failures = 0;
    clearTimeout(hanging);
    if (reply.kind === 'part') expectWord(from);
    if (reply.id !== count || latest === null) return;
    latest = { picture: latest.picture, first: latest.first, ...reply.reading };
    // All who still wait show this picture: the others were answered when it came.
    for (const one of waiting) {
      one.known = reply.reading;
      if (reply.kind === 'whole') one.settle(reply.reading);
    }
  }

  function lose(lost: ChildProcess | null, why: string): void {
    if (lost !== child) return;
    child = null;
    latest = null;
    clearTimeout(hanging);
    failures += 1;
    options.warn(`The screen could not be read (${why}).`);
    settleAll();
  }

  function settleAll(): void {
    for (const one of waiting) one.settle(one.known);
  }

  function rest(): void {
    clearTimeout(idle);
    // The process stays while somebody waits for a slow reading.
    idle = setTimeout(() => (waiting.size > 0 ? rest() : void end()), options.idleMs ?? IDLE_MS);
    idle.unref();
  }

  const isThere = (): boolean => !isClosed && failures < MOST_FAILURES && options.packages() !== null;

  function expectWord(from: ChildProcess): void {
    clearTimeout(hanging);
    hanging = setTimeout(() => void hung(from), options.longestMs ?? LONGEST_MS);
    hanging.unref();
  }

  /** Sends the latest picture, unless there is nothing to read any more. */
  function sendLatest(): void {
    clearTimeout(beside);
    beside = undefined;
    try {
      const settings = isThere() ? options.packages() : null;
      if (settings === null) latest = null;
      if (latest === null || settings === null) {
        settleAll();
        return;
      }
      const reached = open(settings);
      expectWord(reached);
      reached.send({ id: count, picture: latest.picture, first: latest.first }, (error) => {
        if (error !== null) lose(reached, error.message);
      });
    } catch (error) {
      const lost = child;
      lose(lost, error instanceof Error ? error.message : String(error));
      lost?.kill('SIGKILL');
    }
  }

  async function read({ picture, first, withinMs }: ReadRequest, signal: AbortSignal): Promise<Reading> {
    signal.throwIfAborted();
    const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
    const nothing: Reading = { lines: [], unread: [whole], boxes: [] };
    if (!isThere()) return nothing;
    // A picture of which everything is still known needs no work of the process.
    const known = latest === null ? nothing : stillKnown(latest, picture);
    if (known.unread.length === 0) return known;
    rest();
    // The same picture is being read already.
    if (withinMs === 0 && latest !== null && isSame(latest.picture, picture)) return known;
    for (const one of waiting) if (!isSame(one.picture, picture)) one.settle(one.known);
    latest = { picture, first: first ?? null, ...known };
    count += 1;
    if (withinMs === 0) {
      // The delay is not begun anew: looks that follow each other quickly must not put off the reading for ever.
      beside ??= setTimeout(sendLatest, BESIDE_MS).unref();
      return known;
    }
    const { promise, resolve, reject } = Promise.withResolvers<Reading>();
    const timer = setTimeout(() => settle(mine.known), withinMs);
    const onAbort = (): void => {
      reject(signal.reason);
      settle(nothing);
    };
    const settle = (reading: Reading): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      waiting.delete(mine);
      resolve(reading);
    };
    const mine: Waiting = { picture, known, settle };
    waiting.add(mine);
    signal.addEventListener('abort', onAbort, { once: true });
    sendLatest();
    return await promise;
  }

  async function hung(which: ChildProcess): Promise<void> {
    if (which !== child) return;
    failures += 1;
    options.warn(`Reading the screen did not end; its process was ended.`);
    await end();
  }

  return {
    read,
    isThere,
    state: (): ReaderState => {
      if (isClosed || options.packages() === null)
        return { kind: 'missing', detail: say`not installed; ${'deskhand extras reading'} installs it` };
      if (failures >= MOST_FAILURES) return { kind: 'missing', detail: say`it does not start` };
      return child?.pid === undefined
        ? { kind: 'asleep', detail: say`not running; it is started when it is needed` }
        : { kind: 'ready', detail: say`process ${String(child.pid)}` };
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}

function stillKnown(before: Reading & { readonly picture: Luma }, picture: Luma): Reading {
  return { ...whatStayed(before, picture), boxes: isSame(before.picture, picture) ? before.boxes : [] };
}

function isSame(one: Luma, other: Luma): boolean {
  return one.width === other.width && Buffer.compare(one.pixels, other.pixels) === 0;
}
