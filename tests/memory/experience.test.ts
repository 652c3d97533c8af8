/** What runs teach: the way that worked, traps, what the person said; and the end of a run's buttons. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import {
  findProcedures,
  type Lesson,
  learn,
  type Procedure,
  proceduresSchema,
  tellProcedure,
  unlearnRun,
} from '../../src/memory/procedures.ts';
import type { FakeModel } from '../fakes/model.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { DONE, scriptedModel, step } from '../support/scripted-model.ts';
import { runToEnd, say } from '../support/scripted-run.ts';
import { until } from '../support/until.ts';

const lesson = (more: Partial<Lesson>): Lesson => ({
  runId: '000001',
  app: 'Firefox',
  task: 'answer the mail from Jonas',
  steps: ['opening Firefox', 'clicking button “Reply”'],
  traps: [],
  ms: 14_000,
  ...more,
});

describe('what is learned', () => {
  it('is kept by application and kind of task; a shorter way that worked replaces a longer one', () => {
    let known: readonly Procedure[] = learn([], lesson({}));
    known = learn(
      known,
      lesson({ runId: '000002', task: 'answer the mail from Bob', steps: ['pressing r'], ms: 5000 }),
    );
    assert.equal(known.length, 1);
    assert.deepEqual(known[0]?.steps, ['pressing r']);
    assert.equal(known[0]?.ms, 5000);
    assert.deepEqual(
      known[0]?.runs.map(({ run }) => run),
      ['000001', '000002'],
    );
    known = learn(known, lesson({ runId: '000003', steps: ['one', 'two', 'three'] }));
    assert.deepEqual(known[0]?.steps, ['pressing r'], 'a longer one does not');
    known = learn(known, lesson({ runId: '000004', app: 'Terminal' }));
    known = learn(known, lesson({ runId: '000005', task: 'water the roses in the garden' }));
    assert.equal(known.length, 3);
  });

  it('of a run that failed is what to avoid; the way that worked before stays', () => {
    let known = learn([], lesson({}));
    known = learn(
      known,
      lesson({ runId: '000002', steps: [], traps: ['clicking “Send” (it did not work)'], ms: null }),
    );
    assert.deepEqual(known[0]?.steps, ['opening Firefox', 'clicking button “Reply”']);
    assert.deepEqual(known[0]?.traps, [{ text: 'clicking “Send” (it did not work)', run: '000002' }]);
    assert.equal(known[0]?.ms, 14_000);
    assert.match(
      tellProcedure(known[0] ?? assert.fail()),
      /run 1, run 2, about 14 s\)\nworked: .* → .*\navoid: clicking “Send”/,
    );
  });

  it('stays small whatever happens', () => {
    let known: readonly Procedure[] = [];
    for (let run = 1; run <= 300; run += 1) {
      const traps = Array.from({ length: 20 }, (_, at) => `trap ${run} ${at} ${'x'.repeat(500)}`);
      known = learn(
        known,
        lesson({
          runId: String(run).padStart(6, '0'),
          task: `task${run % 90} about thing${run % 90}`,
          traps,
          steps: traps,
        }),
      );
    }
    assert.ok(known.length <= 60);
    assert.ok(JSON.stringify(known).length < 250_000, `${JSON.stringify(known).length}`);
    assert.ok(known.every(({ runs, traps }) => runs.length <= 10 && traps.length <= 6));
  });

  it('is told where application and task fit, and nowhere else', () => {
    const known = learn(
      learn([], lesson({})),
      lesson({ app: 'Terminal', task: 'count the lines of the log', runId: '000002' }),
    );
    const tasks = (goal: string, app: string) => findProcedures(known, goal, app).map(({ task }) => task);
    assert.deepEqual(tasks('answer a mail', 'Firefox'), ['answer the mail from Jonas']);
    assert.deepEqual(
      tasks('answer the mail from Jonas', 'Files'),
      ['answer the mail from Jonas'],
      'the same request anywhere',
    );
    assert.deepEqual(tasks('count lines', 'Terminal'), ['count the lines of the log']);
    assert.deepEqual(tasks('water the garden', 'Firefox'), []);
    assert.deepEqual(tasks('open Firefox', 'Firefox'), []);
  });

  it('is gone with the run it came from: its way, its traps, its words; what others taught stays', () => {
    const first = learn([], lesson({ traps: ['the draft is lost on Escape'] }));
    const known = learn(
      first,
      lesson({ runId: '000002', task: 'answer the mail from Bob', steps: ['pressing r'], traps: ['Bob is away'] }),
    );
    const [left, ...others] = unlearnRun(known, '000002');
    assert.deepEqual(others, []);
    assert.doesNotMatch(JSON.stringify(left), /Bob|pressing r/i);
    assert.equal(left?.task, 'answer the mail from Jonas');
    assert.deepEqual(left?.traps, [{ text: 'the draft is lost on Escape', run: '000001' }]);
    const [way] = unlearnRun(known, '000001');
    assert.deepEqual(way?.steps, ['pressing r']);
    assert.doesNotMatch(JSON.stringify(way), /Jonas|Escape/i);
    assert.equal(unlearnRun(unlearnRun(known, '000001'), '000002').length, 0);
  });

  it('was noted without its runs by an earlier Deskhand, and is read all the same', () => {
    const [old] = proceduresSchema.parse([
      { app: '', task: 'print it', terms: ['print'], steps: ['one'], traps: ['two'], ms: null, runs: ['000007'] },
    ]);
    assert.ok(old !== undefined);
    assert.match(tellProcedure(old), /“print it” \(run 7\)\nworked: one\navoid: two/);
    assert.deepEqual(unlearnRun([old], '000007'), []);
  });
});

const click = (x: number): ReturnType<typeof step> => step({ action: 'click', target: { x, y: 250 } });
const stepsOf = (model: FakeModel, word: string) =>
  model.asked.filter(({ purpose, text }) => purpose === 'step' && text.includes(word));

test('a way that worked and a trap stand in the prompt of a similar run; they can be shown and erased', async () => {
  const model = scriptedModel([click(100), step({ action: 'vault_read', path: 'None.md' }), DONE]);
  const bot = await startTestDeskhand({ model });
  await runToEnd(bot, 'answer the mail from Jonas');
  await until(() => bot.state.get('memory.through') === '000001');
  await runToEnd(bot, 'answer the mail from Bob');
  const system = stepsOf(model, 'Bob')[0]?.system ?? '';
  assert.match(
    system,
    /<untrusted from="earlier runs, learned">\nEditor: “answer the mail from Jonas” \(run 1, about 1 s\)\nworked: clicking at 100, 250\navoid: reading the note None\.md \(There is no note None\.md\.\)/,
  );
  assert.match(await say(bot, '/memory'), /1 kind of task;/);
  assert.match(await say(bot, '/memory learned'), /1\. Editor: answer the mail/);
  assert.match(await say(bot, '/memory learned 1'), /worked: clicking at 100, 250/);
  assert.match(await say(bot, '/forget learned 1'), /Forgotten/);
  assert.match(await say(bot, '/memory learned'), /Nothing has been learned/);
  assert.match(await say(bot, '/forget learned 1'), /no number 1/);
  await bot.close();
});

test('👎 asks what was wrong, and a similar run is told; what the person says in a run becomes a convention with its source', async () => {
  const model = scriptedModel([click(100), DONE]);
  const bot = await startTestDeskhand({ model });
  await runToEnd(bot, 'answer the mail from Jonas');
  const end = await bot.chat.waitFor(({ kind }) => kind === 'end');
  assert.deepEqual(
    end.buttons.at(-1)?.map(({ label }) => label),
    ['Report', '👍', '👎'],
  );
  await bot.chat.tap(end.id, '👎');
  await bot.chat.waitFor(({ kind, text }) => kind === 'question' && /What went wrong in run 1/.test(text));
  await bot.chat.sendText('Always sign with my full name');
  await bot.chat.waitFor(({ text }) => /I'll keep in mind: “Always sign with my full name”/.test(text));
  await until(() => bot.vault.kept.get('Knowledge/Conventions.md') !== undefined);
  assert.match(
    bot.vault.kept.get('Knowledge/Conventions.md') ?? '',
    /^# Conventions\n\n- Always sign with my full name \(run 1: “answer the mail from Jonas”, \d{4}-\d\d-\d\d\)\n$/,
  );
  assert.deepEqual((await bot.recordings.readRecording('000001'))?.feedback, {
    good: false,
    text: 'Always sign with my full name',
  });
  await runToEnd(bot, 'answer the mail from Bob');
  assert.match(stepsOf(model, 'Bob')[0]?.system ?? '', /avoid: the person said it was wrong: Always sign/);
  await bot.chat.tap(end.id, '👍');
  await until(() => bot.chat.seen().some(({ text }) => text === 'Good to know.'));
  await bot.close();
});

test('the Report button sends one file, also after a restart', async () => {
  const bot = await startTestDeskhand({ model: scriptedModel([click(100), DONE]) });
  await runToEnd(bot, 'press <it>');
  const end = await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.chat.tap(end.id, 'Report');
  const sent = await bot.chat.waitFor(({ text }) => /The report of run 1/.test(text));
  assert.equal(sent.file?.name, 'run-1.html');
  const html = bot.recordings.runs.get('000001')?.report ?? '';
  assert.match(html, /press &lt;it&gt;/);
  await bot.close();
  const registered = bot.inbox
    .events()
    .flatMap((event) => (event.type === 'delivery.queued' ? Object.values(event.message.of_run ?? {}) : []));
  assert.deepEqual(
    registered.map(({ kind, of }) => `${kind} ${of}`),
    ['report 000001', 'good 000001', 'bad 000001', 'skill 000001'],
  );
});
