/** The model of an order's run: while its provider is away, a person's own command does not have to wait until it gives up. */

import type { Clock } from '../ports/clock.ts';
import type { Model } from '../ports/model.ts';
import { anySignal } from '../ports/waits/abort-signals.ts';
import type { Text } from '../words/say.ts';
import type { RunTerms } from './run-terms.ts';

const WANTED_MS = 1000;
const NO_USAGE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

export function yieldToPerson(
  model: Model,
  { isWanted }: Pick<RunTerms, 'isWanted'>,
  clock: Pick<Clock, 'sleep'>,
): Model {
  return {
    ...model,
    async ask(request, signal) {
      // For other purposes the run would go on without an answer and could end worse, so only calls for steps and plans are cut short.
      if (request.purpose !== 'step' && request.purpose !== 'plan') return await model.ask(request, signal);
      const over = new AbortController();
      const given = new AbortController();
      let why: Text | null = null;
      const onDelay = (delay: Text): void => {
        request.onDelay?.(delay);
        const isFirst = why === null;
        why = delay;
        if (isFirst) void watch(over.signal, given).catch(() => undefined);
      };
      try {
        return await model.ask({ ...request, onDelay }, anySignal(signal, given.signal));
      } catch (error) {
        if (signal.aborted || !given.signal.aborted) throw error;
        return { text: '', stop: 'unavailable', detail: why ?? '', usage: NO_USAGE, costUsd: 0, model: model.name };
      } finally {
        over.abort();
      }
    },
  };

  async function watch(over: AbortSignal, given: AbortController): Promise<void> {
    while (!isWanted()) await clock.sleep(WANTED_MS, over);
    if (!over.aborted) given.abort();
  }
}
