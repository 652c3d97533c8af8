/** A yes with digits, from a phone through a gateway and a real NATS server to the machine that wants them, and they stay nowhere on the way. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { codeOf, stepAt } from '../../src/fleet/trust/totp.ts';
import { startFleetPhone } from '../support/fleet-phone.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

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

const SECRET = '5a'.repeat(20);

test('a tap alone does nothing there; the digits behind it do, and are kept by nobody', { skip: noX11 }, async (t) => {
  const phone = await startFleetPhone(t, { machines: ['studio'], skills: { 'leave-a-mark.md': MARK } });
  t.after(() => phone.close());
  const studio = phone.machine('studio');
  const fleet = join(studio.data, 'state', 'fleet');
  writeFileSync(join(fleet, 'policy.json'), JSON.stringify({ code: 'every yes' }));
  const state = { v: 1, secret: SECRET, drift: 0, lastStep: 0, wrong: 0, lockedUntil: 0 };
  writeFileSync(join(fleet, 'code.json'), JSON.stringify(state), { mode: 0o600 });
  await studio.start();
  const mark = join(studio.home, 'mark.txt');
  await until(async () => {
    phone.say('/machines');
    return /🟢 studio/.test((await phone.waitFor(/studio/)).text);
  }, 'studio is here');
  phone.say('/on studio run leave a mark');
  const card = await phone.waitFor(/May I run this command/);
  await phone.tap(card, 'Approve');
  await phone.waitFor(/Now the code of studio/);
  assert.equal(existsSync(mark), false);
  const digits = codeOf(Buffer.from(SECRET, 'hex'), stepAt(Date.now()));
  phone.say(digits);
  await phone.waitFor(/Done, not checked/);
  assert.equal(readFileSync(mark, 'utf8'), 'done\n');
  for (const folder of [phone.data, studio.data])
    for (const name of globSync('**/*', { cwd: folder })) {
      const path = join(folder, name);
      if (statSync(path).isFile()) assert.equal(readFileSync(path).includes(digits), false, path);
    }
});
