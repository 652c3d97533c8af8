/** Signals that end a command: the first one ends it in order, a second of the same press is ignored, a later one ends it at once. */

export interface Stopping {
  /** Aborts with the first signal. */
  readonly signal: AbortSignal;
  /** Resolves to the first signal's name. */
  readonly received: Promise<string>;
}

/** npm forwards a signal that the whole group has already received: two within this time count as one. */
const SAME_PRESS_MS = 1000;

export function untilSignal(): Stopping {
  const controller = new AbortController();
  const received = Promise.withResolvers<string>();
  let firstAt: number | null = null;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (firstAt === null) {
        firstAt = performance.now();
        controller.abort(new Error(`ended by ${name}`));
        received.resolve(name);
      } else if (performance.now() - firstAt > SAME_PRESS_MS) {
        process.exit(1);
      }
    });
  }
  return { signal: controller.signal, received: received.promise };
}
