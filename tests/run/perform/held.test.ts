/** What is kept down between acts: the button as one gesture from pressing to letting go, judged by both ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from '../../../src/action/schema.ts';
import { asGesture, findGesture, NOTHING_HELD, underHeldKeys } from '../../../src/run/perform/held.ts';
import type { FakeAnswer } from '../../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand } from '../../support/deskhand.ts';
import { DONE, scriptedModel, step } from '../../support/scripted-model.ts';
import { runToEnd } from '../../support/scripted-run.ts';
import { until } from '../../support/until.ts';

const display = { index: 1, width: 560, height: 336, originX: 0, originY: 0, density: 1 };
const down = (x: number, y: number) => ({ action: 'mouse_down', target: { x, y } }) as const;
const up = (x: number, y: number) => ({ action: 'mouse_up', target: { x, y } }) as const;
const move = (x: number, y: number) => ({ action: 'move', target: { x, y } }) as const;

/** What the gate was asked about, and what the desktop did. */
async function run(
  steps: readonly FakeAnswer[],
  risk: (action: Action) => 'safe' | 'high' = () => 'safe',
  answer: (bot: TestDeskhand) => Promise<void> = async () => undefined,
) {
  const judged: Action[] = [];
  const bot = await startTestDeskhand({
    model: scriptedModel([...steps, DONE]),
    risk: (action) => {
      judged.push(action);
      return risk(action);
    },
  });
  const ended = runToEnd(bot, 'do it');
  await answer(bot);
  const end = await ended;
  await bot.close();
  return { judged, did: bot.desktop.did, events: bot.events(), end };
}

test('letting go somewhere else is judged as a drag from where it was pressed', async () => {
  const { judged, did } = await run([step(down(100, 100)), step(move(300, 300)), step(up(500, 500))]);
  assert.deepEqual(
    judged.map(({ action }) => action),
    ['click', 'move', 'drag'],
  );
  assert.deepEqual(did, ['mouse down at 56,33', 'move to 168,100', 'mouse up at 280,168']);
});

test('a whole gesture in one decision is judged once, by both of its ends, and asked about before anything is pressed', async () => {
  // biome-ignore lint/suspicious/noThenProperty: the contract's name; it is never a function
  const whole = step(down(100, 100), { then: [move(300, 300), move(400, 400), up(500, 500)] });
  const { judged, did, events } = await run(
    [whole],
    ({ action }) => (action === 'drag' ? 'high' : 'safe'),
    async (bot) => {
      const card = await bot.chat.waitFor((message) => message.kind === 'question');
      assert.match(card.text, /drag from 100, 100 to 500, 500/);
      assert.deepEqual(bot.desktop.did, []);
      await bot.chat.tap(card.id, 'Approve');
    },
  );
  assert.ok(judged.every(({ action }) => action === 'drag' || action === 'click'));
  assert.deepEqual(did, ['mouse down at 56,33', 'move to 168,100', 'move to 224,134', 'mouse up at 280,168']);
  assert.equal(events.filter(({ type }) => type === 'confirmation.asked').length, 1);
});

test('who says no to letting go there gets it back where it was', async () => {
  const { did } = await run(
    [step(down(100, 100)), step(move(300, 300)), step(up(500, 500))],
    ({ action }) => (action === 'drag' ? 'high' : 'safe'),
    async (bot) => {
      const card = await bot.chat.waitFor((message) => message.kind === 'question');
      await bot.chat.tap(card.id, 'Deny');
    },
  );
  assert.deepEqual(did, ['mouse down at 56,33', 'move to 168,100', 'mouse up at 56,33']);
});

test('a pause lets go at once', async () => {
  const bot = await startTestDeskhand({ model: scriptedModel([step(down(100, 100)), 'hang']) });
  await bot.chat.sendText('/run do it');
  await until(() => bot.desktop.did.length === 1);
  await until(() => bot.types().includes('action.performed'));
  await bot.chat.sendText('/pause');
  await until(() => bot.desktop.did.includes('mouse up at 56,33'));
  await bot.close();
});

