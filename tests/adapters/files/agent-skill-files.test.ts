/** Agent Skills on a real disk: folders beside the person's own markdown. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createSkillFiles } from '../../../adapters/files/skill-files.ts';
import { createSkillShelf } from '../../../src/skills/skill-shelf.ts';
import { english } from '../../../src/words/speak.ts';
import { createFakeStateStore } from '../../fakes/state-store.ts';
import { writeAgentSkill } from '../../support/agent-skill-text.ts';
import { writeSkill } from '../../support/skill-text.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

async function open(t: TestContext) {
  const folder = makeTempFolder(t);
  const [shipped, own] = [join(folder, 'shipped'), join(folder, 'data', 'skills', 'own')];
  mkdirSync(shipped);
  writeFileSync(join(shipped, 'weather.md'), writeSkill({ name: 'weather' }));
  const files = await createSkillFiles({ shipped, plugins: join(folder, 'data', 'plugins'), own });
  const life = new AbortController();
  t.after(() => life.abort());
  const shelf = await createSkillShelf(
    { files, state: createFakeStateStore(), platform: null, warn: () => undefined },
    life.signal,
  );
  const put = (name: string, text = writeAgentSkill({ name })): string => {
    mkdirSync(join(own, name), { recursive: true });
    writeFileSync(join(own, name, 'SKILL.md'), text);
    return join(own, name);
  };
  const stepsOf = (name: string): string | undefined =>
    shelf.list().find(({ skill }) => skill.name === name)?.skill.steps;
  return { folder, own, files, shelf, put, stepsOf };
}

test('a folder that is put there is active soon, and so is what is changed in it', async (t) => {
  const { own, shelf, put, stepsOf } = await open(t);
  put('pdf-forms');
  await until(() => stepsOf('pdf-forms') === 'Do pdf-forms.');
  put('pdf-forms', writeAgentSkill({ name: 'pdf-forms', body: 'Another way.' }));
  await until(() => stepsOf('pdf-forms') === 'Another way.');
  writeFileSync(join(own, 'pdf-forms', 'new'), writeAgentSkill({ name: 'pdf-forms', body: 'A third.' }));
  renameSync(join(own, 'pdf-forms', 'new'), join(own, 'pdf-forms', 'SKILL.md'));
  await until(() => stepsOf('pdf-forms') === 'A third.');
  rmSync(join(own, 'pdf-forms'), { recursive: true });
  await until(() => stepsOf('pdf-forms') === undefined);
  put('pdf-forms');
  await until(() => stepsOf('pdf-forms') === 'Do pdf-forms.');
  assert.deepEqual(shelf.problems(), []);
});

test('what cannot be used is skipped with its reason, and keeps nothing else from being used', async (t) => {
  const { folder, own, files, put } = await open(t);
  put('good');
  put('weather');
  put('other-name', writeAgentSkill({ name: 'good' }));
  put('latin', writeAgentSkill({ name: 'latin', body: '\u0000' }));
  writeFileSync(join(own, 'latin', 'SKILL.md'), new Uint8Array([45, 45, 45, 10, 255, 254]));
  mkdirSync(join(own, 'empty'));
  mkdirSync(join(own, '.hidden'));
  mkdirSync(join(own, 'pipe'));
  execFileSync('mkfifo', [join(own, 'pipe', 'SKILL.md')]);
  mkdirSync(join(own, 'link'));
  writeFileSync(join(folder, 'elsewhere.md'), writeAgentSkill({ name: 'link' }));
  symlinkSync(join(folder, 'elsewhere.md'), join(own, 'link', 'SKILL.md'));
  mkdirSync(join(folder, 'linked'));
  writeFileSync(join(folder, 'linked', 'SKILL.md'), writeAgentSkill({ name: 'linked' }));
  symlinkSync(join(folder, 'linked'), join(own, 'linked'));
  put('large', `${writeAgentSkill({ name: 'large' })}${'x'.repeat(262_144)}`);
  writeFileSync(join(own, 'mine.md'), writeSkill({ name: 'taken' }));
  put('taken');
  const { skills, problems } = await files.read();
  assert.deepEqual(
    skills.map(({ name }) => name),
    ['weather', 'good', 'taken'],
  );
  const said = problems.map(english).join('\n');
  for (const [name, reason] of [
    ['weather', 'the name “weather” is taken'],
    ['other-name', 'its name is “good”, and its folder is not called so'],
    ['latin', 'it is not text in UTF-8'],
    ['empty', 'it is not there'],
    ['pipe', 'it is not a file'],
    ['link', 'it is a link; put the file itself there'],
    ['large', 'it is larger than 256 KB'],
    ['taken', 'the name “taken” is taken'],
  ])
    assert.ok(said.includes(`${join(own, name ?? '', 'SKILL.md')} is skipped: ${reason}.`), `${name}: ${said}`);
  assert.ok(said.includes(`${join(own, 'linked')} is skipped: it is a link`), said);
  assert.equal(problems.length, 9);
});

test('texts that come with a skill are read with it, one level deep, and what is changed there is active soon', async (t) => {
  const { folder, files, shelf, put } = await open(t);
  const place = put('pdf-forms');
  mkdirSync(join(place, 'references', 'deep'), { recursive: true });
  mkdirSync(join(place, 'scripts'));
  mkdirSync(join(place, 'assets'));
  for (const path of [
    'references/forms.md',
    'references/deep/er.md',
    'notes.md',
    '.hidden.md',
    'x.js',
    'scripts/a.py',
    'assets/a.md',
  ])
    writeFileSync(join(place, path), path);
  writeFileSync(join(place, 'references', 'picture.png'), new Uint8Array([255, 254, 0]));
  writeFileSync(join(place, 'references', 'large.md'), 'x'.repeat(262_145));
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  symlinkSync(join(folder, 'secret.txt'), join(place, 'references', 'secret.md'));
  execFileSync('mkfifo', [join(place, 'references', 'pipe.md')]);
  const texts = async () => (await files.read()).skills.find(({ name }) => name === 'pdf-forms')?.references;
  assert.deepEqual(
    [...((await texts()) ?? [])],
    [
      ['references/forms.md', 'references/forms.md'],
      ['scripts/a.py', 'scripts/a.py'],
      ['notes.md', 'notes.md'],
    ],
  );
  const shelved = () =>
    shelf
      .list()
      .find(({ skill }) => skill.name === 'pdf-forms')
      ?.skill.references?.get('references/forms.md');
  await until(() => shelved() === 'references/forms.md');
  writeFileSync(join(place, 'references', 'forms.md'), 'Another text.');
  await until(() => shelved() === 'Another text.');
});
