/** An answer of a model that never ends is given up; a long one that ends arrives whole. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { createLimitedFetch } from '../../../adapters/model/limited-fetch.ts';
import { listen } from '../../servers/listen.ts';

/** Says `piece` again and again, `times` times or until nobody listens. */
async function startTalker(t: TestContext, piece: string, times: number): Promise<string> {
  const server = createServer((_, response) => {
    let said = 0;
    const say = (): void => {
      while (said < times && !response.destroyed) {
        said += 1;
        if (!response.write(piece)) return void response.once('drain', say);
      }
      if (said >= times) response.end();
    };
    say();
  });
  const { port, stop } = await listen(server);
  t.after(stop);
  return `http://127.0.0.1:${port}/`;
}

test('what never ends fails with a name that is tried again and then told', async (t) => {
  const url = await startTalker(t, 'x'.repeat(10_000), Number.POSITIVE_INFINITY);
  const response = await createLimitedFetch(1_000_000)(url);
  await assert.rejects(response.text(), { name: 'UnreadableAnswer' });
});

test('what ends in time arrives whole, with its status and headers', async (t) => {
  const url = await startTalker(t, 'x'.repeat(1000), 900);
  const response = await createLimitedFetch(1_000_000)(url);
  assert.equal(response.status, 200);
  assert.equal((await response.text()).length, 900_000);
});
