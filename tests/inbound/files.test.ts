/** Files on their way in and out, through a whole Deskhand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NEVER_SENT } from '../../src/safety/places/files.ts';
import { say } from '../../src/words/say.ts';
import type { FakeModel } from '../fakes/model.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';

const REPORT = { name: 'My report.pdf', bytes: Uint8Array.of(1, 2, 3) };
const DONE = { screen: 'x', intent: 'y', action: { action: 'done', summary: 'ok' }, note: null };

function done(): FakeModel {
  return scriptedModel([DONE]);
}

const goalOf = (model: FakeModel): string => model.asked[0]?.text ?? '';
const isEnd = ({ kind }: { readonly kind: string }): boolean => kind === 'end';

test('a file with words below it is a run that knows where the file lies', async () => {
  const model = done();
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendFiles([REPORT, REPORT], 'print both');
  await bot.chat.waitFor(isEnd);
  assert.deepEqual([...bot.files.kept.keys()], ['/data/inbox/My-report.pdf', '/data/inbox/My-report-2.pdf']);
  assert.match(
    goalOf(model),
    /print both\n\(Files sent with it: \/data\/inbox\/My-report\.pdf, \/data\/inbox\/My-report-2\.pdf\)/,
  );
  await bot.close();
});

test('a file without words is kept, and the next goal takes it along, once', async () => {
  const model = done();
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendFiles([REPORT], '');
  const said = await bot.chat.waitFor(({ text }) => /next request/.test(text));
  assert.equal(said.text, "📎 My-report.pdf\nI'll use it with your next request.");
  await bot.chat.sendText('/run read it');
  await bot.chat.waitFor(isEnd);
  assert.match(goalOf(model), /read it\n\(File sent with it: \/data\/inbox\/My-report\.pdf\)/);
  const asked = model.asked.length;
  await bot.chat.sendText('/run something else');
  await bot.chat.waitFor((message) => isEnd(message) && message.text.includes('something else'));
  await bot.chat.waitFor(({ text }) => /next request\.\nUsed with your request\./.test(text));
  assert.doesNotMatch(model.asked[asked]?.text ?? '', /My-report/);
  await bot.close();
});

test('a file that waits can be left out, and waits through a restart', async () => {
  const bot = await startTestDeskhand({ model: done() });
  await bot.chat.sendFiles([REPORT, REPORT], '');
  const both = await bot.chat.waitFor(({ text }) => /next request/.test(text));
  assert.match(both.text, /^📎 My-report\.pdf\n📎 My-report-2\.pdf\nI'll use them/);
  await bot.chat.tap(both.id, 'Leave them out');
  await bot.chat.waitFor(({ text }) => /next request\.\nLeft out\./.test(text));
  await bot.chat.sendFiles([{ ...REPORT, name: 'later.pdf' }], '');
  await bot.chat.waitFor(({ text }) => text.startsWith('📎 later.pdf'));
  await bot.close();
  const model = done();
  const next = await startTestDeskhand({ model, after: bot });
  await next.chat.sendText('/run read it');
  await next.chat.waitFor((message) => isEnd(message) && message.text.includes('“read it 📎 later.pdf”'));
  assert.match(goalOf(model), /read it\n\(File sent with it: \/data\/inbox\/later\.pdf\)/);
  await next.close();
});

test('of strangers nothing is fetched', async () => {
  const bot = await startTestDeskhand({ model: null, isOwnerAllowed: () => false });
  await bot.chat.sendFiles([REPORT], 'print this');
  await bot.chat.sendVoice(REPORT.bytes, 3);
  assert.equal(bot.chat.fetches(), 0);
  assert.deepEqual(bot.chat.seen(), []);
  await bot.close();
});

test('a file that is sent to a run is a hint to it', async () => {
  const model = scriptedModel([
    ({ text }, index) =>
      text.includes('/data/inbox/My-report.pdf') || index >= 200 ? DONE : { action: 'wait', seconds: 0.02 },
  ]);
  const bot = await startTestDeskhand({
    model,
    settings: {
      caps: { maxIterations: 300, timeLimitMs: 60_000, tokenBudget: 1e9, costLimitUsd: 100, dayCostLimitUsd: 100 },
    },
  });
  await bot.chat.sendText('/run wait for my file');
  await until(() => model.asked.length >= 3);
  await bot.chat.sendFiles([REPORT], 'this one');
  await bot.chat.waitFor(({ text }) => text.startsWith('Got it'));
  await bot.chat.waitFor(isEnd);
  assert.ok(bot.types().includes('hint.received'));
  await bot.close();
});

test('a file that cannot be had is said, and nothing is started', async () => {
  const bot = await startTestDeskhand({ model: done() });
  await bot.chat.sendFiles([{ name: 'huge.iso', bytes: new Uint8Array(21 * 1024 * 1024) }], 'install this');
  const said = await bot.chat.waitFor(({ kind }) => kind === 'reply');
  assert.match(said.text, /^I couldn't receive huge\.iso: .*20 MB\. Nothing was started\.$/);
  assert.deepEqual(bot.recordings.runs.size, 0);
  await bot.close();
});

test('a fetch that fails for a moment is tried again', async () => {
  const bot = await startTestDeskhand({ model: done() });
  bot.chat.failNextFetch({ result: 'later', retryAfterMs: 10, why: 'busy' });
  bot.chat.failNextFetch({ result: 'later', retryAfterMs: 10, why: 'busy' });
  await bot.chat.sendFiles([REPORT], '');
  await bot.chat.waitFor(({ text }) => /next request/.test(text));
  await bot.close();
});

test('“stop” gives up a file that is still on its way', async () => {
  const bot = await startTestDeskhand({ model: done() });
  bot.chat.failNextFetch({ result: 'later', retryAfterMs: 10_000, why: 'busy' });
  await bot.chat.sendFiles([REPORT], 'print this');
  await bot.chat.sendText('stop');
  await bot.chat.waitFor(({ text }) => text === 'Stopped.');
  await bot.close();
  assert.equal(bot.recordings.runs.size, 0);
  const next = await startTestDeskhand({ model: done(), after: bot });
  assert.deepEqual(next.chat.seen(), []);
  await next.close();
});

test('a file that was on its way when Deskhand ended is taken by the next life', async () => {
  const bot = await startTestDeskhand({ model: done() });
  bot.chat.failNextFetch({ result: 'later', retryAfterMs: 10_000, why: 'busy' });
  await bot.chat.sendFiles([REPORT], 'print this');
  await bot.close();
  const model = done();
  const next = await startTestDeskhand({ model, after: bot, chatFiles: bot.chat });
  await next.chat.waitFor(isEnd);
  assert.match(goalOf(model), /print this\n\(File sent with it: \/data\/inbox\/My-report\.pdf\)/);
  await next.close();
});

test('/get brings a file, and says what it cannot bring', async () => {
  const bot = await startTestDeskhand({
    model: null,
    judge: (action) =>
      action.action === 'send_file' && action.path.includes('.env')
        ? { risk: 'critical', reason: say`its own keys`, rule: NEVER_SENT }
        : null,
  });
  await bot.machine.files.create('~/notes.txt', 'hello', new AbortController().signal);
  await bot.machine.files.create('~/.env', 'hello', new AbortController().signal);
  await bot.chat.sendText('/get ~/notes.txt');
  const sent = await bot.chat.waitFor(({ file }) => file !== null);
  assert.equal(sent.file?.name, 'notes.txt');
  assert.equal(Buffer.from(sent.file?.bytes ?? []).toString(), 'hello');
  await bot.chat.sendText('/get ~/nothing.txt');
  await bot.chat.waitFor(
    ({ text }) => text.startsWith("Couldn't send it: ") && text.endsWith("nothing.txt doesn't exist."),
  );
  await bot.chat.sendText('/get ~/.env');
  await bot.chat.waitFor(({ text }) => text.includes('never send'));
  await bot.chat.sendText('/get');
  await bot.chat.waitFor(({ text }) => text.startsWith('Which file?'));
  assert.equal(bot.chat.seen().filter(({ file, kind }) => file !== null || kind === 'question').length, 1);
  assert.equal(bot.chat.seen().filter(({ text }) => text.includes('notes.txt')).length, 1, 'the file says it all');
  await bot.close();
});
