/** What the picture of a card shows: the target with its surroundings, marked, large enough for a phone; covered places stay covered. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { createSharpPictures } from '../../../adapters/pictures/sharp.ts';
import type { Action } from '../../../src/action/schema.ts';
import type { Box, UiElement } from '../../../src/ports/desktop.ts';
import { type CardPicture, drawCardPicture } from '../../../src/run/confirm/card-picture.ts';
import { frameAround } from '../../../src/run/confirm/frame-around.ts';
import { centerOf } from '../../../src/screen/coordinates.ts';
import { type Observation, observe } from '../../../src/screen/observe.ts';
import {
  type ElementsBench,
  noElements,
  startElementsBench,
} from '../../adapters/desktop/accessibility/elements-bench.ts';
import { waitForFront } from '../../adapters/desktop/hands-bench.ts';
import { until } from '../../support/until.ts';

const display = { width: 1440, height: 900, density: 1 };
const box = (most: Pick<Box, 'width' | 'height'>): fc.Arbitrary<Box> =>
  fc
    .record({
      x: fc.integer({ min: 0, max: most.width - 2 }),
      y: fc.integer({ min: 0, max: most.height - 2 }),
      width: fc.integer({ min: 1, max: most.width }),
      height: fc.integer({ min: 1, max: most.height }),
    })
    .map((made) => ({
      ...made,
      width: Math.min(made.width, most.width - made.x),
      height: Math.min(made.height, most.height - made.y),
    }));
const holds = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.width <= outer.x + outer.width + 1 &&
  inner.y + inner.height <= outer.y + outer.height + 1;

describe('How much a card shows', () => {
  test('the whole target, at least a third of its window, and nothing beyond the display', () => {
    fc.assert(
      fc.property(box(display), box(display), (target, window) => {
        const around = frameAround({ target, container: null, window, display });
        assert.ok(holds({ x: 0, y: 0, ...display }, around));
        assert.ok(holds(around, target));
        assert.ok(around.width * around.height >= (window.width * window.height) / 3 - 1500);
      }),
    );
  });

  test('a dialog as a whole; a container that is nearly the window says nothing', () => {
    const window = { x: 0, y: 0, width: 1440, height: 900 };
    const target = { x: 700, y: 500, width: 80, height: 30 };
    const dialog = { x: 300, y: 100, width: 900, height: 700 };
    const around = frameAround({ target, container: { box: dialog, isModal: true }, window, display });
    assert.ok(holds(around, dialog));
    const little = { x: 863, y: 619, width: 514, height: 112 };
    const ofLittle = frameAround({ target: { ...little, width: 90 }, container: null, window: little, display });
    assert.ok(holds(ofLittle, little), 'a window of its own that is no larger than a dialog');
    const page = { box: { x: 0, y: 60, width: 1440, height: 840 }, isModal: false };
    const small = frameAround({ target, container: page, window, display });
    assert.deepEqual({ width: small.width, height: small.height }, { width: 720, height: 600 });
  });
});

const CLICK: Action = { action: 'click', target: { x: 1, y: 1 }, button: 'left', count: 1 };
const GTK = join(import.meta.dirname, '../../support/gtk-window.py');
const noPython = existsSync('/usr/bin/python3') ? false : 'not installed: /usr/bin/python3';
const never = new AbortController().signal;

/** Pixels of about this color. */
async function count(jpeg: Uint8Array, color: readonly [number, number, number]): Promise<number> {
  const { data } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let found = 0;
  for (let index = 0; index < data.length; index += 3)
    if (color.every((value, channel) => Math.abs(value - (data[index + channel] ?? 0)) < 60)) found += 1;
  return found;
}

const MAGENTA = [255, 0, 255] as const;
const BLACK = [0, 0, 0] as const;
const RED = [230, 30, 40] as const;

describe('The picture of a card about a real window', { skip: noElements || noPython }, () => {
  let bench: ElementsBench;
  let observation: Observation;
  const draw = (
    element: UiElement | null,
    place: Observation['elements'][number] | null,
    last: { x: number; y: number } | null = null,
    action: Action = CLICK,
  ): Promise<CardPicture> =>
    drawCardPicture(
      { action, observation, element, place: place === null ? null : centerOf(place, observation.frame.display) },
      {
        pictures: createSharpPictures(),
        desktop: bench.hands.desktop,
        control: { signal: never },
        marks: { ring: () => last },
      },
    );
  const find = (elements: readonly UiElement[], isSecure: boolean): UiElement | undefined =>
    elements.find((element) => element.isSecure === isSecure && element.box.height > 40);
  const field = (isSecure: boolean): UiElement => {
    const found = find(observation.elements, isSecure);
    assert.ok(found);
    return found;
  };
  /** On a busy machine a look can be over before the window has told its fields, or before it has told both. */
  const look = (ring: { x: number; y: number } | null): Promise<Observation> =>
    until(async () => {
      const seen = await observe({ displayIndex: 1, ring, zoom: null }, bench.hands.desktop, never);
      const isWhole = seen.frame.cover.unsure.length === 0 && find(seen.elements, true) && find(seen.elements, false);
      return isWhole ? seen : null;
    }, 'both fields to be told');

  before(async () => {
    bench = await startElementsBench({ width: 1024, height: 768 });
    bench.display.open('/usr/bin/python3', [GTK, 'Sign in']);
    await waitForFront(bench.hands, 'Signin');
    await bench.find('password field', '');
    observation = await look(null);
  });
  after(() => bench.close());

  it('is cut to the window, marked, with the whole screen beside it, and black where that is', async () => {
    const target = field(false);
    const { jpeg, whole } = await draw(target, target);
    assert.ok(whole !== null);
    const [cut, all] = await Promise.all([sharp(jpeg).metadata(), sharp(whole).metadata()]);
    assert.ok(cut.width * cut.height < (all.width * all.height) / 2, `${cut.width}×${cut.height}`);
    assert.deepEqual(
      { width: all.width, height: all.height },
      { width: observation.frame.width, height: observation.frame.height },
    );
    for (const picture of [jpeg, whole]) {
      assert.equal(await count(picture, MAGENTA), 0, 'the password field');
      assert.ok((await count(picture, BLACK)) > 5000);
      assert.ok((await count(picture, RED)) > 1000, 'a frame around the target');
    }
  });

  it('marks one thing only: where the act before pointed is not what is asked about', async () => {
    const target = field(false);
    const ring = { x: 500, y: 380 };
    observation = await look(ring);
    const { whole } = await draw(target, target, ring);
    const clean = await draw(target, target, null);
    assert.ok(whole !== null && clean.whole !== null);
    const [one, two] = [await count(whole, RED), await count(clean.whole, RED)];
    assert.ok(one < two - 150, `${one} red pixels, ${two} with the ring of the act before`);
  });

  it('a place that nobody names gets a ring, keys the field that has the focus, and a command the screen as it is', async () => {
    const target = field(true);
    const ringed = await draw(null, target);
    assert.ok((await count(ringed.jpeg, RED)) > 200);
    const keys = await draw(null, null, null, { action: 'key', keys: 'Return', repeat: 1 });
    assert.ok((await count(keys.jpeg, RED)) > 1000);
    const command = await draw(null, null, null, { action: 'shell', command: 'ls', timeout_s: 30 });
    assert.deepEqual(command, { jpeg: observation.frame.jpeg, whole: null });
  });
});
