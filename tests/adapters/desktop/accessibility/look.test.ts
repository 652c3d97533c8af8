import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { STATE } from '../../../../adapters/desktop/accessibility/atspi.ts';
import { look } from '../../../../adapters/desktop/accessibility/look.ts';
import type { WantedWindow } from '../../../../adapters/desktop/accessibility/windows.ts';
import type { Display, UiElement } from '../../../../src/ports/desktop.ts';
import { english } from '../../../../src/words/speak.ts';
import { inEnglish } from '../../../support/in-english.ts';
import { createFakeBus, type FakeApplication, type FakeBus, type FakeNode } from './fake-bus.ts';

const DISPLAY: Display = { index: 1, width: 1000, height: 800, originX: 0, originY: 0, density: 1 };
const FRONT = { pid: 42, app: 'Notes', title: 'Untitled', width: 1000 };
/** AtspiRole. */
const R = {
  checkBox: 7,
  combo: 11,
  dialog: 16,
  frame: 23,
  icon: 26,
  image: 27,
  internalFrame: 28,
  label: 29,
  listItem: 32,
  menuItem: 35,
  tab: 37,
  panel: 39,
  password: 40,
  button: 43,
  cell: 56,
  text: 61,
  toggle: 62,
  window: 69,
  entry: 79,
  heading: 83,
  section: 85,
  link: 88,
  document: 95,
} as const;

const frame = (children: readonly FakeNode[], more: Partial<FakeNode> = {}): FakeNode => ({
  role: R.frame,
  name: 'Untitled',
  box: [0, 0, 1000, 800],
  states: [STATE.active],
  ...more,
  children,
});
const notes = (windows: readonly FakeNode[], more: Partial<FakeApplication> = {}): FakeApplication => ({
  name: 'notes',
  pid: 42,
  windows,
  ...more,
});
const button = (name: string, x = 10, y = 10, more: Partial<FakeNode> = {}): FakeNode => ({
  role: R.button,
  name,
  box: [x, y, 80, 20],
  ...more,
});
const lines = (elements: readonly UiElement[]): readonly string[] =>
  elements.map(({ number, role, name, value }) =>
    [number, role, name, ...(value === '' ? [] : [`=${value}`])].join(' '),
  );
/** What is listed must not depend on how busy this machine is. */
const PATIENCE = 40;
const list = async (bus: FakeBus, front: WantedWindow = FRONT) => (await look(bus, front, DISPLAY, PATIENCE)).list;
const listIn = (children: readonly FakeNode[], more: Partial<FakeApplication> = {}) =>
  list(createFakeBus([notes([frame(children)], more)]));

