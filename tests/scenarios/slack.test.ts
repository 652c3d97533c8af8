/** Slack from end to end: a run, its question and its end in one thread; stops; strangers; what comes twice; a connection that breaks. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SeenMessage } from '../servers/slack/people.ts';
import { act } from '../support/phone.ts';
import { WITH_REPEATS } from '../support/repeats.ts';
import { hasLabel, hasLive, type SlackPhone, startSlackPhone } from '../support/slack-phone.ts';
import { holdsFor, until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';
import { HOME_SETTINGS, lookAtHome, lookAtHomeAgain } from './slack/home.ts';

const CHANNEL = 'C0000WORK';
const HANG = { fault: 'hang' } as const;
const isCard = (message: Parameters<typeof hasLive>[0]): boolean => hasLive(message, 'Approve');
const isEnd = (message: Parameters<typeof hasLive>[0]): boolean => hasLabel(message, 'Again');
/** The time limit of all parts together, on a machine that is ten times as busy. */
const WHOLE_MS = 900_000;

test('Slack', { skip: noX11, timeout: WHOLE_MS }, async (t) => {
  const phone = await startSlackPhone(t, { settings: HOME_SETTINGS });
  phone.slack.channel(CHANNEL);
  try {
    await t.test('a run from a direct message: asked with a picture, approved, done, all in its thread', () =>
      approve(phone),
    );
    await t.test(
      '/deskhand run from a channel: its thread is in the direct messages, and answers beside it count',
      () => command(phone),
    );
    await t.test('a mention in a channel: without a picture, and the plain stop in its thread is obeyed', () =>
      mention(phone),
    );
    if (WITH_REPEATS) await t.test('plain words and /deskhand words are the same commands', () => words(phone));
    await t.test('Slack’s own Stop ends the run of its thread', () => nativeStop(phone));
    await t.test('/deskhand stop from anywhere ends the run, wherever it was asked for', () => stopFromAnywhere(phone));
    if (WITH_REPEATS)
      await t.test('the steps of a run stand below its live message, one task each, and end with it', () =>
        steps(phone),
      );
    await t.test('strangers, other teams and programs: nothing at all', () => strangers(phone));
    if (WITH_REPEATS) {
      await t.test('everything twice: done once', () => twice(phone));
      await t.test('the connection breaks while a question is open: the yes arrives all the same', () =>
        reconnect(phone),
      );
    }
    await t.test('stopped at once while Slack takes no messages', () => stopWhilePaced(phone));
    if (WITH_REPEATS)
      await t.test('a run that is over before Slack takes its live message: only its end is told', () =>
        endWhilePaced(phone),
      );
    await t.test('the App Home', (part) => lookAtHome(part, phone));
    await t.test('killed and started again: the card is closed, the end is told in the same thread', () =>
      restart(phone),
    );
    await t.test('the App Home in the next life', (part) => lookAtHomeAgain(part, phone));
  } finally {
    await phone.close(/reset|ratelimited|refuse|stopped_by_user$|^users\.info user_not_found$/);
  }
});

const append = (file: string) => act({ action: 'shell', command: `echo once >> ${file}` });

