/** A share of what `npm run test:fleet -- scenarios` runs whole: scenarios of one machine through a gateway and three real workers. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { noX11 } from '../../support/x11.ts';

/** A topic of a forum; taps and cards; displays that come and go, by hand. */
const SHARE = ['phone-topics', 'phone-confirm', 'hot-plug'];

for (const name of SHARE)
  test(`${name} through a gateway`, { skip: noX11 }, async () => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const file = join(import.meta.dirname, '../../scenarios', `${name}.test.ts`);
    const child = spawn(process.execPath, ['--test', file], {
      env: { ...env, PHONE_THROUGH: 'fleet' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
    const [code] = await once(child, 'close');
    assert.equal(code, 0, said);
    assert.match(said, /pass [1-9]/);
  });