test('a key that is kept down counts in all that comes until it is let go of, by whatever name', async () => {
  const { judged, did, events } = await run([
    step({ action: 'key_down', keys: 'Shift_L' }),
    step({ action: 'key', keys: 'left' }),
    step({ action: 'click', target: { x: 500, y: 500 } }),
    step({ action: 'type', text: 'other text' }),
    step({ action: 'key_up', keys: 'shift' }),
    step({ action: 'key_up', keys: 'shift' }),
    step({ action: 'key', keys: 'right' }),
  ]);
  assert.deepEqual(
    judged.map((action) => ('keys' in action ? action.keys : 'modifiers' in action ? action.modifiers : action.action)),
    ['Shift_L', 'shift+left', ['Shift_L'], 'type', 'shift', 'shift', 'right'],
  );
  assert.deepEqual(did, [
    'keep shift down',
    'key shift+left',
    'click left 1 at 280,168',
    'let go of the keys',
    'key right',
  ]);
  const texts = events.flatMap((event) => (event.type === 'action.performed' && !event.ok ? [event.text] : []));
  assert.match(texts[0] ?? '', /keys are held down/);
  assert.match(texts[1] ?? '', /not held down/);
});

test('a gesture ends where it last pointed, and holds nothing but moves', () => {
  assert.deepEqual(findGesture([down(1, 1), up(2, 2)]), { length: 2, end: { x: 2, y: 2 } });
  assert.deepEqual(findGesture([down(1, 1), move(3, 3), { action: 'mouse_up' }]), { length: 3, end: { x: 3, y: 3 } });
  assert.equal(findGesture([down(1, 1), move(3, 3)]), null);
  assert.equal(findGesture([down(1, 1), { action: 'key', keys: 'a', repeat: 1 }, up(2, 2)]), null);
  assert.equal(findGesture([move(1, 1), up(2, 2)]), null);
});

test('held keys stand in what is judged, shown and done', () => {
  const held = { keys: ['ctrl', 'alt'], pressedAt: null };
  const click: Action = {
    action: 'click',
    target: { x: 1, y: 2 },
    button: 'left',
    count: 1,
    modifiers: ['alt', 'shift'],
  };
  assert.deepEqual(underHeldKeys(click, held), { ...click, modifiers: ['ctrl', 'alt', 'shift'] });
  assert.deepEqual(underHeldKeys({ action: 'key', keys: 'shift+delete', repeat: 1 }, held), {
    action: 'key',
    keys: 'ctrl+alt+shift+delete',
    repeat: 1,
  });
  assert.deepEqual(underHeldKeys(click, NOTHING_HELD), click);
  const pressed = { keys: ['alt'], pressedAt: { display, x: 56, y: 33 } };
  const gesture = asGesture({ action: 'mouse_up', target: { x: 500, y: 500 } }, pressed, null);
  assert.ok(gesture.action === 'drag');
  assert.deepEqual(gesture.modifiers, ['alt']);
});

test('a key that goes down under others is judged as what they press together', () => {
  const down = (keys: string, held: readonly string[]): string => {
    const judged = asGesture({ action: 'key_down', keys }, { keys: held, pressedAt: null }, null);
    return judged.action === 'key_down' ? judged.keys : '';
  };
  assert.equal(down('v', ['ctrl']), 'ctrl+v');
  assert.equal(down('enter', ['ctrl']), 'ctrl+enter');
  assert.equal(down('v', ['ctrl', 'shift']), 'ctrl+shift+v');
  // A key that is held repeats, together with the key that joins it.
  assert.equal(down('ctrl', ['v']), 'ctrl+v');
  assert.equal(down('delete', ['a', 'shift']), 'shift+delete');
  assert.equal(down('Shift_L', []), 'Shift_L');
});

test('a paste by keys that go down one after the other is asked about as a paste', async () => {
  const { judged } = await run([step({ action: 'key_down', keys: 'ctrl' }), step({ action: 'key_down', keys: 'v' })]);
  assert.deepEqual(
    judged.map((action) => ('keys' in action ? action.keys : action.action)),
    ['ctrl', 'ctrl+v'],
  );
});