describe('A look', () => {
  it('numbers what can be pointed at in reading order, in words people know', async () => {
    const { elements, coverage, reason } = await listIn([
      {
        role: R.panel,
        children: [
          button('Send', 200, 100),
          { role: R.entry, name: 'To', text: 'ada@example.org', box: [10, 102, 100, 18] },
          { role: R.checkBox, name: 'Copy to me', states: [STATE.checked], box: [10, 140, 90, 20] },
          { role: R.toggle, name: 'Bold', states: [STATE.pressed], box: [120, 140, 60, 20] },
          { role: R.text, text: 'Dear Ada,\n', states: [STATE.multiLine, STATE.focused], box: [10, 200, 600, 300] },
          { role: R.heading, name: 'New message', box: [10, 60, 300, 30] },
        ],
      },
    ]);
    assert.deepEqual(lines(elements), [
      '1 heading New message',
      '2 field To =ada@example.org',
      '3 button Send',
      '4 check box Copy to me =checked',
      '5 toggle Bold =on',
      '6 text area  =Dear Ada,\n',
    ]);
    assert.deepEqual([coverage, reason], ['complete', '']);
    assert.deepEqual(
      elements.map(({ isFocused }) => isFocused),
      [false, false, false, false, false, true],
    );
    assert.deepEqual(elements[1]?.box, { x: 10, y: 102, width: 100, height: 18 });
  });

  it('what has the focus in a list of suggestions has it, not the field below that goes on telling its own', async () => {
    const field = {
      role: R.combo,
      name: 'City',
      states: [STATE.editable, STATE.focused],
      box: [10, 10, 100, 20],
    } as const;
    const choices = { role: R.combo, name: 'Country', box: [10, 200, 100, 20] } as const;
    const item = (name: string, y: number, states: readonly number[]) =>
      ({ role: R.listItem, name, states, box: [10, y, 100, 20] }) satisfies FakeNode;
    const window = frame([field, choices], { states: [] });
    const open = (states: readonly number[]): FakeNode => ({
      role: R.frame,
      name: '',
      states,
      box: [10, 40, 100, 60],
      children: [item('Bern', 40, states.length > 0 ? [STATE.focused] : []), item('Bonn', 60, [])],
    });
    const focusedIn = async (floating: FakeNode) =>
      (await list(createFakeBus([notes([window, floating])]))).elements.flatMap(({ isFocused, name }) =>
        isFocused ? [name] : [],
      );
    assert.deepEqual(await focusedIn(open([STATE.active])), ['Bern']);
    assert.deepEqual(await focusedIn(open([])), ['City']);
    const { elements } = await list(createFakeBus([notes([window])]));
    assert.deepEqual(
      elements.map(({ name, isChoice }) => [name, isChoice === true]),
      [
        ['City', false],
        ['Country', true],
      ],
    );
  });

  it('bars in larger units and a page in pixels are both told in pixels, and a long page to its last row', async () => {
    const rows = Array.from({ length: 500 }, (_, row) => button(`Row ${row}`, 40, 200 + row * 40));
    const inUnits = { role: R.panel, box: [0, 100, 500, 300] } as const;
    const listOf = async (page: FakeNode) => {
      const window = frame([button('Reload', 20, 30), { ...inUnits, children: [page] }], { box: [0, 0, 500, 400] });
      return (await list(createFakeBus([notes([window])]))).elements;
    };
    const boxOf = (elements: readonly UiElement[], wanted: string) => elements.find(({ name }) => name === wanted)?.box;
    const inPixels = await listOf({ role: R.document, box: [0, 200, 1000, 600], children: rows });
    assert.deepEqual(boxOf(inPixels, 'Reload'), { x: 40, y: 60, width: 160, height: 40 });
    assert.deepEqual(boxOf(inPixels, 'Row 1'), { x: 40, y: 240, width: 80, height: 20 });
    assert.ok(boxOf(inPixels, 'Row 14') !== undefined && boxOf(inPixels, 'Row 15') === undefined);
    // An application that keeps to its units does so on its pages, too.
    const kept = await listOf({ role: R.document, box: [0, 100, 500, 300], children: [button('Row', 20, 110)] });
    assert.deepEqual(boxOf(kept, 'Row'), { x: 40, y: 220, width: 160, height: 40 });
  });

  it('a password is never asked for, and no text inside its field is listed', async () => {
    const secret = { role: R.password, name: 'PIN', text: 'hunter2', box: [10, 10, 100, 20] } as const;
    const bus = createFakeBus([
      notes([frame([{ ...secret, children: [{ role: R.label, name: 'hunter2', box: [12, 12, 60, 16] }] }])]),
    ]);
    const { elements } = await list(bus);
    assert.deepEqual(elements, [
      {
        number: 1,
        role: 'password field',
        name: 'PIN',
        value: '',
        box: { x: 10, y: 10, width: 100, height: 20 },
        isFocused: false,
        isEnabled: true,
        isSecure: true,
      },
    ]);
    assert.deepEqual(
      bus.asked.filter((asked) => /GetText|CharacterCount|CurrentValue/.test(asked)),
      [],
    );
  });

  it('drops what is not showing, has no size, is off the screen or has no place', async () => {
    const { elements } = await listIn([
      button('hidden', 10, 10, { lacks: [STATE.showing] }),
      button('empty', 10, 10, { box: [10, 10, 0, 20] }),
      button('nowhere', 10, 10, { box: [-2147483648, -2147483648, 1, 1] }),
      button('left of it', -9999, 10),
      button('below it', 10, 800),
      button('half in', -40, 30),
      button('seen', 10, 60),
    ]);
    assert.deepEqual(lines(elements), ['1 button half in', '2 button seen']);
    assert.deepEqual(elements[0]?.box, { x: 0, y: 30, width: 40, height: 20 });
  });

  it('what is half scrolled out of a page is cut off at its edge', async () => {
    const { elements } = await listIn([
      button('Back', 5, 40),
      {
        role: R.document,
        name: 'Page',
        box: [0, 100, 1000, 700],
        children: [{ role: R.link, name: 'More', box: [20, 84, 100, 30] }],
      },
    ]);
    assert.deepEqual(
      elements.map(({ name, box }) => [name, box.y, box.height]),
      [
        ['Back', 40, 20],
        ['More', 100, 14],
      ],
    );
  });

  it('a control without a name is called after its label, its description, its placeholder, or the text on it', async () => {
    const { elements } = await listIn([
      { role: R.label, name: 'Street', box: [10, 10, 60, 20] },
      { role: R.entry, labels: ['Street'], text: '', box: [100, 10, 100, 20] },
      { role: R.entry, description: 'Postal code', text: '', box: [100, 40, 100, 20] },
      { role: R.entry, placeholder: 'you@example.org', text: '', box: [100, 70, 100, 20] },
      {
        role: R.listItem,
        box: [10, 100, 200, 30],
        description: 'Open your downloads',
        children: [
          { role: R.icon, box: [12, 105, 20, 20] },
          { role: R.label, name: 'Downloads', box: [40, 105, 90, 20] },
        ],
      },
      { role: R.button, box: [10, 140, 30, 20] },
    ]);
    assert.deepEqual(lines(elements), [
      '1 text Street',
      '2 field Street',
      '3 field Postal code',
      '4 field you@example.org',
      '5 list item Downloads',
      '6 button ',
    ]);
  });

  it('says nothing twice: labels on buttons, wrappers, closed choices', async () => {
    const { elements } = await listIn([
      { ...button('OK'), children: [{ role: R.label, name: 'OK', box: [20, 12, 20, 16] }] },
      {
        role: R.combo,
        name: 'Color',
        box: [10, 40, 80, 20],
        children: [{ role: R.menuItem, name: 'red', states: [STATE.selected], box: [10, 40, 80, 20] }],
      },
      { role: R.cell, box: [10, 70, 200, 20], children: [{ role: R.cell, name: 'notes.txt', box: [40, 70, 100, 20] }] },
      {
        role: R.heading,
        name: 'Files',
        box: [10, 100, 200, 30],
        children: [{ role: R.label, name: 'Files', box: [10, 100, 200, 30] }],
      },
      { role: R.panel, box: [0, 0, 900, 700] },
      { role: R.section, states: [STATE.focusable], box: [0, 0, 900, 700] },
      {
        role: R.section,
        states: [STATE.focusable],
        box: [10, 140, 80, 20],
        children: [{ role: R.label, name: 'Buy now', box: [12, 142, 60, 16] }],
      },
    ]);
    assert.deepEqual(lines(elements), [
      '1 button OK',
      '2 combo box Color =red',
      '3 cell notes.txt',
      '4 heading Files',
      '5 item Buy now',
    ]);
  });

  it('a cell with a link, or an entry with what takes its clicks, is one thing; what is chosen by itself is two', async () => {
    const item = { role: R.section, name: 'Bahamas', box: [12, 102, 90, 18], states: [STATE.focusable] } as const;
    const { elements } = await listIn([
      {
        role: R.cell,
        name: '12',
        box: [10, 10, 30, 20],
        children: [{ role: R.link, name: '12', box: [10, 10, 28, 18] }],
      },
      {
        role: R.cell,
        name: '13',
        box: [50, 10, 30, 20],
        states: [STATE.selected],
        children: [{ role: R.link, name: '13', box: [50, 10, 28, 18] }],
      },
      { role: R.listItem, name: 'Bahamas', box: [10, 100, 100, 22], children: [item] },
      {
        role: R.cell,
        name: 'Ada, Delete',
        box: [10, 200, 200, 22],
        children: [{ role: R.button, name: 'Delete', box: [120, 200, 60, 20] }],
      },
    ]);
    assert.deepEqual(lines(elements), [
      '1 link 12',
      '2 link 13',
      '3 cell 13 =selected',
      '4 list item Bahamas',
      '5 cell Ada, Delete',
      '6 button Delete',
    ]);
  });

  it('a box to tick that is hidden stands where its label is drawn', async () => {
    const label = { role: R.label, name: 'Tuna', box: [10, 10, 60, 20] } as const;
    const { elements } = await listIn([
      label,
      { role: R.checkBox, name: 'Tuna', box: [11, 11, 1, 1], states: [STATE.checked], labels: ['Tuna'] },
      { role: R.checkBox, name: 'Nowhere', box: [11, 11, 1, 1] },
    ]);
    assert.deepEqual(lines(elements), ['1 check box Tuna =checked']);
    assert.deepEqual(elements[0]?.box, { x: 10, y: 10, width: 60, height: 20 });
  });

  it('what lies under a bubble of the browser, or under a list that opened, is not listed; beside it, it is', async () => {
    const alert = 2;
    const field = (name: string, x: number, y: number): FakeNode => ({
      role: R.entry,
      name,
      text: '',
      box: [x, y, 100, 20],
    });
    const page = {
      role: R.document,
      name: 'Sign in',
      box: [0, 60, 1000, 740],
      children: [field('Note', 800, 100), field('Street', 100, 100)],
    } as const;
    const bubble = {
      role: alert,
      name: 'Save password?',
      box: [700, 50, 280, 200],
      children: [button('Save', 900, 200)],
    } as const;
    const { elements } = await listIn([page, bubble]);
    assert.deepEqual(lines(elements), ['1 alert Save password?', '2 field Street', '3 button Save']);
    const popup = {
      role: R.frame,
      name: '',
      box: [100, 95, 200, 60],
      children: [{ role: R.listItem, name: 'High Street', box: [100, 95, 200, 30] }],
    } as const;
    const list_ = await list(createFakeBus([notes([frame([page]), popup])]));
    assert.deepEqual(lines(list_.elements), ['1 list item High Street', '2 field Note']);
  });

  it('a veil over other things is listed by what is written on it', async () => {
    const veil = {
      role: R.section,
      box: [0, 0, 300, 200],
      actions: ['click'],
      children: [{ role: R.label, name: 'START', box: [100, 90, 60, 20] }],
    } as const;
    const { elements } = await listIn([button('Yes', 20, 20), button('No', 120, 20), veil]);
    assert.deepEqual(lines(elements), ['1 item START', '2 button Yes', '3 button No']);
  });

  it('lists what pages made to be clicked, and not what only hands clicks on', async () => {
    const clicked = (more: Partial<FakeNode>): FakeNode => ({ role: R.section, actions: ['click'], ...more });
    const word = (name: string, x: number, y: number): FakeNode => ({
      ...{ role: R.label, name, actions: ['clickAncestor'], box: [x, y, 60, 16] },
    });
    const { elements } = await listIn([
      clicked({ box: [10, 10, 90, 20], children: [word('Buy now', 12, 12)] }),
      { role: R.section, actions: ['clickAncestor'], box: [10, 40, 90, 20], children: [word('Only text', 12, 42)] },
      { role: R.image, actions: ['click'], box: [10, 70, 40, 40] },
      { role: R.image, actions: ['clickAncestor'], box: [60, 70, 40, 40] },
      { role: R.panel, actions: ['click'], box: [10, 120, 40, 40] },
      { role: R.panel, states: [STATE.focusable], box: [10, 120, 40, 40] },
      // An element as large as the page that hears every click, a card with a button, and two elements of the same size.
      clicked({
        box: [0, 0, 1000, 800],
        children: [
          clicked({ box: [10, 200, 300, 100], children: [word('Card', 12, 202), button('Like', 12, 260)] }),
          clicked({
            box: [10, 320, 90, 20],
            children: [clicked({ box: [10, 320, 90, 20], children: [word('Twice', 12, 322)] })],
          }),
        ],
      }),
    ]);
    assert.deepEqual(lines(elements), [
      '1 item Buy now',
      '2 text Only text',
      '3 item ',
      '4 item ',
      '5 text Card',
      '6 button Like',
      '7 item Twice',
    ]);
  });

  it('an icon is called by its title, by the file of its picture, or by its class', async () => {
    const icon = (y: number, child: FakeNode): FakeNode => ({
      role: R.button,
      box: [10, y, 30, 20],
      children: [child],
    });
    const src = (address: string): FakeNode => ({ role: R.image, attributes: { src: address }, box: [12, 12, 16, 16] });
    const { elements } = await listIn([
      icon(10, { role: R.section, description: 'Add a star', box: [12, 12, 16, 16] }),
      icon(40, src('https://shop.example/img/print-order.svg?v=3')),
      icon(70, src('https://shop.example/3f9a1c77be01.png')),
      icon(100, src('data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP')),
      icon(130, { role: R.section, attributes: { class: 'fa fa-lg fa-shopping-cart' }, box: [12, 132, 16, 16] }),
      { ...button('', 10, 160), attributes: { class: 'btn ui-icon-trash' } },
      {
        ...{ role: R.section, description: 'Rate it', actions: ['click'], box: [10, 190, 30, 20] },
        children: [{ role: R.label, name: '★', box: [12, 192, 16, 16] }],
      },
    ]);
    assert.deepEqual(
      elements.filter(({ role }) => role !== 'text').map(({ name }) => name),
      ['Add a star', 'print order', '', '', 'shopping cart', 'trash', 'Rate it'],
    );
  });

  it('a page that is shown before it tells its elements is not told as an empty one', async () => {
    const page = (more: Partial<FakeNode>): FakeNode => ({ role: R.document, box: [0, 100, 1000, 700], ...more });
    const inside = (node: FakeNode) => listIn([button('Back', 5, 40), node]);
    const untold = await inside(page({ box: [0, 100, 0, 0] }));
    assert.deepEqual([untold.coverage, untold.elements.length], ['partial', 1]);
    assert.match(english(untold.reason), /has not told its elements yet/);
    assert.equal((await inside(page({}))).coverage, 'complete', 'an empty page');
    const frameIn = (more: Partial<FakeNode>) => page({ children: [{ role: R.internalFrame, ...more }] });
    assert.equal((await inside(frameIn({ box: [10, 110, 300, 200] }))).coverage, 'partial');
    assert.equal((await inside(frameIn({ box: [10, 110, 1, 1] }))).coverage, 'complete', 'a frame nobody sees');
    const told = frameIn({ box: [10, 110, 300, 200], children: [page({ box: [10, 110, 300, 200] })] });
    assert.equal((await inside(told)).coverage, 'complete');
  });

  it('the entries of an open menu are listed, also where they are below its entry in the bar (Qt)', async () => {
    const entry: FakeNode = { role: R.menuItem, name: 'Save', box: [10, 40, 100, 20] };
    const bar: FakeNode = { role: R.menuItem, name: 'File', children: [{ role: 41, name: '', children: [entry] }] };
    assert.deepEqual(lines((await listIn([bar])).elements), ['1 menu item File', '2 menu item Save']);
  });

  it('a disabled element is listed as such', async () => {
    const { elements } = await listIn([button('Save', 10, 10, { lacks: [STATE.enabled, STATE.sensitive] })]);
    assert.equal(elements[0]?.isEnabled, false);
  });

  it('is not held up by a tree without end, however deep', async () => {
    let deep: FakeNode = button('at the bottom');
    for (let depth = 0; depth < 500; depth += 1) deep = { role: R.panel, children: [deep] };
    const found = await listIn([deep, button('beside it')]);
    assert.deepEqual([found.coverage, lines(found.elements)], ['partial', ['1 button beside it']]);
    assert.match(english(found.reason), /very large/);
  });

  it('of a list of 20,000 rows asks for the ones in view, wherever it is scrolled', async () => {
    for (const [top, isUpwards] of [
      [0, false],
      [9000, false],
      [19_990, false],
      [12_345, true],
    ] as const) {
      const rows = Array.from({ length: 20_000 }, (_, index): FakeNode => {
        const y = (isUpwards ? top - index : index - top) * 20;
        const isInView = y > -20 && y < 800;
        return {
          role: R.listItem,
          name: `row ${index}`,
          box: [10, y, 200, 20],
          lacks: isInView ? [] : [STATE.showing],
        };
      });
      const bus = createFakeBus([notes([frame([{ role: R.section, name: 'rows', children: rows }])])]);
      const { elements, coverage } = await list(bus);
      assert.equal(coverage, 'partial');
      const inView = rows.filter(({ lacks }) => lacks?.length === 0).map(({ name }) => name);
      assert.deepEqual(new Set(elements.map(({ name }) => name)), new Set(inView), `scrolled to ${top}`);
      assert.ok(!bus.asked.includes('GetChildren rows'));
      assert.ok(bus.asked.length < 1500, `${bus.asked.length} questions`);
    }
  });

  it('asks nothing about what is not showing but whether it is', async () => {
    const hidden: FakeNode = { role: R.panel, name: 'closed', lacks: [STATE.showing], children: [button('inside')] };
    const bus = createFakeBus([notes([frame([hidden])])]);
    await list(bus);
    assert.deepEqual(
      bus.asked.filter((asked) => /closed|inside/.test(asked)),
      ['GetState closed', 'GetRole closed'],
    );
  });
});

