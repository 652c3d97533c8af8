/** What programs of this computer ask for: a run whose questions go to the owner, and whose goal is nobody's own words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOwner, hasPhone } from '../../src/outbound/owner.ts';
import { ControlRefusal } from '../../src/ports/control.ts';
import type { GateContext } from '../../src/safety/risk.ts';
import { say } from '../../src/words/say.ts';
import { createFakeChat } from '../fakes/chat.ts';
import { createFakeModel } from '../fakes/model.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';

const NEVER = new AbortController().signal;

test('a run of a program is worked on, asks on the owner’s phone, and its end is told to whoever waits', async () => {
  const model = scriptedModel([{ action: 'type', text: 'hello' }, DONE]);
  const bot = await startTestDeskhand({ model, risk: ({ action }) => (action === 'type' ? 'high' : 'safe') });
  const { before, ended } = await bot.deskhand.control.run('  say hello ', NEVER);
  assert.equal(before, 0);
  const card = await bot.chat.waitFor(({ kind }) => kind === 'question');
  assert.deepEqual(card.thread, bot.chat.thread);
  assert.match(JSON.stringify(card), /deskhand run/, 'the card says who asked');
  const status = await bot.deskhand.control.status();
  assert.deepEqual(status.run, { run: '000001', goal: 'say hello', step: 1, phase: 'asking' });
  assert.match(status.text, /^Run: run 1, step 1: say hello/);
  await bot.chat.tap(card.id, 'Approve');
  const end = await ended;
  assert.equal(end.kind === 'ended' && `${end.run} ${end.outcome}`, '000001 verified');
  const told = await bot.chat.waitFor(({ kind }) => kind === 'end');
  assert.ok(!JSON.stringify(told).includes('"Again"'), 'a tap would make the goal the person’s own words');
  await bot.close();
});

test('a goal of a program names no recipients and amounts, grants nothing, and starts no playbook as a person would', async () => {
  const seen: GateContext[] = [];
  const gate = {
    prepare: () => Promise.resolve(),
    judge: (_: object, context: GateContext) => {
      seen.push(context);
      return { risk: 'safe', reason: say`as the test says`, rule: 'test' } as const;
    },
  };
  const goal = 'write 500 euros for eve@evil.example into notes.txt';
  const type = { action: 'type', text: 'x' };
  const model = scriptedModel([type, DONE, type, DONE, type, DONE], { intent: 'no' });
  const bot = await startTestDeskhand({ model, gate });
  await (await bot.deskhand.control.run(goal, NEVER)).ended;
  assert.equal(seen[0]?.goal, goal);
  assert.equal(seen[0]?.ownWords, '', 'nothing of it is the person’s');
  assert.equal(seen[0]?.scope, undefined, 'and it grants nothing by itself');
  await bot.chat.sendText(`/run ${goal}`);
  await until(() => bot.types('000002').includes('run.ended'));
  assert.equal(seen.at(-1)?.ownWords, undefined, 'written in the chat it is');
  assert.ok(seen.at(-1)?.scope !== undefined, 'and grants editing where it says');
  await bot.chat.sendText('/resume 1');
  await until(() => bot.types('000003').includes('run.ended'));
  assert.equal(seen.at(-1)?.ownWords, '', 'a run that goes on from a program’s is a program’s');
  await bot.close();
});

test('a command of a program survives a restart as what it was', async () => {
  const first = await startTestDeskhand({ model: createFakeModel(() => 'hang') });
  await first.deskhand.control.run('one', NEVER);
  await first.deskhand.control.run('two', NEVER);
  await until(() => first.types().includes('run.started'));
  await first.close();
  const second = await startTestDeskhand({ model: scriptedModel([DONE]), after: first });
  await until(() => second.types('000002').includes('run.ended'));
  const created = second.events('000002').find((event) => event.type === 'run.created');
  assert.equal(created?.type === 'run.created' && `${created.goal} ${created.by_program}`, 'two true');
  await second.close();
});

test('a program that waits is told when its run never began, and when it was stopped', async () => {
  const bot = await startTestDeskhand({ model: createFakeModel(() => 'hang') });
  const first = await bot.deskhand.control.run('one', NEVER);
  const second = await bot.deskhand.control.run('two', NEVER);
  assert.equal(second.before, 1);
  await until(() => bot.types().includes('run.started'));
  assert.match((await bot.deskhand.control.stop(true)).text, /^Stopped\. 1 waiting command cancelled\./);
  const [one, two] = [await first.ended, await second.ended];
  assert.equal(one.kind === 'ended' && one.outcome, 'stopped');
  assert.equal(two.kind, 'not started');
  assert.equal((await bot.deskhand.control.stop(false)).text, 'Nothing was running.');
  await bot.close();
});

test('without a model and a skill that fits, whoever waits hears why nothing was started', async () => {
  const bot = await startTestDeskhand({ model: null });
  const end = await (await bot.deskhand.control.run('do something', NEVER)).ended;
  assert.match(end.kind === 'not started' ? end.why : '', /without a model/);
  await assert.rejects(bot.deskhand.control.run('  ', NEVER), ControlRefusal);
  await bot.close();
});

test('the owner is the first of the settings, and nobody takes their place while they cannot be reached', () => {
  const telegram = { ...createFakeChat(), platform: 'telegram', direct: threadOf('telegram') } as const;
  const slack = { ...createFakeChat(), platform: 'slack', direct: threadOf('slack') } as const;
  const chats = new Map([telegram, slack].map((chat) => [chat.platform, chat]));
  const people = ['telegram:1', 'slack:T:U', 'web:owner'];
  const find = (ids: readonly string[], links: readonly (readonly string[])[] = []) =>
    findOwner({ chats, people: () => ids, links })?.id ?? null;
  assert.equal(find(people), 'telegram:1');
  assert.equal(find(['web:owner', 'slack:T:U']), 'slack:T:U', 'a phone comes before the page');
  assert.equal(find([]), null);
  chats.delete('telegram');
  assert.equal(find(people), null, 'Slack’s person is somebody else');
  assert.equal(find(people, [['telegram:1', 'slack:T:U']]), 'slack:T:U', 'unless they are the same');
  assert.deepEqual([hasPhone(people), hasPhone(['web:owner']), hasPhone([])], [true, false, false]);
});

function threadOf(platform: 'telegram' | 'slack') {
  return (id: string) => (id.startsWith(`${platform}:`) ? { platform, key: id, isGroup: false } : null);
}

test('where nobody can be asked a run is refused, with what to do', async () => {
  const bot = await startTestDeskhand({
    model: scriptedModel([DONE]),
    chatInFront: { ...createFakeChat(), direct: () => null },
  });
  await assert.rejects(
    bot.deskhand.control.run('anything', NEVER),
    (error) => error instanceof ControlRefusal && error.exit === 2 && /deskhand pair/.test(error.message),
  );
  assert.equal(bot.recordings.runs.size, 0);
  await bot.close();
});
