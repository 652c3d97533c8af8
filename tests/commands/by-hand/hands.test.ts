/** By hand with numbers: what a tap on a number clicks, and when it clicks nothing. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import type { ElementList, UiElement } from '../../../src/ports/desktop.ts';
import type { FakePost } from '../../fakes/chat.ts';
import { startTestDeskhand, type TestDeskhand } from '../../support/deskhand.ts';
import { scriptedModel } from '../../support/scripted-model.ts';

const SAVE = make('button', 'Save', 40, 40);
const NAME = make('field', 'Name', 40, 100);

describe('Numbers on the picture of the screen', () => {
  let test: TestDeskhand;
  let known: ReadonlySet<string> = new Set();
  before(async () => {
    test = await startTestDeskhand({ model: null, risk: (action) => (action.action === 'key' ? 'critical' : 'safe') });
  });
  after(() => test.close());

  /** Sends it and waits for the next message with a picture or text. */
  const say = async (text: string): Promise<FakePost> => {
    known = new Set(test.chat.seen().map((post) => post.id));
    await test.chat.sendText(text);
    return await next();
  };
  const next = (): Promise<FakePost> => test.chat.waitFor((post) => !known.has(post.id));
  const tap = async (post: FakePost, label: string): Promise<FakePost> => {
    known = new Set(test.chat.seen().map((post) => post.id));
    await test.chat.tap(post.id, label);
    return await next();
  };
  const show = async (...elements: readonly UiElement[]): Promise<FakePost> => {
    test.desktop.setElements(list(elements));
    return await say('/screenshot');
  };
  const acts = (): readonly string[] => test.desktop.did.filter((entry) => /^(click|press)/.test(entry));

  it('a tap on a number clicks the middle of what has it, and nothing else does', async () => {
    const picture = await show(SAVE, make('text', 'Hello', 200, 40), NAME);
    assert.deepEqual(labels(picture).slice(0, 2), ['1', '2']);
    const width = picture.picture === null ? 0 : (await sharp(picture.picture).metadata()).width;
    assert.equal(width, 1000);
    const done = await tap(picture, '2');
    assert.match(text(done), /^Done/);
    assert.deepEqual(acts(), ['click left 1 at 70,110']);
    assert.ok(labels(done).includes('1'), 'and the next picture has numbers, too');
  });

  it('/click 1 is the number of the last picture; a number it has not is refused', async () => {
    await show(SAVE, NAME);
    const before = acts().length;
    await say('/click 1');
    assert.equal(acts().at(-1), 'click left 1 at 70,50');
    assert.match(text(await say('/click 9')), /no 9 on that picture: it has 1 to 2/);
    assert.equal(acts().length, before + 1);
  });

  it('what can be pressed is pressed', async () => {
    test.desktop.setPressable(['Save']);
    const picture = await show(SAVE);
    await tap(picture, '1');
    assert.equal(acts().at(-1), 'press Save');
    test.desktop.setPressable([]);
  });

  for (const [what, change] of [
    ['it has moved', (now: TestDeskhand) => now.desktop.setElements(list([make('button', 'Save', 300, 200)]))],
    ['it is gone', (now: TestDeskhand) => now.desktop.setElements(list([NAME]))],
    ['it is called something else', (now: TestDeskhand) => now.desktop.setElements(list([{ ...SAVE, name: 'Buy' }]))],
    ['it is checked by now', (now: TestDeskhand) => now.desktop.setElements(list([{ ...SAVE, value: 'checked' }]))],
    [
      'another application is in front',
      (now: TestDeskhand) => now.desktop.setFront({ app: 'Mail', title: '', pid: 1 }),
    ],
    ['the display changed', (now: TestDeskhand) => now.desktop.resize(640, 400)],
  ] as const) {
    it(`a stale number clicks nothing and a fresh picture comes: ${what}`, async () => {
      const picture = await show(SAVE);
      const before = acts().length;
      change(test);
      const refused = await tap(picture, '1');
      assert.match(text(refused), /^Not clicked: .*This is how it looks now/);
      assert.ok(refused.picture !== null);
      assert.equal(acts().length, before);
      test.desktop.setFront({ app: 'Editor', title: 'Untitled', pid: 4711 });
      test.desktop.resize(560, 336);
    });
  }

  it('a number of an older picture is good while its thing is still there', async () => {
    const older = await show(SAVE, NAME);
    await show(make('link', 'Help', 300, 20), SAVE, NAME);
    await tap(older, '1');
    assert.equal(acts().at(-1), 'click left 1 at 70,50');
  });

  it('more things than fit come with more numbers, and each number is one thing', async () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      make('button', `b${index}`, 10 + (index % 4) * 140, 4 + Math.floor(index / 4) * 32),
    );
    const first = await show(...many);
    const second = await tap(first, 'More numbers');
    const numbers = [...labels(first), ...labels(second)].map(Number).filter((number) => number > 0);
    assert.deepEqual(
      numbers,
      Array.from({ length: numbers.length }, (_, index) => index + 1),
    );
    const last = numbers.at(-1) ?? 0;
    assert.ok(last > 18, `${last}`);
    await tap(second, String(last));
    await tap(first, '1');
    assert.equal(acts().at(-1), 'click left 1 at 40,14');
  });

  it('zooming three by three clicks the exact middle of the part', async () => {
    test.desktop.setElements(list([]));
    const picture = await say('/screenshot');
    const whole = await tap(picture, 'Zoom');
    assert.deepEqual(labels(whole).slice(0, 9), ['↖', '↑', '↗', '←', '•', '→', '↙', '↓', '↘']);
    const part = await tap(whole, '→');
    const deeper = await tap(part, '↙');
    const done = await tap(deeper, 'Click the middle');
    assert.match(text(done), /^Done/);
    // 1000 · (2/3 + 1/18) and 1000 · (1/3 + 5/18) of 560×336.
    assert.equal(
      acts().at(-1),
      `click left 1 at ${Math.floor(560 * (2 / 3 + 1 / 18))},${Math.floor(336 * (1 / 3 + 5 / 18))}`,
    );
  });

  it('a display that is not there is said', async () => {
    assert.match(text(await say('/screenshot 3')), /no display 3/);
    assert.match(text(await say('/screenshot two')), /Which display/);
  });

  it('keys and the wheel are one tap each, and the same message shows what came of it', async () => {
    const picture = await show(SAVE);
    const count = test.chat.seen().length;
    for (const [label, did] of [
      ['Tab', 'key tab × 1'],
      ['↓', 'key down × 1'],
      ['Undo', 'key ctrl+z × 1'],
      ['Scroll down', 'scroll down 5'],
    ] as const) {
      const before = test.chat.seen().find(({ id }) => id === picture.id)?.edits ?? 0;
      known = new Set(test.chat.seen().map((post) => post.id));
      await test.chat.tap(picture.id, label);
      if (label !== 'Scroll down') {
        // Keys are critical here: they ask, and below the card comes a new picture.
        const card = await next();
        assert.match(card.text, /May I press/);
        known = new Set(test.chat.seen().map((post) => post.id));
        await test.chat.tap(card.id, 'Approve');
        assert.match(text(await next()), /^Done/);
      } else {
        await test.chat.waitFor(
          ({ id, edits, text: words }) => id === picture.id && edits > before && /^Done/.test(words),
        );
        assert.equal(test.chat.seen().length, count + 6, 'three cards and three pictures, and none for the wheel');
      }
      assert.ok(
        test.desktop.did.some((entry) => entry.startsWith(did.split(' × ')[0] ?? '')),
        `${did} is not among ${test.desktop.did.slice(-8).join(', ')}`,
      );
    }
  });

  it('a point of the picture is clicked, as the picture was scaled, and only where it still looks so', async () => {
    const picture = await show();
    const { point } = picture;
    assert.ok(point !== undefined);
    known = new Set(test.chat.seen().map((post) => post.id));
    await test.chat.tapData(point, { at: { x: 250, y: 500 } });
    assert.match(text(await next()), /^Done/);
    assert.equal(acts().at(-1), 'click left 1 at 140,168');
    const before = acts().length;
    known = new Set(test.chat.seen().map((post) => post.id));
    await test.chat.tapData(point);
    assert.match(text(await next()), /didn't say where/);
    assert.equal(acts().length, before);
  });

  it('a black screen gets no numbers, and nothing is done on it', async () => {
    const picture = await show(SAVE);
    const before = test.desktop.did.length;
    test.desktop.paint(null, 0);
    assert.match(text(await tap(picture, '1')), /only see black/);
    const refused = text(await say('/click 500 500'));
    assert.equal(refused.match(/only see black/g)?.length, 1, refused);
    assert.deepEqual(labels(await say('/screenshot')), []);
    assert.equal(test.desktop.did.length, before);
    test.desktop.paint(null, 0xd8d8d8);
  });
});

