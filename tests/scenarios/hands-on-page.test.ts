/**
 * A run and a person work one page in a real browser, with real mouse and keyboard: the page sees keys that are held around clicks, drags
 * and the wheel, and none stays down; what the person does while a run is paused is journaled and told to the run, never which keys.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { WITH_REPEATS } from '../support/repeats.ts';
import { DONE, scriptedModel, step } from '../support/scripted-model.ts';
import { runToEnd } from '../support/scripted-run.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const LISTENING_PAGE = `<body style="margin:0;width:3000px;height:3000px"><script>
window.seen = [];
for (const type of ['mousedown', 'mouseup', 'wheel', 'keydown', 'keyup']) addEventListener(type, (e) => {
  seen.push([type, [e.ctrlKey && 'ctrl', e.altKey && 'alt', e.shiftKey && 'shift'].filter(Boolean).join('+'), e.key ?? ''].join(' ').trim());
  if (type !== 'mousedown' && type !== 'mouseup') e.preventDefault();
}, { passive: false });
</script>`;
const SHOP_PAGE = `<title>Shop</title><style>*{font-size:24px}</style><body><button id=go style="position:fixed;left:200px;top:200px;width:200px;height:60px">Into the cart</button><input id=name style="position:fixed;left:200px;top:400px;width:300px" aria-label="Your name">`;

interface Surroundings {
  readonly bench: HandsBench;
  readonly page: TestPage;
  readonly witness: InputWitness;
}

test('a page that a run and a person work', { skip: noX11 || noBrowser }, async (t) => {
  const bench = await startHandsBench({ hasSessionBus: true });
  const page = await openPage(bench, LISTENING_PAGE, ['--force-renderer-accessibility']);
  const witness = await startInputWitness(bench.display.env);
  const there = { bench, page, witness };
  try {
    await t.test('held keys are down around a click', () => holdAroundClick(there));
    if (WITH_REPEATS) {
      await t.test('and around a drag and the wheel', () => holdAroundMore(there));
      await t.test('they are not down for what comes after', () => holdNoLonger(there));
    }
    await t.test('what a person does after a take over is seen', () => seePerson(there));
  } finally {
    witness.close();
    await page.close();
    await bench.close();
  }
});

/** What the page saw of a run of these actions. */
async function run({ bench, page, witness }: Surroundings, ...actions: readonly object[]): Promise<readonly string[]> {
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

async function holdAroundClick(there: Surroundings): Promise<void> {
  const clicked = await run(there, { action: 'click', target: { x: 400, y: 500 }, modifiers: ['shift', 'ctrl'] });
  assert.ok(clicked.includes('mousedown ctrl+shift'), clicked.join());
  assert.ok(clicked.includes('mouseup ctrl+shift'), clicked.join());
  assert.match(clicked.at(-1) ?? '', /^keyup/);
}

async function holdAroundMore(there: Surroundings): Promise<void> {
  const dragged = await run(there, {
    action: 'drag',
    from: { x: 400, y: 500 },
    to: { x: 600, y: 700 },
    modifiers: ['ctrl'],
  });
  assert.ok(dragged.includes('mousedown ctrl') && dragged.includes('mouseup ctrl'), dragged.join());
  const scrolled = await run(there, {
    action: 'scroll',
    direction: 'down',
    target: { x: 400, y: 500 },
    modifiers: ['shift'],
  });
  assert.ok(scrolled.includes('wheel shift'), scrolled.join());
}

async function holdNoLonger(there: Surroundings): Promise<void> {
  const seen = await run(
    there,
    { action: 'click', target: { x: 400, y: 500 }, modifiers: ['ctrl'] },
    { action: 'click', target: { x: 420, y: 520 } },
  );
  const downs = seen.filter((event) => event.startsWith('mousedown'));
  assert.deepEqual(downs, ['mousedown ctrl', 'mousedown']);
}

async function seePerson({ bench, page }: Surroundings): Promise<void> {
  await page.page.setContent(SHOP_PAGE);
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
    const isWhole = async (wanted: string): Promise<boolean> => {
      const list = await bench.hands.desktop.elements({ app: null, display }, never);
      return list.coverage === 'complete' && list.elements.some(({ name }) => name === wanted);
    };
    // The page is listed whole several times in a row, so that the pause has a whole list when the person's hand comes.
    const untilListed = async (wanted: string): Promise<void> => {
      for (let whole = 0; whole < 6; await sleep(400)) whole = (await isWhole(wanted)) ? whole + 1 : 0;
    };
    await untilListed('Into the cart');
    const [x, y] = await page.page
      .evaluate('[window.screenX + 300, window.screenY + outerHeight - innerHeight + 230]')
      .then(String)
      .then((text) => text.split(','));
    hand('mousemove', '--sync', x ?? '', y ?? '', 'click', '1');
    await until(() => acted().length > 0, 'the click to be noted');
    await untilListed('Your name');
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
  }
}
