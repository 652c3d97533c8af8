/** What is done by hand on another display than the run's: also where it is asked about first, it lands there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Desktop, Display } from '../../../src/ports/desktop.ts';
import type { FakePost } from '../../fakes/chat.ts';
import { createFakeDesktop } from '../../fakes/desktop.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';

const WIDTH = 640;
const displays: readonly Display[] = [1, 2].map((index) => ({
  ...{ index, width: WIDTH, height: 400, density: 1 },
  ...{ originX: (index - 1) * WIDTH, originY: 0 },
}));

test('a click that is approved lands on the display that was shown', async () => {
  const fake = createFakeDesktop();
  const clicked: number[] = [];
  const desktop: Desktop = {
    ...fake,
    describe: async () => ({ platform: 'x11', name: ':two', displays }),
    async capture(request, signal) {
      const frame = await fake.capture({ ...request, display: 1 }, signal);
      return { ...frame, display: displays[request.display - 1] ?? frame.display };
    },
    fingerprint: (_index, signal) => fake.fingerprint(1, signal),
    async click({ display }) {
      clicked.push(display.index);
    },
  };
  const bot = await startTestDeskhand({ model: null, desktop, risk: () => 'high' });
  try {
    for (const index of [2, 1]) {
      const known = new Set(bot.chat.seen().map(({ id }) => id));
      const next = (what: (post: FakePost) => boolean): Promise<FakePost> =>
        bot.chat.waitFor((post) => !known.has(post.id) && what(post));
      await bot.chat.sendText(`/screenshot ${index}`);
      await next(({ picture }) => picture !== null);
      await bot.chat.sendText('/click 500 500');
      const card = await next(({ text }) => text.includes('May I '));
      await bot.chat.tap(card.id, 'Approve');
      await next(({ text }) => text.startsWith('Done'));
    }
    assert.deepEqual(clicked, [2, 1]);
  } finally {
    await bot.close();
  }
});
