/** Asked once for a task, Allow always and what counts down, in each chat over its own wire: the cards, their buttons, what they bring about, and /allowed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Clock } from '../../src/ports/clock.ts';
import type { ElementList } from '../../src/ports/desktop.ts';
import { startSlackBench } from '../adapters/chat/slack/person-bench.ts';
import { startTelegramBench } from '../adapters/chat/telegram/person-bench.ts';
import { startWebBench } from '../adapters/chat/web/person-bench.ts';
import type { ChatBench, SeenMessage } from '../contracts/chat.ts';
import { createFastClock } from '../fakes/clock.ts';
import { createFakeMachine } from '../fakes/machine.ts';
import { openTestGate } from '../safety/open-test-gate.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { repeats } from '../support/repeats.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';

const gate = await openTestGate({ platform: 'linux', home: '/home/person' });
const PRESS = { action: 'click', target: { element: 1 } } as const;
const NAMED = 'copy the totals from LibreOffice Calc into GIMP';
const ok: ElementList = {
  elements: [
    {
      ...{ number: 1, role: 'button', name: 'OK', value: '' },
      box: { x: 100, y: 100, width: 60, height: 20 },
      ...{ isFocused: false, isEnabled: true, isSecure: false },
    },
  ],
  coverage: 'complete',
  reason: '',
};
const CHATS: readonly (readonly [string, () => Promise<ChatBench>])[] = [
  ['Telegram', startTelegramBench],
  ...repeats<readonly [string, () => Promise<ChatBench>]>(['Slack', startSlackBench], ['the page', startWebBench]),
];

/** A run that has made a folder its own and wants to write a file there, under CONFIRM_STYLE=countdown. */
async function openCountdown(start: () => Promise<ChatBench>, clock?: Clock) {
  const bench = await start();
  const machine = createFakeMachine({ hasPlace: true });
  machine.contents.set('/home/person/work/notes.txt', 'a');
  const scope = { apps: [], sites: [], folders: ['~/work'], kinds: ['run'] };
  const path = '/home/person/work/list.txt';
  const steps = [{ action: 'file_create', path, text: 'milk' } as const, DONE];
  const model = scriptedModel(steps, { intent: { kind: 'simple', scope } });
  const settings = { confirmStyle: 'countdown', confirmTimeoutMs: 600_000 } as const;
  const bot = await startTestDeskhand({
    ...{ model, gate, machine, settings, ...(clock === undefined ? {} : { clock }) },
    ...{ chatInFront: bench.chat, language: 'en' },
  });
  const see = (what: RegExp, fits: (message: SeenMessage) => boolean = () => true): Promise<SeenMessage> =>
    until(
      async () => (await bench.person.seenMessages()).find((one) => what.test(one.text) && fits(one)),
      String(what),
    );
  const isSlack = bench.chat.platform === 'slack';
  await bench.person.sendText(`${isSlack ? '' : '/'}run build the tables in ~/work`);
  const scopeCard = await see(/without asking at each step/, (one) => live(one).length > 0);
  await bench.person.tap(scopeCard.id, 'Approve');
  const card = await see(/done 10 s after this arrives unless you deny/, (one) => live(one).includes('Deny'));
  const close = async (): Promise<void> => {
    await bot.close();
    await bench.close();
  };
  return { bot, bench, card, see, close, isWritten: () => machine.contents.has(path) };
}

async function open(start: () => Promise<ChatBench>) {
  const bench = await start();
  const scope = {
    apps: ['LibreOffice Calc', 'GIMP', 'Thunderbird'],
    sites: ['evil.example'],
    folders: ['/'],
    kinds: ['edit'],
  };
  const steps = Array.from({ length: 4 }, () => [PRESS, DONE]).flat();
  const model = scriptedModel(steps, { intent: { kind: 'simple', scope } });
  const bot = await startTestDeskhand({ model, gate, chatInFront: bench.chat, language: 'en' });
  bot.desktop.setFront({ app: 'libreoffice-calc', title: 'Format Cells', pid: 7, window: '1' });
  bot.desktop.setElements(ok);
  bot.desktop.onInput(() => bot.desktop.paint(null, Math.floor(bot.desktop.did.length * 4000)));
  const isSlack = bench.chat.platform === 'slack';
  const say = (words: string): Promise<void> => bench.person.sendText(isSlack ? words : `/${words}`);
  const see = (what: RegExp, fits: (message: SeenMessage) => boolean = () => true): Promise<SeenMessage> =>
    until(
      async () => (await bench.person.seenMessages()).find((one) => what.test(one.text) && fits(one)),
      String(what),
    );
  const close = async (): Promise<void> => {
    await bot.close();
    await bench.close();
  };
  return { bot, bench, say, see, close };
}

