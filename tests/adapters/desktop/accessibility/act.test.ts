import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { focusElement, pressElement, setElement } from '../../../../adapters/desktop/accessibility/act.ts';
import { STATE } from '../../../../adapters/desktop/accessibility/atspi.ts';
import { look } from '../../../../adapters/desktop/accessibility/look.ts';
import type { RawElement } from '../../../../adapters/desktop/accessibility/read-elements.ts';
import type { Display } from '../../../../src/ports/desktop.ts';
import { createFakeBus, type FakeBus, type FakeNode } from './fake-bus.ts';

const DISPLAY: Display = { index: 1, width: 1000, height: 800, originX: 0, originY: 0, density: 1 };
const never = new AbortController().signal;
/** AtspiRole. */
const R = { frame: 23, password: 40, button: 43, slider: 51, cell: 56, entry: 79 } as const;

/** A bus with one window that holds this element, and the element as a look sees it. */
async function show(node: FakeNode, application: { readonly answerMs?: number } = {}): Promise<[FakeBus, RawElement]> {
  const window: FakeNode = {
    role: R.frame,
    name: 'Window',
    states: [STATE.active],
    box: [0, 0, 900, 700],
    children: [node],
  };
  const bus = createFakeBus([{ name: 'app', pid: 1, windows: [window], ...application }]);
  // A look gives up after a quarter of a second, so it is repeated on a busy machine.
  let raw: RawElement | undefined;
  for (let tries = 0; tries < 40 && raw === undefined; tries += 1)
    raw = (await look(bus, { pid: 1, app: 'app', title: 'Window', width: 900 }, DISPLAY)).listed[0]?.raw;
  assert.ok(raw !== undefined);
  return [bus, raw];
}

const BUTTON: FakeNode = { role: R.button, name: 'Send', box: [10, 10, 80, 20], actions: ['focus', 'Click'] };
const FIELD: FakeNode = { role: R.entry, name: 'To', text: '', states: [STATE.editable], box: [10, 10, 80, 20] };

describe('Pressing an element', () => {
  it('does its click, whatever the toolkit calls it and whereever it stands', async () => {
    for (const action of ['click', 'Press', 'jump', 'activate']) {
      const [bus, raw] = await show({ ...BUTTON, actions: ['showContextMenu', action] });
      assert.equal(await pressElement(bus, raw, never), 'done');
      assert.deepEqual(bus.did, [`${action} Send`]);
    }
  });

  it('is not the Enter key of a field, nor the double click of a file', async () => {
    for (const role of [R.entry, R.cell]) {
      const [bus, raw] = await show({ ...BUTTON, role, actions: ['activate'] });
      assert.equal(await pressElement(bus, raw, never), 'impossible');
      assert.deepEqual(bus.did, []);
    }
  });

  it('is refused, with nothing done, when the element is not what it was', async () => {
    const changes: readonly [string, Partial<FakeNode>][] = [
      ['Send', { name: 'Send to all' }],
      ['Send', { box: [10, 60, 80, 20] }],
      ['Send', { box: [10, 10, 200, 20] }],
      ['Send', { role: R.entry }],
      ['Send', { lacks: [STATE.showing] }],
      ['Window', { states: [] }],
    ];
    for (const [name, change] of changes) {
      const [bus, raw] = await show(BUTTON);
      bus.change(name, change);
      assert.equal(await pressElement(bus, raw, never), 'stale', JSON.stringify(change));
      assert.deepEqual(bus.did, []);
    }
  });

  it('a pixel or two of a new layout do not matter', async () => {
    const [bus, raw] = await show(BUTTON);
    bus.change('Send', { box: [11, 9, 81, 20] });
    assert.equal(await pressElement(bus, raw, never), 'done');
  });

  it('a disabled element, and one without a click, cannot be pressed this way', async () => {
    const [bus, raw] = await show(BUTTON);
    bus.change('Send', { lacks: [STATE.enabled, STATE.sensitive] });
    assert.equal(await pressElement(bus, raw, never), 'impossible');
    const [other, plain] = await show({ ...BUTTON, actions: ['focus', 'clickAncestor'] });
    assert.equal(await pressElement(other, plain, never), 'impossible');
    assert.deepEqual([bus.did, other.did], [[], []]);
  });

  it('once aborted nothing is done', async () => {
    const [bus, raw] = await show(BUTTON);
    const reason = new Error('stopped');
    await assert.rejects(pressElement(bus, raw, AbortSignal.abort(reason)), (error) => error === reason);
    assert.deepEqual(bus.did, []);
  });
});

describe('Setting a value', () => {
  it('is done when it can be read back', async () => {
    const [bus, raw] = await show(FIELD);
    assert.equal(await setElement(bus, raw, 'Ada\näöü 😀', never), 'done');
    assert.deepEqual(bus.did, ['set text of To to Ada\näöü 😀']);
  });

  it('a password is compared by its length alone', async () => {
    const [bus, raw] = await show({ ...FIELD, role: R.password, name: 'PIN' });
    assert.equal(await setElement(bus, raw, 'hunter2', never), 'done');
    assert.deepEqual(
      bus.asked.filter((asked) => asked.startsWith('GetText')),
      [],
    );
  });

  it('is not possible where nothing can be entered', async () => {
    for (const node of [{ ...FIELD, states: [] }, BUTTON, { role: R.slider, name: 'Volume', number: 3 }]) {
      const [bus, raw] = await show(node);
      assert.equal(await setElement(bus, raw, 'loud', never), 'impossible');
      assert.deepEqual(bus.did, []);
    }
  });
});

describe('Focusing an element', () => {
  it('is done only when it has the focus', async () => {
    const [bus, raw] = await show(FIELD);
    const focusing = focusElement(bus, raw, never);
    bus.change('To', { states: [STATE.editable, STATE.focused] });
    assert.equal(await focusing, 'done');
    const [deaf, other] = await show(FIELD);
    assert.equal(await focusElement(deaf, other, never), 'impossible');
    assert.deepEqual(deaf.did, ['focus To']);
  });
});
