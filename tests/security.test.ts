/** SECURITY.md promises nothing without a test: every promise names one, and what it names is there. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const page = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
const promised = /\n## What is promised\n([\s\S]*?)\n## /.exec(page)?.[1] ?? '';
const scripts = Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts);

test('each promise names the test that holds it', () => {
  const promises = promised.split(/\n(?=\*\*)/).filter((part) => part.trim().startsWith('**'));
  assert.ok(promises.length > 10, `${promises.length} promises`);
  for (const promise of promises) assert.match(promise, /`(?:tests\/[^`]+|npm run [a-z:]+)`/, promise.slice(0, 80));
});

test('the tests and scripts that the page names are there', () => {
  const files = [...page.matchAll(/`(tests\/[^`]+)`/g)].map(([, path = '']) => path);
  assert.ok(files.length > 20, `${files.length} files`);
  for (const path of files) assert.ok(existsSync(join(ROOT, path)), path);
  for (const [, name = ''] of page.matchAll(/npm run ([a-z:]+)/g)) assert.ok(scripts.includes(name), name);
});
