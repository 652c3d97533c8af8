/** A real unit file under a strict stand-in for systemd's user manager (supervisor.py): systemd needs a control group of its own to run. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { renderUnit } from '../../adapters/machine/service/service-text.ts';
import { OWN_FILES } from '../../src/bin/own-files.ts';
import { SUPERVISED } from '../../src/bin/service/supervised.ts';

const PROGRAM = join(import.meta.dirname, 'supervisor.py');

const eventSchema = z.object({
  what: z.enum(['started', 'ready', 'ended', 'watchdog']),
  /** Milliseconds since 1970. */
  at: z.number(),
  pid: z.number().optional(),
  isClean: z.boolean().optional(),
});
export type ServiceEvent = z.infer<typeof eventSchema>;

export interface SupervisedBot {
  readonly events: readonly ServiceEvent[];
  /** The process id of the present life, or of the last one. */
  pid(): number;
  /** Starts the service again after the supervisor gave up, as a person would. */
  startAgain(): void;
  log(): string;
  /** Stops the service in order, and the supervisor with it. */
  stop(): Promise<void>;
}

/**
 * The service as `deskhand service install` writes it, with these settings beside its own. `folder`: for the supervisor's own files;
 * `entry`: of another checkout.
 */
export function startSupervised(
  folder: string,
  home: string,
  settings: Readonly<Record<string, string | undefined>>,
  entry = OWN_FILES.entry,
): SupervisedBot {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const given = Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const unit = renderUnit({
    command: [process.execPath, '--max-semi-space-size=2', entry, 'start'],
    environment: {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      MALLOC_ARENA_MAX: '1',
      READING: 'off',
      HF_HUB_OFFLINE: '1',
      ...Object.fromEntries(given),
      [SUPERVISED]: 'systemd',
    },
    home,
  });
  const file = join(folder, 'deskhand.service');
  writeFileSync(file, unit, { mode: 0o600 });
  writeFileSync(join(folder, 'state'), 'stopped');
  const child = spawn('/usr/bin/python3', [PROGRAM, file, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  writeFileSync(join(folder, 'pid'), String(child.pid));
  const events: ServiceEvent[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => void events.push(eventSchema.parse(JSON.parse(line))));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    events,
    pid: () => events.findLast(({ what }) => what === 'started')?.pid ?? 0,
    startAgain: () => void child.kill('SIGUSR1'),
    log: () => readFileSync(join(folder, 'service.log'), 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
