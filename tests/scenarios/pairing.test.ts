/** Who gets in: nobody but who is set or paired, through every kind of update, with the real bot and Telegram's own rules. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readJournal } from '../../adapters/files/read-journal.ts';
import { inboxEventSchema } from '../../src/inbox/inbox-events.ts';
import { startTelegramServer, type TelegramServer } from '../servers/telegram/telegram-server.ts';
import { type Bot, spawnBot, startBot } from '../support/bot.ts';
import { ENTRY } from '../support/programs.ts';
import { repeats, WITH_REPEATS } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { atTerminal } from '../support/terminal.ts';
import { holdsFor, until } from '../support/until.ts';
import { outsiders, UPDATE_KINDS } from '../support/updates.ts';
import { noX11, startTestDisplay } from '../support/x11.ts';

const TOKEN = ['4242', 'AAbbccddeeffgghhiijjkkllmmnnooppqqr'].join(':');
const OWNER = 1001;
const FORMER = 1002;
/** What the chat calls on its own, whoever writes. */
const OWN_CALLS = ['getMe', 'deleteWebhook', 'deleteMyCommands', 'setMyCommands', 'getUpdates'];

interface Place {
  readonly telegram: TelegramServer;
  readonly data: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** `hasDisplay`: false where no bot works one. */
async function openPlace(
  t: TestContext,
  settings: Readonly<Record<string, string>> = {},
  { hasDisplay = true }: { readonly hasDisplay?: boolean } = {},
): Promise<Place> {
  const folder = makeTempFolder(t);
  const data = join(folder, 'data');
  mkdirSync(data);
  const telegram = await startTelegramServer({ token: TOKEN });
  const display = hasDisplay ? await startTestDisplay() : null;
  t.after(async () => {
    await telegram.stop();
    await display?.stop();
  });
  const env = {
    ...display?.env,
    HOME: folder,
    DATA_DIR: data,
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: telegram.root,
    ...settings,
  };
  return { telegram, data, env };
}

/** The chat is open, and nothing is on its way to it. */
async function pollWaits(telegram: TelegramServer): Promise<void> {
  await until(() => telegram.calls('getUpdates').at(-1)?.status === null, 'a poll that waits');
}

/** A chat is closed when it has hung up on its poll and waits for no other answer. Resolves with the count of calls until then. */
async function closed(telegram: TelegramServer): Promise<number> {
  await until(() => {
    const isOver = telegram.calls().every(({ status }) => status !== null);
    return isOver && telegram.calls('getUpdates').at(-1)?.description === 'gone';
  }, 'the chat to be closed');
  return telegram.calls().length;
}

async function open(t: TestContext, { env }: Place): Promise<Bot> {
  const bot = await startBot({ env });
  t.after(() => bot.kill());
  return bot;
}

interface PairCommand {
  readonly child: ChildProcess;
  text(): string;
  /** The code it shows. */
  code(): Promise<string>;
  readonly ended: Promise<number | null>;
}

function runPair(t: TestContext, { env }: Place, args: readonly string[] = [], isTerminal = false): PairCommand {
  const kept = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, USER: process.env.USER };
  // Nobody is let in without a terminal.
  const [program, words] =
    args.length === 0 ? atTerminal(`${process.execPath} ${ENTRY} pair`) : [process.execPath, [ENTRY, 'pair', ...args]];
  const child = spawn(program, words, {
    env: { ...kept, ...env },
    stdio: [args.length === 0 ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let isKept = false;
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (!isTerminal && !isKept && text.includes('type undo')) {
        isKept = true;
        child.stdin?.write('\r');
      }
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  t.after(() => void child.kill('SIGKILL'));
  return {
    child,
    ended,
    text: () => text,
    code: () => until(() => /^ {4}([A-Z0-9]{6})\s*$/m.exec(text)?.[1], `a code in: ${text}`),
  };
}

/** Somebody at the computer wants to let one more in: the owner's phone says yes, for the nth time. */
async function approveAtPhone(owner: ReturnType<TelegramServer['person']>, nth: number): Promise<void> {
  const card = await owner.waitFor(
    (messages) => messages.filter(({ text }) => text.startsWith('Is that you at the computer?'))[nth - 1],
  );
  owner.tap(card, 'Approve');
}

/** Updates that were accepted, by their numbers at Telegram. */
function accepted(data: string): readonly string[] {
  const events = readJournal(join(data, 'state', 'inbox.jsonl'), inboxEventSchema)?.events ?? [];
  return events.flatMap((event) => (event.type === 'message.accepted' ? [event.update] : []));
}

function runs(data: string): readonly string[] {
  return existsSync(join(data, 'recordings')) ? readdirSync(join(data, 'recordings')) : [];
}

/** Methods called beside the chat's own. */
function callsForPeople(telegram: TelegramServer): readonly string[] {
  return telegram.calls().flatMap(({ method }) => (OWN_CALLS.includes(method) ? [] : [method]));
}

/** Telegram sends every kind to whoever asks: as another program with this token did a moment ago. */
async function askForEverything({ telegram }: Place): Promise<void> {
  const address = `${telegram.root}/bot${TOKEN}/getUpdates`;
  const body = JSON.stringify({ offset: 0, timeout: 0, allowed_updates: Object.keys(UPDATE_KINDS) });
  const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  assert.equal(answer.status, 200, await answer.text());
}

async function allTaken(telegram: TelegramServer): Promise<void> {
  await until(() => telegram.pendingUpdates().length === 0, 'all updates are taken', 30_000);
}

test('nobody else gets in: every kind of update, whoever is behind it, also while a code is open', {
  skip: noX11,
}, async (t) => {
  const place = await openPlace(t, { TELEGRAM_ALLOWED_USERS: String(OWNER) });
  const { telegram, data } = place;
  const owner = telegram.person(OWNER, { name: 'Ann' });
  telegram.person(666, { name: 'Mallory' });
  telegram.person(FORMER, { name: 'Fred' });
  await askForEverything(place);
  const sent: number[] = [];
  for (const who of outsiders(OWNER, FORMER)) {
    for (const [kind, make] of Object.entries(UPDATE_KINDS)) {
      if (who.onlyMessages === true && (!kind.includes('message') || kind === 'stopped_message_generation')) continue;
      for (const payload of make(who)) {
        const id = telegram.inject(kind, payload);
        assert.ok(id !== null, `${kind} is delivered`);
        sent.push(id);
      }
    }
  }
  t.diagnostic(
    `${sent.length} updates of ${Object.keys(UPDATE_KINDS).length} kinds from ${outsiders(OWNER, FORMER).length} kinds of people`,
  );
  assert.ok(sent.length > 900);
  const bot = await open(t, place);
  await allTaken(telegram);
  const nothing = (): void => {
    assert.deepEqual(accepted(data), []);
    assert.deepEqual(callsForPeople(telegram), []);
    assert.deepEqual(runs(data), []);
  };
  nothing();

  // Somebody who was let in for a while is a stranger again.
  const pair = runPair(t, place);
  const fred = telegram.person(FORMER);
  await approveAtPhone(owner, 1);
  fred.send(await pair.code());
  assert.equal(await pair.ended, 0, pair.text());
  await fred.waitFor((messages) => messages.find(({ text }) => text.startsWith('Paired.')));
  const remove = runPair(t, place, ['--remove', `telegram:${FORMER}`]);
  assert.equal(await remove.ended, 0, remove.text());

  const again = runPair(t, place);
  await approveAtPhone(owner, 2);
  const code = await again.code();
  const edited = (): boolean => owner.received().filter(({ text }) => /Approved by/.test(text)).length === 2;
  await until(edited, 'both cards are closed');
  await allTaken(telegram);
  const before = telegram.calls().length;
  const known = accepted(data);
  for (const id of sent) telegram.redeliver(id);
  fred.send('/status');
  telegram.group(-7).as(telegram.person(666)).send(code);
  await allTaken(telegram);
  assert.deepEqual(accepted(data), known);
  assert.deepEqual(
    telegram
      .calls()
      .slice(before)
      .flatMap(({ method }) => (OWN_CALLS.includes(method) ? [] : [method])),
    [],
  );
  assert.equal(again.child.exitCode, null, 'the code is still open, and was not to be had in a group');
  again.child.stdin?.write('\x03');
  assert.equal(await again.ended, 1);
  assert.match(again.text(), /Nobody was paired/);

  owner.send('/status');
  await owner.waitFor((messages) => messages.find(({ text }) => text.includes('Desktop')));
  assert.equal(accepted(data).length, known.length + 1, 'the owner is heard all the time');
  assert.equal(await bot.stop(), 0);
  assert.doesNotMatch(bot.stderr() + bot.stdout(), /rm -rf|Mallory|could not be/);
});

test('with nobody allowed it says how to pair, and pairing alone works then', { skip: noX11 }, async (t) => {
  const place = await openPlace(t, {}, { hasDisplay: WITH_REPEATS });
  const { telegram, data } = place;
  const refused = spawnBot({ env: place.env });
  assert.equal(await refused.ended, 2);
  assert.match(refused.stderr(), /TELEGRAM_ALLOWED_USERS/);
  assert.match(refused.stderr(), /nobody may use it yet.*npm run pair/);
  assert.deepEqual(telegram.calls(), [], 'Telegram was not even asked');

  const pair = runPair(t, place);
  const code = await pair.code();
  const mallory = telegram.person(666, { name: 'Mallory' });
  for (const text of [
    '/start',
    'hello',
    `my code is ${code}`,
    [...code].reverse().join('') === code ? 'CCCCCC' : [...code].reverse().join(''),
  ])
    mallory.send(text);
  const ann = telegram.person(OWNER, { name: 'Ann \u001b[31m\u202e' });
  ann.send(code);
  assert.equal(await pair.ended, 0, pair.text());
  assert.match(pair.text(), /Paired: Ann .*\(telegram:1001\)\. They may work this computer; start Deskhand/);
  const line = /^Paired: .*$/m.exec(pair.text())?.[0] ?? '';
  assert.ok(!line.includes('\u001b') && !line.includes('\u202e'), 'a name is no command to the terminal');
  assert.match(ann.received()[0]?.text ?? '', /^Paired\. Hello Ann/);
  assert.deepEqual(mallory.received(), []);
  assert.equal(statSync(join(data, 'state', 'settings.json')).mode & 0o077, 0);

  const list = runPair(t, place, ['--list']);
  assert.equal(await list.ended, 0);
  assert.match(list.text(), /^telegram:1001 {2}paired \d+ \w+ \d{4}, \d\d:\d\d, Ann/m);
  const late = runPair(t, place);
  assert.equal(await late.ended, 2);
  assert.match(late.text(), /Start it with npm start/, 'the messages of those who are allowed are not swallowed');

  // That a Deskhand that is started then asks this phone is proved in setup.test.ts.
  if (!WITH_REPEATS) return;
  const bot = await open(t, place);
  assert.match(bot.ready, /^ready telegram \|/);
  ann.send('/status');
  await ann.waitFor((messages) => messages.find(({ text }) => text.includes('Desktop')));
  mallory.send(code);
  await allTaken(telegram);
  assert.deepEqual(mallory.received(), []);
  assert.equal(await bot.stop(), 0);
});

test('a Deskhand that runs opens the chat for a code, and closes it when nobody is left', {
  skip: noX11,
}, async (t) => {
  const place = await openPlace(t, { WEB_CHAT: 'on', WEB_CHAT_PORT: '0' });
  const { telegram, data } = place;
  const bot = await open(t, place);
  assert.match(bot.ready, /^ready web http/);
  assert.match(bot.stderr(), /Telegram is not started: nobody may use it yet\. Run npm run pair/);
  assert.deepEqual(telegram.calls(), []);
  assert.equal(statSync(join(data, 'state', 'control.sock')).mode & 0o077, 0);

  const first = runPair(t, place);
  await first.code();
  await pollWaits(telegram);
  first.child.stdin?.write('\x03');
  assert.equal(await first.ended, 1);
  await closed(telegram);
  const polls = telegram.calls('getUpdates').length;

  const second = runPair(t, place, [], true);
  const ann = telegram.person(OWNER, { name: 'Ann' });
  ann.send(await second.code());
  await until(() => second.text().includes('type undo'), 'the offer to undo');
  assert.ok(telegram.calls('getUpdates').length > polls);
  ann.send('/status');
  await ann.waitFor((messages) => messages.find(({ text }) => text.includes('Desktop')));
  await pollWaits(telegram);
  second.child.stdin?.write('undo\r');
  assert.equal(await second.ended, 0, second.text());
  assert.match(second.text(), /Taken back: telegram:1001/);

  const seen = ann.received().length;
  const after = await closed(telegram);
  ann.send('/status');
  await holdsFor(700, () => {
    assert.equal(ann.received().length, seen);
    assert.equal(telegram.calls().length, after, 'nobody is left: the chat is closed');
  });
  assert.equal(await bot.stop(), 0);
  assert.equal(existsSync(join(data, 'state', 'control.sock')), false);
});

if (WITH_REPEATS)
  test('five wrong codes end it, and nobody hears of them', { skip: noX11 }, async (t) => {
    const place = await openPlace(t, {}, { hasDisplay: false });
    const pair = runPair(t, place);
    const code = await pair.code();
    const mallory = place.telegram.person(666, { name: 'Mallory' });
    const wrong = ['CCCCCC', 'DDDDDD', 'FFFFFF', 'GGGGGG', 'HHHHHH', 'JJJJJJ']
      .filter((text) => text !== code)
      .slice(0, 5);
    for (const text of wrong) mallory.send(text);
    assert.equal(await pair.ended, 1);
    assert.match(pair.text(), /Five wrong codes/);
    mallory.send(code);
    assert.deepEqual(mallory.received(), []);
    assert.deepEqual(callsForPeople(place.telegram), []);
  });

test('a phone is let in by a person at a terminal, and where one is connected only with a yes on it', {
  skip: noX11,
}, async (t) => {
  const place = await openPlace(t, { TELEGRAM_ALLOWED_USERS: String(OWNER), WEB_CHAT: 'on', WEB_CHAT_PORT: '0' });
  const bot = await open(t, place);
  // Each kind of update that is asked for has its place among those that are tried on everybody.
  await until(() => place.telegram.allowedUpdates().length > 0, 'a poll');
  const unknown = place.telegram.allowedUpdates().filter((kind) => UPDATE_KINDS[kind] === undefined);
  assert.deepEqual(unknown, [], 'put it into tests/support/updates.ts, and see that it is refused');
  const owner = place.telegram.person(OWNER);
  for (const command of ['pair', 'link']) {
    const kept = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR };
    const script = spawn(process.execPath, [ENTRY, command], { env: { ...kept, ...place.env }, stdio: 'ignore' });
    assert.equal(await new Promise((resolve) => script.once('close', resolve)), 2, `${command} of a script`);
  }
  const pair = runPair(t, place);
  const card = await owner.waitFor((messages) => messages.find(({ text }) => /one more phone/.test(text)));
  owner.tap(card, 'Deny');
  assert.equal(await pair.ended, 1);
  assert.match(pair.text(), /Denied on the phone/);
  assert.doesNotMatch(pair.text(), /^ {4}\w{6}\s*$/m, 'no code was opened');
  assert.equal(await bot.stop(), 0);
});

test('what cannot be done is said in a sentence', { skip: noX11 }, async (t) => {
  const place = await openPlace(t, { TELEGRAM_BOT_TOKEN: '' }, { hasDisplay: false });
  const bare = runPair(t, place);
  assert.equal(await bare.ended, 2);
  assert.match(bare.text(), /Set TELEGRAM_BOT_TOKEN/);
  const nobody = runPair(t, place, ['--remove', 'telegram:5']);
  assert.equal(await nobody.ended, 1);
  assert.match(nobody.text(), /Nobody is paired as telegram:5/);
  for (const words of repeats(['--nonsense'])) {
    const odd = runPair(t, place, words);
    assert.equal(await odd.ended, 2);
    assert.match(odd.text(), /--list/);
    assert.doesNotMatch(odd.text(), /\n\s+at /, 'no stack');
  }
  for (const { text } of [bare, nobody]) assert.doesNotMatch(text(), /\n\s+at /, 'no stack');
});
