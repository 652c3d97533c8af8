import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AxHelper } from '../../../../adapters/desktop/macos/ax-helper.ts';
import { createMacElements } from '../../../../adapters/desktop/macos/elements.ts';
import { type Display, Refused } from '../../../../src/ports/desktop.ts';
import { type AxNode, type AxWorld, createAxWorld } from './ax-world.ts';

const never = new AbortController().signal;
const RETINA: Display = { index: 1, width: 3024, height: 1964, originX: 0, originY: 0, density: 2 };

const WINDOW: AxNode = {
  role: 'AXWindow',
  title: 'Sign in',
  at: [100, 100, 600, 400],
  children: [
    { role: 'AXStaticText', value: 'Welcome back', at: [120, 120, 200, 20] },
    {
      role: 'AXGroup',
      at: [120, 150, 560, 200],
      children: [
        { role: 'AXTextField', title: 'Name', value: 'ann', at: [120, 160, 200, 24], focused: true },
        {
          role: 'AXTextField',
          subrole: 'AXSecureTextField',
          title: 'Password',
          value: 'hunter2',
          at: [120, 200, 200, 24],
        },
        { role: 'AXCheckBox', title: 'Stay', value: 1, at: [120, 240, 100, 20] },
        { role: 'AXButton', title: 'Sign in', at: [120, 280, 80, 30] },
        { role: 'AXButton', title: 'Reset', at: [220, 280, 80, 30], disabled: true },
        { role: 'AXButton', title: 'Elsewhere', at: [-500, 280, 80, 30] },
        { role: 'AXButton', title: 'Folded away', at: [120, 280, 0, 0] },
      ],
    },
  ],
};

/** One life of the script for all questions of a test: as the real helper keeps it alive. */
function open(world: AxWorld) {
  const asked: object[] = [];
  const helper: AxHelper = {
    ask: async (question) => {
      asked.push(question);
      world.did.length = 0;
      return world.ask(...asked).at(-1) ?? null;
    },
    close: () => undefined,
  };
  return createMacElements(helper);
}

