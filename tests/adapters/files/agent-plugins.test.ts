/** Plugins in the form that everybody shares (Agent Plugins 1.0.0): what is taken, what is left aside, what is refused. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readPlugins } from '../../../adapters/files/plugin-files.ts';
import { inspectPlugin, installPlugin, removePlugin } from '../../../adapters/files/plugin-install.ts';
import { openFolder } from '../../../adapters/files/plugin-package.ts';
import { readManifest } from '../../../src/skills/plugin.ts';
import { isForeign } from '../../../src/skills/skill.ts';
import { english } from '../../../src/words/speak.ts';
import { writeAgentSkill } from '../../support/agent-skill-text.ts';
import { writeSkill } from '../../support/skill-text.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const SCHEMA = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json';
type Files = Readonly<Record<string, string>>;

const manifest = (more: object = {}): string => JSON.stringify({ $schema: SCHEMA, name: 'papers', ...more });
const GOOD: Files = {
  'plugin.json': manifest(),
  'skills/pdf-forms/SKILL.md': writeAgentSkill({ name: 'pdf-forms' }),
  'skills/csv-cleaner/SKILL.md': writeAgentSkill({ name: 'csv-cleaner' }),
  'README.md': 'A plugin.',
};

function write(t: TestContext, files: Files): string {
  const folder = join(makeTempFolder(t), 'papers');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

async function add(t: TestContext, files: Files, taken: readonly string[] = []) {
  const inspected = await inspectPlugin(write(t, files), taken);
  if (!inspected.ok) return { reason: english(inspected.reason), names: [], notes: [], plugins: '' };
  const plugins = join(makeTempFolder(t), 'plugins');
  await installPlugin(plugins, inspected.draft, 'a folder');
  const { skills, problems } = await readPlugins(plugins, []);
  assert.deepEqual(problems, []);
  return {
    reason: '',
    notes: inspected.draft.notes.map(english),
    names: skills.map(({ name }) => name),
    skills,
    plugins,
  };
}

const reasonOf = (value: unknown): string => {
  const read = readManifest(value);
  return read.ok ? '' : english(read.reason);
};

test('a name alone is enough: its Agent Skills are read as somebody else’s, and nothing else of it is kept', async (t) => {
  const { names, skills = [], notes, plugins } = await add(t, GOOD);
  assert.deepEqual(names, ['csv-cleaner', 'pdf-forms']);
  assert.ok(skills.every(isForeign));
  assert.deepEqual(
    skills.map(({ source, permissions }) => [source, permissions]),
    [
      [{ plugin: 'papers', folder: 'csv-cleaner' }, null],
      [{ plugin: 'papers', folder: 'pdf-forms' }, null],
    ],
  );
  assert.deepEqual(notes, []);
  assert.deepEqual(readdirSync(join(plugins, 'papers')).sort(), ['plugin.json', 'skills']);
});

test('what is ours stands under our key: permissions for all of it, and skills in our form', async (t) => {
  const ours = { permissions: ['browser'], skills: ['extra/wave.md'] };
  const wave = writeSkill({ name: 'wave' });
  const files = { ...GOOD, 'plugin.json': manifest({ extensions: { 'app.deskhand': ours, 'com.example': { x: 1 } } }) };
  const { skills = [], names } = await add(t, { ...files, 'extra/wave.md': wave });
  assert.deepEqual(names, ['wave', 'csv-cleaner', 'pdf-forms']);
  assert.ok(skills.every(({ permissions }) => permissions?.join() === 'browser'));
  const greedy = await add(t, { ...files, 'extra/wave.md': writeSkill({ name: 'wave', permissions: 'shell' }) });
  assert.match(greedy.reason, /extra\/wave\.md: it wants shell/);
  for (const [part, reason] of [
    [{ permissions: ['all'] }, /extensions\.app\.deskhand/],
    [{ skills: ['../x.md'] }, /extensions\.app\.deskhand/],
    [{ code: 'x.js' }, /extensions\.app\.deskhand/],
    ['text', /extensions/],
  ] as const)
    assert.match(reasonOf({ $schema: SCHEMA, name: 'x', extensions: { 'app.deskhand': part } }), reason);
});

test('a field that the standard does not know and extensions that are no object are told and left aside', async (t) => {
  const strange = manifest({ permissions: ['shell'], skills: ['x'], hooks: {}, extensions: [1] });
  const { names, notes } = await add(t, { ...GOOD, 'plugin.json': strange });
  assert.deepEqual(names, ['csv-cleaner', 'pdf-forms']);
  assert.deepEqual(
    notes.map((note) => /“(\w+)”/.exec(note)?.[1]),
    ['permissions', 'skills', 'hooks', 'extensions'],
  );
});

test('everything else that is wrong with its manifest refuses it', () => {
  const base = { $schema: SCHEMA, name: 'papers' };
  assert.equal(reasonOf({ ...base, version: '', author: { name: 'A', url: 'x' }, keywords: ['a'] }), '');
  for (const [more, reason] of [
    [{ $schema: SCHEMA.replace('1.0.0', '1.1.0') }, /only .*1\.0\.0.* is known/],
    [{ $schema: `${SCHEMA}#` }, /is known/],
    [{ $schema: 7 }, /is known/],
    [{ name: undefined }, /name: it is missing/],
    [{ name: 'Papers' }, /name: /],
    [{ name: 'a--b' }, /name: /],
    [{ name: 'a..b' }, /name: /],
    [{ name: '.a' }, /name: /],
    [{ name: 'a-' }, /name: /],
    [{ name: '..' }, /name: /],
    [{ name: 'a'.repeat(65) }, /name: /],
    [{ version: 1 }, /version: it must be text/],
    [{ author: 'me' }, /author/],
    [{ author: { twitter: 'me' } }, /author/],
    [{ keywords: 'a' }, /keywords/],
    [{ license: null }, /license/],
    [{ extensions: { x: 1 } }, /extensions\.x/],
  ] as const)
    assert.match(reasonOf({ ...base, ...more }), reason, JSON.stringify(more));
});

test('a bad skill of it is skipped and told, a taken name too; with none that is good it is refused', async (t) => {
  const files = {
    ...GOOD,
    'skills/csv-cleaner/SKILL.md': 'no properties',
    'skills/deep/er/SKILL.md': writeAgentSkill({ name: 'er' }),
  };
  const { names, notes } = await add(t, files);
  assert.deepEqual(names, ['pdf-forms']);
  assert.match(notes.join(), /^The skill skills\/csv-cleaner\/SKILL\.md is skipped: it begins with no properties/);
  const taken = await add(t, files, ['PDF-forms']);
  assert.match(taken.reason, /brings no skill that can be used.*is taken/);
});

test('links are not followed, inside its folder or out of it', async (t) => {
  const folder = write(t, GOOD);
  rmSync(join(folder, 'skills', 'csv-cleaner'), { recursive: true });
  symlinkSync(join(folder, 'skills', 'pdf-forms'), join(folder, 'skills', 'csv-cleaner'));
  const one = await inspectPlugin(folder, []);
  assert.deepEqual(one.ok && one.draft.skills.map(({ name }) => name), ['pdf-forms']);
  const elsewhere = join(makeTempFolder(t), 'SKILL.md');
  writeFileSync(elsewhere, writeAgentSkill({ name: 'pdf-forms' }));
  rmSync(join(folder, 'skills', 'pdf-forms', 'SKILL.md'));
  symlinkSync(elsewhere, join(folder, 'skills', 'pdf-forms', 'SKILL.md'));
  assert.equal((await inspectPlugin(folder, [])).ok, false);
});

test('one that would bring others along, run something or steer npm is refused before anything of it is read', async (t) => {
  for (const [path, text, reason] of [
    ['package.json', JSON.stringify({ dependencies: { x: '1' } }), /needs another package \(x\)/],
    ['package.json', JSON.stringify({ scripts: { postinstall: 'x' } }), /runs by itself \(postinstall\)/],
    ['.npmrc', 'registry=http://x', /steers npm/],
    ['.gitmodules', '[submodule "x"]', /steers npm/],
  ] as const)
    await assert.rejects(openFolder(write(t, { ...GOOD, [path]: text })), reason);
});

test('a name that is no name of a plugin takes nothing away', async (t) => {
  const { plugins } = await add(t, GOOD);
  mkdirSync(join(plugins, '..', 'other'));
  for (const name of ['../other', 'constructor', '..', '.', '']) assert.equal(await removePlugin(plugins, name), false);
  assert.ok(readdirSync(join(plugins, '..')).includes('other'));
  assert.equal(await removePlugin(plugins, 'papers'), true);
});

test('texts beside a skill of it are kept with their hashes, and one that changes turns it off', async (t) => {
  const files = {
    ...GOOD,
    'skills/pdf-forms/references/forms.md': 'Forms.',
    'skills/pdf-forms/scripts/x.sh': 'exit 1',
  };
  const { skills = [], plugins } = await add(t, files);
  const texts = skills.find(({ name }) => name === 'pdf-forms')?.references;
  assert.deepEqual(
    [...(texts ?? [])],
    [
      ['references/forms.md', 'Forms.'],
      ['scripts/x.sh', 'exit 1'],
    ],
  );
  writeFileSync(join(plugins, 'papers', 'skills', 'pdf-forms', 'references', 'forms.md'), 'Other.');
  const after = await readPlugins(plugins, []);
  assert.deepEqual(after.skills, []);
  assert.match(after.problems.map(english).join(), /references\/forms\.md is not what was confirmed/);
});
