/** Each line of the doctor: broken on purpose, found with a sentence, and good again once it is mended; and `/doctor` in the chat. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DoctorPorts, examine } from '../../src/doctor/examine.ts';
import type { Finding, Mend } from '../../src/doctor/finding.ts';
import { DesktopLost } from '../../src/ports/desktop.ts';
import { say } from '../../src/words/say.ts';
import { english } from '../../src/words/speak.ts';
import { createFakeChat } from '../fakes/chat.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { until } from '../support/until.ts';

const NEVER = new AbortController().signal;
const NOW = Date.UTC(2026, 10, 21, 8);
const chat = createFakeChat();
const sound: DoctorPorts = {
  program: { node: 'v24.1.0', path: '/usr/bin/node', version: '1.2.3' },
  desktop: {
    describe: async () => ({
      platform: 'x11',
      name: ':0',
      displays: [{ index: 1, width: 1440, height: 900, originX: 0, originY: 0, density: 1 }],
    }),
  },
  handsPid: () => 7,
  sandboxLacks: [],
  freeBytes: async () => 5e9,
  servers: [{ name: 'Telegram', ask: async () => ({ time: NOW, keyTrouble: '' }) }],
  clock: createFakeClock(NOW),
  chats: new Map([['telegram', { ...chat, platform: 'telegram' as const, health: () => health(true) }]]),
  people: () => ['telegram:1'],
  model: { name: 'm', isPriced: true },
  skills: { list: () => [1, 2], problems: () => [] },
  recall: () => ({ embedder: 'lexical', detail: say`Display` }),
  voice: { isInstalled: true, hasModel: true },
  pageSessions: () => 1,
  service: () => ({ isInstalled: true }),
  lastCrash: () => null,
  newerVersion: async () => null,
  leftRuns: async () => 0,
};

function health(isConnected: boolean) {
  return { isConnected, lastContactAt: null, detail: isConnected ? say`Display` : say`Telegram does not know this` };
}

const find = async (name: string, ports: Partial<DoctorPorts>): Promise<Finding> => {
  const found = (await examine({ ...sound, ...ports }, NEVER)).find((line) => line.name === name);
  assert.ok(found !== undefined, name);
  return found;
};

test('where all is well every line says so', async () => {
  const lines = await examine(sound, NEVER);
  assert.deepEqual(
    lines.filter(({ state }) => state !== 'ok').map(({ name }) => name),
    [],
  );
  assert.equal(new Set(lines.map(({ name }) => name)).size, lines.length);
  for (const { text, title } of lines) assert.ok(english(text) !== '' && english(title) !== '');
});

const gone = { describe: () => Promise.reject(new DesktopLost(say`its process ended with ${'9'}`)) };
const server = (answer: () => Promise<{ time: number | null; keyTrouble: string }>) => [
  { name: 'Telegram', ask: answer },
];
const BROKEN: readonly (readonly [string, Partial<DoctorPorts>, Finding['state'], RegExp, Mend | null])[] = [
  ['display', { desktop: gone }, 'bad', /not reachable/, null],
  ['hands', { desktop: gone }, 'bad', /do not answer/, 'restart hands'],
  ['permissions', { desktop: gone }, 'off', /once the hands answer/, null],
  ['sandbox', { sandboxLacks: [say`Display`] }, 'bad', /Display/, null],
  ['disk', { freeBytes: async () => 4e8 }, 'bad', /only 0\.4 GB/, 'free disk'],
  ['disk', { freeBytes: () => Promise.reject(new Error('EIO')) }, 'bad', /cannot be looked at: .EIO/, null],
  ['clock', { servers: server(async () => ({ time: NOW + 120_000, keyTrouble: '' })) }, 'bad', /2 min .*late/, null],
  ['clock', { servers: server(async () => ({ time: NOW - 120_000, keyTrouble: '' })) }, 'bad', /2 min .*early/, null],
  ['clock', { servers: [] }, 'off', /no server/, null],
  ['network Telegram', { servers: server(() => Promise.reject(new Error('ENOTFOUND'))) }, 'bad', /ENOTFOUND/, null],
  [
    'network Telegram',
    { servers: server(async () => ({ time: null, keyTrouble: 'new token' })) },
    'bad',
    /new token/,
    null,
  ],
  ['people', { people: () => ['web:owner'] }, 'off', /no phone/, null],
  ['page', { pageSessions: () => 0 }, 'bad', /no browser is in/, 'renew link'],
  ['page', { pageSessions: () => null }, 'off', /off/, null],
  ['model', { model: { name: 'new', isPriced: false } }, 'bad', /MODEL_PRICES/, null],
  ['model', { model: null }, 'off', /only skills that need no model/, null],
  ['skills', { skills: { list: () => [], problems: () => [say`Display`] } }, 'bad', /Display/, null],
  ['recall', { recall: () => ({ embedder: 'asleep', detail: say`Display` }) }, 'off', /./, null],
  ['voice', { voice: { isInstalled: false, hasModel: true } }, 'off', /deskhand extras/, null],
  ['voice', { voice: { isInstalled: true, hasModel: false } }, 'off', /VOICE_MODEL/, null],
  ['service', { service: () => ({ isInstalled: false }) }, 'off', /somebody has to start/, null],
  ['crash', { leftRuns: async () => 2 }, 'bad', /2 runs/, 'run recovery'],
  ['version', { newerVersion: async () => '9.8.7' }, 'off', /9\.8\.7 is there: run deskhand update/, 'update'],
  ['version', { newerVersion: () => Promise.reject(new Error('no network')) }, 'ok', /^Deskhand /, null],
  ['crash', { lastCrash: () => NOW }, 'off', /noticed on 21 Nov 2026/, null],
];
for (const [name, ports, state, text, mend] of BROKEN)
  test(`${name}: ${text.source}`, async () => {
    const broken = await find(name, ports);
    assert.equal(broken.state, state);
    assert.match(english(broken.text), text);
    assert.equal(broken.mend, mend);
    assert.equal((await find(name, {})).state, 'ok', 'mended');
  });

test('a chat that is not connected, and a missing permission', async () => {
  const off = { ...chat, platform: 'telegram' as const, health: () => health(false) };
  assert.equal((await find('telegram', { chats: new Map([['telegram', off]]) })).state, 'bad');
  const lacks = [{ permission: 'see', program: 'node', isMoving: false }] as const;
  const desktop = { describe: async () => ({ ...(await sound.desktop.describe(NEVER)), lacks }) };
  const line = await find('permissions', { desktop });
  assert.deepEqual([line.state, line.mend], ['bad', 'ask for permissions']);
  assert.match(english(line.text), /allow node in System Settings/);
});

test('/doctor tells each line with buttons for what can be mended; deleting asks, and is the owner’s', async () => {
  const mended: Mend[] = [];
  const line = (name: string, mend: Mend): Finding => ({
    name,
    title: say`Disk`,
    state: 'bad',
    text: say`it is right`,
    mend,
  });
  const doctor = {
    examine: async () => (mended.length > 0 ? [] : [line('disk', 'free disk'), line('hands', 'restart hands')]),
    mend: async (what: Mend) => {
      mended.push(what);
      return say`The hands were restarted.`;
    },
  };
  const bot = await startTestDeskhand({ model: scriptedModel([]), doctor });
  await bot.chat.sendText('/doctor');
  const card = await bot.chat.waitFor((message) => JSON.stringify(message).includes('Restart hands'));
  assert.match(JSON.stringify(card), /✗/);
  const group = { ...bot.chat.thread, isGroup: true };
  await bot.chat.sendText('/doctor', { thread: group });
  const inGroup = await bot.chat.waitFor(
    (message) => message.thread.isGroup && JSON.stringify(message).includes('Restart'),
  );
  assert.ok(!JSON.stringify(inGroup).includes('Free disk space'));
  await bot.chat.tap(card.id, 'Free disk space');
  const question = await bot.chat.waitFor(({ kind }) => kind === 'question');
  assert.deepEqual(mended, [], 'it asks first');
  await bot.chat.tap(question.id, 'Deny');
  await bot.chat.tap(card.id, 'Restart hands');
  await until(() => mended.length === 1);
  assert.deepEqual(mended, ['restart hands'], 'and what was denied was not done');
  await bot.close();
});