function contents(phone: SlackPhone, file: string): string {
  const path = join(phone.home, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

async function approve(phone: SlackPhone): Promise<void> {
  assert.match(phone.bot().ready, /^ready slack \| /);
  phone.script(append('approved.txt'));
  phone.mark();
  const { ts } = phone.ann.say('run touch <it> & *go*');
  const card = await phone.waitFor(isCard);
  assert.match(card.text, /May I run this command\?\s+echo once >> approved\.txt/);
  assert.ok((card.picture?.length ?? 0) > 1000, 'the screen is on the card');
  assert.notEqual(card.pictureAlt, '');
  assert.equal(contents(phone, 'approved.txt'), '');
  await phone.ann.tap(card.ts, 'Approve').acknowledged;
  const end = await phone.waitFor(isEnd);
  assert.match(end.text, /Done and checked[\s\S]*touch <it> & \*go\*/);
  assert.equal(contents(phone, 'approved.txt'), 'once\n');
  const dead = await phone.waitFor(({ ts: id, text }) => id === card.ts && /Approved by Ann/.test(text));
  assert.ok(dead.buttons.flat().every(({ data }) => data === null));
  assert.ok(dead.picture !== null, 'the picture stays');
  assert.deepEqual([...new Set(phone.news().map(({ rootTs }) => rootTs))], [ts], 'all in one thread');
  await until(() => phone.slack.sessions().at(-1)?.status === 'active', 'the agent view rests');
  const statuses = phone.slack
    .sessions()
    .map(({ status }) => status)
    // Said twice at the end: with the last word of the list of steps, and with the end itself.
    .filter((status, index, all) => status !== all[index - 1]);
  assert.deepEqual(statuses, ['processing', 'suspended', 'processing', 'active']);
  assert.ok(phone.slack.sessions().every(({ rootTs }) => rootTs === ts));
}

async function command(phone: SlackPhone): Promise<void> {
  phone.script(append('command.txt'));
  phone.mark();
  await phone.ann.command('run touch it', { channel: CHANNEL }).acknowledged;
  const card = await phone.waitFor(isCard);
  const root = phone.news()[0];
  assert.equal(root?.rootTs, null);
  assert.match(root?.text ?? '', /touch it$/);
  assert.equal(card.rootTs, root?.ts);
  await phone.ann.tap(card.ts, 'Why?').acknowledged;
  const told = await phone.waitFor(({ ts, text }) => ts === card.ts && /The rule: .*\nIf you approve: /.test(text));
  assert.deepEqual(told.buttons, card.buttons, 'it is the same card, as live as before');
  await phone.ann.tap(card.ts, 'Deny…').acknowledged;
  await phone.waitFor(/What should I do instead\?/);
  await phone.ann.say('use the other folder').acknowledged;
  const end = await phone.waitFor(isEnd);
  assert.equal(end.rootTs, root?.ts);
  assert.match(phone.asked()[1]?.text ?? '', /says: use the other folder/);
  assert.equal(contents(phone, 'command.txt'), '');
  assert.deepEqual(phone.news(CHANNEL), [], 'nothing in the channel');
}

async function mention(phone: SlackPhone): Promise<void> {
  phone.script(HANG);
  phone.mark();
  const [{ ts }] = phone.ann.mention('run look around', { channel: CHANNEL });
  const status = await phone.waitFor((message) => hasLive(message, 'Stop'), CHANNEL);
  assert.equal(status.rootTs, ts);
  assert.equal(status.picture, null, 'no picture of the screen goes to a group');
  await until(() => phone.asked().length === 1, 'the model is asked');
  phone.ann.say('nice weather today', { channel: CHANNEL });
  await phone.ann.say('Stop', { channel: CHANNEL, thread: ts }).acknowledged;
  const end = await phone.waitFor(isEnd, CHANNEL);
  assert.match(end.text, /Stopped by Ann/);
  assert.equal(phone.asked().length, 1, 'what was said to others started nothing');
}

async function words(phone: SlackPhone): Promise<void> {
  for (const [say, answer] of [
    ['status', /slack: connected/i],
    ['Help', /^screenshot – /m],
    ['queue', /Nothing/],
  ] as const) {
    phone.mark();
    await phone.ann.say(say).acknowledged;
    await phone.waitFor(answer);
    phone.mark();
    await phone.ann.command(say.toLowerCase()).acknowledged;
    await phone.waitFor(answer);
  }
  phone.mark();
  await phone.ann.command('screnshot').acknowledged;
  await phone.waitFor(/Did you mean “screenshot”\?/);
  phone.mark();
  await phone.ann.command('screenshot').acknowledged;
  assert.ok((await phone.waitFor(({ picture }) => picture !== null)).picture !== null);
  phone.mark();
  await phone.ann.command('').acknowledged;
  await phone.waitFor(/screenshot/);
  await sayDetail(phone, 'quiet');
  phone.ann.say('run look');
  await phone.waitFor(isEnd);
  assert.ok(phone.news().every(({ buttons }) => !buttons.flat().some(({ label }) => label === 'Pause')));
  await sayDetail(phone, 'normal');
}

/** Said beside the threads of runs, and true in each of them. */
async function sayDetail(phone: SlackPhone, detail: string): Promise<void> {
  phone.mark();
  await phone.ann.say(`detail ${detail}`).acknowledged;
  await phone.waitFor(new RegExp(`Detail level: ${detail}`));
  phone.mark();
}

async function nativeStop(phone: SlackPhone): Promise<void> {
  phone.script(HANG);
  phone.mark();
  const { ts } = phone.ann.say('run and hang');
  await until(() => phone.asked().length === 1, 'the model is asked');
  await phone.waitFor(({ isStreaming }) => isStreaming);
  const stop = phone.ann.pressStop(ts);
  await Promise.all([stop.acknowledged, phone.slack.redeliver(stop.envelopeId).acknowledged]);
  assert.match((await phone.waitFor(isEnd)).text, /Stopped by Ann/);
  assert.match(
    (await phone.waitFor(({ plan }) => plan?.title.includes('Stopped') ?? false)).text,
    /^Run \d+: and hang – ⏹ Stopped/,
  );
  await until(() => phone.slack.sessions().at(-1)?.status === 'active', 'the agent view rests');
}

async function stopFromAnywhere(phone: SlackPhone): Promise<void> {
  for (const place of [phone.ann.dm, CHANNEL]) {
    phone.script(HANG);
    phone.mark();
    if (place === CHANNEL) phone.ann.mention('run and hang', { channel: CHANNEL });
    else phone.ann.say('run and hang');
    await until(() => phone.asked().length === 1, 'the model is asked');
    await phone.ann.command('stop', { channel: 'C0000ELSE' }).acknowledged;
    assert.match((await phone.waitFor(isEnd, place)).text, /Stopped by Ann/);
  }
}

async function steps(phone: SlackPhone): Promise<void> {
  const note = (word: string) => act({ action: 'shell', command: `echo ${word}` });
  phone.script(note('one'), note('two'), act({ action: 'shell', command: 'ls /not/there' }), append('steps.txt'));
  phone.mark();
  const { ts } = phone.ann.say('run several things');
  const card = await phone.waitFor(isCard);
  const list = await phone.waitFor(({ plan }) => (plan?.tasks.length ?? 0) >= 4);
  assert.deepEqual([list.isStreaming, list.rootTs, list.isFromBot], [true, ts, true]);
  await phone.ann.tap(card.ts, 'Approve').acknowledged;
  await phone.waitFor(isEnd);
  const whole = await phone.waitFor(({ plan, isStreaming }) => plan !== null && !isStreaming);
  assert.equal(whole.ts, list.ts, 'one stream a run');
  assert.match(whole.plan?.title ?? '', /^Run \d+: several things – ✅ Done and checked$/);
  assert.deepEqual(
    whole.plan?.tasks.map(({ title, status }) => `${status}: ${title}`),
    [
      'complete: Taking a first look',
      'complete: Running “echo one”',
      'complete: Running “echo two”',
      'error: Running “ls /not/there”',
      'complete: Running “echo once >> steps.txt”',
    ],
  );
  const isLive = ({ ts: id, plan, buttons }: SeenMessage): boolean =>
    plan === null && id < list.ts && buttons.length === 0;
  await until(
    () => /Done and checked/.test(phone.news().find(isLive)?.text ?? ''),
    'the live message says it all the same',
  );
}

async function strangers(phone: SlackPhone): Promise<void> {
  const eve = phone.slack.person('U00000EVE', { name: 'Eve' });
  const twin = phone.slack.person(phone.ann.user.id, { name: 'Ann', teamId: 'T0000EVIL' });
  phone.script(HANG);
  phone.mark();
  const { ts } = phone.ann.say('run and hang');
  const status = await phone.waitFor((message) => hasLive(message, 'Stop'));
  await until(() => phone.asked().length === 1, 'the model is asked');
  const stop = status.buttons.flat().find(({ label }) => label === 'Stop')?.data ?? '';
  for (const one of [eve, twin]) {
    await one.say('stop').acknowledged;
    await one.say('stop', { channel: CHANNEL }).acknowledged;
    await one.command('stop').acknowledged;
    await one.send({ name: 'x.sh', bytes: new Uint8Array(3) }, 'run it').acknowledged;
    for (const said of one.mention('run harm', { channel: CHANNEL })) await said.acknowledged;
  }
  await eve.tap(status.ts, 'Stop', { channel: phone.ann.dm }).acknowledged;
  await phone.ann.say('stop', { thread: ts, fields: { bot_id: 'B1', app_id: 'A1' } }).acknowledged;
  await holdsFor(300, () => {
    assert.equal(phone.asked().length, 1);
    assert.equal(phone.isCut(), false, 'the run goes on');
  });
  assert.deepEqual(
    eve.messages().filter(({ isFromBot }) => isFromBot),
    [],
  );
  phone.slack.person(phone.ann.user.id, { name: 'Ann' });
  await phone.ann.tapLate(status.ts, stop).acknowledged;
  await phone.waitFor(isEnd);
}

async function twice(phone: SlackPhone): Promise<void> {
  phone.script(append('twice.txt'));
  phone.mark();
  const said = phone.ann.say('run touch');
  await said.acknowledged;
  await phone.slack.redeliver(said.envelopeId).acknowledged;
  const card = await phone.waitFor(isCard);
  const tap = phone.ann.tap(card.ts, 'Approve');
  await Promise.all([tap.acknowledged, phone.slack.redeliver(tap.envelopeId).acknowledged]);
  await phone.slack.redeliver(said.envelopeId).acknowledged;
  await phone.waitFor(isEnd);
  const command = phone.ann.command('run again');
  await command.acknowledged;
  await phone.slack.redeliver(command.envelopeId).acknowledged;
  await until(() => phone.news().filter(isEnd).length === 2, 'it ends');
  await holdsFor(300, () => {
    assert.equal(phone.news().filter(isEnd).length, 2);
    assert.equal(phone.news().filter(({ rootTs }) => rootTs === null).length, 1, 'one thread for the command');
    assert.equal(contents(phone, 'twice.txt'), 'once\n');
  });
}

async function reconnect(phone: SlackPhone): Promise<void> {
  phone.script(append('reconnect.txt'));
  phone.mark();
  await phone.ann.say('run touch').acknowledged;
  const card = await phone.waitFor(isCard);
  await phone.slack.goDown();
  await until(() => /Slack cannot be reached/.test(phone.log()), 'the log says so');
  const tap = phone.ann.tap(card.ts, 'Approve');
  const backAt = performance.now();
  await phone.slack.comeUp();
  await tap.acknowledged;
  assert.ok(performance.now() - backAt < 10_000, `back after ${performance.now() - backAt} ms`);
  await phone.waitFor(isEnd);
  assert.equal(contents(phone, 'reconnect.txt'), 'once\n');
}

async function stopWhilePaced(phone: SlackPhone): Promise<void> {
  const paced = { kind: 'refuse', code: 429, description: 'ratelimited', parameters: { retry_after: 1 } } as const;
  const times: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    phone.script(HANG);
    phone.mark();
    await phone.ann.say(`run and hang ${round}`).acknowledged;
    await until(() => phone.asked().length === 1, 'the model is asked');
    for (const method of ['chat.postMessage', 'chat.update', 'chat.postEphemeral']) phone.slack.fail(method, paced);
    const from = performance.now();
    phone.ann.say('stop');
    await until(() => phone.isCut(), 'the request is cut');
    times.push(performance.now() - from);
    await phone.waitFor(isEnd);
    phone.slack.clearFaults();
  }
  // One that waited for Slack would take a second; `npm run test:reach:slack` holds the strict bound.
  assert.ok(Math.min(...times) < 900, `the stops took ${times.map(Math.round).join(' and ')} ms`);
}

async function endWhilePaced(phone: SlackPhone): Promise<void> {
  const paced = { kind: 'refuse', code: 429, description: 'ratelimited', parameters: { retry_after: 2 } } as const;
  phone.script(HANG);
  phone.mark();
  phone.slack.fail('chat.postMessage', paced, 2);
  const { ts } = phone.ann.say('run and hang unseen');
  await until(() => phone.asked().length === 1, 'the model is asked');
  phone.ann.say('stop', { thread: ts });
  await phone.waitFor(isEnd);
  // Whatever waited before it has been sent when this is answered.
  phone.ann.say('status');
  await phone.waitFor(/Uptime|Desktop/);
  const told = phone.news().filter(({ rootTs, text }) => rootTs === ts && text.includes('hang unseen'));
  assert.deepEqual(told.map(isEnd), [true], told.map(({ text }) => text).join('\n---\n'));
}

async function restart(phone: SlackPhone): Promise<void> {
  phone.script(append('restarted.txt'));
  phone.mark();
  const { ts } = phone.ann.say('run touch after the restart');
  const card = await phone.waitFor(isCard);
  const inbox = join(phone.data, 'state', 'inbox.jsonl');
  await until(() => readFileSync(inbox, 'utf8').includes(card.ts), 'its number is kept');
  // Short for the last question of all; nothing before it asks.
  await phone.restart('kill', { CONFIRM_TIMEOUT_S: '6' });
  const dead = await phone.waitFor((message) => message.ts === card.ts && /Deskhand was restarted/.test(message.text));
  assert.ok(dead.buttons.flat().every(({ data }) => data === null));
  const report = await phone.waitFor((message) => isEnd(message) && /Interrupted/.test(message.text));
  assert.equal(report.rootTs, ts);
  await until(() => phone.news().every((one) => !one.isStreaming), 'the list of steps of the life before is ended');
  assert.ok(phone.news().some(({ plan }) => plan !== null));
  await until(
    () => phone.slack.sessions().findLast((one) => one.rootTs === ts)?.status === 'active',
    'its session rests',
  );
  phone.script();
  await phone.ann.tap(report.ts, 'Again').acknowledged;
  assert.equal((await phone.waitFor(/Done and checked/)).rootTs, ts);
  assert.equal(contents(phone, 'restarted.txt'), '');
}
