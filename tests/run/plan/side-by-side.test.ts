/** Parts of a plan side by side: at most three, one with the desktop, each with its own context and rights; what fails, asks and stops. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { createFakeMachine } from '../../fakes/machine.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import {
  assertNoneAtWork,
  beside,
  createBarrier,
  doneWith,
  endOf,
  goalOf,
  openTree,
  part,
  step,
  treeModel,
} from '../../support/tree.ts';
import { holdsFor, until } from '../../support/until.ts';

const CAPS = {
  ...{ maxIterations: 20, timeLimitMs: 600_000 },
  ...{ tokenBudget: 1_000_000, costLimitUsd: 10, dayCostLimitUsd: 100 },
};

const THREE = [
  part('Count the invoices in ~/Invoices'),
  part('Read the address in ~/address.txt'),
  part('Read the rate on the page', { role: 'research' }),
  part('Write ~/letter.txt', { role: 'act', needs: [1, 2, 3] }),
];

test('three parts work at the same time, and the fourth knows what they hand on and nothing else', async () => {
  const barrier = createBarrier(3);
  const model = treeModel({
    plans: [THREE],
    async play(goal, index) {
      if (/^Count/.test(goal)) {
        if (index === 0) return beside({ action: 'shell', text: 'echo 12' }, 'twelve files');
        await barrier.arrive();
        return doneWith('There are 12 invoices.', { invoices: '12' });
      }
      if (/^Read the address/.test(goal)) {
        await barrier.arrive();
        return doneWith('The address is known.', { address: 'Hauptstr. 5' }, ['~/address.txt']);
      }
      if (/^Read the rate/.test(goal)) {
        await barrier.arrive();
        return doneWith('The rate is 4 %.');
      }
      if (index === 0) return beside({ action: 'file_create', path: '~/letter.txt', text: '12 invoices, Hauptstr. 5' });
      return doneWith('The letter is written.', {}, ['~/letter.txt']);
    },
  });
  const machine = createFakeMachine();
  const bot = await startTestDeskhand({ model, machine });
  const card = await openTree(bot);
  assert.match(
    card.text,
    /1\. Count the invoices.*\n {4}only looks\n {4}checked by[\s\S]*3\. .*\n {4}only reads pages and files\n[\s\S]*4\. .*\n {4}without the screen · after 1, 2, 3\n[\s\S]*Up to 3 parts run side by side/,
  );
  const end = await endOf(bot);
  await bot.close();
  assert.match(end.text, /Done and checked\n1\. ✅ There are 12 invoices[\s\S]*4\. ✅ The letter is written/);
  assert.equal(barrier.most(), 3);
  const steps = model.asked.filter(({ purpose }) => purpose === 'step');
  const letter = steps.find((request) => /^Write/.test(goalOf(request)));
  assert.match(
    letter?.text ?? '',
    /<untrusted from="earlier parts">\nPart 1 \(Count.*\): There are 12 invoices\.\ninvoices: 12\nPart 2 .*\naddress: Hauptstr\. 5\nfiles: ~\/address\.txt\nPart 3 .*: The rate is 4 %\.\n<\/untrusted>/,
  );
  const address = steps.find((request) => /^Read the address/.test(goalOf(request)));
  assert.doesNotMatch(address?.text ?? '', /invoices|twelve|12/, 'no part knows of those beside it');
  for (const { pictures, text, system } of steps) {
    assert.deepEqual(pictures, [], 'no part without the desktop is sent a picture');
    assert.doesNotMatch(text, /In front:|from="screen"/);
    assert.match(system, /You have no screen, pointer or keyboard here/);
  }
  assert.match(address?.system ?? '', /<skill>\nWork as look\.\n<\/skill>/);
  assert.doesNotMatch(address?.system ?? '', /file_create|click|open_app/, 'it is told only of what it may do');
  assert.match(letter?.system ?? '', /file_create/);
  assert.deepEqual(bot.desktop.did, [], 'the desktop was not touched');
  const kinds = bot.events().flatMap((event) => (/^(?:plan\.agreed|part\.)/.test(event.type) ? [event] : []));
  assert.deepEqual(
    kinds.map((event) => ('part' in event ? `${event.type} ${String(event.part)}` : event.type)).sort(),
    [
      'part.begun 1',
      'part.begun 2',
      'part.begun 3',
      'part.begun 4',
      'part.ended 1',
      'part.ended 2',
      'part.ended 3',
      'part.ended 4',
      'plan.agreed',
    ],
  );
  const results = bot.events().flatMap((event) => (event.type === 'part.ended' ? [event.result] : []));
  assert.deepEqual(results.at(-1), {
    done: true,
    summary: 'The letter is written.',
    files: ['~/letter.txt'],
    facts: {},
  });
  assertNoneAtWork(bot);
});

test('a fourth part waits until one of three is done, and two with the desktop are never at work together', async () => {
  let atWork = 0;
  let most = 0;
  let onDesktop = 0;
  let mostOnDesktop = 0;
  const during = async <T>(isDesktop: boolean, value: T): Promise<T> => {
    atWork += 1;
    onDesktop += isDesktop ? 1 : 0;
    most = Math.max(most, atWork);
    mostOnDesktop = Math.max(mostOnDesktop, onDesktop);
    await new Promise((resolve) => setTimeout(resolve, 30));
    atWork -= 1;
    onDesktop -= isDesktop ? 1 : 0;
    return value;
  };
  const desktop = { role: 'act', desktop: true };
  const model = treeModel({
    plans: [
      [
        part('A'),
        part('B'),
        part('Desk one', desktop),
        part('C'),
        part('Desk two', { ...desktop, needs: [3] }),
        part('D'),
        part('E'),
      ],
    ],
    play(goal, index) {
      if (!/^Desk/.test(goal))
        return during(false, index < 2 ? beside({ action: 'think', text: 'on' }) : doneWith(`${goal} done`));
      return during(
        true,
        index === 0
          ? step({ action: 'click', target: { x: 5, y: 5 } })
          : step({ action: 'done', summary: `${goal} done` }),
      );
    },
  });
  const bot = await startTestDeskhand({ model });
  await openTree(bot);
  const end = await endOf(bot);
  await bot.close();
  assert.match(end.text, /Done and checked/);
  assert.deepEqual([most, mostOnDesktop], [3, 1]);
  const order = bot.events().flatMap((event) => (event.type === 'part.begun' ? [event.part] : []));
  assert.ok(order.indexOf(3) < order.indexOf(5));
});

describe('a part that is not done', () => {
  const plan = [part('A'), part('B'), part('C', { needs: [1, 2] })];

  it('is repeated once, with what the first try came to', async () => {
    let tries = 0;
    const model = treeModel({
      plans: [plan],
      play(goal, index, { text }) {
        if (goal !== 'B') return doneWith(`${goal} done`);
        if (index === 0 && !/A first try of this part was not good/.test(text)) tries += 1;
        if (/A first try/.test(text)) return doneWith('B done after all');
        return index === 0
          ? beside({ action: 'shell', text: 'echo tried' })
          : beside({ action: 'fail', text: 'the folder is empty' });
      },
    });
    const bot = await startTestDeskhand({ model });
    await openTree(bot);
    const end = await endOf(bot);
    await bot.close();
    assert.match(end.text, /Done and checked[\s\S]*2\. ✅ B done after all/);
    assert.equal(tries, 1);
    const again = model.asked.find(({ text }) => /A first try/.test(text));
    assert.match(again?.text ?? '', /was not good: the folder is empty\. It did: running “echo tried”\./);
    assert.deepEqual(
      bot.events().flatMap((event) => (event.type === 'part.ended' && event.part === 2 ? [event.attempt] : [])),
      [1, 2],
    );
  });

  it('twice is planned anew, and what is done stays done', async () => {
    const model = treeModel({
      plans: [plan, [part('B another way', { needs: [1] }), part('C', { needs: [4] })]],
      play: (goal) => (goal === 'B' ? beside({ action: 'fail', text: 'no such folder' }) : doneWith(`${goal} done`)),
    });
    const bot = await startTestDeskhand({ model });
    await openTree(bot);
    const end = await endOf(bot);
    await bot.close();
    assert.match(end.text, /1\. ✅ A done\n[\s\S]*4\. ✅ B another way done\n[\s\S]*5\. ✅ C done/);
    const [, anew] = model.asked.filter(({ purpose }) => purpose === 'plan');
    assert.match(
      anew?.text ?? '',
      /Plan only what is left[\s\S]*Part 1 \(A\): A done[\s\S]*Part 2 \(B\): no such folder[\s\S]*Your first part is number 4/,
    );
    assert.equal(bot.events().filter(({ type }) => type === 'plan.agreed').length, 2);
  });

  it('also another way is put to the person: again with their words, without it, or stop', async () => {
    const run = async (
      answer: (bot: Awaited<ReturnType<typeof startTestDeskhand>>, id: string) => Promise<unknown>,
    ) => {
      const model = treeModel({
        plans: [plan, []],
        play(goal, _index, { text }) {
          if (goal !== 'B') return doneWith(`${goal} done`);
          return /look in Downloads/.test(text)
            ? doneWith('B found')
            : beside({ action: 'fail', text: 'no such folder' });
        },
      });
      const bot = await startTestDeskhand({ model });
      await openTree(bot);
      const card = await bot.chat.waitFor(
        ({ kind, text }) => kind === 'question' && /Part 2 could not be done/.test(text),
      );
      assert.match(card.text, /Part 2 could not be done\. B\nno such folder/);
      assert.deepEqual(
        card.buttons.flat().map(({ label }) => label),
        ['Try again', 'Go on without it', 'Stop'],
      );
      await answer(bot, card.id);
      const end = await endOf(bot);
      await bot.close();
      return end.text;
    };
    assert.match(await run((bot) => bot.chat.sendText('look in Downloads')), /Done and checked[\s\S]*2\. ✅ B found/);
    assert.match(
      await run((bot, id) => bot.chat.tap(id, 'Go on without it')),
      /1\. ✅ A done\n[\s\S]*2\. – B – left out\n3\. ✅ C done/,
    );
    assert.match(
      await run((bot, id) => bot.chat.tap(id, 'Stop')),
      /Stopped by Owner\.[\s\S]*2\. B – failed\n3\. C – not begun/,
    );
  });
});

test('a denied part ends the plan, and those beside it are stopped and say so', async () => {
  const model = treeModel({
    plans: [[part('A', { role: 'act' }), part('B'), part('C', { needs: [1, 2] })]],
    play: (goal, index) => (goal === 'A' ? beside({ action: 'shell', text: `rm ${index}` }) : 'hang'),
  });
  const bot = await startTestDeskhand({ model, risk: ({ action }) => (action === 'shell' ? 'high' : 'safe') });
  await openTree(bot);
  for (let denied = 0; denied < 3; denied += 1) {
    const card = await bot.chat.waitFor(
      (message) =>
        message.kind === 'question' && message.text.includes(`rm ${denied}`) && message.buttons.flat().length > 0,
    );
    assert.match(card.text, /Part 1 of 3: A\nMay I run this command\?/);
    await bot.chat.tap(card.id, 'Deny');
  }
  const end = await endOf(bot);
  await bot.close();
  assert.match(
    end.text,
    /You denied a step this needs[\s\S]*1\. A – failed\n2\. B – stopped midway\n3\. C – not begun/,
  );
  const beside2 = bot.events('000003').findLast(({ type }) => type === 'run.ended');
  assert.match(JSON.stringify(beside2), /Part 1 ended the plan/);
  assertNoneAtWork(bot);
});

test('two parts that want a yes ask one after the other, each by its name, and each yes is for its own act', async () => {
  const machine = createFakeMachine();
  const model = treeModel({
    plans: [[part('A', { role: 'act' }), part('B', { role: 'act' }), part('C', { needs: [1, 2] })]],
    play: (goal, index) =>
      index === 0 && goal !== 'C' ? beside({ action: 'shell', text: `echo ${goal}` }) : doneWith(`${goal} done`),
  });
  const bot = await startTestDeskhand({ model, machine, risk: ({ action }) => (action === 'shell' ? 'high' : 'safe') });
  await openTree(bot);
  const isOpen = (message: {
    readonly kind: string;
    readonly text: string;
    readonly buttons: readonly (readonly unknown[])[];
  }) => message.kind === 'question' && /May I run/.test(message.text) && message.buttons.flat().length > 0;
  const first = await bot.chat.waitFor(isOpen);
  // Both parts have come to their question by now.
  await until(() => model.asked.filter(({ purpose }) => purpose === 'step').length === 2);
  await holdsFor(100, () => assert.equal(bot.chat.seen().filter(isOpen).length, 1, 'one question at a time'));
  const name = /Part (\d) of 3/.exec(first.text)?.[1];
  await bot.chat.tap(first.id, 'Deny');
  const second = await bot.chat.waitFor((message) => isOpen(message) && message.id !== first.id);
  assert.notEqual(/Part (\d) of 3/.exec(second.text)?.[1], name);
  await bot.chat.tap(second.id, 'Approve');
  await endOf(bot);
  await bot.close();
  const ran = name === '1' ? 'B' : 'A';
  assert.deepEqual(machine.did, [`shell echo ${ran}`]);
});

test('what only reads is never put to the person and never done: files, clicks, commands that want a yes', async () => {
  const machine = createFakeMachine();
  const tries = [
    { action: 'file_create', path: '~/made.txt', text: 'x' },
    { action: 'click', x: 500, y: 500 },
    { action: 'open_app', text: 'xterm' },
    { action: 'clipboard_read' },
    { action: 'shell', text: 'rm -r ~' },
    { action: 'vault_write', path: 'a.md', text: 'x' },
    { action: 'send_file', path: '~/secret' },
  ];
  const texts: string[] = [];
  const model = treeModel({
    plans: [[part('Look', { role: 'look' }), part('Check', { role: 'verify' }), part('Read', { role: 'research' })]],
    play(_goal, index, { text }) {
      texts.push(text);
      const next = tries[index];
      return next === undefined ? doneWith('seen') : beside(next);
    },
  });
  const bot = await startTestDeskhand({
    model,
    machine,
    risk: ({ action }) => (action === 'shell' ? 'high' : 'safe'),
    settings: { caps: { ...CAPS, maxIterations: 40 } },
  });
  await openTree(bot);
  await endOf(bot);
  await bot.close();
  assert.deepEqual([machine.did, bot.desktop.did, machine.contents.size], [[], [], 0]);
  assert.deepEqual(
    bot.chat.seen().flatMap(({ kind, text }) => (kind === 'question' && !/My plan/.test(text) ? [text] : [])),
    [],
  );
  assert.ok(texts.some((text) => /this part only reads/.test(text)));
  assert.ok(texts.some((text) => /this part works without the screen/.test(text)));
});

test('a stop ends all parts at once, whatever each is doing; nothing goes on behind it', async () => {
  const hangs = createBarrier(2);
  const model = treeModel({
    plans: [
      [part('A'), part('B', { role: 'act' }), part('Desk', { role: 'act', desktop: true }), part('C', { needs: [1] })],
    ],
    play(goal, index) {
      if (goal === 'B' && index === 0) return beside({ action: 'shell', text: 'sleep 60' });
      if (goal === 'Desk') return step({ action: 'wait', seconds: 60 });
      void hangs.arrive();
      return 'hang';
    },
  });
  const bot = await startTestDeskhand({ model });
  await openTree(bot);
  await until(() => bot.machine.did.includes('shell sleep 60'));
  await bot.chat.waitFor(
    ({ kind, text }) => kind === 'status' && /Part 1 of 4: A[\s\S]*Part 2 of 4: B[\s\S]*Part 3 of 4: Desk/.test(text),
  );
  await bot.chat.sendText('stop');
  const end = await endOf(bot);
  assert.match(end.text, /Stopped by Owner/);
  assertNoneAtWork(bot);
  await bot.close();
});

test('a limit of the whole is asked about once, whichever part comes to it', async () => {
  const model = treeModel({
    plans: [[part('A'), part('B'), part('C')]],
    play: (goal, index) => (index < 4 ? beside({ action: 'think', text: `${index}` }) : doneWith(`${goal} done`)),
  });
  const bot = await startTestDeskhand({
    model,
    settings: { caps: { ...CAPS, maxIterations: 8 } },
  });
  await openTree(bot);
  const card = await bot.chat.waitFor(({ kind, text }) => kind === 'question' && /All 8 steps are used up/.test(text));
  await bot.chat.tap(card.id, 'Extend');
  const end = await endOf(bot);
  await bot.close();
  assert.match(end.text, /Done and checked/);
  assert.equal(bot.chat.seen().filter(({ text }) => /All 8 steps/.test(text)).length, 1);
});

test('after a crash in the middle, Again goes on with what is left, and tells the broken-off part what is unknown', async () => {
  const machine = createFakeMachine();
  let isSecond = false;
  const model = treeModel({
    plans: [[part('A'), part('B', { role: 'act' }), part('C', { needs: [1, 2] })]],
    play(goal, index) {
      if (isSecond || goal === 'A') return doneWith(`${goal} done`, { [goal]: 'known' });
      return index === 0 ? beside({ action: 'shell', text: 'sleep 60' }) : 'hang';
    },
  });
  const bot = await startTestDeskhand({ model, machine });
  await openTree(bot);
  await until(() => machine.did.includes('shell sleep 60') && bot.types().includes('part.ended'));
  isSecond = true;
  const next = await startTestDeskhand({ model, machine, after: bot });
  const told = await endOf(next);
  assert.match(
    told.text,
    /Interrupted\nDeskhand was restarted in the middle of a plan, at part 2 of 3: “B”\. 1 part was finished before\./,
  );
  await next.chat.tap(told.id, 'Again');
  const end = await next.chat.waitFor(({ kind, id }) => kind === 'end' && id !== told.id, 60_000);
  assert.match(end.text, /1\. ✅ A done\n2\. ✅ B done\n[\s\S]*3\. ✅ C done/);
  const asked = model.asked
    .filter(({ purpose }) => purpose === 'step')
    .map((request) => ({ goal: goalOf(request), text: request.text }));
  assert.equal(asked.filter(({ goal }) => goal === 'A').length, 1, 'what had ended is not done again');
  assert.match(
    asked.findLast(({ goal }) => goal === 'B')?.text ?? '',
    /An earlier try of this part was cut off\. Nothing is known to have been changed by it\. Whether this happened is unknown: running “sleep 60”\. Look before/,
  );
  assert.match(asked.findLast(({ goal }) => goal === 'C')?.text ?? '', /Part 1 \(A\): A done\nA: known/);
  assert.equal(model.asked.filter(({ purpose }) => purpose === 'plan').length, 1);
  await next.close();
  await bot.close();
});
