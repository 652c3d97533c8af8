/** A map of posted messages that forgets the oldest, and the hashes that tell whether one changed. */
import { createHash } from 'node:crypto';

/** Posted messages whose rendering is remembered: more than anybody still edits. */
export const RENDERED_KEPT = 500;

/** Puts an entry last and drops the oldest when there are more than `limit`. */
export function keepNewest<V>(map: Map<string, V>, key: string, value: V, limit: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > limit && oldest !== undefined) map.delete(oldest);
}

export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64');
}
