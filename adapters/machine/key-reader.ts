/**
 * Who reads the keys that go to a terminal: an interactive shell at its prompt, or something else. Told from the processes, never from a
 * title: a window → its one terminal device → the group in its foreground (proc(5), ps(1), tcgetpgrp(3)).
 */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { KeyReader } from '../../src/ports/machine.ts';

/** One process as far as it matters here. */
export interface TerminalProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** The process that began its session. */
  readonly session: number;
  /** Its terminal device; '' without one. */
  readonly tty: string;
  /** The group in the foreground of that device. */
  readonly foreground: number;
  /** Milliseconds since 1970, to a tick of the clock; null where the system does not tell. */
  readonly startedAt: number | null;
  /** Path of its executable; '' where the system does not tell. */
  readonly executable: string;
  readonly args: readonly string[];
}

const SHELLS: readonly string[] = ['bash', 'zsh', 'fish', 'dash', 'sh', 'ksh', 'mksh'];
const SYSTEM_FOLDERS: readonly string[] = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
/** The only flags allowed: a script, a command (`-c`) or a file to read first means that it is no shell at its prompt. */
const INTERACTIVE_FLAG = /^-{1,2}(?:i|l|il|li|login|interactive)$/;

/** `terminal`: the process that owns the window. Pure. */
export function findKeyReader(terminal: number, processes: readonly TerminalProcess[]): KeyReader {
  const below = descendantsOf(terminal, processes);
  const ttys = new Set(below.filter(({ tty }) => tty !== '').map(({ tty }) => tty));
  // Several devices may be several windows, or tabs of one: nobody can tell which one this window shows.
  const [tty] = ttys;
  if (tty === undefined || ttys.size > 1) return { kind: 'unknown' };
  const onIt = processes.filter((each) => each.tty === tty);
  const first = onIt.find(({ pid, session }) => pid === session);
  if (first === undefined || onIt.some(({ session }) => session !== first.pid)) return { kind: 'unknown' };
  const leader = first.executable === LOGIN ? onlyChildOf(first, onIt) : first;
  if (leader === null) return { kind: 'other' };
  if (leader.foreground !== leader.group) return { kind: 'other' };
  // Another process in the shell's group would read the same keys.
  if (onIt.some(({ group, pid }) => group === leader.group && pid !== leader.pid)) return { kind: 'other' };
  return isInteractiveShell(leader) ? { kind: 'shell', startedAt: leader.startedAt } : { kind: 'other' };
}

/** Terminal on a Mac begins each session with `login`, which waits for the shell and reads nothing. */
const LOGIN = '/usr/bin/login';

function onlyChildOf({ pid }: TerminalProcess, among: readonly TerminalProcess[]): TerminalProcess | null {
  const children = among.filter(({ parent }) => parent === pid);
  return children.length === 1 ? (children[0] ?? null) : null;
}

function descendantsOf(root: number, processes: readonly TerminalProcess[]): readonly TerminalProcess[] {
  const byParent = Map.groupBy(processes, ({ parent }) => parent);
  const found: TerminalProcess[] = [];
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop())
    for (const child of byParent.get(pid) ?? []) {
      found.push(child);
      open.push(child.pid);
    }
  return found;
}

function isInteractiveShell({ executable, args }: TerminalProcess): boolean {
  if (!SHELLS.includes(basename(executable)) || !SYSTEM_FOLDERS.includes(dirname(executable))) return false;
  return args.length > 0 && args.slice(1).every((arg) => INTERACTIVE_FLAG.test(arg));
}

/** From /proc. Rejects only when the signal aborts. */
export async function readTerminalProcesses(signal: AbortSignal): Promise<readonly TerminalProcess[]> {
  signal.throwIfAborted();
  const [names, bootedAt] = await Promise.all([readdir('/proc'), readBootTime()]);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => readProcess(pid, bootedAt)));
  signal.throwIfAborted();
  return found.filter((each) => each !== null);
}

/** USER_HZ is 100 on every Linux that Node runs on. */
const MS_PER_TICK = 10;

/** null: it is gone. proc(5): pid (name) state ppid pgrp session tty_nr tpgid … starttime. */
async function readProcess(pid: number, bootedAt: number | null): Promise<TerminalProcess | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, group, session, tty, foreground] = fields;
    if (state === 'Z' || state === 'X') return null;
    const ticks = Number(fields[19]);
    const hasTty = tty !== undefined && tty !== '0';
    const [executable, command] = hasTty
      ? await Promise.all([
          readlink(`/proc/${pid}/exe`).catch(() => ''),
          readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
        ])
      : ['', ''];
    return {
      pid,
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      tty: hasTty ? tty : '',
      foreground: Number(foreground),
      startedAt: bootedAt === null || Number.isNaN(ticks) ? null : bootedAt + ticks * MS_PER_TICK,
      executable,
      args: command.split('\0').slice(0, -1),
    };
  } catch {
    return null;
  }
}

async function readBootTime(): Promise<number | null> {
  const uptime = Number((await readFile('/proc/uptime', 'utf8').catch(() => '')).split(' ')[0]);
  return Number.isFinite(uptime) && uptime > 0 ? Date.now() - uptime * 1000 : null;
}

/** What `ps` is asked for on a Mac; `args` is last, for it holds blanks. */
export const PS_TERMINAL_ARGS: readonly string[] = [
  '-A',
  '-ww',
  '-o',
  'pid=,ppid=,pgid=,tpgid=,stat=,tty=,comm=,args=',
];

/**
 * Lines of `ps` on a Mac, where the leader of a session carries an `s` in its state and comm is the executable's path. Names with blanks
 * in comm cannot be told from its arguments: such a process counts as no shell, as it should.
 */
export function parsePsTerminals(output: string): readonly TerminalProcess[] {
  const rows = output.split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(-?\d+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(.*?)\s*$/.exec(line);
    if (found === null) return [];
    const [, pid, parent, group, foreground, state = '', tty = '', comm = '', args = ''] = found;
    if (state.startsWith('Z')) return [];
    const path = comm.replace(/^-/, '');
    const executable = path.includes('/') ? path : `/bin/${path}`;
    const hasTty = !/^\?+$/.test(tty);
    return [
      {
        ...{ pid: Number(pid), parent: Number(parent), group: Number(group), foreground: Number(foreground) },
        ...{ tty: hasTty ? tty : '', isLeader: state.includes('s'), executable, args: args.split(/\s+/) },
      },
    ];
  });
  const leaders = new Map(rows.filter(({ isLeader }) => isLeader).map(({ tty, pid }) => [tty, pid]));
  return rows.map(({ isLeader, ...row }) => ({
    ...row,
    session: isLeader ? row.pid : (leaders.get(row.tty) ?? 0),
    startedAt: null,
  }));
}
