/** Tells one process from another that was given the same number later. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

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
