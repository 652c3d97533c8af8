/** mcp.json in the shape that everybody shares, and beside it the pins: what a person confirmed of each server. Both for the owner alone. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { SaidError } from '../../src/words/said-error.ts';
import { say, type Text } from '../../src/words/say.ts';
import { hashOf } from './tool-list.ts';

const entry = z.union([
  z.object({
    command: z.string().min(1),
    args: z.array(z.string()).default([]),
    env: z.record(z.string(), z.string()).default({}),
    disabled: z.boolean().default(false),
  }),
  z.object({
    url: z.url({ protocol: /^https?$/ }),
    headers: z.record(z.string(), z.string()).default({}),
    disabled: z.boolean().default(false),
  }),
]);
export type ServerEntry = z.infer<typeof entry>;

const tool = z.object({
  server: z.string(),
  name: z.string(),
  description: z.string(),
  input: z.record(z.string(), z.unknown()),
  hints: z.object({
    readOnly: z.boolean().optional(),
    destructive: z.boolean().optional(),
    openWorld: z.boolean().optional(),
  }),
  hash: z.string(),
});

const pin = z.object({
  /** Hash of the entry in mcp.json. */
  declared: z.string(),
  /** Program and arguments that are started; [] for an address. */
  words: z.array(z.string()),
  package: z.object({ name: z.string(), version: z.string(), integrity: z.string() }).nullable(),
  /** Hash of the code; '' for an address. */
  code: z.string(),
  hosts: z.array(z.string()),
  folders: z.array(z.object({ path: z.string(), isWritable: z.boolean() })),
  tools: z.array(tool),
  confirmedAt: z.string(),
  /** Set when the server was found changed since it was confirmed: it stays off until it is confirmed again. */
  changed: z.enum(['code', 'tools', 'issuer']).optional(),
  /** The issuer that signs the person in, and all origins that a sign-in uses. */
  signIn: z.object({ issuer: z.string(), origins: z.array(z.string()) }).optional(),
});
export type Pin = z.infer<typeof pin>;

const NAME = /^[\w][\w.-]{0,63}$/;

export interface ServerFiles {
  readonly path: string;
  read(): {
    readonly entries: ReadonlyMap<string, ServerEntry>;
    readonly pins: ReadonlyMap<string, Pin>;
    readonly problem: Text;
  };
  /**
   * Writes or (null) removes an entry. Concurrent writes of other processes are kept; rejects when another process does not finish its own.
   */
  setEntry(name: string, entry: object | null): Promise<void>;
  setPin(name: string, pin: Pin | null): Promise<void>;
  /** Turns a server off that differs from this pin, unless somebody has confirmed it anew meanwhile. */
  markChanged(name: string, pin: Pin, what: NonNullable<Pin['changed']>): Promise<void>;
  /** The server's folders: for its package, and for what it may write. */
  folderOf(name: string): { readonly root: string; readonly package: string; readonly files: string };
}

export function isServerName(name: string): boolean {
  return NAME.test(name);
}

export function hashOfEntry(given: ServerEntry): string {
  const { disabled: _, ...rest } = given;
  return hashOf(rest);
}

/** Locks a folder against other processes and other calls of this one. */
export type AcquireLock = (
  folder: string,
) => Promise<{ readonly ok: true; release(): void } | { readonly ok: false; readonly pid: number }>;

/** A write takes some milliseconds. */
const PATIENCE_MS = 10_000;

