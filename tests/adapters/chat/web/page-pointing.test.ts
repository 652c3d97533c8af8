/** Clicking on the picture of the screen, in a real browser: a ring first, then a button, by thumb and by keyboard. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noChromium } from '../../../support/chromium.ts';
import { until } from '../../../support/until.ts';
import { DESK, drawPicture, post, usePages } from './browser-bench.ts';

const NAME = 'The screen as it is now.';

describe('The picture of the screen on the page', { skip: noChromium }, () => {
  const pages = usePages();

  it('is clicked where it is tapped: a ring first, which another tap moves, and nothing before “Click here”', async () => {
    const { page, bench, audit, problems } = await pages.begin();
    const { messageId } = await post(bench, { picture: await drawPicture(1), pictureAlt: NAME, point: 'data-point' });
    const small = page.getByRole('button', { name: `${NAME} Enlarge, or click on it` });
    const shape = (await small.locator('img').boundingBox()) ?? assert.fail('no picture');
    await small.locator('img').tap({ position: { x: shape.width * 0.25, y: shape.height * 0.5 } });
    const where = page.locator('#viewer-where');
    assert.match((await where.textContent()) ?? '', /^2[456] % across, (49|50|51) % down$/);
    const picture = page.getByRole('dialog').getByRole('img', { name: NAME });
    await picture.tap({ position: { x: 195, y: 61 } });
    assert.match((await where.textContent()) ?? '', /^50 % across, 25 % down$/);
    const box = (await picture.boundingBox()) ?? assert.fail('no picture');
    const ring = (await page.locator('#viewer-ring').boundingBox()) ?? assert.fail('no ring');
    assert.ok(Math.abs(ring.x + ring.width / 2 - (box.x + 195)) < 2, 'the ring is around the point');
    assert.ok(Math.abs(ring.y + ring.height / 2 - (box.y + 61)) < 2);
    assert.equal(bench.received.length, 0, 'a ring clicks nothing');
    assert.deepEqual(await audit(), []);
    await page.getByRole('button', { name: 'Click here' }).tap();
    const tap = (await until(() => bench.received[0])).content;
    assert.ok(tap.kind === 'tap' && tap.at !== undefined);
    assert.deepEqual([tap.data, tap.messageId], ['data-point', messageId]);
    assert.ok(Math.abs(tap.at.x - 500) < 5 && Math.abs(tap.at.y - 250) < 5, JSON.stringify(tap.at));
    assert.equal(await page.getByRole('dialog').isVisible(), false);
    assert.deepEqual(await problems(), []);
  });

  it('and by the keyboard: arrows move the ring, Enter goes to the button, Escape clicks nothing', async () => {
    const { page, bench } = await pages.begin(DESK);
    await post(bench, { picture: await drawPicture(1), pictureAlt: NAME, point: 'data-point' });
    const small = page.getByRole('button', { name: NAME });
    await small.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await small.press('Enter');
    for (const key of ['ArrowRight', 'Shift+ArrowRight', 'ArrowUp', 'Enter', 'Enter']) await page.keyboard.press(key);
    const tap = (await until(() => bench.received[0])).content;
    assert.ok(tap.kind === 'tap' && tap.at !== undefined);
    assert.ok(Math.abs(tap.at.x - 560) < 0.1 && Math.abs(tap.at.y - 490) < 0.1, JSON.stringify(tap.at));
    assert.equal(bench.received.length, 1);
  });

  it('any other picture is only looked at', async () => {
    const { page, bench } = await pages.begin();
    await post(bench, { picture: await drawPicture(1), pictureAlt: 'The end.' });
    await page.getByRole('button', { name: 'The end. Enlarge' }).tap();
    await page.getByRole('dialog').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Click here' }).isVisible(), false);
    assert.equal(await page.locator('#viewer-ring').isVisible(), false);
  });
});
