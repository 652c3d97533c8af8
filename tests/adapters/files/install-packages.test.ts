/** A set of packages is installed whole, from its lock, without running anything of it; or what was there stays. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { installPackages } from '../../../adapters/files/install-packages.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const never = new AbortController().signal;

/** Stands in for npm: no registry is asked by a test. `act` is JavaScript in the folder where npm was started. */
function npmThat(act: string): readonly string[] {
  return [process.execPath, '-e', `const fs = require('node:fs'); ${act}`, '--'];
}

function prepare(t: { after(act: () => void): void }) {
  const folder = makeTempFolder(t);
  const from = join(folder, 'from');
  mkdirSync(from);
  writeFileSync(join(from, 'package.json'), '{}');
  writeFileSync(join(from, 'package-lock.json'), '{}');
  return { from, packages: join(folder, 'data/packages'), to: join(folder, 'data/packages/set') };
}

test('it lies there once npm has done all of it, and no script of a package was run', async (t) => {
  const { from, to, packages } = prepare(t);
  const npm = npmThat(
    `fs.mkdirSync('node_modules'); fs.writeFileSync('said', process.argv.slice(1).join(' ')); if (!fs.existsSync('package-lock.json') || fs.existsSync(${JSON.stringify(to)})) process.exit(1)`,
  );
  await installPackages({ from, to, npm, env: { PATH: process.env.PATH } }, never);
  assert.match(readFileSync(join(to, 'said'), 'utf8'), /^ci --ignore-scripts/);
  assert.deepEqual(readdirSync(packages), ['set']);
});

test('when npm fails, what was there stays, nothing half is left, and its words are told', async (t) => {
  const { from, to, packages } = prepare(t);
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, 'old'), '');
  const npm = npmThat(
    `fs.mkdirSync('node_modules'); process.stderr.write('npm warn x\\nnpm error code EINTEGRITY\\nnpm error it is not what was locked\\n'); process.exit(1)`,
  );
  await assert.rejects(
    installPackages({ from, to, npm, env: {} }, never),
    /^Error: code EINTEGRITY it is not what was locked$/,
  );
  assert.ok(existsSync(join(to, 'old')));
  assert.deepEqual(readdirSync(packages), ['set']);
  await assert.rejects(
    installPackages({ from, to, npm: ['deskhand-has-no-such-program'], env: {} }, never),
    /npm is not there/,
  );
});

test('a stop leaves nothing half behind', async (t) => {
  const { from, to, packages } = prepare(t);
  const stop = new AbortController();
  const npm = npmThat(`fs.writeFileSync('begun', ''); setInterval(() => undefined, 1000)`);
  const installing = installPackages({ from, to, npm, env: {} }, stop.signal);
  installing.catch(() => undefined);
  await until(() => existsSync(`${to}.new/begun`), 'npm to begin');
  stop.abort();
  await assert.rejects(installing);
  assert.deepEqual(readdirSync(packages), []);
});
