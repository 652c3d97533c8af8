/** A disk of a few megabytes that can be filled, without being root: a tmpfs in a namespace of its own, which ends with this process. Linux alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { systemCode } from '../../src/words/disk-trouble.ts';

export interface SmallDisk {
  /** The command that starts this program where the disk is mounted. */
  enter(program: string, args: readonly string[]): readonly [string, readonly string[]];
  /** Fills the disk to the last byte. */
  fill(): void;
  /** Removes what fills the disk. */
  free(): void;
  close(): Promise<void>;
}

/** `folder`: where the disk is seen, from within alone. */
export async function makeSmallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  const script = `mount -t tmpfs -o size=${megabytes}m none "$0" && echo mounted && exec cat`;
  const holder = spawn('unshare', ['--map-root-user', '--mount', 'sh', '-c', script, folder], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(holder, 'exit');
  let [said, problem] = ['', ''];
  holder.stderr.on('data', (bytes: Buffer) => {
    problem += bytes.toString();
  });
  for await (const bytes of holder.stdout) {
    said += String(bytes);
    if (said.includes('mounted')) break;
  }
  if (!said.includes('mounted')) throw new Error(`no small disk: ${problem}`);
  const seen = `/proc/${holder.pid}/root${folder}`;
  const ballast = `${seen}/ballast`;
  return {
    enter: (program, args) => [
      'nsenter',
      ['--target', String(holder.pid), '--user', '--mount', '--preserve-credentials', program, ...args],
    ],
    fill() {
      const { bavail, bsize } = statfsSync(seen);
      try {
        // One block more than is free, since others write meanwhile.
        writeFileSync(ballast, Buffer.alloc((bavail + 1) * bsize));
      } catch (error) {
        if (systemCode(error) !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(ballast, { force: true }),
    async close() {
      holder.kill('SIGKILL');
      await ended;
    },
  };
}
