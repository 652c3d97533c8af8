/** Two machines and one phone, from Telegram through a gateway and a real NATS server to two desktops, and back. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { spawnBot } from '../support/bot.ts';
import { type FleetPhone, startFleetPhone } from '../support/fleet-phone.ts';
import { paintMachines, ROUND_SKILLS, type RoundFigures, runFleetRound } from '../support/fleet-rounds.ts';
import { BOT_TOKEN, hasLiveButton } from '../support/phone.ts';
import { atTerminal } from '../support/terminal.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const ENTRY = join(import.meta.dirname, '../../src/bin/entry.mjs');

test('two machines, one phone', { skip: noX11 }, async (t) => {
  const phone = await startFleetPhone(t, { machines: ['mini', 'studio'], skills: ROUND_SKILLS });
  t.after(() => phone.close());
  await Promise.all([phone.machine('mini').start(), phone.machine('studio').start()]);
  await t.test('lists who is there', () => listMachines(phone));
  await t.test('asks which one is meant, also over a restart, and remembers the answer for the thread', () =>
    askWhich(phone),
  );
  await t.test('work at once: each card, picture, file and stop is of the machine that was named', () =>
    workAtOnce(phone),
  );
  await t.test('a terminal of the gateway sees who is there, stops what runs, and lets nobody in without a yes', () =>
    workFromTerminal(phone),
  );
  await t.test('looking may go to all, doing may not', () => lookAtAll(phone));
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
  await phone.gateway().kill();
  await phone.startGateway();
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
  phone.say('@studio take long');
  await phone.waitFor((message) => hasLiveButton(message, 'Stop'));
  await until(async () => /studio\nworking: take long/.test((await run('status')).said), 'the terminal sees the run');
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