describe('A look at more than the caps allow', () => {
  const crowd = Array.from({ length: 500 }, (_, index) =>
    button(`button ${index}`, (index % 25) * 38, Math.floor(index / 25) * 30),
  );

  it('lists 200 and says that there are more', async () => {
    const found = await listIn(crowd);
    assert.deepEqual([found.elements.length, found.coverage], [200, 'partial']);
    assert.match(english(found.reason), /200/);
    assert.deepEqual(
      found.elements.map(({ number }) => number),
      Array.from({ length: 200 }, (_, index) => index + 1),
    );
  });

  it('never hides a password field, what has the focus, a field or a tab', async () => {
    const { elements } = await listIn([
      ...crowd,
      button('focused', 10, 700, { states: [STATE.focused] }),
      { role: R.entry, name: 'Name', text: 'Ada', box: [10, 720, 80, 20] },
      { role: R.password, name: 'PIN', text: '1234', box: [10, 740, 80, 20] },
      { role: R.tab, name: 'Details', box: [10, 760, 80, 20] },
    ]);
    for (const wanted of ['focused', 'Name', 'PIN', 'Details'])
      assert.ok(
        elements.some(({ name }) => name === wanted),
        wanted,
      );
    assert.equal(elements.find(({ name }) => name === 'PIN')?.isSecure, true);
  });

  it('texts give way to controls', async () => {
    const texts = Array.from(
      { length: 300 },
      (_, index): FakeNode => ({
        role: R.label,
        name: `text ${index}`,
        box: [(index % 10) * 90, 20 + Math.floor(index / 10) * 20, 80, 16],
      }),
    );
    const { elements } = await listIn([...texts, button('OK', 10, 750)]);
    assert.ok(elements.some(({ name }) => name === 'OK'));
    assert.equal(elements.length, 200);
  });

  it('an application that is slow gives a part of it in time, one that hangs nothing, with a reason', async () => {
    const listInTime = async (more: Partial<FakeApplication>) =>
      (await look(createFakeBus([notes([frame(crowd)], more)]), FRONT, DISPLAY)).list;
    let slow = await listInTime({ placeMs: 60 });
    // On a busy machine a look may end before anything was read.
    for (let tries = 0; tries < 20 && slow.coverage !== 'partial'; tries += 1) slow = await listInTime({ placeMs: 60 });
    assert.equal(slow.coverage, 'partial');
    assert.match(english(slow.reason), /250 ms/);
    const startedAt = performance.now();
    const hung = await listInTime({ answerMs: Infinity });
    assert.deepEqual([hung.coverage, hung.elements.length], ['unavailable', 0]);
    assert.match(english(hung.reason), /Notes does not answer/);
    // One look is enough; further ones are for a busy machine.
    assert.ok(performance.now() - startedAt < 5000);
  });
});

