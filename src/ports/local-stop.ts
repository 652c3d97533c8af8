/** A stop at the computer itself, without network: a key combination, or Escape held down for a second. */
export interface LocalStop {
  /** Calls `stopped` when a person asks for it, until `signal` aborts. Several may watch at once. Never throws. */
  watch(stopped: () => void, signal: AbortSignal): void;
  close(): void;
}
