/** What stays of a run, and what does not: its story, /record off, /resume run 1, forgetting. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSkill } from '../../src/skills/parse-skill.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { DONE, scriptedModel, step } from '../support/scripted-model.ts';
import { runToEnd, say } from '../support/scripted-run.ts';
import { until } from '../support/until.ts';

const click = (x: number): ReturnType<typeof step> => step({ action: 'click', target: { x, y: 250 } });
const STORY = {
  narrative: 'The mail was opened in Thunderbird and answered.',
  lessons: ['Wait for the list before clicking.'],
};

test('the fast model tells the story of a run; it goes into the recording and the notes, and its cost is counted', async () => {
  const model = scriptedModel([click(100), DONE], { memory: STORY });
  const bot = await startTestDeskhand({ model });
  await runToEnd(bot, 'answer the mail');
  await until(() => bot.vault.kept.get('Context/recent-actions.md')?.includes(STORY.narrative) ?? false);
  const recording = await bot.recordings.readRecording('000001');
  assert.equal(recording?.narrative, STORY.narrative);
  assert.deepEqual(recording?.lessons, STORY.lessons);
  assert.equal(recording?.request, 'answer the mail');
  const asked = model.asked.find(({ purpose }) => purpose === 'memory');
  assert.match(asked?.text ?? '', /Goal: answer the mail\n<untrusted from="run">\n1\. .*clicking at 100, 250: done/);
  assert.match(await say(bot, '/status'), /0[.,]016/, 'three calls of the run and one of memory');
  await bot.close();
});

test('by rule, the story names what worked: no failures, no looks, no tries without effect', async () => {
  const bot = await startTestDeskhand({
    model: scriptedModel([
      step({ action: 'screenshot' }),
      step({ action: 'vault_read', path: 'None.md' }),
      click(100),
      DONE,
    ]),
  });
  await runToEnd(bot, 'press it');
  await until(() => bot.state.get('memory.through') === '000001');
  const recording = await bot.recordings.readRecording('000001');
  assert.match(String(recording?.narrative), /Asked to “press it”\. Done: clicking at 100, 250\. It is done\./);
  assert.deepEqual(recording?.successful_actions, [
    { action: 'click', target: { x: 100, y: 250 }, button: 'left', count: 1 },
  ]);
  const all = recording?.all_actions;
  assert.ok(Array.isArray(all) && all.length === 3);
  await bot.close();
});

test('/record off: a run leaves no picture, no recording and no line; /record on brings them back', async () => {
  const bot = await startTestDeskhand({ model: scriptedModel([click(100), DONE]) });
  assert.match(await say(bot, '/record off'), /nothing is recorded/);
  await runToEnd(bot, 'something private');
  await until(() => bot.state.get('memory.through') === '000001');
  const run = bot.recordings.runs.get('000001');
  assert.equal(run?.frames.size, 0);
  assert.equal(run?.recording, null);
  for (const [path, text] of bot.vault.kept) assert.doesNotMatch(text, /something private/, path);
  assert.match(await say(bot, '/memory'), /recording is off/);
  assert.match(await say(bot, '/record on'), /Runs are recorded/);
  await runToEnd(bot, 'something else');
  await until(() => bot.state.get('memory.through') === '000002');
  assert.notEqual(bot.recordings.runs.get('000002')?.recording, null);
  assert.match(await say(bot, '/record maybe'), /\/record on or \/record off/);
  await bot.close();
});

test('/resume run 1 goes on from its state as a new run', async () => {
  const model = scriptedModel([
    step({ action: 'click', target: { x: 100, y: 250 } }, { note: 'the draft is open' }),
    step({ action: 'fail', summary: 'The network is down.' }),
    DONE,
  ]);
  const bot = await startTestDeskhand({ model });
  await runToEnd(bot, 'answer the mail');
  const before = model.asked.length;
  await bot.chat.sendText('/resume run 1');
  const end = await bot.chat.waitFor((message) => message.kind === 'end' && /run 2/.test(message.text));
  assert.match(end.text, /“answer the mail”/);
  assert.match(end.text, /· 1 step ·/, 'the steps of the earlier run are not counted again');
  const asked = model.asked.slice(before).find(({ purpose }) => purpose === 'step');
  assert.match(
    asked?.system ?? '',
    /goes on where run 1 ended[\s\S]*<untrusted from="run 1">\n1\. .*clicking at 100, 250: done\nIt ended: failed\. The network is down\./,
  );
  assert.match(asked?.text ?? '', /the draft is open/);
  await until(() => bot.vault.kept.get('Tasks/task-log.md')?.includes('(run 2, 0 actions') ?? false);
  assert.match(await say(bot, '/resume run 77'), /There is no run 77/);
  assert.match(await say(bot, '/resume'), /Nothing is paused/);
  assert.match(await say(bot, '/resume tomorrow'), /\/resume run 12/);
  await bot.close();
});

test('a playbook that is resumed goes on with the step that failed', async () => {
  const parsed = parseSkill(
    [
      '# SKILL: two notes',
      '## Description\nWrites two notes.',
      '## Triggers\n- `two notes`',
      '## Steps\nWrite them.',
      '## Playbook\n```json',
      '[{"action":"vault_write","path":"Knowledge/one.md","text":"1"},{"action":"vault_write","path":"Knowledge/two.md","text":"2"}]',
      '```',
      '## Permissions\nvault',
    ].join('\n'),
    { file: 'two.md' },
  );
  assert.ok(parsed.ok, JSON.stringify(parsed));
  const bot = await startTestDeskhand({ model: null, skills: [parsed.skill] });
  await bot.vault.update('Knowledge/two.md', () => 'in the way', new AbortController().signal);
  assert.match(await runToEnd(bot, 'two notes'), /Failed/);
  await bot.vault.update('Knowledge/two.md', () => '2', new AbortController().signal);
  await bot.chat.sendText('/resume run 1');
  const end = await bot.chat.waitFor((message) => message.kind === 'end' && /run 2/.test(message.text));
  assert.doesNotMatch(end.text, /Failed/);
  const acted = bot.events('000002').filter((event) => event.type === 'action.intended');
  assert.deepEqual(
    acted.map(({ action }) => ('path' in action ? action.path : action.action)),
    ['Knowledge/two.md'],
  );
  await bot.close();
});

test('a similar task is recalled: its story stands in the prompt as reference, and the recall action tells it', async () => {
  const model = scriptedModel(
    [
      click(100),
      DONE,
      step({ action: 'recall', text: 'mail' }),
      DONE,
      step({ action: 'recall', text: 'the roses' }),
      DONE,
    ],
    { memory: STORY },
  );
  const bot = await startTestDeskhand({ model });
  await runToEnd(bot, 'answer the mail from Jonas');
  assert.equal(bot.recall.refreshed(), 0, 'no run waits for the index');
  await until(() => bot.recall.refreshed() === 1);
  await runToEnd(bot, 'reply to the latest mail of Jonas');
  const second = model.asked.filter(({ purpose, text }) => purpose === 'step' && text.includes('latest mail'));
  assert.match(
    second[0]?.system ?? '',
    /for reference only[\s\S]*<untrusted from="earlier runs">\nrun 1, \d{4}-.*verified: “answer the mail from Jonas”\nThe mail was opened/,
  );
  assert.match(
    second[1]?.text ?? '',
    /Last action: recall .* - done\n<untrusted from="result">\nrun 1[\s\S]*Wait for the list/,
  );
  await runToEnd(bot, 'water the garden');
  const third = model.asked.filter(({ purpose, text }) => purpose === 'step' && text.includes('water the garden'));
  assert.doesNotMatch(third[0]?.system ?? '', /earlier runs/);
  assert.match(third[1]?.text ?? '', /No earlier task is similar/);
  await bot.close();
});
