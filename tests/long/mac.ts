/** `npm run test:mac`: all that is proven of the Mac against the stand-in for its frameworks, at its full length. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const files = [
  ...globSync('tests/adapters/desktop/macos/**/*.test.ts', { cwd: ROOT }).sort(),
  'tests/adapters/desktop/macos.test.ts',
  'tests/adapters/machine/mac.test.ts',
  'tests/scenarios/mac-run.test.ts',
];
const { status } = spawnSync(
  process.execPath,
  ['--import', './tests/support/end-of-file.ts', '--test', '--test-concurrency=1', '--test-reporter=spec', ...files],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, MAC_TESTS: 'whole' } },
);
process.exitCode = status ?? 1;
