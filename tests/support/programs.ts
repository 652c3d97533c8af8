/** Deskhand's own programs, as tests start them: the sources, or in `npm test` the same in few files (src/bin/build/bundle.ts). */
import { join } from 'node:path';

/** The folder that stands for the checkout. */
export const PROGRAMS_ROOT = process.env.BUILT ?? join(import.meta.dirname, '../..');
export const ENTRY = join(PROGRAMS_ROOT, 'src/bin/entry.mjs');
export const HANDS = join(PROGRAMS_ROOT, 'src/bin/hands.ts');