describe('The window that is looked at', () => {
  it('is the one the screen shows in front, found by process', async () => {
    const other = notes([frame([button('wrong')])], { name: 'other', pid: 1 });
    const second = frame([button('behind')], { name: 'Second', states: [] });
    const { elements } = await list(createFakeBus([other, notes([second, frame([button('right')])])]));
    assert.deepEqual(lines(elements), ['1 button right']);
  });

  it('is found by name when the process is another one on the bus', async () => {
    const bus = createFakeBus([notes([frame([button('right')])], { name: 'org.example.Notes', pid: 7 })]);
    assert.deepEqual(lines((await list(bus)).elements), ['1 button right']);
  });

  it('an application that hangs elsewhere costs nothing', async () => {
    const hung = notes([frame([])], { name: 'hung', pid: 7, answerMs: Infinity });
    const { elements, coverage } = await list(createFakeBus([hung, notes([frame([button('right')])])]));
    assert.deepEqual([lines(elements), coverage], [['1 button right'], 'complete']);
  });

  it('comes with the menus that float above it', async () => {
    const menu: FakeNode = {
      role: R.window,
      states: [STATE.active],
      box: [300, 300, 200, 300],
      children: [{ role: R.menuItem, name: 'Copy', box: [300, 320, 200, 20] }],
    };
    const { elements } = await list(createFakeBus([notes([frame([button('below')], { states: [] }), menu])]));
    assert.deepEqual(lines(elements), ['1 button below', '2 menu item Copy']);
  });

  it('is not another window of the application when the one in front shows no elements', async () => {
    const bus = createFakeBus([notes([frame([button('behind the dialog')], { states: [] })])]);
    const found = await list(bus, { ...FRONT, title: 'Open File' });
    assert.equal(found.coverage, 'unavailable');
    assert.match(english(found.reason), /This window of Notes/);
  });

  it('whose application counts in larger units than pixels has its boxes in pixels all the same', async () => {
    const bus = createFakeBus([notes([frame([button('far right', 400, 300)], { box: [0, 0, 500, 400] })])]);
    for (const [width, box] of [
      [500, { x: 400, y: 300, width: 80, height: 20 }],
      [1000, { x: 800, y: 600, width: 160, height: 40 }],
      [748, { x: 600, y: 450, width: 120, height: 30 }],
      [540, { x: 400, y: 300, width: 80, height: 20 }],
      [null, { x: 400, y: 300, width: 80, height: 20 }],
    ] as const) {
      assert.deepEqual((await list(bus, { ...FRONT, width })).elements[0]?.box, box, `${width} pixels`);
    }
  });

  it('nothing in front is an empty list, not a failure', async () => {
    const bus = createFakeBus([notes([frame([button('x')], { states: [] })])]);
    assert.deepEqual(inEnglish(await list(bus, { pid: null, app: '', title: '', width: null })), {
      elements: [],
      coverage: 'complete',
      reason: '',
    });
  });

  it('an application that is not on the bus is named, and Chromium is told how to be', async () => {
    const bus = createFakeBus([]);
    assert.match(english((await list(bus)).reason), /^Notes does not show its elements/);
    const chromium = await list(bus, { ...FRONT, app: 'Google-chrome' });
    assert.match(english(chromium.reason), /--force-renderer-accessibility/);
    const empty = await list(createFakeBus([notes([frame([])], { toolkit: 'Chromium' })]));
    assert.deepEqual(empty.coverage, 'unavailable');
    assert.match(english(empty.reason), /--force-renderer-accessibility/);
  });

  it('an application can be asked for by name, however it is written', async () => {
    for (const label of ['Text Editor', 'org.gnome.TextEditor', 'text-editor']) {
      const bus = createFakeBus([notes([frame([button('found')], { states: [] })], { name: label, pid: 1 })]);
      const found = await look(bus, { pid: null, app: 'text editor', title: '', width: null }, DISPLAY);
      assert.deepEqual(lines(found.list.elements), ['1 button found'], label);
    }
  });
});

