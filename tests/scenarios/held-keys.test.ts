/** Keys held around clicks, drags and the wheel, by a whole Deskhand on a real desktop: the page sees them, and none stays down. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import {
  type HandsBench,
  noBrowser,
  openPage,
  startHandsBench,
  type TestPage,
} from '../adapters/desktop/hands-bench.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { type InputWitness, startInputWitness } from '../support/input-witness.ts';
import { DONE, scriptedModel, step } from '../support/scripted-model.ts';
import { runToEnd } from '../support/scripted-run.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const PAGE = `<body style="margin:0;width:3000px;height:3000px"><script>
window.seen = [];
for (const type of ['mousedown', 'mouseup', 'wheel', 'keydown', 'keyup']) addEventListener(type, (e) => {
  seen.push([type, [e.ctrlKey && 'ctrl', e.altKey && 'alt', e.shiftKey && 'shift'].filter(Boolean).join('+'), e.key ?? ''].join(' ').trim());
  if (type !== 'mousedown' && type !== 'mouseup') e.preventDefault();
}, { passive: false });
</script>`;

describe('Held keys', { skip: noX11 || noBrowser }, () => {
  let bench: HandsBench;
  let page: TestPage;
  let witness: InputWitness;

  before(async () => {
    bench = await startHandsBench();
    page = await openPage(bench, PAGE);
    witness = await startInputWitness(bench.display.env);
  });
  after(async () => {
    witness.close();
    await page.close();
    await bench.close();
  });

  /** What the page saw of a run of these actions. */
  async function run(...actions: readonly object[]): Promise<readonly string[]> {
    await page.page.evaluate('seen = []');
    const model = scriptedModel([...actions.map((action) => step(action)), DONE]);
    const bot = await startTestDeskhand({ model, desktop: bench.hands.desktop, pictures: bench.hands.pictures });
    try {
      await runToEnd(bot, 'do it');
      for (const event of bot.events()) if (event.type === 'action.performed') assert.equal(event.ok, true, event.text);
    } finally {
      await bot.close();
    }
    const held = (await witness.now()).held;
    assert.deepEqual(held, []);
    let seen: readonly string[] = [];
    await until(async () => {
      seen = z.array(z.string()).parse(await page.page.evaluate('seen'));
      return seen.length > 0;
    }, 'the page to see it');
    return seen;
  }

  it('are down around a click, a drag and the wheel', async () => {
    const clicked = await run({ action: 'click', target: { x: 400, y: 500 }, modifiers: ['shift', 'ctrl'] });
    assert.ok(clicked.includes('mousedown ctrl+shift'), clicked.join());
    assert.ok(clicked.includes('mouseup ctrl+shift'), clicked.join());
    assert.match(clicked.at(-1) ?? '', /^keyup/);
    const dragged = await run({
      action: 'drag',
      from: { x: 400, y: 500 },
      to: { x: 600, y: 700 },
      modifiers: ['ctrl'],
    });
    assert.ok(dragged.includes('mousedown ctrl') && dragged.includes('mouseup ctrl'), dragged.join());
    const scrolled = await run({
      action: 'scroll',
      direction: 'down',
      target: { x: 400, y: 500 },
      modifiers: ['shift'],
    });
    assert.ok(scrolled.includes('wheel shift'), scrolled.join());
  });

  it('are not down for what comes after', async () => {
    const seen = await run(
      { action: 'click', target: { x: 400, y: 500 }, modifiers: ['ctrl'] },
      { action: 'click', target: { x: 420, y: 520 } },
    );
    const downs = seen.filter((event) => event.startsWith('mousedown'));
    assert.deepEqual(downs, ['mousedown ctrl', 'mousedown']);
  });
});
