/** Deskhand's own programs, as tests start them: the sources, or in `npm test` the same in few files (src/bin/build/bundle.ts). */
import { join } from 'node:path';

const { BUILT } = process.env;
/** The folder that stands for the checkout. */
export const PROGRAMS_ROOT = BUILT ?? join(import.meta.dirname, '../..');
/**
 * What node is started with. In `npm test` with a larger nursery than a person's bot has, which saves memory with a fifth of the processor's
 * time of a run; benches and long tests, which measure both, start it as it is.
 */
export const nodeFlagOf = (word: string): string =>
  BUILT !== undefined && word.startsWith('--max-semi-space-size=') ? '--max-semi-space-size=16' : word;
export const ENTRY = join(PROGRAMS_ROOT, 'src/bin/entry.mjs');
export const HANDS = join(PROGRAMS_ROOT, 'src/bin/hands.ts');
