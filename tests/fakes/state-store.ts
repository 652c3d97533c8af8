/** Settings in memory. */
import type { StateStore } from '../../src/ports/state-store.ts';

/** `kept` outlives the store: hand the same map to the next one for a restart. */
export function createFakeStateStore(kept: Map<string, string> = new Map()): StateStore {
  return {
    get(key) {
      const text = kept.get(key);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async set(key, value) {
      if (value === undefined) {
        kept.delete(key);
        return;
      }
      const text = JSON.stringify(value);
      if (text === undefined) throw new TypeError(`the value of ${key} is not JSON`);
      kept.set(key, text);
    },
  };
}
