/** What a bot's processes take: memory and open descriptors, sampled while it is idle. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Vitals {
  /** Resident memory of the bot itself, MB. */
  readonly botMb: number;
  /** Of its hands process, MB; 0 while there is none. */
  readonly handsMb: number;
  readonly descriptors: number;
}

export function readVitals(pid: number): Vitals {
  const hands = childrenOf(pid).find((child) => commandOf(child).includes('hands.ts'));
  return {
    botMb: residentMb(pid),
    handsMb: hands === undefined ? 0 : residentMb(hands),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}

/** Process ids of a process's children. */
export function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

export interface Trend {
  /** Medians of the first samples after the warm-up, and of the last ones. */
  readonly first: Vitals;
  readonly last: Vitals;
  /** 0.1 is a tenth more. */
  readonly growth: number;
}

/** The first tenth of the samples is warm-up; then the first and the last fifth are compared. */
export function readTrend(samples: readonly Vitals[]): Trend {
  const warm = samples.slice(Math.ceil(samples.length / 10));
  const part = Math.max(1, Math.floor(warm.length / 5));
  const first = medianOf(warm.slice(0, part));
  const last = medianOf(warm.slice(-part));
  return { first, last, growth: last.botMb / first.botMb - 1 };
}

function medianOf(samples: readonly Vitals[]): Vitals {
  const median = (read: (sample: Vitals) => number): number => {
    const sorted = samples.map(read).toSorted((one, other) => one - other);
    return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 10) / 10;
  };
  return {
    botMb: median(({ botMb }) => botMb),
    handsMb: median(({ handsMb }) => handsMb),
    descriptors: median(({ descriptors }) => descriptors),
  };
}

/** Memory of a process: its own, and its share of what it has with others. MB. */
export function readPssMb(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;
}
