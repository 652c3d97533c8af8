/** What people always allow, from the command line: taking back needs nobody, allowing more a tap on the owner's phone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ControlRefusal } from '../../src/ports/control.ts';
import { createFakeChat } from '../fakes/chat.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { DONE, scriptedModel } from '../support/scripted-model.ts';

const NEVER = new AbortController().signal;
const GIMP = { kind: 'edit', in: 'app', name: 'GIMP' } as const;

async function start() {
  const phone = createFakeChat({ platform: 'telegram' });
  const bot = await startTestDeskhand({ model: scriptedModel([DONE]), secondChat: phone });
  const { allowed } = bot.deskhand.control;
  const card = () =>
    phone.waitFor(({ kind, buttons }) => kind === 'question' && buttons.flat().some(({ isLive }) => isLive));
  return { phone, bot, allowed, card };
}

test('more is allowed with the owner’s tap, for the owner, and taken back without one', async () => {
  const { phone, bot, allowed, card } = await start();
  const adding = allowed.add(GIMP, NEVER);
  const asked = await card();
  assert.match(asked.text, /Somebody at a terminal wants to allow always: edit in GIMP, in every run of yours\./);
  assert.deepEqual(await allowed.list(), []);
  await phone.tap(asked.id, 'Approve');
  assert.equal((await adding).text, 'edit in GIMP, in every run of yours');
  const [one, ...more] = await allowed.list();
  assert.deepEqual([one?.of, one?.text, more.length], [phone.sender.id, 'edit in GIMP, in every run of yours', 0]);
  assert.equal(await allowed.revoke([one?.id ?? '']), true);
  assert.equal(await allowed.revoke([one?.id ?? '']), false);
  assert.deepEqual(await allowed.list(), []);
  await bot.close();
});

test('a No, no phone, and what no scope holds allow nothing', async () => {
  const { phone, bot, allowed, card } = await start();
  const adding = allowed.add({ ...GIMP, in: 'site', name: 'https://docs.example.com/x' }, NEVER);
  const asked = await card();
  assert.match(asked.text, /edit in docs\.example\.com/);
  await phone.tap(asked.id, 'Deny');
  await assert.rejects(adding, ControlRefusal);
  for (const place of [
    { ...GIMP, name: 'Terminal' },
    { ...GIMP, name: 'Chromium' },
    { ...GIMP, name: '1Password' },
    { ...GIMP, in: 'site', name: 'github.io' },
    { ...GIMP, in: 'site', name: 'everything' },
  ] as const)
    await assert.rejects(allowed.add(place, NEVER), ControlRefusal, place.name);
  assert.deepEqual(await allowed.list(), []);
  await bot.close();
  const alone = await startTestDeskhand({ model: scriptedModel([DONE]) });
  await assert.rejects(alone.deskhand.control.allowed.add(GIMP, NEVER), /no phone is connected/);
  await alone.close();
});
