import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Container, Fingerprint, Frame, UiElement } from '../../src/ports/desktop.ts';
import { boxOf, changedPixels, findDifference, type Seen, watchedTiles } from '../../src/safety/seen.ts';
import type { Observation } from '../../src/screen/observe.ts';
import { createTextTicks } from '../../src/screen/text-ticks.ts';
import { createTickers } from '../../src/screen/tickers.ts';
import { speak } from '../../src/words/speak.ts';

const display = { index: 1, width: 640, height: 320, originX: 0, originY: 0, density: 1 };
const calm = fingerprint({});
const place = { display, x: 320, y: 160 };
/** The tile the target is in: column 10, row 5 of 20 columns. */
const TARGET_TILE = 5 * 20 + 10;

function fingerprint(changed: Readonly<Record<number, number>>): Fingerprint {
  const tiles = new Uint32Array(20 * 10).fill(7);
  for (const [tile, hash] of Object.entries(changed)) tiles[Number(tile)] = hash;
  return { columns: 20, rows: 10, tiles };
}

function look(print: Fingerprint, app = 'mousepad', title = 'notes'): Observation {
  const frame: Frame = {
    takenAt: 0,
    display,
    jpeg: new Uint8Array(),
    width: 28,
    height: 28,
    fingerprint: print,
    isBlack: false,
    cover: { covered: [], unsure: [] },
  };
  return { frame, zoomed: null, screen: 'on', front: { app, title, pid: 1 }, elements: [], elementsNote: '' };
}

function seen(element: UiElement | null = null, look_: Observation = look(calm)): Seen {
  return {
    look: look_,
    element,
    box: boxOf(element, place),
    isKeys: false,
    ticks: createTextTicks(look_.elements),
  };
}

const SAME_PLACE = { x: 10, y: 10, width: 80, height: 20 };
const part = (role: string, name: string, value = '', box = SAME_PLACE): UiElement => ({
  ...{ number: 1, role, name, value, box },
  ...{ isFocused: false, isEnabled: true, isSecure: false },
});
const withElements = (elements: readonly UiElement[], print = calm): Observation => ({
  ...look(print),
  elements: elements.map((each, index) => ({ ...each, number: index + 1 })),
});

/** The difference in words; '' when nothing that matters differs, by pixels too. */
function differenceOf(
  then: Seen,
  now: Observation,
  more: { readonly samples?: readonly Fingerprint[]; readonly laterMs?: number; readonly same?: UiElement | null } = {},
): string {
  const words = speak(findDifference(then, now, more.same ?? null).text, 'en');
  if (words !== '') return words;
  const samples = (more.samples ?? [calm]).map((print, index) => ({ fingerprint: print, atMs: index * 160 }));
  const { around, within } = changedPixels(
    samples,
    watchedTiles(then, now),
    { fingerprint: now.frame.fingerprint, atMs: samples.length * 160 + (more.laterMs ?? 0) },
    new Set(),
    createTickers(),
  );
  return around.length > 0 ? 'around' : within.length > 0 ? 'elsewhere' : '';
}

test('what is as it was is no difference', () => {
  assert.equal(differenceOf(seen(), look(calm)), '');
});

test('a change at the target asks again', () => {
  assert.equal(differenceOf(seen(), look(fingerprint({ [TARGET_TILE]: 9 }))), 'around');
});

test('a change elsewhere asks again where it is in the window, and nobody can list what it holds', () => {
  const inWindow = look(calm);
  const inside = seen(null, {
    ...inWindow,
    front: { ...inWindow.front, box: { x: 0, y: 64, width: 640, height: 256 } },
  });
  assert.equal(differenceOf(inside, look(fingerprint({ 199: 9 }))), 'elsewhere');
  assert.equal(differenceOf(inside, look(fingerprint({ 19: 9 }))), '', 'a clock above the window');
  assert.equal(differenceOf(seen(), look(fingerprint({ 199: 9 }))), 'elsewhere', 'the place of the window is unknown');
  assert.equal(differenceOf(seen(), look(fingerprint({ 3: 9 }))), '', 'a bar at the top');
  const samples = [7, 8, 9, 10].map((hash) => fingerprint({ 199: hash }));
  assert.equal(differenceOf(inside, look(fingerprint({ 199: 11 })), { samples }), '', 'it turned all the time');
});

