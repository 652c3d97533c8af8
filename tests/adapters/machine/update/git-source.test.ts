/** Updates of a clone: real repositories, real keys, git's own verification, npm's own install. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createGitSource } from '../../../../adapters/machine/update/git-source.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const NEVER = new AbortController().signal;

function openClone(t: TestContext) {
  const folder = makeTempFolder(t);
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    // Where no registry is reached, npm tries again for over a minute.
    npm_config_fetch_retries: '0',
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((who) => [
        [`GIT_${who}_NAME`, 'a'],
        [`GIT_${who}_EMAIL`, 'a@b'],
      ]),
    ),
  };
  const [origin, clone] = [join(folder, 'origin'), join(folder, 'clone')];
  const run = (cwd: string, ...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'gpg.format=ssh', ...words], { cwd, env, encoding: 'utf8', stdio: 'pipe' }).trim();
  const makeKey = (name: string): string => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)], { stdio: 'pipe' });
    return join(folder, name);
  };
  const [key, stranger] = [makeKey('key'), makeKey('stranger')];
  const signers = join(folder, 'signers');
  writeFileSync(signers, `makers namespaces="git" ${readFileSync(`${key}.pub`, 'utf8')}`);
  mkdirSync(origin);
  run(origin, 'init', '-q', '-b', 'main');
  const commit = (version: string): void => {
    writeFileSync(join(origin, 'package.json'), JSON.stringify({ name: 'deskhand', version }));
    writeFileSync(
      join(origin, 'package-lock.json'),
      JSON.stringify({
        name: 'deskhand',
        version,
        lockfileVersion: 3,
        packages: { '': { name: 'deskhand', version } },
      }),
    );
    writeFileSync(join(origin, 'CHANGELOG.md'), `# Changelog\n\n## ${version}\n\n- new in ${version}\n`);
    mkdirSync(join(origin, 'src/bin'), { recursive: true });
    writeFileSync(join(origin, 'src/bin/entry.mjs'), `// ${version}\n`);
    writeFileSync(join(origin, '.gitignore'), 'node_modules\n/state/\n.env\n/.update/\n');
    run(origin, 'add', '-A');
    run(origin, 'commit', '-q', '-m', version);
  };
  const tag = (name: string, by: string | null = key): void => {
    if (by === null) run(origin, 'tag', name);
    else run(origin, '-c', `user.signingKey=${by}`, 'tag', '-s', '-m', name, name);
  };
  commit('0.1.0');
  tag('v0.1.0');
  run(folder, 'clone', '-q', origin, clone);
  // The person's own files in the clone.
  mkdirSync(join(clone, 'state'));
  writeFileSync(join(clone, 'state/mine'), 'mine');
  writeFileSync(join(clone, '.env'), 'LANGUAGE=de\n');
  mkdirSync(join(clone, 'node_modules'));
  writeFileSync(join(clone, 'node_modules/old'), 'old');
  const source = createGitSource({ root: clone, version: '0.1.0', signers, npm: ['npm'], env });
  const versionHere = (): string => JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')).version;
  return { folder, origin, clone, key, stranger, signers, env, run, commit, tag, source, versionHere };
}

test('a signed version is told, laid out beside, put in, and taken back; nothing of the person is touched', async (t) => {
  const { clone, commit, tag, source, run, versionHere } = openClone(t);
  assert.equal(await source.find(NEVER), null, 'nothing newer');
  assert.equal(await source.peek(NEVER), null);
  commit('0.2.0');
  tag('v0.2.0');
  assert.equal(await source.peek(NEVER), '0.2.0');
  const candidate = await source.find(NEVER);
  assert.ok(candidate);
  assert.deepEqual([candidate.version, candidate.provenBy], ['0.2.0', 'makers']);
  assert.match(candidate.changelog, /new in 0\.2\.0/);
  const prepared = await candidate.prepare(NEVER);
  assert.equal(readFileSync(prepared.entry, 'utf8'), '// 0.2.0\n');
  assert.equal(versionHere(), '0.1.0', 'nothing is in place before the swap');
  await prepared.swap();
  assert.equal(versionHere(), '0.2.0');
  assert.equal(run(clone, 'status', '--porcelain'), '');
  await prepared.back();
  assert.equal(versionHere(), '0.1.0');
  assert.equal(run(clone, 'symbolic-ref', '--short', 'HEAD'), 'main');
  assert.equal(readFileSync(join(clone, 'node_modules/old'), 'utf8'), 'old');
  await candidate.drop();
  assert.ok(!existsSync(join(clone, '.update')));
  assert.equal(readFileSync(join(clone, 'state/mine'), 'utf8'), 'mine');
  assert.equal(readFileSync(join(clone, '.env'), 'utf8'), 'LANGUAGE=de\n');
});

test('what is not signed by a known key is refused, and the clone stays as it is', async (t) => {
  const { folder, origin, commit, tag, source, stranger, run, clone, env, versionHere } = openClone(t);
  const refuses = (pattern: RegExp) => assert.rejects(source.find(NEVER), { name: 'UpdateRefused', message: pattern });
  commit('0.2.0');
  tag('v0.2.0', null);
  await refuses(/v0\.2\.0 is not signed/);
  run(origin, 'tag', '-d', 'v0.2.0');
  run(origin, 'tag', '-a', '-m', 'no signature', 'v0.2.0');
  await refuses(/not one of a known key/);
  run(origin, 'tag', '-d', 'v0.2.0');
  tag('v0.2.0', stranger);
  await refuses(/not one of a known key/);
  // A good signature of an old version under a new name.
  run(origin, 'tag', '-d', 'v0.2.0');
  run(origin, 'update-ref', 'refs/tags/v0.2.0', run(origin, 'rev-parse', 'v0.1.0'));
  await refuses(/signed under another name/);
  // The tag is signed, but the package in it has another version.
  run(origin, 'update-ref', '-d', 'refs/tags/v0.2.0');
  tag('v0.3.0');
  await refuses(/holds another version/);
  const keyless = createGitSource({ root: clone, version: '0.1.0', signers: join(folder, 'none'), npm: ['npm'], env });
  await assert.rejects(keyless.find(NEVER), /UPDATE_SIGNERS/);
  assert.equal(versionHere(), '0.1.0');
});

test('a key that signs with OpenPGP does not count, whatever the person’s key ring holds', async (t) => {
  const { origin, commit, source, run, folder } = openClone(t);
  commit('0.2.0');
  // git hands a tag with such a block to gpg: this one says yes to everything.
  const gpg = join(folder, 'gpg');
  writeFileSync(gpg, '#!/bin/sh\necho "[GNUPG:] GOODSIG 0 makers"\necho "[GNUPG:] VALIDSIG 0"\nexit 0\n', {
    mode: 0o755,
  });
  const head = run(origin, 'rev-parse', 'HEAD');
  const text = `object ${head}\ntype commit\ntag v0.2.0\ntagger a <a@b> 1 +0000\n\nx\n-----BEGIN PGP SIGNATURE-----\n\naaaa\n-----END PGP SIGNATURE-----\n`;
  writeFileSync(join(folder, 'tag'), text);
  const id = run(origin, 'hash-object', '-t', 'tag', '-w', join(folder, 'tag'));
  run(origin, 'update-ref', 'refs/tags/v0.2.0', id);
  run(join(folder, 'clone'), 'config', 'gpg.program', gpg);
  run(join(folder, 'clone'), 'config', 'gpg.openpgp.program', gpg);
  await assert.rejects(source.find(NEVER), /not one of a known key/);
});

test('changed files, a remote that is gone, no clone, and packages that cannot be had are told, and change nothing', async (t) => {
  const { folder, origin, clone, env, signers, commit, tag, source, run, versionHere } = openClone(t);
  commit('0.2.0');
  tag('v0.2.0');
  writeFileSync(join(clone, 'src/bin/entry.mjs'), '// mine\n');
  await assert.rejects(source.find(NEVER), /You changed files of Deskhand itself \(src\/bin\/entry\.mjs\)/);
  run(clone, 'checkout', '-q', 'src/bin/entry.mjs');
  writeFileSync(join(origin, 'package-lock.json'), '{}');
  run(origin, 'commit', '-qam', 'broken lock');
  writeFileSync(
    join(origin, 'package.json'),
    JSON.stringify({ name: 'deskhand', version: '0.4.0', dependencies: { a: '1' } }),
  );
  run(origin, 'commit', '-qam', '0.4.0');
  tag('v0.4.0');
  const candidate = await source.find(NEVER);
  await assert.rejects(candidate?.prepare(NEVER) ?? Promise.resolve(), /Its packages cannot be installed/);
  await candidate?.drop();
  assert.equal(versionHere(), '0.1.0');
  run(clone, 'remote', 'set-url', 'origin', join(folder, 'gone'));
  await assert.rejects(source.find(NEVER), /cannot be looked up/);
  const nowhere = createGitSource({ root: join(folder, 'none'), version: '0.1.0', signers, npm: ['npm'], env });
  await assert.rejects(nowhere.find(NEVER), /is not a git clone/);
  assert.equal(await nowhere.peek(NEVER), null);
});
