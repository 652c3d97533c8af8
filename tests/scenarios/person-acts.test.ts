/** What a person does at the computer while a run is paused: journaled, told to the run, never which keys. Real page, real mouse and keyboard. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { noBrowser, openPage, startHandsBench } from '../adapters/desktop/hands-bench.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const PAGE = `<title>Shop</title><style>*{font-size:24px}</style><body><button id=go style="position:fixed;left:200px;top:200px;width:200px;height:60px">Into the cart</button><input id=name style="position:fixed;left:200px;top:400px;width:300px" aria-label="Your name">`;

test('take over is seen', { skip: noX11 || noBrowser }, async () => {
  const bench = await startHandsBench({ hasSessionBus: true });
  const page = await openPage(bench, PAGE, ['--force-renderer-accessibility']);
  const prompts: string[] = [];
  let isHeld = true;
  const model = scriptedModel([
    ({ text }) => {
      prompts.push(text);
      return isHeld ? { action: 'wait', seconds: 0.2 } : DONE;
    },
  ]);
  const bot = await startTestDeskhand({ model, desktop: bench.hands.desktop, pictures: bench.hands.pictures });
  const hand = (...args: string[]): void => {
    execFileSync('/usr/bin/xdotool', args, { env: { ...process.env, ...bench.display.env } });
  };
  const acted = () => bot.events().flatMap((event) => (event.type === 'person.acted' ? [event] : []));
  try {
    await bot.chat.sendText('/run buy it');
    await until(() => prompts.length > 0, 'the first step');
    await bot.chat.sendText('/pause');
    await until(() => bot.types().includes('run.paused'), 'the pause');
    const never = new AbortController().signal;
    const [display] = (await bench.hands.desktop.describe(never)).displays;
    assert.ok(display !== undefined);
    const isWhole = async () => {
      const list = await bench.hands.desktop.elements({ app: null, display }, never);
      return list.coverage === 'complete' && list.elements.some(({ name }) => name === 'Into the cart');
    };
    // Listed quickly, several times in a row: then the pause has a whole list, too, when the hand comes.
    for (let whole = 0; whole < 6; await sleep(400)) whole = (await isWhole()) ? whole + 1 : 0;
    const [x, y] = await page.page
      .evaluate('[window.screenX + 300, window.screenY + outerHeight - innerHeight + 230]')
      .then(String)
      .then((text) => text.split(','));
    hand('mousemove', '--sync', x ?? '', y ?? '', 'click', '1');
    await until(() => acted().length > 0, 'the click to be noted');
    hand('mousemove', '--sync', x ?? '', String(Number(y) + 190), 'click', '1');
    await until(() => acted().length > 1, 'the other click to be noted');
    hand('type', 'hunter2 secret');
    await until(() => acted().some(({ did }) => did === 'keys'), 'the keys to be noted');
    isHeld = false;
    const before = prompts.length;
    await bot.chat.sendText('/resume');
    await until(() => prompts.length > before, 'the next step');
    const clicks = acted().filter(({ did }) => did === 'click');
    assert.deepEqual(clicks[0]?.element, { role: 'button', name: 'Into the cart' });
    assert.equal(clicks[1]?.element?.name, 'Your name');
    assert.equal(acted().filter(({ did }) => did === 'keys').length, 1);
    const told = prompts.at(-1) ?? '';
    assert.match(told, /The person did this at the computer, while you were held: clicked button "Into the cart"/);
    assert.match(told, /typed something/);
    assert.doesNotMatch(JSON.stringify(bot.events()), /hunter2/);
  } finally {
    await bot.close();
    await page.close();
    await bench.close();
  }
});
