/** A run that was killed while its plan was made has done nothing: gone on with, it is planned. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { doneWith, endOf, part, TREE_GOAL, treeModel } from '../../support/tree.ts';
import { until } from '../../support/until.ts';

test('Again after a crash before the plan was there makes one, and its parts are done', async () => {
  const model = treeModel({ plans: [[part('A'), part('B'), part('C')]], play: (goal) => doneWith(`${goal} done`) });
  const bot = await startTestDeskhand({ model });
  await bot.chat.sendText(`/run ${TREE_GOAL}`);
  await bot.chat.waitFor(({ kind, text }) => kind === 'question' && /My plan/.test(text));
  await until(() => bot.types().includes('wish.noted'));
  const next = await startTestDeskhand({ model, after: bot });
  const told = await endOf(next);
  await next.chat.tap(told.id, 'Again');
  const card = await next.chat.waitFor(({ kind, text }) => kind === 'question' && /My plan/.test(text));
  await next.chat.tap(card.id, 'Go');
  const end = await next.chat.waitFor(({ kind, id }) => kind === 'end' && id !== told.id, 60_000);
  assert.match(end.text, /1\. ✅ A done/);
  await next.close();
  await bot.close();
});
