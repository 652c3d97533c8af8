/** Nobody is asked whether something may be opened that is no application's name: it cannot be, whatever they say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeModel } from '../../fakes/model.ts';
import { openTestGate } from '../../safety/open-test-gate.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { DONE, step } from '../../support/scripted-model.ts';

test('a path, an option or a control character is refused to the model without a card', async () => {
  const names = ['../../bin/sh', '-e Terminal', 'Notes\u0007'];
  const told: string[] = [];
  const model = createFakeModel(({ purpose, text }) => {
    if (purpose !== 'step') return { screen: 's', reasons: [], score: 99 };
    told.push(text);
    const app = names[told.length - 1];
    return app === undefined ? DONE : step({ action: 'open_app', app });
  });
  const gate = await openTestGate({ platform: 'linux' });
  const bot = await startTestDeskhand({ model, gate });
  try {
    await bot.chat.sendText('/run open them');
    await bot.chat.waitFor(({ kind }) => kind === 'end');
    assert.deepEqual(
      bot.chat.seen().filter(({ text }) => text.includes('May I ')),
      [],
    );
    for (const [index] of names.entries())
      assert.match(told[index + 1] ?? '', /is not just the name of an application/);
  } finally {
    await bot.close();
  }
});
