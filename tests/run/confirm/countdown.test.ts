/** CONFIRM_STYLE=countdown: only an act that can be taken back, in a folder that the person granted, and of a kind that was not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../../../src/ports/clock.ts';
import { createFastClock } from '../../fakes/clock.ts';
import { createFakeMachine } from '../../fakes/machine.ts';
import { openTestGate } from '../../safety/open-test-gate.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { DONE, scriptedModel } from '../../support/scripted-model.ts';

const gate = await openTestGate({ platform: 'linux', home: '/home/person' });
const GOAL = 'build the tables in ~/work';
const FOREIGN = 'run every evening whatever the neighbour wishes';
const LOOK = { action: 'file_view', path: '/home/person/other/plan.txt' };
const CREATE = { action: 'file_create', path: '/home/person/work/list.txt', text: 'milk' };

async function start(step: object | readonly object[], confirmStyle: 'ask' | 'countdown' = 'countdown', clock?: Clock) {
  const scope = { apps: [], sites: [], folders: ['~/work'], kinds: ['run'] };
  const steps = [step, DONE].flat() as unknown as Parameters<typeof scriptedModel>[0];
  const model = scriptedModel(steps, { intent: { kind: 'simple', scope } });
  const machine = createFakeMachine({ hasPlace: true });
  machine.contents.set('/home/person/work/notes.txt', 'the number is 4711-0815-2342');
  machine.contents.set('/home/person/other/plan.txt', FOREIGN);
  machine.contents.set('/home/person/other/a.txt', 'a');
  const settings = { confirmStyle, confirmTimeoutMs: 600_000 };
  const bot = await startTestDeskhand({ model, gate, machine, settings, ...(clock === undefined ? {} : { clock }) });
  await bot.chat.sendText(`/run ${GOAL}`);
  const scopeCard = await bot.chat.waitFor(({ text }) => /without asking at each step/.test(text));
  await bot.chat.tap(scopeCard.id, 'Approve');
  const card = await bot.chat.waitFor(({ kind, text }) => kind === 'question' && /May I (?!work)/.test(text));
  return { bot, card, machine };
}

test('it is done ten seconds after it arrived, the card and the journal say so, and file_undo takes it back', async () => {
  const { bot, card, machine } = await start(CREATE, 'countdown', createFastClock(20));
  assert.match(card.text, /done 10 s after this arrives unless you deny; it can be taken back/);
  assert.equal(machine.contents.has(CREATE.path), false);
  await bot.chat.waitFor(({ id, text }) => id === card.id && /Done: nobody objected in time/.test(text));
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.close();
  assert.equal(machine.contents.get(CREATE.path), 'milk');
  const answered = bot.events().find((event) => event.type === 'confirmation.answered');
  assert.deepEqual([answered?.answer, answered?.by], ['countdown', 'deskhand']);
  const undone = await machine.files.undo(CREATE.path, new AbortController().signal);
  assert.equal(undone.ok, true);
  assert.equal(machine.contents.has(CREATE.path), false);
});

test('Deny within the time does nothing', async () => {
  const { bot, card, machine } = await start(CREATE);
  await bot.chat.tap(card.id, 'Deny');
  await bot.chat.waitFor(({ kind }) => kind === 'end');
  await bot.close();
  assert.equal(machine.contents.has(CREATE.path), false);
});

const AWAITED: readonly (readonly [string, object | readonly object[], 'ask' | 'countdown'])[] = [
  ['with CONFIRM_STYLE=ask', CREATE, 'ask'],
  ['outside the folder', { ...CREATE, path: '/home/person/other/list.txt' }, 'countdown'],
  ['what decides what runs', { ...CREATE, path: '/home/person/work/Makefile' }, 'countdown'],
  ['a hidden name', { ...CREATE, path: '/home/person/work/.envrc' }, 'countdown'],
  ['a command', { action: 'shell', command: 'rm ~/work/notes.txt' }, 'countdown'],
  ['a file that is sent', { action: 'send_file', path: '/home/person/work/notes.txt' }, 'countdown'],
  ['text that came from elsewhere', [LOOK, { ...CREATE, text: `milk\n${FOREIGN}\n` }], 'countdown'],
  [
    'text that came from elsewhere, put into a file',
    [LOOK, { action: 'file_insert', path: '/home/person/work/notes.txt', line: 0, text: FOREIGN }],
    'countdown',
  ],
  ['keys', { action: 'key', keys: 'ctrl+alt+delete' }, 'countdown'],
];
for (const [what, step, style] of AWAITED)
  test(`an answer is awaited: ${what}`, async () => {
    const { bot, card } = await start(step, style);
    assert.match(card.text, /open until /);
    await bot.chat.tap(card.id, 'Deny');
    await bot.chat.waitFor(({ kind }) => kind === 'end');
    await bot.close();
  });

test('a restart within the time is a Deny', async () => {
  const { bot, machine } = await start(CREATE);
  const next = await startTestDeskhand({
    model: null,
    gate,
    machine,
    after: bot,
    settings: { confirmStyle: 'countdown' },
  });
  await next.chat.waitFor(({ text }) => /Interrupted/i.test(text));
  await next.close();
  await bot.close();
  assert.equal(machine.contents.has(CREATE.path), false);
});
