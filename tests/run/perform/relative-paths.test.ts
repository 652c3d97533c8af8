/** A relative path of a file is one from the folder of the run's shell: what is judged is what is done. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeMachine } from '../../fakes/machine.ts';
import { openTestGate } from '../../safety/open-test-gate.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { DONE, scriptedModel, step } from '../../support/scripted-model.ts';

const HOME = '/home/person';

async function run(...actions: readonly object[]) {
  const machine = createFakeMachine({ hasPlace: true });
  for (const [path, text] of [
    ['work/notes.txt', 'of the work'],
    ['notes.txt', 'of the home folder'],
  ])
    machine.contents.set(`${HOME}/${path}`, text ?? '');
  const model = scriptedModel([...actions.map((action) => step(action)), DONE], {
    intent: { kind: 'simple', scope: { apps: [], sites: [], folders: ['~/work'], kinds: ['save'] } },
  });
  const gate = await openTestGate({ platform: 'linux', home: HOME });
  const bot = await startTestDeskhand({ model, gate, machine });
  await bot.chat.sendText('/run write the list in ~/work');
  const card = await bot.chat.waitFor(({ kind, text }) => kind === 'end' || /without asking at each step/.test(text));
  if (card.kind !== 'end') await bot.chat.tap(card.id, 'Approve');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.close();
  return { machine };
}

const CD = { action: 'shell', command: `cd ${HOME}/work` };

test('what is allowed in a folder is done in that folder, and not beside it', async () => {
  const { machine } = await run(
    CD,
    { action: 'file_create', path: 'list.txt', text: 'milk' },
    { action: 'file_replace', path: './notes.txt', old: 'of the work', text: 'changed' },
  );
  assert.equal(machine.contents.get(`${HOME}/work/list.txt`), 'milk');
  assert.equal(machine.contents.has(`${HOME}/list.txt`), false);
  assert.equal(machine.contents.get(`${HOME}/work/notes.txt`), 'changed');
  assert.equal(machine.contents.get(`${HOME}/notes.txt`), 'of the home folder');
});

test('a card about one names the whole path', async () => {
  const machine = createFakeMachine({ hasPlace: true });
  machine.contents.set(`${HOME}/work/notes.txt`, 'x');
  const model = scriptedModel([step(CD), step({ action: 'send_file', path: 'notes.txt' }), DONE]);
  const bot = await startTestDeskhand({ model, gate: await openTestGate({ platform: 'linux', home: HOME }), machine });
  await bot.chat.sendText('/run look around');
  const card = await bot.chat.waitFor(({ kind }) => kind === 'question');
  assert.match(card.text, /May I send \/home\/person\/work\/notes\.txt to this chat/);
  await bot.chat.tap(card.id, 'Deny');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.close();
});

test('a yes to one reads it there, and nowhere else', async () => {
  const machine = createFakeMachine({ hasPlace: true });
  machine.contents.set(`${HOME}/Library/Messages/chat.txt`, 'of others');
  machine.contents.set(`${HOME}/work/Library/Messages/chat.txt`, 'of an old computer');
  const model = scriptedModel([step(CD), step({ action: 'file_view', path: 'Library/Messages/chat.txt' }), DONE]);
  const bot = await startTestDeskhand({ model, gate: await openTestGate({ platform: 'linux', home: HOME }), machine });
  await bot.chat.sendText('/run look around');
  const card = await bot.chat.waitFor(({ kind }) => kind === 'question');
  assert.match(card.text, /May I read \/home\/person\/work\/Library\/Messages\/chat\.txt/);
  await bot.chat.tap(card.id, 'Approve');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  const shown = JSON.stringify(bot.events());
  assert.match(shown, /of an old computer/);
  assert.doesNotMatch(shown, /of others/);
  await bot.close();
});
