/** Who is asked to tell what it holds back before a walk, and how long that may take. */
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
  // As many as there are, the page itself is asked.
  const bars = [asleep, strip, { ...asleep, name: 'panel' }, { ...asleep, name: 'search' }, { ...strip, name: 'tips' }];
  const asked = await walkOften({ toolkit: 'Chromium', windows: [windowOf(...bars, page('one'))] }, 2);
  assert.deepEqual(asked, [['one'], ['one']]);
});

it('of very many pages a few are asked', async () => {
  const pages = Array.from({ length: 9 }, (_, index) => page(`page ${String(index)}`));
  const [, second = []] = await walkOften({ toolkit: 'Chromium', windows: [windowOf(...pages)] }, 2);
  assert.equal(second.length, 4);
});

it('a page that does not answer leaves the walk two thirds of its time', async () => {
  const bus = createFakeBus([{ name: 'browser', pid: 1, toolkit: 'Chromium', windows: [windowOf(page('one'))] }]);
  const timed: number[] = [];
  const limit = 1500;
  const walk = createFreshWalk(async (...request) => {
    timed.push(request[3] - performance.now());
    return await walkTree(...request);
  });
  const target = { name: ':1.0', path: '/1' };
  await walk(bus, target, VIEW, performance.now() + LONG_MS);
  const silent = {
    ...bus,
    ask: ((asked, question, until) =>
      question.member === 'GetAccessibleAtPoint' || question.member === 'GetExtents'
        ? new Promise((resolve) => setTimeout(() => resolve({ ok: false, why: 'silent' }), until - performance.now()))
        : bus.ask(asked, question, until)) as typeof bus.ask,
  };
  assert.notEqual(await walk(silent, target, VIEW, performance.now() + limit), null);
  const left = timed[1] ?? 0;
  // The rest is a busy machine's.
  assert.ok(left > limit / 2 && left <= (limit * 2) / 3 + 1, `${left.toFixed(0)} ms`);
});
