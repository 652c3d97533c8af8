/** Somebody who may not use Deskhand any more: their run ends, what waits of theirs is not started, and they are not heard. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createFakeModel } from '../fakes/model.ts';
import { startTestDeskhand } from '../support/deskhand.ts';

test('who is dismissed loses their run and their place in the queue', async () => {
  let isOwnerAllowed = true;
  const model = createFakeModel(() => 'hang');
  const bot = await startTestDeskhand({ model, isOwnerAllowed: () => isOwnerAllowed });
  await bot.chat.sendText('/run one');
  await bot.chat.sendText('/run two');
  for (let waited = 0; model.asked.length === 0 && waited < 5000; waited += 5) await setTimeout(5);
  bot.deskhand.dismiss('web:somebody-else');
  assert.ok(!bot.types().includes('run.ended'), 'nobody else’s run ends');
  isOwnerAllowed = false;
  bot.deskhand.dismiss(bot.chat.sender.id);
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  const ended = bot.events().find((event) => event.type === 'run.ended');
  assert.equal(ended?.type === 'run.ended' && ended.outcome, 'stopped');
  await bot.chat.sendText('/run three');
  await setTimeout(50);
  assert.equal(bot.recordings.runs.size, 1, 'neither what waited nor what came later was started');
  await bot.close();
  const later = await startTestDeskhand({ model, after: bot });
  await setTimeout(50);
  assert.equal(bot.recordings.runs.size, 1, 'nor after a restart, allowed again or not');
  await later.close();
});