describe('Whatever an application tells', () => {
  const box = fc.tuple(fc.integer(), fc.integer(), fc.integer(), fc.integer());
  const near = fc.tuple(
    fc.integer({ min: -50, max: 1050 }),
    fc.integer({ min: -50, max: 850 }),
    fc.nat(400),
    fc.nat(300),
  );
  const nodeWith = (children: fc.Arbitrary<readonly FakeNode[]>): fc.Arbitrary<FakeNode> =>
    fc.record({
      role: fc.nat(135),
      name: fc.string({ unit: 'grapheme', maxLength: 30 }),
      text: fc.string({ maxLength: 30 }),
      states: fc.subarray(Object.values(STATE)),
      lacks: fc.subarray([STATE.showing, STATE.enabled, STATE.sensitive], { maxLength: 1 }),
      box: fc.oneof({ weight: 5, arbitrary: near }, { weight: 1, arbitrary: box }),
      children,
    });
  const leaf = nodeWith(fc.constant([]));
  const branch = nodeWith(fc.array(leaf, { maxLength: 4 }));
  const node = nodeWith(fc.array(branch, { maxLength: 4 }));

  it('the list keeps its promises', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(node, { maxLength: 8 }), async (children) => {
        const { elements } = await listIn(children);
        assert.ok(elements.length <= 200);
        for (const [index, element] of elements.entries()) {
          assert.equal(element.number, index + 1);
          const { x, y, width, height } = element.box;
          assert.ok(x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1000 && y + height <= 800);
          if (element.isSecure) assert.equal(element.value, '');
          assert.ok(!/[\n\t\ufffc]/.test(element.name));
        }
      }),
      { numRuns: 60 },
    );
  });
});
