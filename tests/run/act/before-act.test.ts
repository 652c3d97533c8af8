/** The screen just before an act: the watch's last sample where it is from just now, a sample of its own where not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFakeDesktop } from '../../fakes/desktop.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { DONE, scriptedModel, step } from '../../support/scripted-model.ts';

const MOST_TRIES = 50;
const CLICK = step({ action: 'click', target: { x: 500, y: 500 } });

/** What the desktop was asked between the last question whether it is locked, which takes `presenceMs`, and the click. */
async function questionsBeforeClick(presenceMs: number): Promise<readonly string[]> {
  const fake = createFakeDesktop();
  const asked: string[] = [];
  let before: readonly string[] = [];
  const note = (name: string): void => {
    asked.push(name);
  };
  const desktop = {
    ...fake,
    fingerprint: (...args: Parameters<typeof fake.fingerprint>) => {
      note('fingerprint');
      return fake.fingerprint(...args);
    },
    presence: async (...args: Parameters<typeof fake.presence>) => {
      await sleep(presenceMs);
      note('presence');
      return await fake.presence(...args);
    },
    click: (...args: Parameters<typeof fake.click>) => {
      before = asked.slice(asked.lastIndexOf('presence') + 1);
      return fake.click(...args);
    },
  };
  const bot = await startTestDeskhand({ model: scriptedModel([CLICK, DONE]), desktop });
  await bot.chat.sendText('/run work');
  await bot.chat.waitFor((message) => message.kind === 'end', 60_000);
  await bot.close();
  return before;
}

test('the last look of the watch counts where it is from just now', async () => {
  // A busy computer may let so much time pass that it does not, most of the times.
  for (let tries = 1; ; tries += 1) {
    const asked = await questionsBeforeClick(0);
    if (asked.length === 0) return;
    assert.ok(tries < MOST_TRIES, JSON.stringify(asked));
  }
});

test('one that is older does not', async () => {
  assert.deepEqual(await questionsBeforeClick(100), ['fingerprint']);
});