const DIALOG: Container = {
  id: 'd',
  role: 'dialog',
  name: 'Pay',
  box: { x: 0, y: 0, width: 400, height: 200 },
  isModal: true,
};
const inDialog = (element: UiElement): UiElement => ({ ...element, container: DIALOG });
const OUTSIDE = { x: 500, y: 280, width: 80, height: 20 };

test('where all is listed, it goes by what it says: a recipient, a ticked box, a vanished warning ask again', () => {
  const to = part('field', 'To', 'ada@example.org');
  const box = part('check box', 'Copy', 'not checked');
  const text = part('text', 'Careful');
  const then = seen(null, withElements([to, box, text]));
  const moved = fingerprint({ 199: 9 });
  assert.equal(differenceOf(then, withElements([to, box, text], moved)), '', 'pixels far from the target may change');
  assert.match(
    differenceOf(then, withElements([{ ...to, value: 'eve@example.org' }, box, text])),
    /“To” says “eve@example.org” now, not “ada@example.org”/,
  );
  assert.match(differenceOf(then, withElements([to, { ...box, value: 'checked' }, text])), /“Copy” says “checked” now/);
  assert.match(differenceOf(then, withElements([to, box])), /“Careful” is not there any more/);
});

test('a text that ticks is known after two changes; an amount and a recipient never are', () => {
  const at = { x: 10, y: 60, width: 80, height: 20 };
  const clock = (said: string) => part('text', said, '', at);
  const then = seen(null, withElements([part('button', 'Send'), clock('0:01 left')]));
  const ticks = createTextTicks(then.look.elements);
  const now = withElements([part('button', 'Send'), clock('0:07 left')]);
  const difference = findDifference({ ...then, ticks }, now, null);
  assert.match(speak(difference.text, 'en'), /0:07/);
  assert.equal(difference.mayTick, true);
  ticks.see([clock('0:03 left')], true);
  assert.notEqual(differenceOf({ ...then, ticks }, now), '', 'once is no habit');
  ticks.see([clock('0:05 left')], true);
  assert.equal(differenceOf({ ...then, ticks }, now), '');
  for (const [first, ...later] of [
    ['Total: 12 €', 'Total: 13 €', 'Total: 14 €', 'Total: 99 €'],
    ['To ada@example.org', 'To bob@example.org', 'To cy@example.org', 'To eve@example.org'],
    ['1.20', '1.21', '1.22', '9.99'],
    ['Betrag 5', 'Betrag 6', 'Betrag 7', 'Betrag 8'],
  ]) {
    const amount = seen(null, withElements([clock(first ?? '')]));
    const seenTicks = createTextTicks(amount.look.elements);
    for (const said of later) seenTicks.see([clock(said)], true);
    const last = withElements([clock(later.at(-1) ?? '')]);
    assert.notEqual(differenceOf({ ...amount, ticks: seenTicks }, last), '', first);
    assert.equal(findDifference({ ...amount, ticks: seenTicks }, last, null).mayTick, false);
  }
});

test('a text that is written anew all the time is missing from some lists; one that went once is told', () => {
  const at = { x: 10, y: 60, width: 80, height: 20 };
  const button = part('button', 'Send');
  const left = (said: string) => part('text', said, '', at);
  const then = seen(null, withElements([button, left('119.3'), part('text', 'Careful')]));
  const ticks = createTextTicks(then.look.elements);
  assert.match(
    differenceOf({ ...then, ticks }, withElements([button, part('text', 'Careful')])),
    /“119.3” is not there/,
  );
  ticks.see([button, part('text', 'Careful')], true);
  ticks.see([button, left('118.6'), part('text', 'Careful')], true);
  assert.equal(differenceOf({ ...then, ticks }, withElements([button, part('text', 'Careful')])), '');
  assert.equal(differenceOf({ ...then, ticks }, withElements([button, left('118.1'), part('text', 'Careful')])), '');
  // Beside it, what matters is what is named.
  const gone = differenceOf({ ...then, ticks }, withElements([button, left('117.9')]));
  assert.match(gone, /“Careful” is not there any more/);
  const partly = createTextTicks(then.look.elements);
  for (let lists = 0; lists < 3; lists += 1) partly.see([button], false);
  assert.match(differenceOf({ ...then, ticks: partly }, withElements([button, part('text', 'Careful')])), /“119.3”/);
});

