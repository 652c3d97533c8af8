/** A folder of a test's own, gone when the test ends. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Its canonical path. `t` is the test's (or suite's) context; `start`: what its name begins with. */
export function makeTempFolder(t: { after(act: () => void): void }, start = 'deskhand-test-'): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), start));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
