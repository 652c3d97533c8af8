/** What a phone sees while a machine is cut off, killed or away, while the gateway is killed, and when a machine is shut out. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type FleetPhone, startFleetPhone } from '../../support/fleet-phone.ts';
import { type StormProxy, startStormProxy } from '../../support/fleet-storm/storm-proxy.ts';
import { hasButton, hasLiveButton } from '../../support/phone.ts';
import { until } from '../../support/until.ts';
import { noX11 } from '../../support/x11.ts';

function skill(name: string, playbook: readonly object[]): string {
  return `# SKILL: ${name}\n\n## Description\n${name}.\n\n## Triggers\n- \`${name}\`\n\n## Playbook\n\`\`\`json\n${JSON.stringify(playbook)}\n\`\`\`\n\n## Permissions\nshell\n`;
}

const WAIT = { action: 'wait', seconds: 3 };
const SKILLS = {
  'leave-a-mark.md': skill('leave a mark', [
    { action: 'shell', command: 'echo done >> mark.txt' },
    { action: 'done', summary: 'The mark is left.' },
  ]),
  'take-some-time.md': skill('take some time', [WAIT, WAIT, { action: 'done', summary: 'Time is over.' }]),
  'take-long.md': skill('take long', [...Array.from({ length: 30 }, () => WAIT), { action: 'done', summary: 'Over.' }]),
};

test('a fleet in trouble', { skip: noX11 }, async (t) => {
  let proxy: StormProxy | null = null;
  const phone = await startFleetPhone(t, {
    machines: ['studio'],
    skills: SKILLS,
    urlOf: ({ url }) => (proxy === null ? url : `tls://127.0.0.1:${proxy.port}`),
  });
  t.after(() => phone.close());
  const line = await startStormProxy(phone.server.port, Math.random);
  proxy = line;
  t.after(() => line.close());
  await phone.machine('studio').start({ CONFIRM_TIMEOUT_S: '4' });
  await until(async () => {
    phone.say('/machines');
    return /🟢 studio/.test((await phone.waitFor(/studio/)).text);
  }, 'it is here');
  await t.test('cut off in the middle of a run it goes on, and reports when it is back', () => cutOff(phone, line));
  await t.test('a question that is open while it is cut off is a No on its own clock', () => cutOffAtCard(phone, line));
  await t.test('killed in the middle of a run it reports that when it is back, and does not begin anew', () =>
    killMachine(phone),
  );
  await t.test('the gateway is killed: the run goes on, what is sent meanwhile is taken once', () =>
    killGateway(phone),
  );
  await t.test('the server is down: what is sent waits, and is told to; it is taken once the server is back', () =>
    loseServer(phone),
  );
  await t.test('shut out by the server it stops what it runs and ends', () => shutOut(phone));
});

async function begin(phone: FleetPhone, words: string): Promise<void> {
  phone.say(words);
  await phone.waitFor((message) => hasLiveButton(message, 'Stop'));
}

async function cutOff(phone: FleetPhone, line: StormProxy): Promise<void> {
  await begin(phone, 'take some time');
  line.block();
  await until(() => /"run.ended"|run\.ended/.test(journal(phone, 'studio')), 'it ends while nobody hears it');
  assert.ok(!phone.news().some((message) => hasButton(message, 'Again')));
  line.unblock();
  const end = await phone.waitFor((message) => hasButton(message, 'Again'), 60_000);
  assert.match(end.text, /^studio\n/);
}

async function cutOffAtCard(phone: FleetPhone, line: StormProxy): Promise<void> {
  phone.say('leave a mark');
  const card = await phone.waitFor((message) => hasLiveButton(message, 'Approve'));
  line.block();
  assert.match(await phone.tap(card, 'Approve'), /doesn't answer/);
  await until(() => /run\.ended/.test(journal(phone, 'studio')), 'the question runs out there');
  line.unblock();
  await phone.waitFor((message) => hasButton(message, 'Again'), 60_000);
  assert.ok(!existsSync(join(phone.machine('studio').home, 'mark.txt')), 'a tap that came too late did nothing');
}

async function killMachine(phone: FleetPhone): Promise<void> {
  await begin(phone, 'take long');
  await phone.machine('studio').bot().kill();
  await phone.machine('studio').start();
  const end = await phone.waitFor(/nterrupted/, 60_000);
  assert.match(end.text, /^studio\n/);
  phone.say('/status');
  await phone.waitFor(/Run: none/);
}

async function killGateway(phone: FleetPhone): Promise<void> {
  await begin(phone, 'take some time');
  await phone.gateway().kill();
  phone.owner.send('leave a mark');
  await until(() => /run\.ended/.test(journal(phone, 'studio')), 'the run goes on without it');
  await phone.startGateway();
  const card = await phone.waitFor((message) => hasLiveButton(message, 'Approve'), 60_000);
  await phone.tap(card, 'Approve');
  await until(() => existsSync(join(phone.machine('studio').home, 'mark.txt')), 'the mark is there');
  await until(() => phone.news().filter((message) => hasButton(message, 'Again')).length === 2, 'both ends are told');
  assert.equal(readFileSync(join(phone.machine('studio').home, 'mark.txt'), 'utf8'), 'done\n');
}

async function loseServer(phone: FleetPhone): Promise<void> {
  await phone.server.kill();
  phone.say('leave a mark');
  const told = await phone.waitFor(/the server that your computers meet at/);
  assert.ok(hasLiveButton(told, 'Take it back'));
  await phone.server.start();
  await phone.waitFor(/It has your message now/, 60_000);
  const card = await phone.waitFor((message) => hasLiveButton(message, 'Approve'), 60_000);
  await phone.tap(card, 'Deny');
  await phone.waitFor((message) => hasButton(message, 'Again'), 60_000);
}

async function shutOut(phone: FleetPhone): Promise<void> {
  await begin(phone, 'take long');
  await phone.server.shutOut('studio');
  assert.equal(await phone.machine('studio').bot().ended, 1);
  assert.match(phone.machine('studio').bot().stderr(), /lets this computer in no more/);
}

/** Of the newest run. */
function journal(phone: FleetPhone, machine: string): string {
  const recordings = join(phone.machine(machine).data, 'recordings');
  for (let run = 99; run > 0; run -= 1) {
    const path = join(recordings, String(run).padStart(6, '0'), 'journal.jsonl');
    if (existsSync(path)) return readFileSync(path, 'utf8');
  }
  return '';
}