test('a text that came up after the question asks, also where it ticks from then on; in a dialog however it comes and goes', () => {
  const at = { x: 20, y: 60, width: 80, height: 20 };
  const left = (said: string) => part('text', said, '', at);
  const form = { id: 'form', role: 'form', name: 'Pay', box: { x: 0, y: 0, width: 300, height: 200 }, isModal: false };
  const button = part('button', 'Send');
  const inForm = (element: UiElement): UiElement => ({ ...element, container: form });
  const bare = seen(null, withElements([button]));
  const ticks = createTextTicks(bare.look.elements);
  for (const said of ['Expires in 59 s', 'Expires in 58 s', 'Expires in 57 s']) ticks.see([button, left(said)], true);
  assert.match(
    differenceOf({ ...bare, ticks }, withElements([button, left('Expires in 56 s')])),
    /“Expires in 56 s” came up/,
  );
  const target = inForm(button);
  const held = seen(target, withElements([target]));
  const flickering = createTextTicks(held.look.elements);
  for (const shown of [true, false, true, false])
    flickering.see(shown ? [target, inForm(left('Really?'))] : [target], true);
  const now = withElements([target, inForm(left('Really?'))]);
  assert.match(differenceOf({ ...held, ticks: flickering }, now, { same: target }), /“Really\?” came up/);
});

test('what tells the time may have gone on where it stands outside of what the yes is about', () => {
  const clock = (said: string) => part('text', said, '', { x: 500, y: 4, width: 80, height: 20 });
  const then = { ...seen(null, withElements([part('button', 'Send'), clock('10:00:41')])), elapsedMs: 3000 };
  assert.equal(differenceOf(then, withElements([part('button', 'Send'), clock('10:00:44')])), '');
  assert.match(differenceOf(then, withElements([part('button', 'Send'), clock('10:09:44')])), /10:09:44/);
  const difference = findDifference(then, withElements([part('button', 'Pay'), clock('10:00:44')]), null);
  assert.match(speak(difference.text, 'en'), /Pay/);
  assert.equal(difference.mayTick, false);
});

test('what stands outside the dialog around the target is not part of it, what stands in it is', () => {
  const confirm = inDialog(part('button', 'Confirm'));
  const amount = inDialog(part('text', 'Pay 12 euro', '', { x: 10, y: 60, width: 90, height: 20 }));
  const news = part('text', 'News: calm', '', OUTSIDE);
  const then = seen(confirm, withElements([confirm, amount, news]));
  const same = { same: confirm };
  const now = (elements: readonly UiElement[]) => withElements(elements, fingerprint({ 199: 9, 180: 3 }));
  assert.equal(differenceOf(then, now([confirm, amount, { ...news, name: 'News: war' }]), same), '');
  assert.match(
    differenceOf(then, now([confirm, { ...amount, name: 'Pay 99 euro' }, news]), same),
    /“Pay 99 euro” now, not “Pay 12 euro”/,
  );
  assert.match(differenceOf(then, now([part('button', 'Confirm'), news]), same), /“Pay” was closed/);
  const other: Container = { ...DIALOG, id: 'other', name: 'Really?' };
  const asked = { ...part('button', 'Yes', '', OUTSIDE), container: other };
  assert.match(differenceOf(then, now([confirm, amount, news, asked]), same), /a dialog opened: “Really\?”/);
});

test('around something on a page all counts but what the browser counts in its tabs', () => {
  const plain: UiElement = { ...part('field', 'Tags'), isFocused: true };
  const field: UiElement = { ...plain, isInPage: true };
  const total = { x: 200, y: 200, width: 80, height: 20 };
  const tab = (name: string): UiElement => part('tab', name, 'selected', { x: 300, y: 0, width: 80, height: 20 });
  const window = (title: string, sum: string, target = field): Observation =>
    withElements([tab(title), target, { ...part('text', sum, '', total), isInPage: true }]);
  const counted = 'tags - Memory usage - 29.6 MB';
  const then: Seen = { ...seen(null, window('tags', '12 EUR')), isKeys: true };
  assert.equal(differenceOf(then, window(counted, '12 EUR')), '');
  assert.equal(differenceOf(then, window(counted, '9,999 EUR')), 'it says “9,999 EUR” now, not “12 EUR”');
  const pointed = seen(field, window('tags', '12 EUR'));
  assert.equal(differenceOf(pointed, window(counted, '12 EUR'), { same: field }), '');
  assert.equal(
    differenceOf(pointed, window(counted, '9,999 EUR'), { same: field }),
    'it says “9,999 EUR” now, not “12 EUR”',
  );
  const bubble = part('button', 'Allow', '', { x: 400, y: 40, width: 80, height: 20 });
  const asked = { ...window(counted, '12 EUR'), elements: [...window(counted, '12 EUR').elements, bubble] };
  assert.equal(differenceOf(then, asked), '“Allow” came up', 'what a browser asks is no tab');
  // Without a known page, the whole window counts.
  assert.equal(
    differenceOf(seen(plain, window('tags', '12 EUR', plain)), window(counted, '12 EUR', plain), { same: plain }),
    `it says “${counted}” now, not “tags”`,
  );
});

