/**
 * Running under a supervisor (launchd, systemd): an error that a restart cannot repair ends with success, so that it is not restarted for ever, and
 * the event loop reports that it is alive.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { say, type Text } from '../../words/say.ts';
import { EXIT, ExitError } from '../exit.ts';

/** Set for a start by a supervisor, with its name. */
export const SUPERVISED = 'DESKHAND_SUPERVISED';

const MOST_CRASHES = 3;
const WITHIN_MS = 60_000;
const startsSchema = z.array(z.number());

export interface SupervisedLife {
  readonly dataFolder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly tell: (text: Text) => void;
}

/**
 * Runs `work` to its exit code, telling it whether the previous process ended unexpectedly. A configuration error, a missing program and the third
 * crash within a minute are reported once and end with 0; the supervisor handles any other failure.
 */
export async function runSupervised(
  work: (isBack: boolean) => Promise<number>,
  { dataFolder, now, tell }: SupervisedLife,
): Promise<number> {
  const file = join(dataFolder, 'state', 'starts.json');
  const before = readStarts(file);
  const crashed = before.filter((at) => now() - at < WITHIN_MS && at <= now());
  if (crashed.length >= MOST_CRASHES) {
    rmSync(file, { force: true });
    tell(say`Deskhand ended ${MOST_CRASHES} times within a minute without being told to, so it is not started again.`);
    return EXIT.clean;
  }
  // A process that crashes leaves this note of its start behind.
  mkdirSync(join(dataFolder, 'state'), { recursive: true, mode: 0o700 });
  writeFileSync(file, JSON.stringify([...crashed, now()]), { mode: 0o600 });
  try {
    const code = await work(before.length > 0);
    if (code === EXIT.clean) rmSync(file, { force: true });
    return code;
  } catch (error) {
    const isLasting = error instanceof ExitError && (error.code === EXIT.configuration || error.code === EXIT.lacking);
    if (!isLasting) throw error;
    rmSync(file, { force: true });
    tell(error.text);
    return EXIT.clean;
  }
}

function readStarts(file: string): readonly number[] {
  try {
    return startsSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? [];
  } catch {
    return [];
  }
}

/** Variables by which systemd lets this process report, sd_notify(3) and sd_watchdog_enabled(3); null: systemd did not start it. */
export interface Notifier {
  /** Reports that the start succeeded. */
  ready(): void;
  end(): void;
}

/** Node has no sockets for datagrams of this kind: systemd's own program sends them. */
const NOTIFY = '/usr/bin/systemd-notify';

/** Removes the variables from `env`, so that started programs do not inherit them. */
export function openNotifier(env: Record<string, string | undefined>, program = NOTIFY): Notifier | null {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdog } = env;
  if (socket === undefined) return null;
  delete env.NOTIFY_SOCKET;
  delete env.WATCHDOG_USEC;
  const notify = (word: string): void => {
    const child = spawn(program, [word], { env: { ...env, NOTIFY_SOCKET: socket }, stdio: 'ignore' });
    child.on('error', () => undefined);
  };
  const everyMs = Number(watchdog) / 1000 / 3;
  let timer: NodeJS.Timeout | null = null;
  return {
    ready: () => {
      notify('--ready');
      if (everyMs > 0) timer ??= setInterval(() => notify('WATCHDOG=1'), everyMs);
    },
    end: () => {
      if (timer !== null) clearInterval(timer);
      timer = null;
    },
  };
}
