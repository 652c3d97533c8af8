/** Every test file runs once, and what starts no programs shares a process. */
import assert from 'node:assert/strict';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findRepeating, planTestFiles } from '../../src/bin/testing/test-files.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const importsOf = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^import '(.*)';$/gm)].map(([, url = '']) => fileURLToPath(url));

test('each of this project’s runs exactly once', (t) => {
  const files = globSync('tests/**/*.test.ts', { cwd: ROOT });
  const planned = planTestFiles(ROOT, files, join(makeTempFolder(t), 'several'));
  const run = planned.flatMap((file) => (file.endsWith('.mjs') ? importsOf(file) : [join(ROOT, file)]));
  assert.deepEqual(run.sort(), files.map((file) => join(ROOT, file)).sort());
  assert.ok(planned.length < files.length - 350, `${planned.length} processes`);
});

test('what has hooks or an environment of its own or measures the processor is alone, also through what it imports; what starts programs shares with its like', (t) => {
  const root = makeTempFolder(t);
  mkdirSync(join(root, 'tests/words'), { recursive: true });
  mkdirSync(join(root, 'tests/scenarios'));
  mkdirSync(join(root, 'tests/support'));
  const texts: Readonly<Record<string, string>> = {
    'tests/words/plain.test.ts': "test('a', () => { before(); });",
    'tests/words/other.test.ts': '',
    'tests/words/hook.test.ts': '\nafter(() => undefined);',
    'tests/words/env.test.ts': "process.env.LANG = 'de';",
    'tests/words/setting.test.ts': "import { open } from '../support/setting.ts';\n",
    'tests/support/setting.ts': 'delete process.env.LANG;',
    'tests/words/program.test.ts': "import { spawn } from 'node:child_process';",
    'tests/words/reading.test.ts': 'const { PATH } = { ...process.env };',
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
  const shared = planned.map((file) =>
    file.endsWith('.mjs') ? importsOf(file).map((path) => relative(root, path)) : file,
  );
  assert.deepEqual(shared, [
    ['tests/scenarios/bot.test.ts'],
    ['plain', 'other', 'reading'].map((name) => `tests/words/${name}.test.ts`),
    ['program', 'display'].map((name) => `tests/words/${name}.test.ts`),
    ...['hook', 'env', 'setting', 'cost', 'mock'].map((name) => `tests/words/${name}.test.ts`),
  ]);
});

test('what repeats a cheaper proof is found where it lies and where it is marked', (t) => {
  const root = makeTempFolder(t);
  const texts: Readonly<Record<string, string>> = {
    'tests/long/repeats/again.test.ts': '',
    'tests/long/kill.ts': '',
    'tests/words/plain.test.ts': "import { until } from '../support/until.ts';\n",
    'tests/words/marked.test.ts': "import { repeats } from '../support/repeats.ts';\n",
  };
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  assert.deepEqual(findRepeating(root), ['tests/long/repeats/again.test.ts', 'tests/words/marked.test.ts']);
});
