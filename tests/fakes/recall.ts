/** Recall in memory: requests are similar by the words they share. */
import { embedWords } from '../../adapters/recall/lexical-embedder.ts';
import type { Recall, Recalled } from '../../src/ports/recall.ts';

export interface FakeRecall extends Recall {
  /** How often the index was refreshed from the recordings. */
  refreshed(): number;
}

/** `list` gives the requests of all recorded runs by id, as they are now. */
export function createFakeRecall(list: () => Iterable<readonly [runId: string, request: string]>): FakeRecall {
  let indexed: readonly (readonly [string, string])[] = [];
  let refreshed = 0;
  const refresh = async (signal: AbortSignal): Promise<number> => {
    signal.throwIfAborted();
    refreshed += 1;
    indexed = [...list()];
    return indexed.length;
  };
  return {
    refresh,
    rebuild: refresh,
    refreshed: () => refreshed,
    async query(text, signal) {
      signal.throwIfAborted();
      const wanted = embedWords(text);
      const latest = new Map<string, Recalled>();
      for (const [runId, request] of indexed) {
        const similarity = embedWords(request).reduce((sum, value, at) => sum + value * (wanted[at] ?? 0), 0);
        if (similarity >= 0.5) latest.set(request, { runId, request, similarity });
      }
      return [...latest.values()].toSorted((one, other) => other.similarity - one.similarity);
    },
    state: () => ({ embedder: refreshed === 0 ? 'asleep' : 'lexical', detail: 'a fake' }),
    close: async () => undefined,
  };
}
