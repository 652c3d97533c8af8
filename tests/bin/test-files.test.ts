/** Every test file runs once, and what starts no programs shares a process. */
import assert from 'node:assert/strict';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { planTestFiles } from '../../src/bin/testing/test-files.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const importsOf = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^import '(.*)';$/gm)].map(([, url = '']) => fileURLToPath(url));

test('each of this project’s runs exactly once', (t) => {
  const files = globSync('tests/**/*.test.ts', { cwd: ROOT });
  const planned = planTestFiles(ROOT, files, join(makeTempFolder(t), 'several'));
  const run = planned.flatMap((file) => (file.endsWith('.mjs') ? importsOf(file) : [join(ROOT, file)]));
  assert.deepEqual(run.sort(), files.map((file) => join(ROOT, file)).sort());
  assert.ok(planned.length < files.length - 150, `${planned.length} processes`);
});

test('what has hooks or an environment of its own, starts programs or measures the processor is alone, also through what it imports', (t) => {
  const root = makeTempFolder(t);
  mkdirSync(join(root, 'tests/words'), { recursive: true });
  mkdirSync(join(root, 'tests/scenarios'));
  mkdirSync(join(root, 'tests/support'));
  const texts: Readonly<Record<string, string>> = {
    'tests/words/plain.test.ts': "test('a', () => { before(); });",
    'tests/words/other.test.ts': '',
    'tests/words/hook.test.ts': '\nafter(() => undefined);',
    'tests/words/env.test.ts': "process.env.LANG = 'de';",
    'tests/words/program.test.ts': "import { spawn } from 'node:child_process';",
    'tests/words/cost.test.ts': 'process.cpuUsage()',
    'tests/words/display.test.ts': "import { open } from '../support/bench.ts';\n",
    'tests/support/bench.ts': "import { startTestDisplay } from './x11.ts';\n",
    'tests/support/x11.ts': "import { spawn } from 'node:child_process';",
    'tests/words/mock.test.ts': 't.mock.timers',
    'tests/scenarios/bot.test.ts': "import { spawn } from 'node:child_process';",
  };
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(root, file), text);
  const tests = Object.keys(texts).filter((file) => file.endsWith('.test.ts'));
  const planned = planTestFiles(root, tests, join(root, 'several'));
  assert.equal(planned[0], 'tests/scenarios/bot.test.ts', 'the long ones first');
  const shared = planned.filter((file) => file.endsWith('.mjs')).flatMap(importsOf);
  assert.deepEqual(
    shared,
    ['plain', 'other'].map((name) => join(root, `tests/words/${name}.test.ts`)),
  );
});
