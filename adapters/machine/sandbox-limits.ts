/** How much a command in the confined place may use: limits of the shell it runs in, and control groups where there are any. */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import { dirname, join } from 'node:path';

const MIB = 1024 * 1024;
const MAX_PROCESSES = 256;
const MAX_MEMORY_BYTES = 2048 * MIB;
const MAX_FILE_BYTES = 512 * MIB;
const MAX_OPEN_FILES = 1024;

/** In front of every command; hard limits, which nothing inside can raise. Sizes in KiB, files in blocks of 1 KiB (bash, ulimit). */
export function limitsPrefix(platform: 'linux' | 'macos'): string {
  const limits = [`ulimit -c 0`, `ulimit -f ${MAX_FILE_BYTES / 1024}`, `ulimit -n ${MAX_OPEN_FILES}`];
  if (platform === 'linux') limits.push(`ulimit -d ${MAX_MEMORY_BYTES / 1024}`);
  // Before kernel 5.14 the limit counts all processes of the person, also those outside (ucounts).
  if (platform === 'linux' && isAtLeast(release(), 5, 14)) limits.push(`ulimit -u ${MAX_PROCESSES}`);
  return `{ ${limits.join('; ')}; } 2>/dev/null; `;
}

function isAtLeast(version: string, major: number, minor: number): boolean {
  const [first = 0, second = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  return first > major || (first === major && second >= minor);
}

/** A control group that counts all processes and all memory of the place together. */
export interface ControlGroup {
  /** Files that take a process in when its number is written there. */
  readonly joinFiles: readonly string[];
  /** Prepares the joining of a process: the kernel's wait before it, some eight milliseconds, then passes meanwhile. */
  announce(): void;
  close(): void;
}

const ROOT = '/sys/fs/cgroup';
const OWN = '/proc/self/cgroup';
const NAME = 'deskhand-place-';
/** null: no control group can be made. Then only the shell's own limits hold, each for one process, and not for root. */
export function openControlGroup(): ControlGroup | null {
  try {
    const own = linesOf(readFileSync(OWN, 'utf8'));
    const unified = openUnified(own);
    const folders = unified ?? openSeparate(own);
    if (folders === null) return null;
    return {
      joinFiles: folders.map((folder) => join(folder, 'cgroup.procs')),
      announce: () => void stayInGroup(unified === null ? 'pids' : '').catch(() => undefined),
      close: () => folders.forEach(remove),
    };
  } catch {
    return null;
  }
}

/** Joins our own group, which changes nothing, but the next change of groups need not wait then (kernel: rcu_sync). */
async function stayInGroup(controller: string): Promise<void> {
  const path = findPath(linesOf(await readFile(OWN, 'utf8')), controller);
  if (path !== undefined) await writeFile(join(ROOT, controller, path, 'cgroup.procs'), String(process.pid));
}

function linesOf(text: string): readonly string[] {
  return text.trim().split('\n');
}

/** The path of our own group in a controller's tree; version 2 has one tree without a name. */
function findPath(own: readonly string[], controller: string): string | undefined {
  const found = own.map((line) => line.split(':')).find(([, names]) => names?.split(',').includes(controller));
  return found?.slice(2).join(':');
}

/** Version 2: the nearest group around our own that hands both controllers down and is ours to write (systemd delegates a user's). */
function openUnified(own: readonly string[]): readonly string[] | null {
  const path = findPath(own, '');
  if (path === undefined) return null;
  for (let at = path; ; at = dirname(at)) {
    const folder = join(ROOT, at);
    const made = make(folder, () => {
      const handed = readFileSync(join(folder, 'cgroup.subtree_control'), 'utf8').split(/\s+/);
      if (!handed.includes('memory') || !handed.includes('pids')) throw new Error('not handed down');
      return [
        ['memory.max', MAX_MEMORY_BYTES],
        ['memory.swap.max', 0],
        ['pids.max', MAX_PROCESSES],
      ];
    });
    if (made !== null) return [made];
    if (at === '/' || at === '.') return null;
  }
}

/** Version 1: one tree a controller. */
function openSeparate(own: readonly string[]): readonly string[] | null {
  const [pids, memory] = [findPath(own, 'pids'), findPath(own, 'memory')];
  if (pids === undefined || memory === undefined) return null;
  const first = make(join(ROOT, 'pids', pids), () => [['pids.max', MAX_PROCESSES]]);
  if (first === null) return null;
  const second = make(join(ROOT, 'memory', memory), () => [['memory.limit_in_bytes', MAX_MEMORY_BYTES]]);
  if (second !== null) return [first, second];
  remove(first);
  return null;
}

function make(folder: string, limits: () => readonly (readonly [file: string, value: number])[]): string | null {
  try {
    const wanted = limits();
    sweep(folder);
    const group = join(folder, `${NAME}${process.pid}`);
    mkdirSync(group, { recursive: true });
    for (const [file, value] of wanted) {
      // Without swap there is no such file.
      if (file === 'memory.swap.max') tryTo(() => writeFileSync(join(group, file), String(value)));
      else writeFileSync(join(group, file), String(value));
    }
    return group;
  } catch {
    return null;
  }
}

/** Removes the groups of bots that were killed. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(NAME)))
    if (!isRunning(Number(name.slice(NAME.length)))) remove(join(folder, name));
}

/** Whether a process with this number runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function remove(group: string): void {
  tryTo(() => rmdirSync(group));
}

function tryTo(act: () => void): void {
  try {
    act();
  } catch {
    // It has gone already, or something is still in it: the next start takes it away.
  }
}
