/** Plugins: text that somebody else wrote, used only as it was confirmed. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { readPlugins } from '../../../adapters/files/plugin-files.ts';
import {
  inspectPlugin,
  installPlugin,
  removePlugin,
  setPluginEnabled,
} from '../../../adapters/files/plugin-install.ts';
import { isPackageName } from '../../../adapters/files/plugin-package.ts';
import { english } from '../../../src/words/speak.ts';
import { ENTRY } from '../../support/programs.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { writeSkill } from '../../support/skill-text.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const WAVE = writeSkill({ name: 'wave', description: 'Waves.', permissions: 'apps' });
const BOW = writeSkill({ name: 'bow' });

interface Files {
  readonly [path: string]: string;
}

const GOOD: Files = {
  'plugin.json': JSON.stringify({
    name: 'manners',
    version: '1.0.0',
    permissions: ['apps'],
    skills: ['skills/wave.md', 'bow.md'],
  }),
  'skills/wave.md': WAVE,
  'bow.md': BOW,
  'index.js': 'process.exit(1)',
};

function write(folder: string, files: Files): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** A data folder's plugins, with the good one in it. */
async function addGood(t: TestContext): Promise<string> {
  const folder = join(makeTempFolder(t), 'plugins');
  const inspected = await inspectPlugin(write(makeTempFolder(t), GOOD), []);
  assert.ok(inspected.ok, inspected.ok ? '' : english(inspected.reason));
  assert.deepEqual(inspected.draft.leftOut, ['index.js']);
  await installPlugin(folder, inspected.draft, 'a folder');
  return folder;
}

const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await readPlugins(folder, [])).skills.map(({ name }) => name);

async function reasonFor(t: TestContext, files: Files, taken: readonly string[] = []): Promise<string> {
  const inspected = await inspectPlugin(write(makeTempFolder(t), { ...GOOD, ...files }), taken);
  return inspected.ok ? '' : english(inspected.reason);
}

test('what was added is used, private, without anything that runs, and held to its permissions', async (t) => {
  const folder = await addGood(t);
  const { skills, problems } = await readPlugins(folder, []);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    skills.map(({ name, permissions, source }) => [name, permissions, source]),
    [
      ['wave', ['apps'], { plugin: 'manners' }],
      ['bow', ['apps'], { plugin: 'manners' }],
    ],
  );
  assert.deepEqual(readdirSync(join(folder, 'manners')).sort(), ['bow.md', 'plugin.json', 'skills']);
  assert.equal(statSync(join(folder, 'manners', 'bow.md')).mode & 0o777, 0o600);
});

test('a file that was changed, added, taken away or made a link turns the whole plugin off and says so', async (t) => {
  const spoilings: readonly ((plugin: string) => void)[] = [
    (plugin) => appendFileSync(join(plugin, 'bow.md'), '\n'),
    (plugin) => writeFileSync(join(plugin, 'more.md'), BOW),
    (plugin) => unlinkSync(join(plugin, 'bow.md')),
    (plugin) => {
      const elsewhere = join(dirname(dirname(plugin)), 'copy.md');
      writeFileSync(elsewhere, BOW);
      unlinkSync(join(plugin, 'bow.md'));
      symlinkSync(elsewhere, join(plugin, 'bow.md'));
    },
  ];
  for (const spoil of spoilings) {
    const folder = await addGood(t);
    spoil(join(folder, 'manners'));
    const { skills, problems } = await readPlugins(folder, []);
    assert.deepEqual(skills, []);
    assert.match(problems.map(english).join('\n'), /The plugin manners is not used: .*plugin remove manners/);
  }
});

test('a folder that nobody confirmed is not used; one that is turned off or taken away neither', async (t) => {
  const folder = await addGood(t);
  write(join(folder, 'sneaky'), { ...GOOD, 'plugin.json': (GOOD['plugin.json'] ?? '').replace('manners', 'sneaky') });
  assert.deepEqual(await namesIn(folder), ['wave', 'bow']);
  assert.match(
    (await readPlugins(folder, [])).problems.map(english).join('\n'),
    /sneaky is not used: it was not added/,
  );
  assert.equal(await setPluginEnabled(folder, 'manners', false), true);
  assert.deepEqual(await namesIn(folder), []);
  await setPluginEnabled(folder, 'manners', true);
  assert.deepEqual(await namesIn(folder), ['wave', 'bow']);
  assert.equal(await removePlugin(folder, 'manners'), true);
  assert.deepEqual(await namesIn(folder), []);
  assert.equal(existsSync(join(folder, 'manners')), false);
  assert.equal(await removePlugin(folder, 'manners'), false);
});

