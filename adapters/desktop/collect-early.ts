/** What is read of a screen is read once; V8 keeps it until there is much of it, unless it is told to collect. */
import { getHeapStatistics } from 'node:v8';

/** Steps of a run are closer to each other while it waits for the screen; a model or a person thinks longer. */
const IDLE_MS = 300;
/** Some 17 MB are needed at any time. */
const MOST_BYTES = 25_000_000;
/** A collection while nobody waits comes that much earlier. */
const IDLE_SHARE = 0.8;
/** Where more is needed than usual, a collection is worth it once there is that much more again. */
const GROWTH = 1.4;

/**
 * Call what it returns for each message that comes in. `collect`: V8's own, there with `--expose-gc`; it takes some 12 ms, while nobody waits
 * where that comes soon enough.
 */
export function collectEarly(collect: () => void, used = (): number => getHeapStatistics().used_heap_size): () => void {
  let most = MOST_BYTES;
  const collectAbove = (bytes: number): void => {
    if (used() <= bytes) return;
    collect();
    most = Math.max(MOST_BYTES, used() * GROWTH);
  };
  let idle: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(idle);
    idle = setTimeout(() => collectAbove(most * IDLE_SHARE), IDLE_MS);
    idle.unref();
    collectAbove(most);
  };
}
