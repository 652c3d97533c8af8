/** A run with a plan is one run to memory: its parts are told, saved, learned from and forgotten with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeModel, type FakeAnswer } from '../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { grantWishes, step } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';

const GOAL = '1. find the invoice\n2. save it as invoice.pdf\n3. print it\n4. file the mail';
const PARTS = [
  { goal: 'Find the invoice in the mail', check: 'the mail is open', needs: [] },
  { goal: 'Save the invoice as ~/invoice.pdf', check: '~/invoice.pdf exists', needs: [1] },
  { goal: 'File the mail', check: 'the inbox is empty', needs: [] },
];

function planner() {
  return createFakeModel(({ purpose, text }): FakeAnswer => {
    if (purpose === 'plan') return { parts: PARTS };
    if (purpose === 'verify') return { screen: 'A window.', reasons: ['It is there'], score: 90, ...grantWishes(text) };
    if (purpose === 'memory') return { narrative: 'The invoice was found and saved.', lessons: [] };
    const keys = /^Goal: Find/m.test(text) ? 'cmd+f' : /^Goal: Save/m.test(text) ? 'cmd+s' : 'cmd+e';
    if (/Nothing has been done yet/.test(text)) return step({ action: 'key', keys });
    return step({ action: 'done', summary: 'Finished.' });
  });
}

async function runPlan(bot: TestDeskhand): Promise<string> {
  await bot.chat.sendText(`/run ${GOAL}`);
  const card = await bot.chat.waitFor((message) => message.kind === 'question' && /My plan/.test(message.text));
  await bot.chat.tap(card.id, 'Go');
  const end = await bot.chat.waitFor(({ kind }) => kind === 'end', 30_000);
  await until(() => bot.state.get('memory.through') === '000004');
  return end.id;
}

test('its recording, its report, its lines and what it taught hold what its parts did', async () => {
  const bot = await startTestDeskhand({ model: planner() });
  const end = await runPlan(bot);
  const recording = await bot.recordings.readRecording('000001');
  assert.deepEqual(recording?.successful_actions, [
    { action: 'key', keys: 'cmd+f', repeat: 1 },
    { action: 'key', keys: 'cmd+s', repeat: 1 },
    { action: 'key', keys: 'cmd+e', repeat: 1 },
  ]);
  assert.match(JSON.stringify(recording?.all_actions), /"run":"000002".*"run":"000003"/);
  assert.equal(recording?.narrative, 'The invoice was found and saved.');

  await bot.chat.tap(end, 'Report');
  await bot.chat.waitFor(({ text }) => /The report of run 1/.test(text));
  const report = bot.recordings.runs.get('000001')?.report ?? '';
  assert.match(
    report,
    /Planned:[\s\S]*Find the invoice in the mail[\s\S]*Part 1 of 3: Find the invoice[\s\S]*Pressing cmd\+f[\s\S]*Part 2 of 3: Save[\s\S]*Pressing cmd\+s/,
  );
  assert.doesNotMatch(report, /The picture is not kept/);

  const log = bot.vault.kept.get('Tasks/task-log.md') ?? '';
  assert.match(log, /“1\. find the invoice .*” \(run 1, 3 actions/);
  assert.doesNotMatch(log, /run 2|run 3|run 4/, 'one line for the whole');
  await bot.chat.sendText('/memory learned 1');
  const learned = await bot.chat.waitFor(({ text }) => /worked: /.test(text));
  assert.match(learned.text, /worked: pressing cmd\+f → pressing cmd\+s → pressing cmd\+e/);
  await bot.close();
});

test('saved as a skill it does what all parts did; forgotten it takes them along', async () => {
  const bot = await startTestDeskhand({ model: planner() });
  const end = await runPlan(bot);
  await bot.chat.tap(end, 'Save as skill');
  const offer = await bot.chat.waitFor(({ text }) => /Save this as a skill\?/.test(text));
  assert.match(offer.text, /"keys":"cmd\+f"[\s\S]*"keys":"cmd\+s"[\s\S]*"keys":"cmd\+e"/);
  await bot.chat.tap(offer.id, 'Cancel');

  await bot.chat.sendText('/forget run 1');
  await bot.chat.waitFor(({ text }) => /Run 1 is forgotten/.test(text));
  for (const run of ['000001', '000002', '000003', '000004']) assert.equal(await bot.recordings.read(run), null, run);
  for (const [path, text] of bot.vault.kept) assert.doesNotMatch(text, /invoice/, path);
  await bot.chat.sendText('/memory learned');
  await bot.chat.waitFor(({ text }) => /Nothing has been learned/.test(text));
  await bot.close();
});

test('a run that goes on from an earlier one is saved with what that one did', async () => {
  let isFirst = true;
  const model = createFakeModel(({ purpose, text }): FakeAnswer => {
    if (purpose === 'verify') return { screen: 'A window.', reasons: ['It is there'], score: 90, ...grantWishes(text) };
    if (purpose === 'memory') return { narrative: 'x', lessons: [] };
    if (!isFirst)
      return /cmd\+b/.test(text) ? step({ action: 'done', summary: 'Done.' }) : step({ action: 'key', keys: 'cmd+b' });
    if (/Nothing has been done yet/.test(text)) return step({ action: 'key', keys: 'cmd+a' });
    isFirst = false;
    return step({ action: 'fail', summary: 'The mail was not there.' });
  });
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendText('/run press both');
  const first = await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.chat.sendText('/resume run 1');
  await bot.chat.waitFor(({ kind, id }) => kind === 'end' && id !== first.id);
  await bot.chat.sendText('/skills save 2');
  const offer = await bot.chat.waitFor(({ text }) => /Save this as a skill\?/.test(text));
  assert.match(offer.text, /"keys":"cmd\+a"[\s\S]*"keys":"cmd\+b"/);
  await bot.chat.tap(offer.id, 'Cancel');
  await bot.chat.sendText('/forget run 1');
  await bot.chat.waitFor(({ text }) => /Run 1 is forgotten/.test(text));
  await bot.chat.sendText('/skills save 2');
  const half = await bot.chat.waitFor(({ text }) => /Not in it:/.test(text));
  assert.match(half.text, /I no longer know what run 1 did before\./);
  await bot.chat.tap(half.id, 'Cancel');
  await bot.close();
});
