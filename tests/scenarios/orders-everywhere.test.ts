/** A standing order in each chat over its own wire: shown back, set, fired, run now, paused, deleted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSlackBench } from '../adapters/chat/slack/person-bench.ts';
import { startTelegramBench } from '../adapters/chat/telegram/person-bench.ts';
import { startWebBench } from '../adapters/chat/web/person-bench.ts';
import type { ChatBench, SeenMessage } from '../contracts/chat.ts';
import { createRunningClock } from '../fakes/clock.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { repeats } from '../support/repeats.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';

const CHATS: readonly (readonly [string, () => Promise<ChatBench>])[] = [
  ['Telegram', startTelegramBench],
  ...repeats<readonly [string, () => Promise<ChatBench>]>(['Slack', startSlackBench], ['the page', startWebBench]),
];
const HOUR = 3_600_000;

const live = ({ buttons }: SeenMessage) => buttons.flat().flatMap(({ label, isLive }) => (isLive ? [label] : []));

for (const [name, start] of CHATS)
  test(`an order in ${name}: shown back, set, run, paused and deleted with its buttons`, async (t) => {
    const bench = await start();
    t.after(bench.close);
    const clock = createRunningClock(Date.now(), 10);
    const bot = await startTestDeskhand({
      model: scriptedModel([DONE, DONE]),
      clock,
      chatInFront: bench.chat,
      language: 'en',
    });
    t.after(() => bot.close());
    const say = (words: string) => bench.person.sendText(bench.chat.platform === 'slack' ? words : `/${words}`);
    const see = (what: RegExp, fits: (message: SeenMessage) => boolean = () => true): Promise<SeenMessage> =>
      until(async () => {
        const seen = await bench.person.seenMessages();
        return seen.find((one) => what.test(one.text) && fits(one));
      }, String(what));
    const ends = async () =>
      (await bench.person.seenMessages()).filter((one) => /^\W*Done and checked/.test(one.text)).length;

    await say('every 2h open the calendar');
    const card = await see(/Shall I set this\?/, (one) => live(one).length > 0);
    assert.match(card.text, /every 2 h/i);
    assert.equal(card.text.match(/\d\d:\d\d/g)?.length, 3, `the next three times:\n${card.text}`);
    assert.deepEqual(bot.orders.events(), [], 'nothing is set before the tap');
    await bench.person.tap(card.id, 'Set it');
    await see(/Order 1 is set/);
    await say('orders 1');
    const panel = await see(/Order 1/, (one) => live(one).includes('Run now'));
    assert.deepEqual(live(panel), ['Run now', 'Pause', 'Edit', 'Delete', '‹ All orders']);
    clock.jump(2 * HOUR);
    await until(async () => (await ends()) === 1, 'it came due, and its end is told');
    await bench.person.tap(panel.id, 'Run now');
    await until(async () => (await ends()) === 2, 'run now');
    await bench.person.tap(panel.id, 'Pause');
    const paused = await see(/paused/i, (one) => one.id === panel.id && live(one).includes('Resume'));
    await bench.person.tap(paused.id, 'Delete');
    await until(() => bot.orders.events().some(({ type }) => type === 'order.ended'));
    await see(/^No standing orders yet/, (one) => one.id === panel.id && live(one).length === 0);
    assert.equal(bot.types('000003').length, 0, 'it ran twice, and no more');
  });
