/** A whole Deskhand whose commands come over a gateway: a tap alone, which the gateway could have made, does nothing critical. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSystemClock } from '../../adapters/machine/clock.ts';
import { type CodeState, createCodeDesk } from '../../src/fleet/trust/code-desk.ts';
import { createCodeProof } from '../../src/fleet/trust/code-proof.ts';
import { type Policy, USUAL_POLICY } from '../../src/fleet/trust/policy.ts';
import { createPolicyGate } from '../../src/fleet/trust/policy-gate.ts';
import { codeOf, stepAt } from '../../src/fleet/trust/totp.ts';
import type { ElementList } from '../../src/ports/desktop.ts';
import { createFakeMachine } from '../fakes/machine.ts';
import { openTestGate } from '../safety/open-test-gate.ts';
import { startTestDeskhand, type TestDeskhand } from '../support/deskhand.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';

const gate = await openTestGate({ platform: 'linux', home: '/home/person' });
const BUTTON: ElementList = {
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
const SECRET = 'ab'.repeat(20);
const clock = createSystemClock();
const phone = (): string => codeOf(Buffer.from(SECRET, 'hex'), stepAt(clock.now()));
/** Never one of those that count now. */
const wrong = (): string => {
  const right = [-2, -1, 0, 1, 2].map((away) => codeOf(Buffer.from(SECRET, 'hex'), stepAt(clock.now()) + away));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
};
const CRITICAL = { action: 'shell', command: 'rm -rf /home/person/music' };
const HIGH = { action: 'shell', command: 'mv notes.txt other.txt' };

async function start(
  steps: readonly object[],
  {
    policy = {},
    isSetUp = true,
    goal = 'tidy up',
    intent = {},
    prepare = () => undefined,
  }: {
    policy?: Partial<Policy>;
    isSetUp?: boolean;
    goal?: string;
    intent?: object;
    prepare?: (bot: TestDeskhand) => void;
  } = {},
) {
  const script = [...steps, DONE] as unknown as Parameters<typeof scriptedModel>[0];
  const whole = { ...USUAL_POLICY, ...policy };
  let kept: CodeState | null = isSetUp
    ? { v: 1, secret: SECRET, drift: 0, lastStep: 0, wrong: 0, lockedUntil: 0 }
    : null;
  const noted: string[] = [];
  const store = {
    read: () => Promise.resolve(kept),
    write: (state: CodeState) => {
      kept = state;
      return Promise.resolve();
    },
  };
  const proof = createCodeProof({
    machine: 'studio',
    policy: whole,
    desk: createCodeDesk(store, clock),
    note: ({ came }) => void noted.push(came),
  });
  const machine = createFakeMachine({ hasPlace: true });
  const bot = await startTestDeskhand({
    model: scriptedModel(script, intent),
    gate: createPolicyGate(gate, whole),
    proof,
    machine,
  });
  const ran = (): readonly string[] =>
    bot
      .events()
      .flatMap((event) =>
        event.type === 'action.intended' && event.action.action === 'shell' ? [event.action.command] : [],
      );
  prepare(bot);
  await bot.chat.sendText(`/run ${goal}`);
  const seen = new Set<string>();
  const next = async (pattern: RegExp) => {
    const found = await bot.chat.waitFor(({ id, text }) => !seen.has(id) && pattern.test(text));
    seen.add(found.id);
    return found;
  };
  return { bot, ran, next, noted, kept: () => kept };
}

test('a critical act waits for the digits behind the tap, which are written nowhere', async () => {
  const { bot, ran, next, noted } = await start([CRITICAL]);
  const card = await next(/May I run this command/);
  await bot.chat.tap(card.id, 'Approve');
  const code = await next(/Now the code of studio/);
  assert.match(code.text, /Check [A-Z3-9]{4}/);
  assert.deepEqual(ran(), []);
  const digits = phone();
  await bot.chat.sendText(digits);
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.close();
  assert.deepEqual(ran(), [CRITICAL.command]);
  assert.deepEqual(noted, ['asked', 'right']);
  const written = JSON.stringify([bot.events(), bot.inbox.events, bot.chat.seen()]);
  assert.equal(written.includes(digits), false);
});

test('taps alone, however many, do nothing critical', async () => {
  const { bot, ran, next } = await start([CRITICAL]);
  const card = await next(/May I run this command/);
  await bot.chat.tap(card.id, 'Approve');
  const code = await next(/Now the code of studio/);
  for (const message of [card, card, code]) await bot.chat.tap(message.id, 'Approve').catch(() => undefined);
  await bot.chat.sendText('yes');
  await bot.chat.sendText('/stop');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.close();
  assert.deepEqual(ran(), []);
});