const live = ({ buttons }: SeenMessage) => buttons.flat().flatMap(({ label, isLive }) => (isLive ? [label] : []));

for (const [name, start] of CHATS)
  describe(`in ${name}`, () => {
    it('the scope card says what it is about, and each of its buttons does what it says', async () => {
      for (const [label, ending, acted] of [
        ['Approve', /Approved by .*, for this run/, 1],
        ['Deny', /Denied by /, 0],
      ] as const) {
        const { bot, bench, say, see, close } = await open(start);
        await say(`run ${NAMED}`);
        const card = await see(/May I work on this without asking at each step/, (one) => live(one).length > 0);
        assert.match(card.text, /In LibreOffice Calc, GIMP\s+Allowed: edit\s+I still ask before I send, pay/);
        assert.doesNotMatch(card.text, /Thunderbird|evil/);
        assert.deepEqual(live(card), ['Approve', 'Deny', 'Each step']);
        assert.deepEqual(bot.desktop.did, []);
        await bench.person.tap(card.id, label);
        const closed = await see(ending, ({ id }) => id === card.id);
        assert.deepEqual(live(closed), []);
        await until(() => bot.types().includes('run.ended'));
        assert.equal(bot.desktop.did.length, acted);
        assert.equal(bot.types().includes('scope.granted'), label === 'Approve');
        assert.equal(bot.types().includes('confirmation.asked'), false);
        await close();
      }
    });

    it('Each step asks at the step; Allow always there holds for the next run, and /allowed takes it back', async () => {
      const { bot, bench, say, see, close } = await open(start);
      await say(`run ${NAMED}`);
      const card = await see(/without asking at each step/, (one) => live(one).length > 0);
      await bench.person.tap(card.id, 'Each step');
      const step = await see(/May I click/, (one) => live(one).includes('Allow always'));
      assert.match(step.text, /“Allow always” means: edit in libreoffice-calc, in every run of yours/);
      await bench.person.tap(step.id, 'Allow always');
      await see(/and allowed always/, ({ id }) => id === step.id);
      await until(() => bot.types().includes('run.ended'));
      await say('run press the button');
      await until(() => bot.types('000002').includes('run.ended'));
      assert.equal(bot.types('000002').includes('confirmation.asked'), false);
      assert.equal(bot.desktop.did.length, 2);
      await say('allowed');
      const list = await see(/Always allowed/, (one) => live(one).length > 0);
      assert.match(list.text, /1\. edit in libreoffice-calc, in every run of yours/);
      await bench.person.tap(list.id, 'Revoke 1');
      await see(/Nothing is always allowed/, ({ id }) => id === list.id);
      assert.deepEqual(bot.state.get('allowed'), []);
      await close();
    });

    it('what counts down is done when its time is over, and not after Deny or a question', async () => {
      const over = await openCountdown(start, createFastClock(20));
      const closed = await over.see(/Done: nobody objected in time/, ({ id }) => id === over.card.id);
      assert.deepEqual(live(closed), []);
      await until(() => over.bot.types().includes('run.ended'));
      assert.ok(over.isWritten());
      await over.close();
      for (const label of ['Deny', 'Why?'] as const) {
        const { bot, bench, card, see, close, isWritten } = await openCountdown(start);
        await bench.person.tap(card.id, label);
        if (label === 'Why?') {
          const asked = await see(/open until /, (one) => live(one).includes('Deny'));
          assert.ok(!isWritten());
          await bench.person.tap(asked.id, 'Deny');
        }
        await until(() => bot.types().includes('run.ended'));
        assert.ok(!isWritten());
        await close();
      }
    });
  });
