/** Skills on a real disk: what editors do to files, and what else may lie in a folder. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createSkillFiles } from '../../../adapters/files/skill-files.ts';
import { watchFolders } from '../../../adapters/files/watch-folders.ts';
import type { SkillFiles } from '../../../src/skills/skill-files.ts';
import { createSkillShelf, type SkillShelf } from '../../../src/skills/skill-shelf.ts';
import { english } from '../../../src/words/speak.ts';
import { testSkillFilesContract } from '../../contracts/skill-files.ts';
import { createFakeStateStore } from '../../fakes/state-store.ts';
import { killWhileSaving } from '../../long/skill-kills.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { writeSkill } from '../../support/skill-text.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { holdsFor, until } from '../../support/until.ts';

interface Place {
  readonly files: SkillFiles;
  readonly shipped: string;
  readonly own: string;
}

async function makePlace(t: { after(act: () => void): void }): Promise<Place> {
  const folder = makeTempFolder(t);
  const shipped = join(folder, 'shipped');
  const own = join(folder, 'data', 'skills', 'own');
  mkdirSync(shipped);
  return { shipped, own, files: await createSkillFiles({ shipped, plugins: join(folder, 'plugins'), own }) };
}

testSkillFilesContract('A folder', async (t) => {
  const { files, own } = await makePlace(t);
  return {
    files,
    put(file, markdown) {
      if (markdown === null) unlinkSync(join(own, file));
      else writeFileSync(join(own, file), markdown);
    },
  };
});

async function openShelf(t: TestContext, { files }: Place): Promise<SkillShelf> {
  const life = new AbortController();
  t.after(() => life.abort());
  return createSkillShelf({ files, state: createFakeStateStore(), platform: null, warn: () => undefined }, life.signal);
}

/** A second is promised; a busy machine gets more. */
const untilTold = (isSo: () => boolean): Promise<true> => until(isSo, () => `it to be told: ${isSo}`);

test('a changed file is active within a second, however the editor saves it', async (t) => {
  const place = await makePlace(t);
  const shelf = await openShelf(t, place);
  const path = join(place.own, 'greet.md');
  const stepsNow = (): string | undefined => shelf.book().match('greet')?.skill.steps;
  const text = (steps: string): string => writeSkill({ name: 'greet', steps });

  writeFileSync(path, text('One.'));
  await untilTold(() => stepsNow() === 'One.');
  writeFileSync(`${path}.new`, text('Two.'));
  renameSync(`${path}.new`, path);
  await untilTold(() => stepsNow() === 'Two.');
  renameSync(path, `${path}~`);
  writeFileSync(path, text('Three.'));
  unlinkSync(`${path}~`);
  await untilTold(() => stepsNow() === 'Three.');
  unlinkSync(path);
  await untilTold(() => stepsNow() === undefined);
});

test('a half-written file is skipped with its reason and active once it is whole', async (t) => {
  const place = await makePlace(t);
  const shelf = await openShelf(t, place);
  const path = join(place.own, 'slow.md');
  const whole = writeSkill({ name: 'slow', playbook: [{ action: 'wait', seconds: 1 }] });
  const half = whole.indexOf('[') + 5;
  writeFileSync(path, whole.slice(0, half));
  await untilTold(() => shelf.problems().some((problem) => english(problem).includes('slow.md')));
  assert.equal(shelf.book().match('slow'), null);
  appendFileSync(path, whole.slice(half));
  await untilTold(() => shelf.book().match('slow') !== null);
  assert.deepEqual(shelf.problems(), []);
});

test('the folder may go and come back', async (t) => {
  const place = await makePlace(t);
  const shelf = await openShelf(t, place);
  writeFileSync(join(place.own, 'a.md'), writeSkill({ name: 'a' }));
  await untilTold(() => shelf.book().match('a') !== null);
  rmSync(place.own, { recursive: true });
  await untilTold(() => shelf.book().match('a') === null);
  mkdirSync(place.own);
  writeFileSync(join(place.own, 'a.md'), writeSkill({ name: 'a' }));
  await untilTold(() => shelf.book().match('a') !== null);
  writeFileSync(join(place.own, 'b.md'), writeSkill({ name: 'b' }));
  await untilTold(() => shelf.book().match('b') !== null);
});

test('what is no skill file holds nothing up: pipes, folders, links to nowhere, huge and binary files', async (t) => {
  const place = await makePlace(t);
  execFileSync('/usr/bin/mkfifo', [join(place.own, 'pipe.md')]);
  mkdirSync(join(place.own, 'folder.md'));
  symlinkSync('/nowhere/at/all', join(place.own, 'link.md'));
  writeFileSync(join(place.own, 'huge.md'), 'x'.repeat(300_000));
  writeFileSync(join(place.own, 'binary.md'), Buffer.from([0xff, 0xfe, 0x00]));
  writeFileSync(join(place.own, 'notes.txt'), 'not a skill');
  writeFileSync(join(place.own, 'good.md'), writeSkill({ name: 'good' }));
  const { skills, problems } = await place.files.read();
  assert.deepEqual(
    skills.map(({ name }) => name),
    ['good'],
  );
  assert.equal(problems.length, 4, problems.map(english).join('\n'));
});

test('an own skill wins over the shipped one of its name; a second file of a name is told of', async (t) => {
  const place = await makePlace(t);
  const shelf = await openShelf(t, place);
  writeFileSync(join(place.shipped, 'greet.md'), writeSkill({ name: 'greet', steps: 'Shipped.' }));
  writeFileSync(join(place.own, 'mine.md'), writeSkill({ name: 'Greet', trigger: '^greet$', steps: 'Mine.' }));
  await untilTold(() => shelf.book().match('greet')?.skill.steps === 'Mine.');
  assert.equal(shelf.list().length, 1);
  writeFileSync(join(place.own, 'zz.md'), writeSkill({ name: 'greet', steps: 'Second.' }));
  await untilTold(() => shelf.problems().length === 1);
  assert.match(english(shelf.problems()[0] ?? ''), /zz\.md is skipped: mine\.md is called “Greet” too/);
});

test('three hundred changes at once are read a few times, not three hundred', async (t) => {
  const place = await makePlace(t);
  let told = 0;
  const watching = new AbortController();
  t.after(() => watching.abort());
  watchFolders(
    () => [place.own],
    () => {
      told += 1;
    },
    watching.signal,
  );
  for (let number = 0; number < 300; number += 1)
    writeFileSync(join(place.own, `skill-${number}.md`), writeSkill({ name: `skill ${number}` }));
  await untilTold(() => told > 0);
  await holdsFor(400, () => assert.ok(told <= 5, `told ${told} times`));
  const before = told;
  await holdsFor(800, () => assert.equal(told, before, 'and nothing while nothing happens'));
});

const KILLS = WITH_REPEATS ? 5 : 2;

test('a kill -9 while skills are saved loses nothing acknowledged and shows nothing half-written', async (t) => {
  const { broken, saved } = await killWhileSaving(makeTempFolder(t), KILLS, Math.random);
  assert.deepEqual(broken, []);
  assert.ok(saved >= KILLS);
});
