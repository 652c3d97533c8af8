/** A tap that comes from another chat than that of its button counts for nothing, whatever the button does; a stop stops. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Thread } from '../../src/ports/chat.ts';
import { createFakeModel } from '../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';

const REFUSED = 'This button belongs to another chat.';
const ELSEWHERE: readonly Thread[] = [
  { platform: 'web', key: 'other', isGroup: false },
  { platform: 'web', key: 'main2', isGroup: false },
  { platform: 'telegram', key: 'main', isGroup: false },
  { platform: 'web', key: '', isGroup: true },
];
const step = (action: object) => ({ screen: 'A window.', intent: 'Go on', action, note: null });
const WAIT = step({ action: 'wait', seconds: 30 });
const CLICK = step({ action: 'click', target: { x: 500, y: 500 } });

/** Taps this button from everywhere else; how it is answered there. */
async function tapElsewhere(bot: TestDeskhand, data: string): Promise<void> {
  for (const thread of ELSEWHERE) {
    const { toast } = await bot.chat.tapData(data, { thread });
    assert.equal(toast, REFUSED, JSON.stringify(thread));
  }
}

test('a yes, a no and a reason', async () => {
  const bot = await startTestDeskhand({
    model: createFakeModel(() => CLICK),
    risk: (action) => (action.action === 'click' ? 'high' : 'safe'),
  });
  await bot.chat.sendText('/run press it');
  const card = await bot.chat.waitFor(({ text }) => text.includes('May I '));
  for (const label of ['Approve', 'Deny', 'Deny…', 'Why?']) await tapElsewhere(bot, bot.chat.dataOf(card.id, label));
  assert.ok(!bot.types().includes('confirmation.answered'));
  assert.equal((await bot.chat.tap(card.id, 'Deny')).toast, '');
  await bot.close();
});

test('pausing, resuming and the queue; a stop is obeyed from anywhere', async () => {
  const bot = await startTestDeskhand({ model: createFakeModel(() => WAIT) });
  await bot.chat.sendText('/run first');
  await bot.chat.sendText('/run second');
  const status = await bot.chat.waitFor((message) =>
    message.buttons.flat().some(({ label, isLive }) => label === 'Pause' && isLive),
  );
  await tapElsewhere(bot, bot.chat.dataOf(status.id, 'Pause'));
  assert.ok(!bot.types().includes('run.paused'));
  await bot.chat.sendText('/queue');
  const queue = await bot.chat.waitFor(({ text }) => text.startsWith('Now: '));
  await tapElsewhere(bot, bot.chat.dataOf(queue.id, '✕ Cancel 1'));
  const stop = bot.chat.dataOf(status.id, 'Stop');
  await bot.chat.tap(status.id, 'Pause');
  const paused = await bot.chat.waitFor((message) =>
    message.buttons.flat().some(({ label, isLive }) => label === 'Resume' && isLive),
  );
  await tapElsewhere(bot, bot.chat.dataOf(paused.id, 'Resume'));
  assert.ok(!bot.types().includes('run.resumed'));
  const [elsewhere] = ELSEWHERE;
  await bot.chat.tapData(stop, elsewhere === undefined ? {} : { thread: elsewhere });
  await bot.chat.waitFor(({ kind, text }) => kind === 'end' && /Stopped by Owner/.test(text));
  await bot.close();
});

test('what was heard, and Again, also after a restart', async () => {
  const first = await startTestDeskhand({
    model: createFakeModel(() => WAIT),
    transcriber: { transcribe: async () => ({ ok: true, text: 'tidy up', seconds: 1 }) },
  });
  await first.chat.sendVoice(Uint8Array.of(1, 2, 3), 1);
  const heard = await first.chat.waitFor((message) => message.buttons.flat().some(({ label }) => label === 'Run it'));
  const data = first.chat.dataOf(heard.id, 'Run it');
  await tapElsewhere(first, data);
  await first.close();
  const second = await startTestDeskhand({ model: createFakeModel(() => WAIT), after: first });
  await tapElsewhere(second, data);
  assert.deepEqual([...second.recordings.runs.keys()], []);
  await second.chat.tapData(data);
  await second.chat.waitFor(({ kind }) => kind === 'status');
  await second.chat.sendText('/stop');
  const end = await second.chat.waitFor(({ kind }) => kind === 'end');
  const again = second.chat.dataOf(end.id, 'Again');
  await second.close();
  const third = await startTestDeskhand({ model: createFakeModel(() => WAIT), after: second });
  await tapElsewhere(third, again);
  assert.deepEqual([...third.recordings.runs.keys()], ['000001']);
  assert.equal((await third.chat.tapData(again)).toast, 'Starting again.');
  await third.close();
});
