/** mcp.json in the shape that everybody shares, and beside it the pins: what a person confirmed of each server. Both for the owner alone. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../src/words/disk-trouble.ts';
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
  /** Of the entry in mcp.json. */
  declared: z.string(),
  /** Program and arguments that are started; [] for an address. */
  words: z.array(z.string()),
  package: z.object({ name: z.string(), version: z.string(), integrity: z.string() }).nullable(),
  /** Of the code's bytes; '' for an address. */
  code: z.string(),
  hosts: z.array(z.string()),
  folders: z.array(z.object({ path: z.string(), isWritable: z.boolean() })),
  tools: z.array(tool),
  confirmedAt: z.string(),
  /** Set when it was found to be another than the confirmed one: it stays off until it is confirmed again. */
  changed: z.enum(['code', 'tools']).optional(),
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
  /** Null takes it away. */
  setEntry(name: string, entry: object | null): void;
  setPin(name: string, pin: Pin | null): void;
  /** Of this server: its package, and the folder it may write to. */
  folderOf(name: string): { readonly root: string; readonly package: string; readonly files: string };
}

export function isServerName(name: string): boolean {
  return NAME.test(name);
}

export function hashOfEntry(given: ServerEntry): string {
  const { disabled: _, ...rest } = given;
  return hashOf(rest);
}

/** Reads again only what has changed on the disk. */
export function createServerFiles(folder: string): ServerFiles {
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
  return {
    path: entriesFile,
    read() {
      const stamp = `${stampOf(entriesFile)}|${stampOf(pinsFile)}`;
      if (known?.stamp === stamp) return known.value;
      const value = readBoth(entriesFile, pinsFile);
      known = { stamp, value };
      return value;
    },
    setEntry(name, given) {
      const whole = readWhole(entriesFile);
      write(entriesFile, { ...whole, mcpServers: replaced(readServers(whole), name, given) });
    },
    setPin(name, given) {
      const whole = z.object({ servers: z.record(z.string(), z.unknown()) }).safeParse(readQuietly(pinsFile));
      write(pinsFile, { version: 1, servers: replaced(whole.success ? whole.data.servers : {}, name, given) });
    },
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