test('wrong digits are asked for again, three times, and then it is not done', async () => {
  const { bot, ran, next, noted, kept } = await start([CRITICAL]);
  await bot.chat.tap((await next(/May I run this command/)).id, 'Approve');
  for (let tried = 0; tried < 3; tried += 1) {
    await next(/Now the code of studio/);
    await bot.chat.sendText(wrong());
  }
  await next(/No right code came, so I didn't do it/);
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.close();
  assert.deepEqual(ran(), []);
  assert.deepEqual(noted, ['asked', 'wrong', 'wrong', 'wrong']);
  assert.equal(kept()?.wrong, 3);
  const answers = bot
    .events()
    .flatMap((event) => (event.type === 'confirmation.answered' ? [[event.answer, event.by]] : []));
  assert.deepEqual(answers.at(-1), ['deny', 'deskhand']);
});

test('one code is good for one act: the next asks for another', async () => {
  const { bot, ran, next } = await start([CRITICAL, { ...CRITICAL, command: 'sudo rm -rf /opt/tools' }]);
  await bot.chat.tap((await next(/May I run this command/)).id, 'Approve');
  await next(/Now the code of studio/);
  const digits = phone();
  await bot.chat.sendText(digits);
  await bot.chat.tap((await next(/May I run this command/)).id, 'Approve');
  await next(/Now the code of studio/);
  await bot.chat.sendText(digits);
  await next(/That code was used already/);
  await bot.chat.sendText('/stop');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.close();
  assert.deepEqual(ran(), [CRITICAL.command]);
});

test('Deny on the question for the code does nothing', async () => {
  const { bot, ran, next } = await start([CRITICAL]);
  await bot.chat.tap((await next(/May I run this command/)).id, 'Approve');
  await bot.chat.tap((await next(/Now the code of studio/)).id, 'Deny');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.close();
  assert.deepEqual(ran(), []);
});

test('where no phone is set up, nothing critical is done, and how to set one up is said', async () => {
  const { bot, ran, next } = await start([CRITICAL], { isSetUp: false });
  await bot.chat.tap((await next(/May I run this command/)).id, 'Approve');
  assert.match((await next(/needs a code of your phone/)).text, /deskhand fleet code/);
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.close();
  assert.deepEqual(ran(), []);
});

test('what is not critical takes a tap, or a code as well where the policy wants one for every yes', async () => {
  for (const code of ['critical', 'every yes', 'never'] as const) {
    const { bot, ran, next } = await start([code === 'never' ? CRITICAL : HIGH], { policy: { code } });
    await bot.chat.tap((await next(/May I run this command/)).id, 'Approve');
    if (code === 'every yes') {
      await next(/Now the code of studio/);
      assert.deepEqual(ran(), []);
      await bot.chat.sendText(phone());
    }
    await bot.chat.waitFor(({ kind }) => kind === 'end');
    await bot.close();
    assert.equal(ran().length, 1, code);
  }
});

test('what the policy refuses is not asked about and not done, and that is said', async () => {
  const { bot, ran, next } = await start([{ action: 'shell', command: 'ls' }], { policy: { refuse: ['shell'] } });
  await next(/This computer never does shell; its own rules say so, so I didn't do it/);
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.close();
  assert.deepEqual(ran(), []);
  assert.equal(
    bot.chat.seen().some(({ text }) => /May I/.test(text)),
    false,
  );
});

test('leave to work without asking needs the digits too; without them each step asks', async () => {
  const scope = { apps: [], sites: [], folders: ['~/work'], kinds: ['run'] };
  for (const isRight of [true, false]) {
    const { bot, next } = await start([], {
      goal: 'build the tables in ~/work',
      intent: { intent: { kind: 'simple', scope } },
    });
    await bot.chat.tap((await next(/without asking at each step/)).id, 'Approve');
    const question = await next(/Now the code of studio/);
    if (isRight) await bot.chat.sendText(phone());
    else await bot.chat.tap(question.id, 'Deny');
    await bot.chat.waitFor(({ kind }) => kind === 'end');
    await bot.close();
    assert.equal(
      bot.events().some(({ type }) => type === 'scope.granted'),
      isRight,
    );
  }
});

test('“Allow always” needs the digits, though the step alone does not; without them nothing is allowed', async () => {
  for (const isRight of [true, false]) {
    const { bot, next } = await start([{ action: 'click', target: { element: 1 } }], {
      goal: 'press the button',
      prepare({ desktop }) {
        desktop.setFront({ app: 'libreoffice-calc', title: 'Format Cells', pid: 7, window: '1' });
        desktop.setElements(BUTTON);
        desktop.onInput(() => desktop.paint(null, 4000));
      },
    });
    await bot.chat.tap((await next(/“Allow always” means: edit in libreoffice-calc/)).id, 'Allow always');
    const question = await next(/Now the code of studio/);
    assert.deepEqual([bot.desktop.did, bot.state.get('allowed') ?? []], [[], []]);
    if (isRight) await bot.chat.sendText(phone());
    else await bot.chat.tap(question.id, 'Deny');
    await bot.chat.waitFor(({ kind }) => kind === 'end');
    await bot.close();
    const allowed = bot.state.get('allowed') ?? [];
    assert.deepEqual([bot.desktop.did.length, Array.isArray(allowed) && allowed.length], isRight ? [1, 1] : [0, 0]);
  }
});
