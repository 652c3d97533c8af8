/** Started in one chat, approved in another: by the same person only, and the first answer counts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat, type FakePost } from '../fakes/chat.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { scriptedModel } from '../support/scripted-model.ts';

const CLICK = { screen: 'x', intent: 'y', action: { action: 'click', target: { x: 500, y: 500 } }, note: null };
const DONE = { ...CLICK, action: { action: 'done', summary: 'ok' } };
const isCard = ({ kind }: FakePost): boolean => kind === 'question';

async function begin(links: readonly (readonly string[])[]) {
  const second = createFakeChat({ platform: 'telegram' });
  const model = scriptedModel([CLICK, DONE]);
  const risk = (action: { readonly action: string }) => (action.action === 'click' ? 'high' : 'safe');
  const bot = await startTestDeskhand({ model, risk, secondChat: second, links });
  await bot.chat.sendText('/run press it');
  return { bot, second };
}

test('a linked person is asked in both chats, and the first answer closes both', async () => {
  const { bot, second } = await begin([['web:owner', 'telegram:owner']]);
  const here = await bot.chat.waitFor(isCard);
  const there = await second.waitFor(isCard);
  assert.equal(there.text, here.text);
  await second.tap(there.id, 'Approve');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  for (const chat of [bot.chat, second]) {
    const closed = await chat.waitFor((post) => isCard(post) && post.edits > 0);
    assert.ok(closed.buttons.flat().every(({ isLive }) => !isLive));
  }
  assert.ok(bot.desktop.did.some((entry) => entry.startsWith('click')));
  assert.equal(second.seen().length, 1, 'the rest stays where it began');
  await bot.close();
});

test('somebody else in the other chat is not asked', async () => {
  const { bot, second } = await begin([['telegram:somebody', 'web:other']]);
  const card = await bot.chat.waitFor(isCard);
  assert.deepEqual(second.seen(), []);
  await bot.chat.tap(card.id, 'Deny');
  await bot.close();
});
