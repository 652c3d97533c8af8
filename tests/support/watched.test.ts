/** However a long script ends, its last line says so. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeTempFolder } from './temp-folder.ts';

const WATCHED = join(import.meta.dirname, 'watched.ts');

test('a script that is done, throws, is killed or waits for nothing is told as such, with its exit code', (t) => {
  const script = join(makeTempFolder(t), 'script.ts');
  writeFileSync(
    script,
    `import { isWatched, watchScript } from ${JSON.stringify(WATCHED)};
if (!isWatched()) process.exit(await watchScript(import.meta.filename));
const how = process.argv[2];
if (how === 'throws') throw new Error('no good');
if (how === 'killed') process.kill(process.pid, 'SIGKILL');
if (how === 'nothing') await new Promise(() => undefined);
process.exit(how === 'bad' ? 1 : 0);
`,
  );
  const end = (how: string) => {
    const { status, stdout } = spawnSync(process.execPath, [script, how], { encoding: 'utf8' });
    return [status, stdout.trim().replace(/\d+ s/, 'N s')];
  };
  assert.deepEqual(['well', 'bad', 'throws', 'killed', 'nothing'].map(end), [
    [0, 'ended after N s with exit code 0'],
    [1, 'ended after N s with exit code 1'],
    [1, 'ended after N s with exit code 1'],
    [137, 'ended after N s by SIGKILL, and not by itself'],
    [13, 'ended after N s with exit code 13: it waits for something that can never come'],
  ]);
});
