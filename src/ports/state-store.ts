/** Small settings and pairings, written whole and atomically. */
export interface StateStore {
  /** The value under `key`, parsed from JSON; undefined when absent. */
  get(key: string): unknown;
  /** Resolves when it is on the disk. */
  set(key: string, value: unknown): Promise<void>;
}
