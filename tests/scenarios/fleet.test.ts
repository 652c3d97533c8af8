/** Two machines and one phone, from Telegram through a gateway and a real NATS server to two desktops, and back. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connectFleet } from '../../adapters/fleet/connect.ts';
import { GATEWAY_INBOX, subjectsOf, WORK_STREAM } from '../../src/fleet/subjects.ts';
import { codeOf, stepAt } from '../../src/fleet/trust/totp.ts';
import { spawnBot } from '../support/bot.ts';
import { type FleetPhone, startFleetPhone } from '../support/fleet-phone.ts';
import { paintMachines, ROUND_SKILLS, type RoundFigures, runFleetRound } from '../support/fleet-rounds.ts';
import { BOT_TOKEN, hasLiveButton } from '../support/phone.ts';
import { ENTRY } from '../support/programs.ts';
import { atTerminal } from '../support/terminal.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

test('two machines, one phone', { skip: noX11 }, async (t) => {
  const phone = await startFleetPhone(t, {
    machines: ['mini', 'studio'],
    away: ['attic', 'lent'],
    people: { lent: ['telegram:999'] },
    skills: ROUND_SKILLS,
  });
  t.after(() => phone.close());
  await Promise.all([phone.machine('mini').start(), phone.machine('studio').start()]);
  await t.test('lists who is there', () => listMachines(phone));
  await t.test('what waits for one that is away can be taken back, and reaches nobody', () => takeBack(phone));
  await t.test(
    'asks which one is meant and remembers the answer for the thread; that and what waits can be tapped also after a restart',
    () => askWhich(phone),
  );
  await t.test('work at once: each card, picture, file and stop is of the machine that was named', () =>
    workAtOnce(phone),
  );
  await t.test('a terminal of the gateway sees who is there, stops what runs, and lets nobody in without a yes', () =>
    workFromTerminal(phone),
  );
  await t.test('looking may go to all, doing may not', () => lookAtAll(phone));
  await t.test('“any” takes one that has nothing to do, and says when there is none', () => runOnAny(phone));
  await t.test('a machine that is for others is none, until it is for everybody', () => letPeopleIn(phone));
  await t.test(
    'a tap alone does nothing where digits are wanted; the digits behind it do, and are kept by nobody',
    () => giveDigits(phone),
  );
});

async function listMachines(phone: FleetPhone): Promise<void> {
  await until(async () => {
    phone.say('/machines');
    const list = await phone.waitFor(/mini/);
    return /🟢 mini[\s\S]*🟢 studio/.test(list.text);
  }, 'both are here');
}

async function askWhich(phone: FleetPhone): Promise<void> {
  phone.say('/status');
  const card = await phone.waitFor((message) => hasLiveButton(message, 'studio') && hasLiveButton(message, 'mini'));
  phone.say('/on attic run leave a mark');
  const waiting = await phone.waitFor((message) => hasLiveButton(message, 'Take it back'));
  await phone.gateway().kill();
  await phone.startGateway();
  assert.match(await phone.tap(waiting, 'Take it back'), /Taken back/);
  assert.match(await phone.tap(card, 'mini'), /mini it is/);
  await phone.waitFor(/Run: none/);
  phone.say('/status');
  await phone.waitFor(/Run: none/);
}

async function workAtOnce(phone: FleetPhone): Promise<void> {
  const figures: RoundFigures = { pictures: 0, cards: 0, files: 0, crossed: [] };
  await runFleetRound(phone, paintMachines([phone.machine('mini'), phone.machine('studio')]), 1, figures);
  assert.deepEqual(figures, { pictures: 5, cards: 2, files: 4, crossed: [] });
}

async function workFromTerminal(phone: FleetPhone): Promise<void> {
  const env = { HOME: phone.machine('mini').home, DATA_DIR: phone.data, TELEGRAM_BOT_TOKEN: BOT_TOKEN };
  const run = async (command: string, ...rest: readonly string[]): Promise<{ code: number | null; said: string }> => {
    const { ended, stdout, stderr } = spawnBot({ env, program: [`src/bin/commands/${command}.ts`, ...rest] });
    const code = await ended;
    return { code, said: stdout() + stderr() };
  };
  // The runs before have ended, and the gateway may not have heard it yet.
  await untilWorking(phone, 0);
  phone.say('@studio take long');
  await phone.waitFor((message) => hasLiveButton(message, 'Stop'));
  await untilWorking(phone, 1);
  assert.match((await run('status')).said, /studio\nworking: take long/, 'the terminal sees the run');
  const [stopped, pictured] = await Promise.all([run('stop'), run('screenshot', 'shot.jpg')]);
  assert.deepEqual([stopped.code, stopped.said], [0, 'studio: told to stop.\n']);
  await phone.waitFor(/Stopped/);
  assert.deepEqual([pictured.code, /no desktop of its own/.test(pictured.said)], [1, true], pictured.said);
  const [program, words] = atTerminal(`${process.execPath} ${ENTRY} pair`);
  const pairing = spawn(program, words, { cwd: env.HOME, env: { PATH: process.env.PATH, ...env }, stdio: 'pipe' });
  let said = '';
  pairing.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part;
  });
  const ended = once(pairing, 'close');
  const card = await phone.waitFor(/Is that you at the computer/);
  await phone.tap(card, 'Deny');
  await ended;
  assert.match(said, /Denied on the phone/);
}

async function lookAtAll(phone: FleetPhone): Promise<void> {
  phone.say('/on all status');
  await phone.waitFor(/^mini\n/);
  await phone.waitFor(/^studio\n/);
  phone.say('/on all run leave a mark');
  await phone.waitFor(/is for looking/);
}

/** The gateway hears within two seconds what each does: asked all the time it would have more to do than all else in here is. */
async function untilWorking(phone: FleetPhone, count: number): Promise<void> {
  await until(async () => {
    phone.say('/machines');
    const { text } = await phone.waitFor(/🟢 mini/);
    return (text.match(/working: take long/g)?.length ?? 0) === count || (await sleep(250, false));
  }, `${count} work`);
}

