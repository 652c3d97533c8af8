/** How long a process may take to begin: of its own time. What a busy machine lets it wait for a processor does not count. */
import { readFileSync } from 'node:fs';

const POLL_MS = 250;

/**
 * Calls `onLate` once the process has used `limitMs` of its own time; the returned function ends the watch. Where its own time is unknown,
 * the clock counts.
 */
export function limitStart(
  pid: number | undefined,
  limitMs: number,
  onLate: () => void,
  readWait: (pid: number) => number = waitedMs,
): () => void {
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const waited = pid === undefined ? 0 : readWait(pid);
    if (performance.now() - startedAt - waited < limitMs) return;
    clearInterval(timer);
    onLate();
  }, POLL_MS);
  return () => clearInterval(timer);
}

/** Milliseconds its main thread was ready to run and had no processor (proc(5), `schedstat`); 0 where there is no such file. */
function waitedMs(pid: number): number {
  try {
    const waitedNs = Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]);
    return Number.isFinite(waitedNs) ? waitedNs / 1e6 : 0;
  } catch {
    return 0;
  }
}
