/** Compares a text with a file that people read in review; UPDATE_GOLDEN=1 writes it anew. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

/** `name` is relative to tests/fixtures. */
export function assertGolden(name: string, text: string): void {
  const file = new URL(`./fixtures/${name}`, import.meta.url);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  assert.equal(text, readFileSync(file, 'utf8'), `${name} differs; look at it, then run with UPDATE_GOLDEN=1`);
}