async function runOnAny(phone: FleetPhone): Promise<void> {
  for (const busy of [0, 1]) {
    await untilWorking(phone, busy);
    phone.say('/on any run take long');
    await phone.waitFor((message) => hasLiveButton(message, 'Stop'));
  }
  await untilWorking(phone, 2);
  phone.say('/on any run take long');
  await phone.waitFor(/No computer is free right now/);
  phone.say('/on all stop');
  await until(() => phone.news().filter(({ text }) => /Stopped by/.test(text)).length === 2, 'both stopped');
  phone.say('/on any status');
  await phone.waitFor(/“any” is for something to be done/);
}

async function takeBack(phone: FleetPhone): Promise<void> {
  const connection = await connectFleet({
    url: phone.server.url,
    creds: phone.server.credsOf('gateway'),
    name: 'gateway',
    inboxPrefix: GATEWAY_INBOX,
    note: () => undefined,
  });
  const manager = await jetstreamManager(connection);
  const waiting = async (): Promise<number> => {
    const { state } = await manager.streams.info(WORK_STREAM, { subjects_filter: subjectsOf('attic').work });
    return state.subjects?.[subjectsOf('attic').work] ?? 0;
  };
  try {
    const before = await waiting();
    phone.say('/on attic run leave a mark');
    const card = await phone.waitFor((message) => hasLiveButton(message, 'Take it back'));
    assert.match(card.text, /^attic\nIt doesn't answer\. I have not seen it yet\./);
    await until(async () => (await waiting()) === before + 1, 'it waits on the server');
    assert.match(await phone.tap(card, 'Take it back'), /Taken back/);
    await until(async () => (await waiting()) === before, 'it waits no more');
  } finally {
    await connection.close();
  }
}

async function letPeopleIn(phone: FleetPhone): Promise<void> {
  phone.say('/on lent status');
  await phone.waitFor(/I don't know a computer called lent/);
  const file = join(phone.data, 'state', 'fleet', 'fleet.json');
  const { machines } = JSON.parse(readFileSync(file, 'utf8'));
  // As `deskhand fleet people lent all` writes it.
  writeFileSync(
    file,
    JSON.stringify({
      machines: machines.map((one: { name: string }) => (one.name === 'lent' ? { ...one, people: null } : one)),
    }),
  );
  await until(async () => {
    phone.say('/on lent');
    return /goes to lent/.test((await phone.waitFor(/lent/)).text);
  }, 'it is for everybody');
}

async function giveDigits(phone: FleetPhone): Promise<void> {
  const mini = phone.machine('mini');
  await mini.bot().kill();
  const fleet = join(mini.data, 'state', 'fleet');
  writeFileSync(join(fleet, 'policy.json'), JSON.stringify({ code: 'every yes' }));
  const secret = '5a'.repeat(20);
  const state = { v: 1, secret, drift: 0, lastStep: 0, wrong: 0, lockedUntil: 0 };
  writeFileSync(join(fleet, 'code.json'), JSON.stringify(state), { mode: 0o600 });
  await mini.start();
  const mark = join(mini.home, 'mark.txt');
  const before = readFileSync(mark, 'utf8');
  phone.say('/on mini run leave a mark');
  const card = await phone.waitFor(/May I run this command/);
  await phone.tap(card, 'Approve');
  await phone.waitFor(/Now the code of mini/);
  assert.equal(readFileSync(mark, 'utf8'), before);
  const digits = codeOf(Buffer.from(secret, 'hex'), stepAt(Date.now()));
  const keepers = (): readonly string[] =>
    [phone.data, mini.data]
      .flatMap((folder) => globSync(join(folder, '**/*')))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() && readFileSync(path).includes(digits));
  // What was done before may hold the same digits by chance.
  const byChance = keepers();
  phone.say(digits);
  await phone.waitFor(/Done, not checked/);
  assert.equal(readFileSync(mark, 'utf8'), `${before}done\n`);
  assert.deepEqual(keepers(), byChance);
}
