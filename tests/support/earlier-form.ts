/** Data folders as earlier versions wrote them (`tests/fixtures/form-2026-11`), as copies that a test may change. */
import { cpSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { makeTempFolder } from './temp-folder.ts';

const ROOT = join(import.meta.dirname, '../fixtures/form-2026-11');

/** Names of all of them. */
export const EARLIER_FOLDERS: readonly string[] = globSync('*/expected.json', { cwd: ROOT }).map((path) =>
  basename(dirname(path)),
);

const expectedSchema = z.object({
  /** Fields of each run's state by its id. */
  runs: z.record(z.string(), z.record(z.string(), z.unknown())),
  unsettled: z.array(z.unknown()),
});

export interface EarlierFolder {
  /** DATA_DIR. */
  readonly data: string;
  readonly expected: z.infer<typeof expectedSchema>;
}

/** A copy of its own; gone when the test ends. */
export function openEarlierFolder(t: { after(act: () => void): void }, name: string): EarlierFolder {
  const data = join(makeTempFolder(t), 'data');
  cpSync(join(ROOT, name), data, { recursive: true });
  return { data, expected: expectedSchema.parse(JSON.parse(readFileSync(join(data, 'expected.json'), 'utf8'))) };
}
