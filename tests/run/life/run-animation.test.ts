/** The end of a run of more than three steps moves: from the pictures that are there, within its limits, after the end was told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { createSharpPictures } from '../../../adapters/pictures/sharp.ts';
import { isGif } from '../../../src/ports/image-forms/gif.ts';
import { animateRun } from '../../../src/run/life/run-animation.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { createFakePictures } from '../../fakes/pictures.ts';
import { createFakeRecordings } from '../../fakes/recordings.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { makePlain, makeQuarters } from '../../support/jpeg.ts';
import { DONE, scriptedModel, step } from '../../support/scripted-model.ts';
import { until } from '../../support/until.ts';

const CLICK = step({ action: 'click', target: { x: 500, y: 500 } });
const MORE = step({ action: 'click', target: { x: 700, y: 300 } });
const isEnd = ({ kind }: { readonly kind: string }): boolean => kind === 'end';

test('the end is told first, and moves then, in the same message and with its buttons', async (t) => {
  const asked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const pictures = createFakePictures();
  const slow: typeof pictures = {
    ...pictures,
    async animate(...request) {
      asked.resolve();
      await go.promise;
      return pictures.animate(...request);
    },
  };
  const model = scriptedModel([CLICK, MORE, CLICK, MORE, DONE]);
  const bot = await startTestDeskhand({ model, pictures: slow });
  t.after(() => bot.close());
  await bot.chat.sendText('/run press it');
  const end = await bot.chat.waitFor(isEnd);
  assert.ok(end.picture !== null && !isGif(end.picture));
  await asked.promise;
  const messages = bot.chat.seen().length;
  go.resolve();
  const moved = await bot.chat.waitFor((post) => isEnd(post) && post.edits > 0);
  assert.equal(moved.id, end.id);
  assert.equal(bot.chat.seen().length, messages, 'no message more');
  assert.ok(moved.picture !== null && isGif(moved.picture));
  assert.equal(moved.text, end.text.replace('\nAbove: before. Below: after.', ''));
  assert.deepEqual(moved.buttons, end.buttons);
  assert.ok(isGif((await bot.recordings.readFrame('000001', 'run.gif')) ?? Uint8Array.of()));
});

test('a short run, one in /detail quiet, and one that is not recorded stay as they are', async (t) => {
  const pictures = createFakePictures();
  let asked = 0;
  const counted: typeof pictures = {
    ...pictures,
    animate: async () => {
      asked += 1;
      return null;
    },
  };
  const model = scriptedModel([CLICK, DONE, CLICK, MORE, CLICK, MORE, DONE, CLICK, MORE, CLICK, MORE, DONE]);
  const bot = await startTestDeskhand({ model, pictures: counted });
  t.after(() => bot.close());
  const run = async (nth: number): Promise<void> => {
    await bot.chat.sendText('/run press it');
    await bot.chat.waitFor((post) => isEnd(post) && bot.chat.seen().filter(isEnd).length === nth);
  };
  await run(1);
  await bot.chat.sendText('/detail quiet');
  await bot.chat.waitFor(({ text }) => text === 'Detail level: quiet.');
  await run(2);
  await bot.chat.sendText('/detail normal');
  await bot.chat.waitFor(({ text }) => text === 'Detail level: normal.');
  await bot.chat.sendText('/record off');
  await bot.chat.waitFor(({ text }) => text.startsWith('From the next run on, nothing is recorded'));
  await run(3);
  assert.equal(asked, 0);
});

test('where the chat shows no pictures, as a group that has them off, the end has none, still or moving', async (t) => {
  let asked = 0;
  const pictures = {
    ...createFakePictures(),
    animate: async () => {
      asked += 1;
      return null;
    },
  };
  const ends = async (showsPictures: boolean): Promise<readonly boolean[]> => {
    const model = scriptedModel([CLICK, MORE, CLICK, MORE, DONE]);
    const bot = await startTestDeskhand({ model, pictures, showsPictures });
    t.after(() => bot.close());
    await bot.chat.sendText('/run press it');
    await bot.chat.waitFor(isEnd);
    // The moving picture is begun once the recording is written.
    const read = async () => (await bot.recordings.read('000001'))?.some(({ type }) => type === 'run.ended') === true;
    await until(read, 'the recording to be written');
    await bot.close();
    return bot.chat.seen().map(({ picture }) => picture !== null);
  };
  assert.ok((await ends(true)).includes(true));
  assert.equal(asked, 1);
  assert.ok(!(await ends(false)).includes(true));
  assert.equal(asked, 1);
});

test('a long run gives ten pictures of it, first and last among them, in five seconds', async () => {
  const recordings = createFakeRecordings(createFakeClock());
  const { runId, journal } = await recordings.create();
  const [one, other] = [await makeQuarters(1440, 900), await makePlain(1440, 900)];
  for (let iteration = 1; iteration <= 40; iteration += 1) {
    const frame = `${iteration}.jpg`;
    await recordings.saveFrame(runId, frame, iteration % 2 === 0 ? one : Buffer.concat([other, Buffer.of(iteration)]));
    const size = { width: 1440, height: 900, elements: 0, note: '', app: '', window: '' };
    journal.append({ type: 'observation.taken', iteration, frame, ...size });
  }
  const real = createSharpPictures();
  const took: number[] = [];
  const limits: number[] = [];
  const pictures: Pick<typeof real, 'animate'> = {
    animate(jpegs, request, signal) {
      took.push(jpegs.length);
      limits.push(request.mostBytes);
      return real.animate(jpegs, request, signal);
    },
  };
  const [gif, atOnce] = await Promise.all([
    animateRun(60, { runId, recordings, pictures }),
    animateRun(60, { runId, recordings, pictures }),
  ]);
  assert.equal(atOnce, null, 'one at a time');
  assert.deepEqual(
    took.map((count) => count <= 10 && count >= 3),
    [true],
  );
  assert.deepEqual(limits, [1_500_000]);
  assert.ok(gif !== null);
  const { delay = [] } = await sharp(gif.gif, { animated: true }).metadata();
  assert.ok(delay.reduce((sum, ms) => sum + ms, 0) <= 8000);
});