describe('Taking a run over', () => {
  it('what is done by hand is part of the run, and the model is told of it', async () => {
    const held = Promise.withResolvers<void>();
    const model = scriptedModel([
      async () => {
        await held.promise;
        return { action: 'think', text: 'x' };
      },
      { action: 'fail', summary: 'enough' },
    ]);
    const test = await startTestDeskhand({ model });
    try {
      test.desktop.setElements(list([SAVE]));
      await test.chat.sendText('/run fill in the form');
      const status = await test.chat.waitFor(
        (post) => labels(post).includes('Take over') && /Deciding/.test(post.text),
      );
      await test.chat.tap(status.id, 'Take over');
      const picture = await test.chat.waitFor((post) => labels(post).includes('Continue'));
      await test.chat.tap(picture.id, '1');
      await test.chat.waitFor((post) => /^Done/.test(text(post)));
      await test.chat.sendText('/type my own words');
      await test.chat.waitFor((post) => test.desktop.text() === 'my own words' && /^Done/.test(text(post)));
      const latest = test.chat.seen().findLast((post) => labels(post).includes('Continue'));
      await test.chat.tap(latest?.id ?? '', 'Continue');
      held.resolve();
      await test.chat.waitFor((post) => post.kind === 'end');
      const [, told = ''] = model.asked.filter(({ purpose }) => purpose === 'step').map(({ text: prompt }) => prompt);
      assert.match(told, /by hand.*clicking button “Save”/);
      assert.match(told, /by hand.*typing 12 characters/);
      assert.doesNotMatch(told, /my own words/);
      const byPerson = test.events().filter((event) => event.type === 'action.intended' && event.by === 'person');
      assert.equal(byPerson.length, 2);
      assert.ok(test.types().includes('run.resumed'));
    } finally {
      await test.close();
    }
  });
});

function make(role: string, name: string, x: number, y: number): UiElement {
  return {
    number: 0,
    role,
    name,
    value: '',
    box: { x, y, width: 60, height: 20 },
    isFocused: false,
    isEnabled: true,
    isSecure: false,
  };
}

function list(elements: readonly UiElement[]): ElementList {
  return {
    elements: elements.map((element, index) => ({ ...element, number: index + 1 })),
    coverage: 'complete',
    reason: '',
  };
}

function labels(post: FakePost): readonly string[] {
  return post.buttons.flat().map((button) => button.label);
}

function text(post: FakePost): string {
  return post.text;
}
