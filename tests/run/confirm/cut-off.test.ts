import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evolve } from '../../../src/journal/evolve.ts';
import { startingState } from '../../../src/journal/run-state.ts';
import { createFakeModel } from '../../fakes/model.ts';
import { startTestDeskhand, type TestDeskhand } from '../../support/deskhand.ts';
import { until } from '../../support/until.ts';

const CLICK = {
  screen: 'A window.',
  intent: 'Go on',
  action: { action: 'click', target: { x: 500, y: 500 } },
  note: null,
};

async function openCard() {
  const bot = await startTestDeskhand({
    model: createFakeModel(() => CLICK),
    risk: (action) => (action.action === 'click' ? 'high' : 'safe'),
  });
  await bot.chat.sendText('/run press the button');
  const card = await bot.chat.waitFor(({ text }) => text.includes('May I '));
  const answers = () =>
    bot.events().flatMap((event) => (event.type === 'confirmation.answered' ? [[event.answer, event.by]] : []));
  const closedCard = async (words: RegExp) => {
    const { buttons } = await until(
      () => bot.chat.seen().find(({ id, text }) => id === card.id && words.test(text)),
      'the card to say what became of it',
    );
    assert.ok(buttons.flat().every((button) => !button.isLive));
  };
  return { bot, card, answers, closedCard };
}

const endOf = (bot: TestDeskhand) => bot.chat.waitFor(({ kind }) => kind === 'end');
const nobodyDenied = (bot: TestDeskhand): void => {
  const state = bot.events().reduce(evolve, startingState);
  assert.deepEqual([state.openConfirmation, state.denials, state.said], [null, 0, []]);
};

test('a stop answers the open confirmation in the journal, and its card says so', async () => {
  const { bot, answers, closedCard } = await openCard();
  await bot.chat.sendText('/stop');
  assert.match((await endOf(bot)).text, /Stopped by Owner/);
  await closedCard(/Stopped: I didn't do it/);
  assert.deepEqual(bot.types().slice(-3), ['confirmation.asked', 'confirmation.answered', 'run.ended']);
  assert.deepEqual(answers(), [['stop', 'deskhand']]);
  nobodyDenied(bot);
  await bot.close();
});

test('a shutdown answers it too, and the next life finds nothing open', async () => {
  const { bot, answers, closedCard } = await openCard();
  await bot.close();
  await closedCard(/Stopped: I didn't do it/);
  assert.deepEqual(bot.types().slice(-3), ['confirmation.asked', 'confirmation.answered', 'run.ended']);
  const next = await startTestDeskhand({ model: null, after: bot });
  await next.close();
  assert.deepEqual(answers(), [['stop', 'deskhand']]);
});

test('Deny… is a no also when the run is stopped before they say why', async () => {
  const { bot, card, answers, closedCard } = await openCard();
  await bot.chat.tap(card.id, 'Deny…');
  await bot.chat.waitFor(({ text }) => text.includes('What should I do instead?'));
  await bot.chat.sendText('/stop');
  await endOf(bot);
  await closedCard(/Denied by Owner/);
  assert.deepEqual(answers(), [['deny', bot.chat.sender.id]]);
  await bot.close();
});
