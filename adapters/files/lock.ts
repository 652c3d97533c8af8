/** One Deskhand per data folder: a lock that a killed process cannot leave behind and two starting at once cannot both get. */

import { execFile } from 'node:child_process';
import { unlinkSync } from 'node:fs';
import { mkdir, open, readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sayDiskTrouble, systemCode } from '../../src/words/disk-trouble.ts';

export type Lock =
  | { readonly ok: true; release(): void }
  /** `text` names the other copy and says what to do. */
  | { readonly ok: false; readonly pid: number; readonly text: string };

/** How long one of several that start together waits for the others to step back. */
const PATIENCE_MS = 500;
const LOOK_EVERY_MS = 20;
const NAME = /^lock-(\d+)-([A-Za-z0-9-]+)$/;

/**
 * Takes the lock of `folder` (made when absent, 0700). Each process leaves a file of its own whose name says who it is, and has the
 * lock once it then sees nobody else alive: of two, the one that looks last sees the other. Of several that ask together the one with
 * the first name waits and the others step back. A file of a dead process can never become true again, so that anyone may remove it at
 * any time. Rejects with a sentence when the disk does not do its part.
 */
export async function acquireLock(folder: string): Promise<Lock> {
  try {
    return await acquire(folder);
  } catch (error) {
    throw new Error(`The lock of ${folder} could not be taken: ${sayDiskTrouble(error)}.`, { cause: error });
  }
}

async function acquire(folder: string): Promise<Lock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const identity = await identifyProcess(process.pid);
  if (identity === null) throw new Error('the system does not tell when this process was started');
  const mine = `lock-${process.pid}-${identity}`;
  const path = join(folder, mine);
  const content = `Deskhand runs as process ${process.pid} and removes this file when it ends.\n`;
  try {
    const file = await open(path, 'wx', 0o600);
    // The file's name is what counts: a full disk, which has no room for the content, is no reason not to start.
    await file.writeFile(content).catch(() => undefined);
    await file.close();
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return refusal(folder, process.pid);
    throw error;
  }
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const other = await findOther(folder, mine);
    if (other === null) return { ok: true, release: () => removeNow(path) };
    if (other.name < mine || waited >= PATIENCE_MS) {
      removeNow(path);
      return refusal(folder, other.pid);
    }
    await setTimeout(LOOK_EVERY_MS);
  }
}

/** The first process by name that has or asks for the lock besides us; removes what dead ones left. */
async function findOther(
  folder: string,
  mine: string,
): Promise<{ readonly name: string; readonly pid: number } | null> {
  for (const name of (await readdir(folder)).toSorted()) {
    const [, pid, identity] = NAME.exec(name) ?? [];
    if (pid === undefined || name === mine) continue;
    if ((await identifyProcess(Number(pid))) === identity) return { name, pid: Number(pid) };
    await unlink(join(folder, name)).catch(() => undefined);
  }
  return null;
}

function refusal(folder: string, pid: number): Lock {
  return {
    ok: false,
    pid,
    text: `Deskhand already runs on ${folder} as process ${pid}. Use that one, end it first (kill ${pid}), or give this one a folder of its own (DATA_DIR).`,
  };
}

function removeNow(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}

/**
 * Letters, digits and dashes that no other process on this computer ever shares together with `pid`: when it was started. Null when no
 * such process runs (one that has ended and only waits for its parent does not).
 */
export async function identifyProcess(pid: number): Promise<string | null> {
  return process.platform === 'linux' ? identifyOnLinux(pid) : identifyByPs(pid);
}

/** Start time in ticks since boot (proc(5), stat field 22), with the boot's own id. */
async function identifyOnLinux(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return null;
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.slice(0, 8)}-${fields[18]}`;
  } catch {
    return null;
  }
}

/** `ps` answers `Ss  Sat Nov 21 08:00:00 2026`; nothing when there is no such process. */
async function identifyByPs(pid: number): Promise<string | null> {
  try {
    // Two copies with other languages or time zones must read the same words.
    const env = { LC_ALL: 'C', TZ: 'UTC' };
    const { stdout } = await promisify(execFile)('/bin/ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { env });
    return readPsLine(stdout);
  } catch {
    return null;
  }
}

/** Exported for its test: there is no Mac where the tests usually run. */
export function readPsLine(output: string): string | null {
  const [state = 'Z', ...started] = output.trim().split(/\s+/);
  if (state.startsWith('Z') || started.length === 0) return null;
  return started.join('-').replace(/[^A-Za-z0-9-]/g, '-');
}
