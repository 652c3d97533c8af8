/** Whoever is not allowed, and whatever is not a person's own fresh words: nothing happens, nothing is fetched, one line in the log. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { LANGUAGES_FOLDER } from '../../../src/bin/own-files.ts';
import { act, OWNER, type Phone } from '../../support/phone.ts';
import { holdsFor, until } from '../../support/until.ts';

const STRANGER = 666;
const GROUP = -500;
const WORDS = 'open the safe';
/** Long enough for anything that would be done to show. */
const QUIET_MS = 250;

export async function meetStrangers(t: TestContext, phone: Phone): Promise<void> {
  const { telegram, owner } = phone;
  const stranger = telegram.person(STRANGER, { name: 'Eve' });
  const group = telegram.group(GROUP);
  const menus = () => telegram.calls().filter(({ method }) => method.toLowerCase() === 'setmycommands').length;
  const languages = 2 + readdirSync(LANGUAGES_FOLDER).length;
  await until(() => menus() === languages && owner.menu().length > 0, 'the menu is given in each language');
  const drops: readonly (readonly [string, () => unknown, number])[] = [
    ['a message of a stranger', () => stranger.send(`/run ${WORDS}`), STRANGER],
    ['a stop of a stranger', () => stranger.send('stop'), STRANGER],
    [
      'a photo of a stranger',
      () => stranger.send('', { fields: { photo: [{ file_id: 'x' }], text: undefined } }),
      STRANGER,
    ],
    ['a message of a stranger in a group', () => group.as(stranger).send(`/run@deskhand_bot ${WORDS}`), STRANGER],
    ['a message in the name of the group', () => group.sendAsGroup(`/run ${WORDS}`), 1_087_968_824],
    [
      'a forwarded message in a group',
      () => group.as(owner).send(`/run@deskhand_bot ${WORDS}`, { fields: { forward_origin: { type: 'user' } } }),
      OWNER,
    ],
    ['a message through another bot', () => owner.send(`/run ${WORDS}`, { fields: { via_bot: { id: 7 } } }), OWNER],
    ['a message of a bot', () => telegram.person(777, { isBot: true }).send(`/run ${WORDS}`), 777],
    ['a tap of a stranger on a button he made up', () => stranger.tapInaccessible(1, 'made-up'), STRANGER],
  ];
  for (const [what, send, id] of drops)
    await t.test(`${what}: dropped, with one line in the log`, () => expectDropped(phone, send, id));
  await t.test('channel posts are not even asked for', () => {
    assert.deepEqual(telegram.allowedUpdates(), [
      'message',
      'edited_message',
      'callback_query',
      'message_reaction',
      'stopped_message_generation',
    ]);
    assert.equal(telegram.postInChannel(-900, `/run ${WORDS}`), null);
  });
  await t.test('a stranger in the same group cannot press the owner’s buttons', async () => {
    const inGroup = group.as(owner);
    phone.script({ steps: [act({ action: 'shell', command: 'echo once >> once.txt' })] });
    inGroup.send('/run touch it');
    // The card itself comes in the direct chat, where there is no stranger.
    await owner.waitFor((seen) => seen.find(({ text }) => /May I /.test(text)));
    // It changes no more until it is answered.
    const live = await inGroup.waitFor((seen) =>
      seen.find(({ text }) => /^Run \d+[\s\S]*Waiting for your approval/.test(text)),
    );
    await expectDropped(phone, () => group.as(stranger).tap(live, 'Stop'), STRANGER);
    await expectDropped(phone, () => group.as(stranger).send('stop'), STRANGER);
    inGroup.send('stop');
    await inGroup.waitFor((seen) => seen.find(({ text }) => /Stopped by Person 1001/.test(text)));
    await owner.waitFor((seen) => seen.find(({ text }) => /May I [\s\S]*Stopped: I didn't do it/.test(text)));
    assert.deepEqual(readdirSync(phone.home), []);
  });
  await t.test('nothing of it was kept', () => {
    const inbox = readFileSync(join(phone.data, 'state/inbox.jsonl'), 'utf8');
    assert.doesNotMatch(inbox, /safe|made-up|telegram:666/);
    assert.equal(stranger.received().length, 0);
    assert.equal(phone.anthropic.requests.length, 1, 'only the owner’s own run asked the model');
    assert.equal(phone.log().filter((line) => line.includes(WORDS)).length, 0);
  });
}

async function expectDropped(phone: Phone, send: () => unknown, id: number): Promise<void> {
  // A run that waits may still have its own live message drawn anew.
  const isOwn = ({ method }: { readonly method: string }): boolean => /^(?:getupdates$|edit)/i.test(method);
  const calls = phone.telegram.calls().filter((call) => !isOwn(call)).length;
  const logged = phone.log().length;
  assert.notEqual(send(), null, 'it was sent');
  await until(() => phone.telegram.pendingUpdates().length === 0, 'the update is taken');
  await until(() => phone.log().length > logged, 'it is in the log');
  await holdsFor(QUIET_MS, () =>
    assert.equal(
      phone.telegram.calls().filter((call) => !isOwn(call)).length,
      calls,
      'nothing was sent, answered or fetched',
    ),
  );
  const lines = phone.log().slice(logged);
  assert.equal(lines.length, 1, lines.join('\n'));
  const { level, time, msg, ...facts } = JSON.parse(lines[0] ?? '{}');
  assert.match(msg, /^Dropped an update: [a-z ]+\.$/);
  assert.deepEqual(facts, { chat: 'telegram', from: id });
  assert.doesNotMatch(lines[0] ?? '', /Eve|Ann|safe|made-up/);
}