test('pixels in the dialog count where its texts tell nothing, but for what goes on moving', () => {
  const confirm = inDialog(part('button', 'Confirm'));
  const amount = inDialog(part('text', 'Pay 12 euro', '', { x: 10, y: 100, width: 90, height: 20 }));
  const then = seen(confirm, withElements([confirm, amount]));
  const same = { same: confirm };
  const [inside, outside] = [3 * 20, 9 * 20];
  const painted = (changes: Readonly<Record<number, number>>) => withElements([confirm, amount], fingerprint(changes));
  assert.equal(differenceOf(then, painted({ [inside]: 9 }), same), 'elsewhere', 'a list that is late');
  assert.equal(differenceOf(then, painted({ [outside]: 9 }), same), '');
  const turning = [7, 8, 9, 10].map((hash) => fingerprint({ [inside]: hash }));
  assert.equal(differenceOf(then, painted({ [inside]: 11 }), { ...same, samples: turning }), '');
  const stopped = { ...same, samples: turning, laterMs: 5000 };
  assert.equal(differenceOf(then, painted({ [inside]: 10 }), stopped), 'elsewhere', 'it stopped somewhere else');
  const partial: Observation = { ...painted({ [inside]: 11 }), elements: [confirm], elementsNote: 'late' };
  assert.equal(differenceOf(then, partial, { ...same, samples: turning }), 'around', 'nobody says what stands there');
});

test('the same pixels at another address ask again, a title that counts does not', () => {
  const then = seen(null, { ...look(calm, 'chromium', '(1) Inbox'), address: 'https://mail.example/1' });
  const now = { ...look(calm, 'chromium', '(2) Inbox'), address: 'https://mail.example/1' };
  assert.equal(differenceOf(then, now), '');
  assert.match(differenceOf(then, { ...now, address: 'https://evil.example/1' }), /another page is open/);
});

test('keys that would go somewhere else ask again', () => {
  const focused = { ...part('field', 'Search'), isFocused: true };
  const other = { ...part('field', 'Password hint', '', OUTSIDE), isFocused: true };
  const then = { ...seen(null, withElements([focused])), isKeys: true, box: null };
  assert.equal(differenceOf(then, withElements([focused])), '');
  const moved = withElements([{ ...focused, isFocused: false }, other]);
  assert.match(differenceOf(then, moved), /the keys would go to “Password hint” now/);
});

test('a caret that blinked while the card was new does not ask again', () => {
  const off = fingerprint({ [TARGET_TILE]: 9 });
  const samples = [calm, calm, off, off, calm, calm, off, calm];
  assert.equal(differenceOf(seen(), look(off), { samples }), '');
});

test('a change that came while the card was new and stayed asks again', () => {
  const moved = fingerprint({ [TARGET_TILE]: 9 });
  assert.equal(differenceOf(seen(), look(moved), { samples: [calm, calm, moved, moved, moved, moved] }), 'around');
});

test('another window, title or element asks again', () => {
  assert.match(differenceOf(seen(), look(calm, 'chromium')), /chromium is in front/);
  assert.match(differenceOf(seen(), look(calm, 'mousepad', 'other')), /window changed/);
  const button = part('button', 'Send');
  const then = seen(button, withElements([button]));
  assert.match(differenceOf(then, withElements([]), { same: { ...button, name: 'Delete' } }), /is called “Delete” now/);
  const lower = { ...button, box: { ...SAME_PLACE, y: 60 } };
  assert.match(differenceOf(then, withElements([lower]), { same: lower }), /“Send” is in another place/);
  assert.match(differenceOf(then, withElements([])), /“Send” is not there any more/);
});
