/** What Deskhand calls on a Mac, what the table of it says, and what the Mac page shows are one. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadNative } from '../../../../adapters/desktop/macos/native/load.ts';
import { CONSTANTS, MESSAGES, OPTIONAL_SYMBOLS, SYMBOLS } from '../../../../adapters/desktop/macos/native/symbols.ts';
import { MAC_PROGRAMS } from '../../../../adapters/desktop/macos/programs.ts';
import { buildStandIn, noMac } from '../../../support/mac/build.ts';
import { describeCalls } from './table.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const read = (pattern: string): string =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => !/symbols\.ts$|programs\.ts$/.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');
const layer = read('adapters/desktop/macos/**/*.ts');

test('every function, constant and message of the tables is used, and nothing is bound beside them', () => {
  for (const name of [...Object.keys(SYMBOLS), ...Object.keys(OPTIONAL_SYMBOLS), ...Object.keys(CONSTANTS)])
    assert.ok(new RegExp(`\\b${name}\\b`).test(layer), `${name} is called nowhere`);
  for (const name of Object.keys(MESSAGES))
    assert.ok(new RegExp(`send\\.${name}\\(`).test(layer), `${name} is sent nowhere`);
  assert.equal(layer.match(/\.func\(/g)?.length, 2, 'functions are bound in the loader alone');
  assert.equal(layer.match(/from 'koffi'/g)?.length, 1);
});

test('the stand-in has every symbol with the same name; one that is missing is named', { skip: noMac }, () => {
  const { library, screencapture } = buildStandIn();
  const native = loadNative(library);
  assert.deepEqual(Object.keys(native.c), Object.keys(SYMBOLS));
  assert.ok(Object.values(native.optional).every((call) => call !== null));
  assert.throws(() => loadNative(screencapture));
});

test('every program of the system that is run stands in the table with its flags, and the other way round', () => {
  const code = `${layer}\n${read('adapters/machine/mac.ts')}\n${read('src/bin/{commands/check-mac,mac/*}.ts')}`;
  const named = new Set([...code.matchAll(/'(\/(?:usr\/)?s?bin\/[a-z_-]+)'/g)].map(([, path]) => path));
  // Of the machine: it says its paths itself, for an adapter reads no other adapter's table.
  const known: readonly string[] = Object.values(MAC_PROGRAMS).map(({ path }) => path);
  for (const path of named) assert.ok(path !== undefined && known.includes(path), `${path} is in no table`);
  for (const [name, { path, flags }] of Object.entries(MAC_PROGRAMS)) {
    assert.ok(named.has(path) || new RegExp(`MAC_PROGRAMS\\.${name}\\b`).test(code), `${path} is run nowhere`);
    for (const flag of flags) assert.ok(code.includes(`'${flag}'`) || code.includes(`\`${flag}$`), `${path} ${flag}`);
  }
});

test('the Mac page shows the table as it is', () => {
  const page = readFileSync(join(ROOT, 'docs/mac.md'), 'utf8');
  assert.ok(page.includes(describeCalls()), `the table is now:\n${describeCalls()}`);
});
