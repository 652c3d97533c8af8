/** Asks V8 for early garbage collections: what is read of a screen is used once, but V8 keeps it until there is much of it. */
import { getHeapStatistics } from 'node:v8';

/** A pause this long means that a model or a person is thinking; a run that waits for the screen makes its steps faster. */
const IDLE_MS = 300;
/** The heap size above which a collection is asked for; some 17 MB are needed at any time. */
const MOST_BYTES = 25_000_000;
/** In a pause a collection is asked for at this share of that size. */
const IDLE_SHARE = 0.8;
/** Where more is needed than usual, the next collection comes when the heap has grown by this factor. */
const GROWTH = 1.4;

/**
 * The function it returns is to be called for each message that comes in. `collect` is V8's own, there with `--expose-gc`; it takes some 12
 * ms, and is called in a pause where one comes soon enough.
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
