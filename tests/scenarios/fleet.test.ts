/** Two machines and one phone, from Telegram through a gateway and a real NATS server to two desktops, and back. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type FleetPhone, startFleetPhone } from '../support/fleet-phone.ts';
import { hasButton, hasLiveButton } from '../support/phone.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

/** Asks before it writes, and says where it ran by what it leaves. */
const MARK = `# SKILL: leave-a-mark

## Description
Leaves a mark.

## Triggers
- \`leave a mark\`

## Playbook
\`\`\`json
[{"action":"shell","command":"echo done >> mark.txt"},{"action":"done","summary":"The mark is left."}]
\`\`\`

## Permissions
shell
`;

/** Goes on until it is stopped. */
const LONG = `# SKILL: take-long

## Description
Takes long.

## Triggers
- \`take long\`

## Playbook
\`\`\`json
[{"action":"wait","seconds":30},{"action":"wait","seconds":30},{"action":"done","summary":"Over."}]
\`\`\`
`;

const SKILLS = { 'leave-a-mark.md': MARK, 'take-long.md': LONG };

test('two machines, one phone', { skip: noX11 }, async (t) => {
  const phone = await startFleetPhone(t, { machines: ['mini', 'studio'], skills: SKILLS });
  t.after(() => phone.close());
  await Promise.all([phone.machine('mini').start(), phone.machine('studio').start()]);
  await t.test('lists who is there', () => listMachines(phone));
  await t.test('asks which one is meant, and remembers the answer for the thread', () => askWhich(phone));
  await t.test('a run on the other one: its card names it, the yes reaches it, the end comes with a picture', () =>
    runElsewhere(phone),
  );
  await t.test('a stop reaches the run, and only it', () => stopRun(phone));
  await t.test('a picture and a file come from the machine that was named, and a file goes there', () =>
    moveFiles(phone),
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
  assert.match(await phone.tap(card, 'mini'), /mini it is/);
  await phone.waitFor(/Run: none/);
  phone.say('/status');
  await phone.waitFor(/Run: none/);
}

async function runElsewhere(phone: FleetPhone): Promise<void> {
  phone.say('/on studio run leave a mark');
  const card = await phone.waitFor((message) => hasLiveButton(message, 'Approve'));
  assert.match(card.text, /^studio\n/);
  await phone.tap(card, 'Approve');
  const end = await phone.waitFor((message) => hasButton(message, 'Again'), 60_000);
  assert.match(end.text, /^studio\n/);
  assert.ok(end.photo !== null, 'the end shows the screen');
  assert.equal(readFileSync(join(phone.machine('studio').home, 'mark.txt'), 'utf8'), 'done\n');
  assert.ok(!existsSync(join(phone.machine('mini').home, 'mark.txt')));
}

async function stopRun(phone: FleetPhone): Promise<void> {
  phone.say('@studio take long');
  await phone.waitFor((message) => hasLiveButton(message, 'Stop') && /^studio\n/.test(message.text));
  phone.say('stop');
  await phone.waitFor(/Stopped/);
}

async function moveFiles(phone: FleetPhone): Promise<void> {
  phone.say('@mini screenshot');
  const shown = await phone.waitFor((message) => message.photo !== null);
  assert.match(shown.text, /^mini\n/);
  const bytes = 'a line of some length\n'.repeat(100_000);
  writeFileSync(join(phone.machine('studio').home, 'large.txt'), bytes);
  phone.say('@studio get large.txt');
  // By hand, and through a gateway: it is asked for like a model's act where it leaves the computer.
  const card = await phone.waitFor((message) => message.document !== null || hasLiveButton(message, 'Approve'), 60_000);
  if (card.document === null) await phone.tap(card, 'Approve');
  const sent = await phone.waitFor((message) => message.document !== null, 60_000);
  assert.match(sent.text, /^studio\n/);
}

async function lookAtAll(phone: FleetPhone): Promise<void> {
  phone.say('/on all status');
  await phone.waitFor(/^mini\n/);
  await phone.waitFor(/^studio\n/);
  phone.say('/on all run leave a mark');
  await phone.waitFor(/is for looking/);
}