/** Reads again only what has changed on the disk; `acquire` is held while something is written. */
export function createServerFiles(folder: string, acquire: AcquireLock): ServerFiles {
  const [entriesFile, pinsFile] = [join(folder, 'mcp.json'), join(folder, 'mcp-pins.json')];
  let known: { readonly stamp: string; readonly value: ReturnType<ServerFiles['read']> } | null = null;
  const stampOf = (file: string): string => {
    try {
      const { mtimeMs, size, ino } = statSync(file);
      return `${mtimeMs} ${size} ${ino}`;
    } catch {
      return '';
    }
  };
  const whileLocked = async (act: () => void): Promise<void> => {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const lock = await acquire(join(folder, 'writing'));
      if (lock.ok) {
        try {
          return act();
        } finally {
          lock.release();
        }
      }
      if (performance.now() > until)
        throw new SaidError(
          say`the files of tool servers are held by process ${lock.pid}; try again when it has ended`,
        );
      // Random, so that several processes do not step back at the same time again and again.
      await setTimeout(5 + Math.random() * 45);
    }
  };
  const readPins = (): Readonly<Record<string, unknown>> => {
    const whole = z.object({ servers: z.record(z.string(), z.unknown()) }).safeParse(readQuietly(pinsFile));
    return whole.success ? whole.data.servers : {};
  };
  const writePin = (name: string, given: Pin | null): void =>
    write(pinsFile, { version: 1, servers: replaced(readPins(), name, given) });
  return {
    path: entriesFile,
    read() {
      const stamp = `${stampOf(entriesFile)}|${stampOf(pinsFile)}`;
      if (known?.stamp === stamp) return known.value;
      const value = readBoth(entriesFile, pinsFile);
      known = { stamp, value };
      return value;
    },
    setEntry: (name, given) =>
      whileLocked(() => {
        const whole = readWhole(entriesFile);
        write(entriesFile, { ...whole, mcpServers: replaced(readServers(whole), name, given) });
      }),
    setPin: (name, given) => whileLocked(() => writePin(name, given)),
    markChanged: (name, seen, what) =>
      whileLocked(() => {
        const now = pin.safeParse(readPins()[name]);
        if (now.success && hashOf(now.data) === hashOf(seen)) writePin(name, { ...seen, changed: what });
      }),
    folderOf(name) {
      const root = join(folder, 'servers', name);
      return { root, package: join(root, 'package'), files: join(root, 'files') };
    },
  };
}

function readBoth(entriesFile: string, pinsFile: string): ReturnType<ServerFiles['read']> {
  const entries = new Map<string, ServerEntry>();
  const pins = new Map<string, Pin>();
  let problem: Text = '';
  try {
    const wrong: string[] = [];
    for (const [name, given] of Object.entries(readServers(readWhole(entriesFile)))) {
      const read = entry.safeParse(given);
      if (read.success && isServerName(name)) entries.set(name, read.data);
      else wrong.push(name.slice(0, 40));
    }
    if (wrong.length > 0)
      problem = say`In ${entriesFile} these servers cannot be read: ${wrong.join(', ')}. Each needs a command or a url, and a name of letters, digits, “.”, “_” and “-”.`;
  } catch (error) {
    problem = say`${entriesFile} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
  const all = z.object({ servers: z.record(z.string(), z.unknown()) }).safeParse(readQuietly(pinsFile));
  for (const [name, given] of Object.entries(all.success ? all.data.servers : {})) {
    const read = pin.safeParse(given);
    if (read.success) pins.set(name, read.data);
  }
  return { entries, pins, problem };
}

/** Throws with what is wrong; a file that is not there is empty. */
function readWhole(file: string): Readonly<Record<string, unknown>> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return {};
    throw new Error(error instanceof z.ZodError ? 'it is no JSON object' : String(error), { cause: error });
  }
}

function readServers(whole: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const read = z.record(z.string(), z.unknown()).safeParse(whole.mcpServers ?? {});
  if (!read.success) throw new Error('mcpServers is no JSON object');
  return read.data;
}

/** Without pins nothing is confirmed: that is the safe way to be wrong. */
function readQuietly(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

function replaced(all: Readonly<Record<string, unknown>>, name: string, given: object | null): object {
  const { [name]: _, ...others } = all;
  return given === null ? others : { ...others, [name]: given };
}

function write(file: string, value: object): void {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  const beside = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(beside, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
