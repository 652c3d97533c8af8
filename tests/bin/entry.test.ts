/** The entry of every command, as Nodes see it that cannot read the rest. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';

const ENTRY = join(import.meta.dirname, '../../src/bin/entry.mjs');

function majorOf(node: string): number {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? Number.NaN);
}

test('an older Node is told which one is needed, whatever it lacks', (context) => {
  const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  const old = [...new Set(places)].map((place) => join(place, 'node')).find((node) => majorOf(node) < 24);
  if (old === undefined) return context.skip('there is no older Node on this computer');
  const { status, stdout, stderr } = spawnSync(old, [ENTRY, 'start'], { encoding: 'utf8' });
  assert.equal(stderr.split('\n').length, 2, stderr);
  assert.match(stderr, /^Deskhand needs Node 24 or newer; this is v\d+/);
  assert.equal(status, 3);
  assert.equal(stdout, '');
});
