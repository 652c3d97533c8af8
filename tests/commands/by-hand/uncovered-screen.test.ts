/** What was covered in a picture of the screen is shown to the owner alone, and only when they ask for it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { Desktop } from '../../../src/ports/desktop.ts';
import { createFakeChat, type FakeChat, type FakePost } from '../../fakes/chat.ts';
import { createFakeDesktop } from '../../fakes/desktop.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';

const COVERED = await sharp({ create: { width: 560, height: 336, channels: 3, background: '#000' } })
  .jpeg()
  .toBuffer();
const LABEL = 'Show what is covered';

/** A desktop on which a one-time code shows. */
function withCode(isCode = true): { readonly desktop: Desktop; readonly bare: () => readonly Uint8Array[] } {
  const fake = createFakeDesktop({ width: 560, height: 336 });
  const bare: Uint8Array[] = [];
  const desktop: Desktop = {
    ...fake,
    async capture(request, signal) {
      const frame = await fake.capture(request, signal);
      if (request.isReadable === true) bare.push(frame.jpeg);
      return request.isReadable === true ? frame : { ...frame, jpeg: COVERED };
    },
    see: async (frame) => ({
      frame: isCode ? { ...frame, jpeg: COVERED, cover: { ...frame.cover, secrets: ['code'] } } : frame,
      read: { lines: [], unread: [], boxes: [] },
    }),
  };
  return { desktop, bare: () => bare };
}

test('the owner sees what was covered after a tap, in a picture that is kept nowhere', async () => {
  const { desktop, bare } = withCode();
  const bot = await startTestDeskhand({ model: null, desktop });
  await bot.chat.sendText('/screenshot');
  const shown = await bot.chat.waitFor(({ picture }) => picture !== null);
  assert.match(shown.text, /Covered in this picture: a one-time code\./);
  await bot.chat.tap(shown.id, LABEL);
  const sent = await bot.chat.waitFor(({ text }) => text.includes('I don’t keep') || text.includes("I don't keep"));
  assert.deepEqual(sent.picture, bare().at(-1));
  assert.notDeepEqual(sent.picture, COVERED);
  await bot.close();
});

test('nobody else gets it: no button at the page or in a group, and another one’s tap is refused', async () => {
  const { desktop } = withCode();
  const phone = createFakeChat({ platform: 'telegram' });
  const bot = await startTestDeskhand({ model: null, desktop, secondChat: phone });
  const shownIn = async (chat: FakeChat, isGroup = false) => {
    await chat.sendText('/screenshot', { thread: { ...chat.thread, isGroup } });
    return await chat.waitFor(({ thread, picture }) => thread.isGroup === isGroup && picture !== null);
  };
  const has = ({ buttons }: Pick<FakePost, 'buttons'>) => buttons.flat().some(({ label }) => label === LABEL);
  const own = await shownIn(phone);
  assert.ok(has(own));
  assert.ok(!has(await shownIn(bot.chat)), 'whoever is at the page is not the owner where somebody has a phone');
  assert.ok(!has(await shownIn(phone, true)), 'others read along');
  await phone.tap(own.id, LABEL, bot.chat.sender);
  const answer = await phone.waitFor(({ text }) => text.includes('for the owner'));
  assert.equal(answer.picture, null);
  await bot.close();
});

test('without anything covered there is no button', async () => {
  const { desktop } = withCode(false);
  const bot = await startTestDeskhand({ model: null, desktop });
  await bot.chat.sendText('/screenshot');
  const shown = await bot.chat.waitFor(({ picture }) => picture !== null);
  assert.ok(!shown.buttons.flat().some(({ label }) => label === LABEL));
  await bot.close();
});
