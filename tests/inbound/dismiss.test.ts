/** Somebody who may not use Deskhand any more: their run ends, what waits of theirs is not started, and they are not heard. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeModel } from '../fakes/model.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { holdsFor, until } from '../support/until.ts';

test('who is dismissed loses their run and their place in the queue', async () => {
  let isOwnerAllowed = true;
  const model = createFakeModel(() => 'hang');
  const bot = await startTestDeskhand({ model, isOwnerAllowed: () => isOwnerAllowed });
  await bot.chat.sendText('/run one');
  await bot.chat.sendText('/run two');
  await until(() => model.asked.length === 1, 'the first run asks the model');
  bot.deskhand.dismiss('web:somebody-else');
  assert.ok(!bot.types().includes('run.ended'), 'nobody else’s run ends');
  isOwnerAllowed = false;
  bot.deskhand.dismiss(bot.chat.sender.id);
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  const ended = bot.events().find((event) => event.type === 'run.ended');
  assert.equal(ended?.type === 'run.ended' && ended.outcome, 'stopped');
  await bot.chat.sendText('/run three');
  const isAlone = (why: string) => () => assert.equal(bot.recordings.runs.size, 1, why);
  await holdsFor(50, isAlone('neither what waited nor what came later was started'));
  await bot.close();
  const later = await startTestDeskhand({ model, after: bot });
  await holdsFor(50, isAlone('nor after a restart, allowed again or not'));
  await later.close();
});
