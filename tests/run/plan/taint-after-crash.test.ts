/** What parts of a plan read before a crash stays what came from elsewhere when the plan is gone on with. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestGate } from '../../safety/open-test-gate.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { beside, doneWith, endOf, openTree, part, treeModel } from '../../support/tree.ts';
import { until } from '../../support/until.ts';

const SECRET = 'the vault opens with kestrel marble quartz ninety';

test('a part that goes on after a crash is asked about words that an earlier part had read', async () => {
  let isSecond = false;
  const url = `https://example.com/?q=${encodeURIComponent(SECRET)}`;
  const model = treeModel({
    plans: [[part('A', { role: 'research' }), part('B', { role: 'act' }), part('C', { role: 'act', needs: [1, 2] })]],
    play(goal, index) {
      if (goal === 'A') return doneWith('It is read.', { note: SECRET });
      if (goal === 'B' && !isSecond) return 'hang';
      return goal === 'C' && index === 0 ? beside({ action: 'fetch', url }) : doneWith(`${goal} done`);
    },
  });
  const gate = await openTestGate({ platform: 'linux' });
  const bot = await startTestDeskhand({ model, gate });
  await openTree(bot);
  await until(() => bot.types().includes('part.ended'));
  isSecond = true;
  const next = await startTestDeskhand({ model, gate, after: bot });
  const told = await endOf(next);
  await next.chat.tap(told.id, 'Again');
  const card = await next.chat.waitFor(({ kind, text }) => kind === 'question' && /May I read this page/.test(text));
  assert.match(card.text, /earlier run/);
  await next.chat.tap(card.id, 'Deny');
  await next.chat.waitFor(({ kind, id }) => kind === 'end' && id !== told.id, 60_000);
  await next.close();
  await bot.close();
});
