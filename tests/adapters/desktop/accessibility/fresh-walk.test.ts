/** Which pages are asked before a walk to report what they hold back, and how long that may take. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFreshWalk } from '../../../../adapters/desktop/accessibility/fresh-walk.ts';
import { walkTree } from '../../../../adapters/desktop/accessibility/tree-walk.ts';
import { createFakeBus, type FakeApplication, type FakeNode } from './fake-bus.ts';

const [FRAME, DOCUMENT, BUTTON] = [23, 95, 43];
const VIEW = { bottom: 800, scale: 1 };
const LONG_MS = 10_000;

const page = (name: string): FakeNode => ({
  role: DOCUMENT,
  name,
  box: [0, 100, 400, 200],
  children: [{ role: BUTTON, name: 'Buy' }],
});

/** Names of pages that were asked what stands in their middle, walk by walk. */
async function walkOften(application: Omit<FakeApplication, 'name' | 'pid'>, walks: number) {
  const bus = createFakeBus([{ name: 'browser', pid: 1, ...application }]);
  const walk = createFreshWalk(walkTree);
  const asked: (readonly string[])[] = [];
  let seen = 0;
  for (let nth = 0; nth < walks; nth += 1) {
    const walked = await walk(bus, { name: ':1.0', path: '/1' }, VIEW, performance.now() + LONG_MS);
    assert.ok(walked !== null && walked.nodes.length > 0);
    const since = bus.asked.slice(seen);
    seen = bus.asked.length;
    asked.push(since.flatMap((question) => /^GetAccessibleAtPoint (.*)$/.exec(question)?.[1] ?? []));
  }
  return asked;
}

const windowOf = (...children: readonly FakeNode[]): FakeNode => ({ role: FRAME, name: 'window', children });

it("each page of Chromium's is asked at each walk; before it once it is known", async () => {
  const asked = await walkOften({ toolkit: 'Chromium', windows: [windowOf(page('one'), page('two'))] }, 3);
  assert.deepEqual(asked, [
    ['one', 'two'],
    ['one', 'two'],
    ['one', 'two'],
  ]);
});

it('other toolkits tell at once and are not asked, and neither is a window without a page', async () => {
  assert.deepEqual(await walkOften({ toolkit: 'GTK', windows: [windowOf(page('one'))] }, 2), [[], []]);
  const bare = windowOf({ role: BUTTON, name: 'Buy' });
  assert.deepEqual(await walkOften({ toolkit: 'Chromium', windows: [bare] }, 2), [[], []]);
});

it('what a browser keeps ready in its bars is left asleep', async () => {
  const asleep = { ...page('suggestions'), box: [0, 0, 0, 0] } as const;
  const strip = { ...page('strip'), box: [115, 41, 866, 63] } as const;
  // With the most pages allowed, the page itself is among those asked.
  const bars = [asleep, strip, { ...asleep, name: 'panel' }, { ...asleep, name: 'search' }, { ...strip, name: 'tips' }];
  const asked = await walkOften({ toolkit: 'Chromium', windows: [windowOf(...bars, page('one'))] }, 2);
  assert.deepEqual(asked, [['one'], ['one']]);
});

it('of very many pages a few are asked', async () => {
  const pages = Array.from({ length: 9 }, (_, index) => page(`page ${String(index)}`));
  const [, second = []] = await walkOften({ toolkit: 'Chromium', windows: [windowOf(...pages)] }, 2);
  assert.equal(second.length, 4);
});

it('a page is given a third of the time to answer, whatever of it is left: the rest is the walk’s', async () => {
  const bus = createFakeBus([{ name: 'browser', pid: 1, toolkit: 'Chromium', windows: [windowOf(page('one'))] }]);
  const target = { name: ':1.0', path: '/1' };
  const ends: number[] = [];
  const walk = createFreshWalk(async (...request) => {
    ends.push(request[3]);
    return await walkTree(...request);
  });
  await walk(bus, target, VIEW, performance.now() + LONG_MS);
  const end = performance.now() + LONG_MS;
  const shares: number[] = [];
  const silent = {
    ...bus,
    ask: (async (asked, question, until) => {
      if (question.member !== 'GetAccessibleAtPoint' && question.member !== 'GetExtents')
        return await bus.ask(asked, question, until);
      const now = performance.now();
      shares.push((until - now) / (end - now));
      return { ok: false, why: 'silent' };
    }) as typeof bus.ask,
  };
  assert.notEqual(await walk(silent, target, VIEW, end), null);
  // Questions of the walk itself have the whole time.
  const [first = 1] = shares;
  assert.ok(first > 0 && first <= 1 / 3, `${first}`);
  assert.equal(ends[1], end);
});
