/** What a model that wants it is shown: numbers of the listed elements on the picture that is sent, smaller and coarser pictures; what was taken stays as it was. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import type { Box, UiElement } from '../../../src/ports/desktop.ts';
import { readJpegSize } from '../../../src/ports/image-forms/jpeg-size.ts';
import type { PictureWish, ScreenPart } from '../../../src/ports/model.ts';
import { createModelDecider } from '../../../src/run/decide/model-decider.ts';
import { makeWished } from '../../../src/run/prompt/wished-picture.ts';
import { createScreenMemory } from '../../../src/screen/screen-memory.ts';
import { makeDecisionRequest } from '../../contracts/decider.ts';
import { createFakeModel } from '../../fakes/model.ts';
import { createFakePictures } from '../../fakes/pictures.ts';
import { makePicture } from '../../fixtures/pictures.ts';
import { PROMPT_STATES } from '../../fixtures/prompt/states.ts';

const quiet = new AbortController().signal;
const NUMBERS: PictureWish = { hasNumbers: true, longestSidePx: 1260, quality: 78 };
const DISPLAY = { width: 1440, height: 900 };
const PICTURE = await makePicture(1260, 784, null);

function button(number: number, box: Box): UiElement {
  const plain = { role: 'button', value: '', isFocused: false, isEnabled: true, isSecure: false };
  return { ...plain, number, name: `Button ${number}`, box };
}

describe('Numbers on the picture of a model', () => {
  it('are those of the list, each where its element shows, whatever part of the screen is sent', async () => {
    const box = fc.record({
      x: fc.integer({ min: 0, max: 1300 }),
      y: fc.integer({ min: 0, max: 860 }),
      width: fc.integer({ min: 10, max: 120 }),
      height: fc.integer({ min: 10, max: 40 }),
    });
    const part: fc.Arbitrary<ScreenPart | null> = fc.option(
      fc.record({
        x: fc.integer({ min: 0, max: 500 }),
        y: fc.integer({ min: 0, max: 500 }),
        width: fc.integer({ min: 200, max: 500 }),
        height: fc.integer({ min: 200, max: 500 }),
      }),
    );
    const property = fc.asyncProperty(
      fc.uniqueArray(box, { minLength: 1, maxLength: 12 }),
      part,
      async (boxes, shown) => {
        const listed = boxes.map((one, index) => button(3 * index + 2, one));
        const pictures = createFakePictures();
        const request = { pictures: [PICTURE], part: shown, listed, display: DISPLAY };
        // The drawing itself is tested elsewhere; this looks at what is asked for.
        const mark: typeof pictures.mark = async (jpeg, wanted) => {
          seen.push(...(wanted.numbers ?? []).map((number, index) => ({ number, box: wanted.boxes[index] })));
          return { jpeg, marked: [] };
        };
        const seen: { readonly number: number; readonly box: Box | undefined }[] = [];
        await makeWished(request, NUMBERS, { cut: pictures.cut, mark }, quiet);
        const { x, y, width, height } = shown ?? { x: 0, y: 0, width: 1000, height: 1000 };
        for (const { number, box: place } of seen) {
          const element = listed.find((one) => one.number === number);
          assert.ok(element !== undefined && place !== undefined);
          const middle = {
            x: x + ((place.x + place.width / 2) / 1260) * width,
            y: y + ((place.y + place.height / 2) / 784) * height,
          };
          assert.ok(Math.abs(middle.x - ((element.box.x + element.box.width / 2) / 1440) * 1000) < 0.01);
          assert.ok(Math.abs(middle.y - ((element.box.y + element.box.height / 2) / 900) * 1000) < 0.01);
        }
        const isShown = (at: number, from: number, size: number): boolean => at >= from && at < from + size;
        const inPart = listed.filter(
          ({ box: one }) =>
            isShown(((one.x + one.width / 2) / 1440) * 1000, x, width) &&
            isShown(((one.y + one.height / 2) / 900) * 1000, y, height),
        );
        assert.ok(seen.length <= inPart.length + 1);
        if (shown === null) assert.equal(seen.length, listed.length);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  it('are drawn on what is sent alone, small, and leave the words of what they name readable', async () => {
    const rows = Array.from({ length: 12 }, (_, index) =>
      button(index + 1, { x: 100 + (index % 3) * 320, y: 80 + Math.floor(index / 3) * 90, width: 200, height: 32 }),
    );
    const words = rows.map(
      ({ box, name }) => `<text x="${box.x + 20}" y="${box.y + 22}" font-size="18">${name}</text>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="900"><rect width="1440" height="900" fill="#fff"/>${words.join('')}</svg>`;
    const taken = await sharp(Buffer.from(svg)).resize(1260, 784, { fit: 'fill' }).jpeg({ quality: 78 }).toBuffer();
    const copy = Buffer.from(taken);
    const pictures = createFakePictures();
    const request = { pictures: [taken], part: null, listed: rows, display: DISPLAY };
    const { pictures: sent, note } = await makeWished(request, NUMBERS, pictures, quiet);
    assert.deepEqual(taken, copy);
    assert.notDeepEqual(Buffer.from(sent[0] ?? []), copy);
    assert.match(note, /numbers drawn on the picture are those of the elements in the list/);
    assert.deepEqual(
      pictures.drawn[0]?.numbers,
      rows.map(({ number }) => number),
    );
    const [before, after] = await Promise.all([grayOf(taken), grayOf(sent[0] ?? taken)]);
    for (const { box, name } of rows) {
      let changed = 0;
      let words = 0;
      const [left, top] = [Math.round((box.x + 18) * 0.875), Math.round((box.y + 6) * 0.871)];
      for (let y = top; y < top + 18; y += 1) {
        for (let x = left; x < left + 90; x += 1) {
          const [was = 0, is = 0] = [before[y * 1260 + x], after[y * 1260 + x]];
          if (was < 128) words += 1;
          if (was < 128 && Math.abs(was - is) > 60) changed += 1;
        }
      }
      assert.ok(words > 50, 'there are words');
      assert.ok(changed <= words * 0.05, `${name}: ${changed} of ${words} pixels of its words`);
    }
  });

  it('are not drawn where nothing is listed, nor for who does not want them', async () => {
    const pictures = createFakePictures();
    const request = { pictures: [PICTURE], part: null, listed: [], display: DISPLAY };
    const listed = [button(1, { x: 10, y: 10, width: 50, height: 20 })];
    for (const [asked, wish] of [
      [request, NUMBERS],
      [
        { ...request, listed },
        { ...NUMBERS, hasNumbers: false },
      ],
      [{ ...request, listed }, null],
      [{ ...request, pictures: [], listed }, NUMBERS],
    ] as const) {
      const { pictures: sent, note } = await makeWished(asked, wish, pictures, quiet);
      assert.deepEqual(sent, asked.pictures);
      assert.equal(note, '');
    }
    assert.equal(pictures.drawn.length + pictures.cuts.length, 0, 'and nothing is made anew');
  });
});

describe('A picture that a model wants smaller or coarser', () => {
  it('is no longer than it says, on the grid, of the same shape; the second one too', async () => {
    const wish = { hasNumbers: false, longestSidePx: 1000, quality: 78 };
    const request = { pictures: [PICTURE, PICTURE], part: null, listed: [], display: DISPLAY };
    const { pictures } = await makeWished(request, wish, createFakePictures(), quiet);
    for (const jpeg of pictures) assert.deepEqual(readJpegSize(jpeg), { width: 980, height: 610 });
  });

  it('has fewer bytes at the same size where only its quality is lower', async () => {
    const wish = { hasNumbers: false, longestSidePx: 1260, quality: 40 };
    const box = { x: 0, y: 0, width: 1260, height: 784 };
    const taken = await createFakePictures().cut(PICTURE, { box, width: 1260 }, quiet);
    const request = { pictures: [taken], part: null, listed: [], display: DISPLAY };
    const { pictures } = await makeWished(request, wish, createFakePictures(), quiet);
    const [jpeg] = pictures;
    assert.ok(jpeg !== undefined);
    assert.deepEqual(readJpegSize(jpeg), { width: 1260, height: 784 });
    assert.ok(jpeg.length < taken.length, `${jpeg.length} of ${taken.length}`);
  });
});

it('A step of a model that wants numbers is asked with them; another one is asked as before', async () => {
  for (const wish of [NUMBERS, null]) {
    const model = createFakeModel(() => ({
      screen: '',
      intent: '',
      action: { action: 'done', summary: 'Done.' },
      note: null,
    }));
    const pictures = createFakePictures();
    const decider = createModelDecider({
      model: { ...model, pictureWish: () => wish },
      pictures,
      screen: createScreenMemory(),
      effort: { now: () => ({ tier: 'main', effort: null }) },
      budget: { hasRoomAfter: () => true },
      toolPart: () => '',
      beside: null,
      activity: { showPreview: () => undefined, showDelay: () => undefined, endCall: () => undefined },
    });
    const step = makeDecisionRequest(PROMPT_STATES.plain);
    const elements = [button(7, { x: 100, y: 100, width: 80, height: 30 })];
    const frame = { ...step.observation.frame, jpeg: PICTURE };
    await decider.decide(
      { ...step, observation: { ...step.observation, frame }, state: { ...step.state, elements } },
      quiet,
    );
    const [asked] = model.asked;
    assert.ok(asked !== undefined);
    assert.equal(asked.text.includes('numbers drawn on the picture'), wish !== null);
    assert.equal(Buffer.compare(Buffer.from(asked.pictures[0] ?? []), Buffer.from(PICTURE)) === 0, wish === null);
    assert.deepEqual(
      pictures.drawn.map(({ numbers }) => numbers),
      wish === null ? [] : [[7]],
    );
  }
});

function grayOf(jpeg: Uint8Array): Promise<Buffer> {
  return sharp(jpeg).grayscale().raw().toBuffer();
}