describe('elements of a Mac', () => {
  test('are what can be worked with and read, in reading order, in pixels of the display; no password is read', async () => {
    const { elements, coverage } = await open(createAxWorld(WINDOW)).elements({ app: null, display: RETINA }, never);
    assert.equal(coverage, 'complete');
    assert.deepEqual(
      elements.map(({ number, role, name, value }) => `${number} ${role} ${name} ${value}`.trim()),
      [
        '1 text Welcome back',
        '2 field Name ann',
        '3 password field Password',
        '4 check box Stay checked',
        '5 button Sign in',
        '6 button Reset',
      ],
    );
    assert.deepEqual(elements[1]?.box, { x: 240, y: 320, width: 400, height: 48 });
    assert.deepEqual(
      elements.map(({ isSecure, isFocused, isEnabled }) => [isSecure, isFocused, isEnabled].map(Number).join('')),
      ['001', '011', '101', '001', '001', '000'],
    );
  });

  test('on a display beside the main one, they are counted from its own corner', async () => {
    const left: Display = { index: 2, width: 1920, height: 1080, originX: -1920, originY: -98, density: 1 };
    const button: AxNode = { role: 'AXButton', title: 'There', at: [-1900, 0, 50, 20] };
    const world = createAxWorld({ role: 'AXWindow', at: [-1920, 0, 800, 600], children: [button] });
    const { elements } = await open(world).elements({ app: null, display: left }, never);
    assert.deepEqual(elements[0]?.box, { x: 20, y: 98, width: 50, height: 20 });
  });

  test('are pressed, focused and set by accessibility, as long as they are what they were', async () => {
    const world = createAxWorld(WINDOW);
    const mac = open(world);
    const { elements } = await mac.elements({ app: 'textedit', display: RETINA }, never);
    const [, name, , , signIn] = elements;
    assert.ok(name !== undefined && signIn !== undefined);
    assert.equal(await mac.press(signIn, never), true);
    assert.deepEqual(world.did, ['AXPress Sign in']);
    assert.equal(await mac.setValue(name, 'bob', never), true);
    assert.deepEqual(world.did.slice(-1), ['AXValue Name = bob']);
    assert.equal(await mac.focus(name, never), true);
    assert.equal(await mac.press({ ...signIn, number: 99 }, never), false);
  });

  test('that cannot be pressed that way are clicked instead; a changed one is refused', async () => {
    const image: AxNode = { role: 'AXImage', title: 'Map', at: [10, 10, 50, 50], actions: ['AXShowMenu'] };
    const world = createAxWorld({ role: 'AXWindow', children: [image] });
    const mac = open(world);
    const [element] = (await mac.elements({ app: null, display: RETINA }, never)).elements;
    assert.ok(element !== undefined);
    assert.equal(await mac.press(element, never), false);
    const gone = createMacElements({
      ask: async (question) =>
        'listed' in question || question.do === 'look' ? world.ask(question).at(-1) : { is: 'changed' },
      close: () => undefined,
    });
    const [stale] = (await gone.elements({ app: null, display: RETINA }, never)).elements;
    assert.ok(stale !== undefined);
    await assert.rejects(gone.press(stale, never), Refused);
  });

  test('a large window is read as far as time and numbers allow, and that is said', async () => {
    const many = Array.from({ length: 1500 }, (_, index) => ({
      role: 'AXButton',
      title: `b${index}`,
      at: [index % 50, Math.floor(index / 50) * 20, 20, 20] as const,
    }));
    const world = createAxWorld({ role: 'AXWindow', children: many });
    const all = await open(world).elements({ app: null, display: RETINA }, never);
    assert.deepEqual([all.elements.length, all.coverage], [200, 'partial']);
    const last = { role: 'AXTextField', subrole: 'AXSecureTextField', title: 'PIN', at: [5, 900, 90, 20] } as const;
    const texts = Array.from({ length: 300 }, (_, index) => ({
      role: 'AXStaticText',
      value: `t${index}`,
      at: [(index % 10) * 50, Math.floor(index / 10) * 20, 40, 18] as const,
    }));
    const page = createAxWorld({ role: 'AXWindow', children: [...texts, last] });
    const listed = (await open(page).elements({ app: null, display: RETINA }, never)).elements;
    assert.equal(listed.length, 200);
    assert.deepEqual([listed.at(-1)?.name, listed.at(-1)?.isSecure], ['PIN', true], 'the password field is among them');
    world.msEach = 10;
    const few = await open(world).elements({ app: null, display: RETINA }, never);
    assert.ok(few.elements.length > 5 && few.elements.length < 40);
    assert.match(few.reason, /220 ms/);
    let deep: AxNode = { role: 'AXButton', title: 'deep', at: [1, 1, 9, 9] };
    for (let depth = 0; depth < 20; depth += 1) deep = { role: 'AXGroup', children: [deep] };
    const cut = await open(createAxWorld(deep)).elements({ app: null, display: RETINA }, never);
    assert.deepEqual([cut.elements.length, cut.coverage], [0, 'partial']);
  });

  test('what is missing is said with what to do: the permission, the application, the window, an answer', async () => {
    const world = createAxWorld(WINDOW);
    const reason = async (app: string | null): Promise<string> =>
      (await open(world).elements({ app, display: RETINA }, never)).reason;
    assert.match(await reason('Pages'), /Pages is not running/);
    world.window = null;
    assert.match(await reason(null), /no window in front/);
    world.isTrusted = false;
    assert.match(await reason(null), /System Settings.*Accessibility/);
    const silent = createMacElements({ ask: async () => null, close: () => undefined });
    const list = await silent.elements({ app: null, display: RETINA }, never);
    assert.deepEqual([list.coverage, /does not answer/.test(list.reason)], ['unavailable', true]);
  });
});
