/** The processes that run right now. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';

export interface ProcessRow {
  readonly pid: number;
  readonly group: number;
  /** The base name of its executable, and the name the system shows where that is another (a script's own name). */
  readonly names: readonly string[];
}

/** From /proc; processes that have ended and only wait for their parent are left out. */
export async function readProcessTable(): Promise<readonly ProcessRow[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const rows = await Promise.all(pids.map((pid) => readProcess(Number(pid))));
  return rows.filter((row) => row !== null);
}

export interface ProcessReaders {
  readonly all: (signal: AbortSignal) => Promise<readonly ProcessRow[]>;
  /** Null when it is gone. */
  readonly one: (pid: number, signal: AbortSignal) => Promise<ProcessRow | null>;
}

/** Looks at the process found last before it looks through all, which takes 0.1 s of the processor where there are 150. */
export function createIsRunning({ all, one }: ProcessReaders): (name: string, signal: AbortSignal) => Promise<boolean> {
  const found = new Map<string, number>();
  return async (name, signal) => {
    signal.throwIfAborted();
    const wanted = name.toLowerCase();
    const isIt = (row: ProcessRow): boolean => row.names.some((each) => each.toLowerCase() === wanted);
    const pid = found.get(wanted);
    const last = pid === undefined ? null : await one(pid, signal);
    if (last !== null && isIt(last)) return true;
    const row = (await all(signal)).find(isIt);
    if (row === undefined) found.delete(wanted);
    else found.set(wanted, row.pid);
    return row !== undefined;
  };
}

/** Null when it is gone. proc(5): pid (name) state ppid pgrp … */
export async function readProcess(pid: number): Promise<ProcessRow | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    const nameEnd = stat.lastIndexOf(')');
    const [state, , group] = stat.slice(nameEnd + 2).split(' ');
    if (state === 'Z' || state === 'X') return null;
    const shown = Buffer.from(stat.slice(stat.indexOf('(') + 1, nameEnd), 'latin1').toString();
    const executable = await readlink(`/proc/${pid}/exe`).catch(() => '');
    const names = [basename(executable.replace(/ \(deleted\)$/, '')), shown].filter((name) => name !== '');
    return { pid, group: Number(group), names: [...new Set(names)] };
  } catch {
    return null;
  }
}

/** Lines of `ps -ww -o pid=,pgid=,stat=,comm=` on a Mac, where comm is the executable's path. */
export function parsePsTable(output: string): readonly ProcessRow[] {
  return output.split('\n').flatMap((line) => {
    const [, pid, group, state, path] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line) ?? [];
    if (pid === undefined || path === undefined || state?.startsWith('Z')) return [];
    return [{ pid: Number(pid), group: Number(group), names: [basename(path)] }];
  });
}
