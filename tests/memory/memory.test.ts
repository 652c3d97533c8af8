/** Memory as a person meets it: what runs are told, what they leave, what can be asked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTime } from '../../src/memory/run-notes.ts';
import { createFakeClock } from '../fakes/clock.ts';
import type { FakeAnswer } from '../fakes/model.ts';
import { createFakeVault } from '../fakes/vault.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { DONE, scriptedModel, step } from '../support/scripted-model.ts';
import { runToEnd, say } from '../support/scripted-run.ts';
import { holdsFor, until } from '../support/until.ts';

const today = readTime(new Date().toISOString()).day;
const DAILY = `Daily/${today}.md`;
const CLICK = step({ action: 'click', target: { x: 500, y: 250 } });

test('what was remembered stands in the prompt of the next run, and is gone once it is forgotten', async () => {
  const model = scriptedModel([DONE]);
  const bot = await startTestDeskhand({ model });
  assert.match(await say(bot, '/remember I write mails in German'), /^Saved in/);
  assert.match(await say(bot, '/memory'), /I write mails in German/);
  await runToEnd(bot, 'answer the mail');
  assert.match(model.asked[0]?.system ?? '', /<instructions>[\s\S]*I write mails in German[\s\S]*<\/instructions>/);
  assert.match(await say(bot, '/forget German mails'), /Forgotten: “I write mails in German”/);
  await runToEnd(bot, 'answer the mail');
  assert.doesNotMatch(model.asked.findLast(({ purpose }) => purpose === 'step')?.system ?? '', /in German/);
  assert.match(await say(bot, '/forget German mails'), /nothing saved with these words/);
  assert.match(await say(bot, '/remember'), /What should I remember/);
  await bot.close();
});

test('every run leaves a line in the daily note, the task log and the recent actions, once', async () => {
  const bot = await startTestDeskhand({ model: scriptedModel([CLICK, DONE]) });
  await runToEnd(bot, 'press [[it]] %%now%%');
  await until(() => bot.vault.kept.get('Context/recent-actions.md')?.includes('run 1') ?? false);
  const daily = bot.vault.kept.get(DAILY) ?? '';
  assert.match(
    daily,
    new RegExp(
      `^# ${today}\n\n## Deskhand\n\n- \\d\\d:\\d\\d ✅ “press \\[ \\[it\\]\\] % %now% %” \\(run 1, 1 action, `,
    ),
  );
  assert.match(bot.vault.kept.get('Tasks/task-log.md') ?? '', /✅ “press .*\(run 1, 1 action/);
  const recent = bot.vault.kept.get('Context/recent-actions.md') ?? '';
  assert.match(recent, /^---\ndeskhand_origin: "written by Deskhand after its runs/);
  assert.match(recent, /clicking at 500, 250\. It is done\./);
  await bot.close();

  // A life that ended before it had noted that it did so writes nothing twice.
  await bot.state.set('memory.through', '000000');
  const again = await startTestDeskhand({ model: scriptedModel([DONE]), after: bot });
  await runToEnd(again, 'second');
  await until(() => bot.vault.kept.get('Context/recent-actions.md')?.includes('run 2') ?? false);
  await again.close();
  assert.equal(bot.vault.kept.get(DAILY)?.match(/\(run 1,/g)?.length, 1);
  assert.equal(bot.vault.kept.get(DAILY)?.match(/\(run 2,/g)?.length, 1);
});

test('a run that ended while memory could not write is noted by the next life', async () => {
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]) });
  await runToEnd(bot, 'first');
  await until(() => bot.state.get('memory.through') === '000001');
  await bot.close();
  bot.state.set('memory.through', '000000');
  const vault = createFakeVault();
  const next = await startTestDeskhand({ model: null, after: { ...bot, vault } });
  await until(() => vault.kept.get(DAILY)?.includes('“first” (run 1') ?? false);
  await next.close();
});

test('notes that fit the goal stand in the prompt, the same through the run; a note the run writes says where it is from', async () => {
  const vault = createFakeVault({
    'Current Status.md': '# Current status\n\nAll well.\n',
    'Knowledge/Printer.md': '# Printer\n\nIt is called Brother-2F.\n',
    'Knowledge/Garden.md': '# Garden\n\nRoses.\n',
  });
  const model = scriptedModel([
    step({ action: 'vault_write', path: 'Knowledge/Printer.md', text: '# Printer\n\nIt is called Brother-3G.\n' }),
    step({ action: 'vault_write', path: 'Knowledge/Toner.md', text: 'Black is empty.' }),
    step({ action: 'vault_write', path: 'Knowledge/Garden.md', text: 'Overwritten.' }),
    DONE,
  ]);
  const bot = await startTestDeskhand({ model, vault });
  await runToEnd(bot, 'print with the printer');
  const systems = new Set(model.asked.filter(({ purpose }) => purpose === 'step').map(({ system }) => system));
  assert.equal(systems.size, 1);
  assert.match([...systems].join(''), /<note path="Knowledge\/Printer\.md">\n# Printer\n\nIt is called Brother-2F\./);
  assert.doesNotMatch([...systems].join(''), /Roses/);
  assert.equal(
    vault.kept.get('Knowledge/Printer.md'),
    '---\ndeskhand_origin: "written by Deskhand in run 1, from what was on the screen"\n---\n# Printer\n\nIt is called Brother-3G.\n',
  );
  assert.match(vault.kept.get('Knowledge/Toner.md') ?? '', /^---\ndeskhand_origin: .*run 1.*\n---\nBlack is empty\.$/);
  assert.equal(vault.kept.get('Knowledge/Garden.md'), '# Garden\n\nRoses.\n', 'a note it never read is not replaced');
  assert.match(model.asked.find(({ text }) => text.includes('Read it first'))?.text ?? '', /not done/);
  await runToEnd(bot, 'print with the printer');
  assert.match(
    model.asked.findLast(({ purpose }) => purpose === 'step')?.system ?? '',
    /<untrusted from="note Knowledge\/Printer\.md, written by Deskhand in run 1/,
  );
  await bot.close();
});

test('what the person approved word by word is theirs and carries no mark', async () => {
  const vault = createFakeVault({ 'Identity/instructions.md': '# Standing instructions\n\n- Be brief.\n' });
  const text = '# Standing instructions\n\n- Be brief.\n- Use Firefox.\n';
  const bot = await startTestDeskhand({
    vault,
    model: scriptedModel([step({ action: 'vault_write', path: 'Identity/instructions.md', text }), DONE]),
    risk: ({ action }) => (action === 'vault_write' ? 'high' : 'safe'),
  });
  await bot.chat.sendText('/run keep in mind that I use Firefox');
  const card = await bot.chat.waitFor((message) => message.kind === 'question');
  await bot.chat.tap(card.id, 'Approve');
  await bot.chat.waitFor((message) => message.kind === 'end');
  assert.equal(vault.kept.get('Identity/instructions.md'), text);
  await bot.close();
});

test('/forget run 1 takes its recording, its pictures and its lines', async () => {
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]) });
  await runToEnd(bot, 'something private');
  await until(() => bot.state.get('memory.through') === '000001');
  assert.match(await say(bot, '/forget run 1'), /Run 1 is forgotten/);
  assert.equal(await bot.recordings.read('000001'), null);
  for (const [path, text] of bot.vault.kept) assert.doesNotMatch(text, /something private/, path);
  assert.match(await say(bot, '/forget run 1'), /no run 1/);
  assert.match(await say(bot, '/forget run 99'), /no run 99/);
  await bot.close();
});

test('a run that is forgotten while its story is still being told leaves nothing of it', async () => {
  const story = Promise.withResolvers<FakeAnswer>();
  const model = scriptedModel([CLICK, DONE], { memory: () => story.promise });
  const bot = await startTestDeskhand({ model });
  await runToEnd(bot, 'something private');
  await until(() => model.asked.some(({ purpose }) => purpose === 'memory'));
  const told = bot.chat.seen().length;
  const answer = say(bot, '/forget run 1');
  await holdsFor(100, () => assert.equal(bot.chat.seen().length, told, 'the story is waited for'));
  story.resolve({ narrative: 'Something private was done.', lessons: [] });
  assert.match(await answer, /Run 1 is forgotten/);
  await until(() => bot.state.get('memory.through') === '000001');
  assert.equal(await bot.recordings.read('000001'), null);
  for (const [path, text] of bot.vault.kept) assert.doesNotMatch(text, /something private/i, path);
  await bot.close();
});

test('/forget takes the traces of a run whose recording is gone already', async () => {
  const bot = await startTestDeskhand({ model: scriptedModel([step({ action: 'key', keys: 'cmd+s' }), DONE]) });
  await runToEnd(bot, 'something private');
  await until(() => bot.state.get('memory.through') === '000001');
  await bot.recordings.remove('000001');
  assert.match(await say(bot, '/forget run 1'), /Run 1 is forgotten/);
  for (const [path, text] of bot.vault.kept) assert.doesNotMatch(text, /something private/, path);
  assert.doesNotMatch(JSON.stringify(bot.state.get('memory.procedures')), /private/);
  assert.match(await say(bot, '/forget run 1'), /no run 1/);
  await bot.close();
});

test('what was forgotten leaves the index in the next life, when this one ended before it had', async () => {
  const bot = await startTestDeskhand({ model: null });
  await bot.state.set('memory.index-behind', true);
  await bot.close();
  const next = await startTestDeskhand({ model: null, after: bot });
  assert.equal(next.recall.refreshed(), 0);
  await until(() => next.recall.refreshed() === 1);
  await until(() => bot.state.get('memory.index-behind') === false);
  await next.close();
});

test('recordings past their days go while nothing runs, too', async () => {
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]) });
  await runToEnd(bot, 'first');
  await runToEnd(bot, 'second');
  await bot.close();
  const clock = createFakeClock(Date.now());
  const next = await startTestDeskhand({ model: null, after: bot, clock, keep: { days: 30, maxBytes: 1e9 } });
  assert.deepEqual([...bot.recordings.runs.keys()], ['000001', '000002']);
  clock.jump(32 * 24 * 3_600_000);
  await clock.advance(24 * 3_600_000);
  await until(() => !bot.recordings.runs.has('000001'));
  assert.ok(bot.recordings.runs.has('000002'), 'the newest keeps its number');
  await next.close();
});

test('the room for notes can be set, within its bounds', async () => {
  const bot = await startTestDeskhand({ model: null });
  assert.match(await say(bot, '/memory budget 99999'), /at most 15,000 tokens/);
  assert.match(await say(bot, '/memory'), /up to 15,000 tokens/);
  assert.match(await say(bot, '/memory nonsense'), /\/memory budget 8000/);
  await bot.close();
});
