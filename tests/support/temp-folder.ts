/** A folder of a test's own, gone when the test ends. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Its canonical path. `t` is the test's (or suite's) context. */
export function makeTempFolder(t: { after(act: () => void): void }): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'deskhand-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
