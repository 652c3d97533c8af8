/** One Deskhand per data folder: a lock that a killed process cannot leave behind and two starting at once cannot both get. */
import { unlinkSync } from 'node:fs';
import { mkdir, open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sayDiskTrouble, systemCode } from '../../src/words/disk-trouble.ts';
import { identifyProcess } from './process-identity.ts';

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
    // The name says it all: a full disk, which has no room for the rest, is no reason not to start.
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