test('a plugin that wants out of its folder, more than it names, or somebody else’s name is refused with the reason', async (t) => {
  const manifest = (more: object): string =>
    JSON.stringify({ name: 'x', version: '1', permissions: [], skills: ['bow.md'], ...more });
  for (const path of ['../bow.md', '/etc/passwd.md', 'a/../../b.md', '.hidden.md', 'run.js', 'a\\b.md'])
    assert.match(await reasonFor(t, { 'plugin.json': manifest({ skills: [path] }) }), /no path of a \.md file/, path);
  for (const name of ['../x', 'X', '', '.x', 'a/b', '__proto__'])
    assert.match(await reasonFor(t, { 'plugin.json': manifest({ name }) }), /name: /, name);
  assert.match(await reasonFor(t, { 'plugin.json': manifest({ permissions: ['everything'] }) }), /permissions/);
  assert.match(await reasonFor(t, { 'plugin.json': manifest({ scripts: { install: 'x' } }) }), /scripts/);
  assert.match(
    await reasonFor(t, { 'bow.md': writeSkill({ name: 'bow', permissions: 'apps, shell' }) }),
    /it wants shell/,
  );
  assert.match(await reasonFor(t, { 'bow.md': 'nothing' }), /bow\.md: it has no title/);
  assert.match(await reasonFor(t, {}, ['Wave']), /the name “wave” is taken/);
  const linked = write(makeTempFolder(t), GOOD);
  unlinkSync(join(linked, 'bow.md'));
  symlinkSync('/etc/passwd', join(linked, 'bow.md'));
  assert.equal((await inspectPlugin(linked, [])).ok, false);
});

test('only names of packages are fetched by name', () => {
  for (const name of ['deskhand-tools', '@me/tools', 'tools@1.2.3']) assert.ok(isPackageName(name), name);
  for (const name of [
    'https://x.example/a.tgz',
    'git+ssh://x',
    'github:a/b',
    '--registry=http://x',
    '../x',
    'a b',
    'file:x',
  ])
    assert.equal(isPackageName(name), false, name);
});

test('npm run plugin: a tarball is added without running anything, after a yes; listed, turned off and taken away', async (t) => {
  const folder = makeTempFolder(t);
  const mark = join(folder, 'script-ran');
  const source = write(join(folder, 'package'), {
    ...GOOD,
    'package.json': JSON.stringify({
      name: 'manners',
      version: '1.0.0',
      scripts: { test: `touch ${mark}` },
      bin: { manners: 'index.js' },
    }),
  });
  execFileSync('tar', ['-czf', join(folder, 'manners.tgz'), '-C', folder, 'package']);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const run = async (...args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> => {
    const env = { PATH: process.env.PATH, HOME: folder, DATA_DIR: data, npm_config_offline: 'true' };
    const command = [ENTRY, 'plugin', ...args];
    return promisify(execFile)(process.execPath, command, { env, cwd: folder }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => ({
        code: error.code,
        said: error.stdout + error.stderr,
      }),
    );
  };
  const asked = await run('add', source);
  assert.equal(asked.code, 2);
  assert.match(
    asked.said,
    /It may use: apps\..*answers to \^wave\$.*Not taken: .*index\.js.*nobody is there to confirm/s,
  );
  assert.equal(existsSync(join(data, 'plugins', 'manners')), false);

  const added = await run('add', 'manners.tgz', '--yes');
  assert.equal(added.code, 0, added.said);
  assert.equal(existsSync(mark), false, 'no script of the package ran');
  assert.deepEqual(await namesIn(join(data, 'plugins')), ['wave', 'bow']);
  assert.match((await run('list')).said, /manners 1\.0\.0 {2}on, may use apps, from manners\.tgz/);
  assert.equal((await run('disable', 'manners')).code, 0);
  assert.match((await run('list')).said, /manners 1\.0\.0 {2}off/);
  assert.equal((await run('remove', 'manners')).code, 0);
  assert.match((await run('list')).said, /No plugin is added/);
  if (WITH_REPEATS) {
    assert.equal((await run('remove', 'manners')).code, 1);
    assert.equal((await run('add', 'git+ssh://x')).code, 2);
    assert.equal((await run('frobnicate')).code, 2);
  }
  assert.ok(readFileSync(join(source, 'index.js')).length > 0);
});

test('npm run plugin export: a shipped skill and one of your own are written once, in a folder of their name', async (t) => {
  const folder = makeTempFolder(t);
  const data = join(folder, 'data');
  mkdirSync(join(data, 'skills', 'own'), { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'skills', 'own', 'mine.md'), writeSkill({ name: 'My Way', description: 'Mine.' }));
  const run = async (...args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> => {
    const env = { PATH: process.env.PATH, HOME: folder, DATA_DIR: data };
    return promisify(execFile)(process.execPath, [ENTRY, 'plugin', 'export', ...args], {
      env,
      cwd: folder,
    }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => ({
        code: error.code,
        said: error.stdout + error.stderr,
      }),
    );
  };
  assert.equal((await run('my way')).code, 0);
  assert.match(
    readFileSync(join(folder, 'my-way', 'SKILL.md'), 'utf8'),
    /^---\nname: "my-way"\ndescription: "Mine\."\n/,
  );
  const again = await run('my way');
  assert.equal(again.code, 1);
  assert.match(again.said, /Nothing was written: .*my-way/);
  assert.equal((await run('weather', 'shared')).code, 0);
  assert.ok(existsSync(join(folder, 'shared', 'weather', 'SKILL.md')));
  assert.match((await run('nothing')).said, /There is no skill nothing/);
  // A written skill is read as somebody else's, and cannot be written again.
  mkdirSync(join(data, 'skills', 'own', 'other'));
  writeFileSync(join(data, 'skills', 'own', 'other', 'SKILL.md'), '---\nname: other\ndescription: x\n---\nDo.');
  assert.match((await run('other')).said, /other is somebody else's/);
});
