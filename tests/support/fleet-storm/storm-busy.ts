/** How busy the processes of a storm are, and the computer that they share. */
import { cpus } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Busy } from './storm-orders.ts';

const LOOK_MS = 10;

/** Milliseconds on a clock that all processes of this computer share. */
export function sharedNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Reports every second how busy this process was since it began. */
export function tellBusy(who: string, say: (message: object) => void): void {
  const loop = monitorEventLoopDelay({ resolution: LOOK_MS });
  loop.enable();
  const ms = (ns: number): number => Math.max(0, Math.round(ns / 1e6) - LOOK_MS);
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const busy: Busy = {
      loopP50Ms: ms(loop.percentile(50)),
      loopP99Ms: ms(loop.percentile(99)),
      loopMaxMs: ms(loop.max),
      cpuMs: Math.round((user + system) / 1000),
    };
    say({ kind: 'busy', who, busy });
  }, 1_000);
}

/** The share of all processors' time that was not idle since the call, 0 to 1, whoever used it. */
export function watchProcessors(): () => number {
  const read = (): { readonly all: number; readonly idle: number } => {
    const times = cpus().map(({ times }) => times);
    const all = times.flatMap((one) => Object.values(one)).reduce((sum, ms) => sum + ms, 0);
    return { all, idle: times.reduce((sum, { idle }) => sum + idle, 0) };
  };
  const before = read();
  return () => {
    const after = read();
    return Math.round(100 * (1 - (after.idle - before.idle) / Math.max(1, after.all - before.all))) / 100;
  };
}
