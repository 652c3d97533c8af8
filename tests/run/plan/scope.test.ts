/** Asked once for a task: the card, what comes of each answer, how it is taken back, and when it ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ElementList } from '../../../src/ports/desktop.ts';
import type { ShellRequest } from '../../../src/ports/machine.ts';
import { parseSkill } from '../../../src/skills/parse-skill.ts';
import { createFakeMachine } from '../../fakes/machine.ts';
import { openTestGate } from '../../safety/open-test-gate.ts';
import { startTestDeskhand, type TestDeskhandOptions } from '../../support/deskhand.ts';
import { DONE, scriptedModel } from '../../support/scripted-model.ts';

const gate = await openTestGate({ platform: 'linux', home: '/home/person' });
const GOAL = 'copy the totals from LibreOffice Calc into GIMP';
const PROPOSED = {
  apps: ['LibreOffice Calc', 'GIMP', 'Thunderbird'],
  sites: ['evil.example'],
  folders: ['/'],
  kinds: ['edit', 'run'],
};
const CALC = { app: 'libreoffice-calc', title: 'Format Cells', pid: 7, window: '1' };
const ok: ElementList = {
  elements: [
    {
      number: 1,
      role: 'button',
      name: 'OK',
      value: '',
      box: { x: 100, y: 100, width: 60, height: 20 },
      isFocused: false,
      isEnabled: true,
      isSecure: false,
    },
  ],
  coverage: 'complete',
  reason: '',
};
const PRESS = { action: 'click', target: { element: 1 } } as const;
const SEND = { action: 'key', keys: 'ctrl+alt+delete' } as const;

async function start(
  more: Partial<TestDeskhandOptions> = {},
  steps: Parameters<typeof scriptedModel>[0] = [PRESS, DONE],
  scope: object = PROPOSED,
) {
  const model = scriptedModel(steps, { intent: { kind: 'simple', scope } });
  const bot = await startTestDeskhand({ model, gate, ...more });
  bot.desktop.setFront(CALC);
  bot.desktop.setElements(ok);
  bot.desktop.onInput(() => bot.desktop.paint(null, Math.floor(bot.desktop.did.length * 4000)));
  return { bot, model };
}

type Bot = Awaited<ReturnType<typeof start>>['bot'];
const card = (bot: Bot) =>
  bot.chat.waitFor(({ kind, text }) => kind === 'question' && /without asking at each step/.test(text));
const ended = (bot: Bot) => bot.chat.waitFor(({ kind }) => kind === 'end');
const questions = (bot: Bot) => bot.chat.seen().filter(({ kind }) => kind === 'question');
const scopes = (bot: Bot, run?: string) => bot.events(run).filter(({ type }) => type.startsWith('scope.'));

test('the card has four short lines with what the own words name, and Approve lets ordinary work run', async () => {
  const { bot, model } = await start();
  await bot.chat.sendText(`/run ${GOAL}`);
  const asked = await card(bot);
  assert.equal(
    asked.text,
    [
      'May I work on this without asking at each step?',
      'In LibreOffice Calc, GIMP',
      'Allowed: edit',
      'I still ask before I send, pay, delete for good, sign in or change permissions.',
    ].join('\n'),
  );
  assert.deepEqual(
    asked.buttons.flat().map(({ label }) => label),
    ['Approve', 'Deny', 'Each step'],
  );
  assert.equal(model.asked.filter(({ purpose }) => purpose === 'step').length, 0, 'nothing is done before');
  await bot.chat.tap(asked.id, 'Approve');
  await ended(bot);
  await bot.close();
  assert.equal(questions(bot).length, 1, 'one tap for the task');
  assert.deepEqual(bot.desktop.did, ['click left 1 at 130,110']);
  const scope = { apps: ['LibreOffice Calc', 'GIMP'], sites: [], folders: [], kinds: ['edit'] };
  assert.deepEqual(
    scopes(bot).map((event) => ('scope' in event ? [event.type, event.scope] : [event.type])),
    [
      ['scope.asked', scope],
      ['scope.granted', scope],
    ],
  );
  const judged = bot.events().find((event) => event.type === 'risk.judged');
  assert.deepEqual([judged?.risk, judged?.rule], ['moderate', 'scope.edit']);
});

test('Each step asks as without it; Deny and no answer end the run with nothing done', async () => {
  const { bot } = await start();
  await bot.chat.sendText(`/run ${GOAL}`);
  await bot.chat.tap((await card(bot)).id, 'Each step');
  const step = await bot.chat.waitFor(({ kind, text }) => kind === 'question' && /May I (?!work)/.test(text));
  await bot.chat.tap(step.id, 'Deny');
  await ended(bot);
  await bot.close();
  assert.deepEqual(
    scopes(bot).map(({ type }) => type),
    ['scope.asked'],
  );

  const denied = await start();
  await denied.bot.chat.sendText(`/run ${GOAL}`);
  await denied.bot.chat.tap((await card(denied.bot)).id, 'Deny');
  assert.match((await ended(denied.bot)).text, /Stopped\nDenied by Owner; nothing was done\./);
  await denied.bot.close();
  assert.deepEqual(denied.bot.desktop.did, []);

  const unanswered = await start({ settings: { confirmTimeoutMs: 50 } });
  await unanswered.bot.chat.sendText(`/run ${GOAL}`);
  assert.match((await ended(unanswered.bot)).text, /No answer came in time/);
  await unanswered.bot.close();
  assert.deepEqual(unanswered.bot.desktop.did, []);
});

test('a goal that names its one target itself is asked about neither a model nor the person', async () => {
  const { bot, model } = await start();
  await bot.chat.sendText('/run add milk to list.ods');
  await ended(bot);
  await bot.close();
  assert.equal(questions(bot).length, 0);
  assert.equal(model.asked.filter(({ purpose }) => purpose === 'intent').length, 0);
  const granted = bot.events().find((event) => event.type === 'scope.granted');
  assert.deepEqual(
    [granted?.by, granted?.scope.kinds, granted?.scope.apps[0]],
    ['rule', ['edit', 'save'], 'LibreOffice'],
  );
  assert.deepEqual(bot.desktop.did, ['click left 1 at 130,110']);
});

test('what nobody named is left out, and without anything left there is no card', async () => {
  const { bot } = await start({}, [DONE], {
    apps: ['Firefox'],
    sites: ['evil.example'],
    folders: ['~'],
    kinds: ['edit', 'save', 'run'],
  });
  await bot.chat.sendText('/run write down what “put it into Firefox” means');
  await ended(bot);
  await bot.close();
  assert.equal(questions(bot).length, 0);
  assert.deepEqual(scopes(bot), []);
});

test('/status shows what is allowed and takes it back with one tap; /why shows it', async () => {
  const hold = Promise.withResolvers<typeof PRESS>();
  const { bot } = await start({}, [() => hold.promise, DONE]);
  await bot.chat.sendText(`/run ${GOAL}`);
  await bot.chat.tap((await card(bot)).id, 'Approve');
  await bot.chat.sendText('/status');
  const status = await bot.chat.waitFor(({ text }) => /Allowed: edit in LibreOffice Calc, GIMP/.test(text));
  const receipt = await bot.chat.tap(status.id, 'Revoke');
  assert.equal(receipt.toast, 'Revoked. I ask at each step from now on.');
  await bot.chat.waitFor(({ id, buttons }) => id === status.id && buttons.flat().length === 0);
  hold.resolve(PRESS);
  const step = await bot.chat.waitFor(({ kind, text }) => kind === 'question' && /May I (?!work)/.test(text));
  await bot.chat.tap(step.id, 'Deny');
  await ended(bot);
  await bot.chat.sendText('/status');
  await bot.chat.waitFor(({ text, id }) => id !== status.id && /Run: none/.test(text) && !/Allowed/.test(text));
  await bot.close();
  assert.equal(scopes(bot).at(-1)?.type, 'scope.revoked');
});

test('it survives a pause, and what always asks still asks', async () => {
  const hold = Promise.withResolvers<typeof PRESS>();
  const { bot } = await start({}, [() => hold.promise, SEND, DONE]);
  await bot.chat.sendText(`/run ${GOAL}`);
  await bot.chat.tap((await card(bot)).id, 'Approve');
  await bot.chat.sendText('/pause');
  await bot.chat.waitFor(({ text }) => /Paused before the next step/.test(text));
  await bot.chat.sendText('/resume');
  hold.resolve(PRESS);
  const step = await bot.chat.waitFor(({ kind, text }) => kind === 'question' && /May I (?!work)/.test(text));
  assert.match(step.text, /delete/i);
  assert.deepEqual(bot.desktop.did, ['click left 1 at 130,110'], 'what was allowed is done');
  await bot.chat.sendText('/why');
  await bot.chat.waitFor(({ text }) => /Allowed for this run: edit in LibreOffice Calc, GIMP/.test(text));
  await bot.chat.tap(step.id, 'Deny');
  await ended(bot);
  await bot.close();
});

test('a restart ends it: the next run asks anew', async () => {
  const { bot, model } = await start({}, ['hang']);
  await bot.chat.sendText(`/run ${GOAL}`);
  await bot.chat.tap((await card(bot)).id, 'Approve');
  await bot.chat.waitFor(({ kind, text }) => kind === 'status' && /Deciding what to do/.test(text));
  const next = await startTestDeskhand({ model, gate, after: bot });
  const end = await next.chat.waitFor(({ kind }) => kind === 'end');
  assert.match(end.text, /Interrupted/);
  await next.chat.sendText(`/run ${GOAL}`);
  await next.chat.waitFor(({ kind, text }) => kind === 'question' && /without asking at each step/.test(text));
  await next.chat.sendText('stop');
  await next.close();
  await bot.close();
});

test('a goal that a skill fits has no card, nor has one that only looks', async () => {
  const read = parseSkill(
    '# SKILL: copy\n\n## Triggers\n- `(?i)copy the totals`\n\n## Steps\n1. Copy them.\n',
    'shipped',
  );
  assert.ok(read.ok);
  const { bot, model } = await start({ skills: [read.skill] });
  await bot.chat.sendText(`/run ${GOAL}`);
  const step = await bot.chat.waitFor(({ kind }) => kind === 'question');
  assert.match(step.text, /May I (?!work)/);
  await bot.chat.tap(step.id, 'Deny');
  await ended(bot);
  await bot.chat.sendText('/run what is in LibreOffice Calc?');
  await bot.chat.waitFor(({ kind, text }) => kind === 'question' && /May I (?!work)/.test(text) && text !== step.text);
  await bot.chat.sendText('stop');
  await bot.close();
  assert.equal(model.asked.filter(({ purpose }) => purpose === 'intent').length, 0);
});

test('commands that write in a named folder run unasked in the place alone, which may change that folder; without a place they ask', async () => {
  const goal = 'build the tables in ~/work';
  const scope = { apps: [], sites: [], folders: ['~/work', '~/other'], kinds: ['run'] };
  const write = { action: 'shell', command: 'mkdir ~/work/tables' } as const;
  const requests: ShellRequest[] = [];
  const machine = createFakeMachine({
    hasPlace: true,
    command: async (request) => {
      requests.push(request);
      return { confined: { denied: [], changed: ['/home/person/work/tables'] } };
    },
  });
  const { bot } = await start({ machine }, [write, DONE], scope);
  await bot.chat.sendText(`/run ${goal}`);
  const asked = await card(bot);
  assert.match(asked.text, /In ~\/work\nAllowed: run commands that change files there\n/);
  await bot.chat.tap(asked.id, 'Approve');
  await ended(bot);
  await bot.close();
  assert.equal(questions(bot).length, 1);
  assert.deepEqual(requests[0]?.place?.writable, ['/home/person/work']);
  const performed = bot.events().find((event) => event.type === 'action.performed');
  assert.equal(performed?.confined, undefined, 'what it changed is an effect');

  const bare = await start({}, [write, DONE], scope);
  await bare.bot.chat.sendText(`/run ${goal}`);
  const step = await bare.bot.chat.waitFor(({ kind, text }) => kind === 'question' && /May I (?!work)/.test(text));
  assert.match(step.text, /It creates a folder/);
  await bare.bot.chat.tap(step.id, 'Deny');
  await ended(bare.bot);
  await bare.bot.close();
  assert.deepEqual(scopes(bare.bot), [], 'nothing is offered that nothing could keep in its folder');
});
