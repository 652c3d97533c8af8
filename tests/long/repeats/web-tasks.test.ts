/** A small share of the tasks of `npm run test:web`: pages with a clock, worked through the whole bot by a model that knows the answers. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { noChromium } from '../../support/chromium.ts';
import { noX11 } from '../../support/x11.ts';
import { startWebBench, type WebBench } from '../../web/bench.ts';
import { TASKS } from '../../web/tasks.ts';

const NAMES = ['whole form', 'frame', 'one digit a box', 'list sorted by dragging'];
const SIZE = { width: 1440, height: 900, density: 1 };

describe('Small tasks on pages with a clock', { skip: noX11 || noChromium }, () => {
  let bench: WebBench;
  const cleanups: (() => void)[] = [];
  before(async () => {
    bench = await startWebBench({ after: (act) => cleanups.push(act) }, { size: SIZE, thinkMs: 0 });
  });
  after(async () => {
    await bench?.close();
    for (const clean of cleanups) clean();
  });

  for (const name of NAMES)
    it(name, async () => {
      const task = TASKS.find((one) => one.name === name);
      assert.ok(task !== undefined, `there is no task called ${name}`);
      const { isDone, why } = await bench.run(task);
      assert.ok(isDone, why);
    });
});
