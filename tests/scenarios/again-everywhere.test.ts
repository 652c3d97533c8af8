/** A run that a crash cut off, in each chat over its own wire: its card's Again and /run again go on from what was done, which is looked up first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Chat, InboundMessage, Receipt } from '../../src/ports/chat.ts';
import { startSlackBench } from '../adapters/chat/slack/person-bench.ts';
import { startTelegramBench } from '../adapters/chat/telegram/person-bench.ts';
import { startWebBench } from '../adapters/chat/web/person-bench.ts';
import type { ChatBench, SeenMessage } from '../contracts/chat.ts';
import { createFakeMachine } from '../fakes/machine.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { repeats } from '../support/repeats.ts';
import { DONE, scriptedModel, step } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';

type Case = readonly [name: string, start: () => Promise<ChatBench>, how: 'Again' | '/run again'];

const CASES: readonly Case[] = [
  ['Telegram', startTelegramBench, 'Again'],
  ['Telegram', startTelegramBench, '/run again'],
  ...repeats<Case>(
    ['Slack', startSlackBench, 'Again'],
    ['Slack', startSlackBench, '/run again'],
    ['the page', startWebBench, 'Again'],
    ['the page', startWebBench, '/run again'],
  ),
];
const GOAL = 'Write “milk” into ~/list.txt and write “bread” into ~/more.txt, but don’t touch ~/other.txt.';
const MILK = step({ action: 'file_create', path: '~/list.txt', text: 'milk and eggs' });
const BREAD = step({ action: 'file_create', path: '~/more.txt', text: 'bread' });
const never = new Promise<never>(() => undefined);

/** A chat's connection that outlives the process, as a platform does: a killed process is neither heard nor told anything. */
function connect(chat: Chat): { life(): Chat; cutOff(): void } {
  let receive: (message: InboundMessage) => Promise<Receipt> = () => never;
  let alive = 0;
  let isOpen = false;
  return {
    cutOff() {
      alive += 1;
      receive = () => never;
    },
    life() {
      const mine = alive;
      const isMine = (): boolean => mine === alive;
      return {
        ...chat,
        async start(take) {
          receive = take;
          if (!isOpen) await chat.start((message) => receive(message));
          isOpen = true;
        },
        post: (...of) => (isMine() ? chat.post(...of) : never),
        edit: (...of) => (isMine() ? chat.edit(...of) : never),
        stop: async () => {
          if (isMine()) await chat.stop();
        },
      };
    },
  };
}

const live = ({ buttons }: SeenMessage) => buttons.flat().flatMap(({ label, isLive }) => (isLive ? [label] : []));
const isReport = (one: SeenMessage): boolean => /Interrupted/.test(one.text) && live(one).includes('Again');

for (const [name, start, how] of CASES)
  test(`${how} in ${name} goes on from what is done`, async (t) => {
    const bench = await start();
    t.after(bench.close);
    const connection = connect(bench.chat);
    const machine = createFakeMachine();
    const say = (words: string) => bench.person.sendText(bench.chat.platform === 'slack' ? words : `/${words}`);
    const see = (fits: (message: SeenMessage) => boolean, what: string): Promise<SeenMessage> =>
      until(async () => (await bench.person.seenMessages()).find(fits), what, 30_000);
    const of = { machine, language: 'en' as const };
    const intent = { intent: { kind: 'multi-step', scope: null } };

    const first = await startTestDeskhand({
      ...of,
      model: scriptedModel([MILK, () => 'hang'], intent),
      chatInFront: connection.life(),
    });
    await say(`run ${GOAL}`);
    await until(
      () => first.types().filter((type) => type === 'observation.taken').length === 2,
      'the second step',
      30_000,
    );
    connection.cutOff();

    const model = scriptedModel([BREAD, DONE], intent);
    const second = await startTestDeskhand({ ...of, model, chatInFront: connection.life(), after: first });
    t.after(async () => {
      await second.close();
      await first.close();
    });
    const report = await see(isReport, 'the interrupted run is told');
    assert.match(report.text, /Tap Again to go on: I'll first check what is already done\./);
    if (how === 'Again') await bench.person.tap(report.id, 'Again');
    else await say('run again 1');
    const end = await see((one) => /Done and checked/.test(one.text) && live(one).includes('Again'), 'the end');
    assert.match(end.text, /✓ Write “milk” into ~\/list\.txt\s+✓ write “bread” into ~\/more\.txt\s+✓ don’t touch/);
    const steps = model.asked.filter(({ purpose }) => purpose === 'step');
    assert.match(steps[0]?.text ?? '', /^Wishes: done 1 \(checked at the start\); open 2, 3\.$/m);
    assert.equal(steps.length, 2, 'nothing was done twice');
    assert.equal(machine.contents.get('/home/person/list.txt'), 'milk and eggs');
  });
