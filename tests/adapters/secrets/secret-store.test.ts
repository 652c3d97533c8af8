/** Where tokens and keys are kept: a keychain that works, hangs, forgets, is shut or is not there. */
import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  forgetSecrets,
  KeychainShut,
  keepSecrets,
  readSecrets,
  type SecretPlace,
} from '../../../adapters/secrets/secret-store.ts';
import { OWN_FILES } from '../../../src/bin/own-files.ts';
import { moveSecrets } from '../../../src/bin/secrets.ts';
import { KEYCHAIN_IN_A_FILE } from '../../support/keychain-child.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const TOKEN = ['4242', 'AAbbccddeeffgghhiijjkkllmmnnooppqqr'].join(':');
function openPlace(t: TestContext, program: string): SecretPlace & { readonly folder: string } {
  const folder = makeTempFolder(t);
  const child = join(folder, 'child.cjs');
  writeFileSync(child, program);
  return { folder, file: join(folder, 'state', 'secrets.json'), child, environment: process.env, deadlineMs: 20_000 };
}

test('a keychain that works has them, and the file only their names', (t) => {
  const place = openPlace(t, KEYCHAIN_IN_A_FILE);
  assert.deepEqual(readSecrets(place), {});
  assert.equal(keepSecrets({ TELEGRAM_BOT_TOKEN: TOKEN }, place), 'keychain');
  assert.equal(keepSecrets({ OPENAI_API_KEY: 'k' }, place), 'keychain');
  assert.deepEqual(readSecrets(place), { TELEGRAM_BOT_TOKEN: TOKEN, OPENAI_API_KEY: 'k' });
  const file = readFileSync(place.file, 'utf8');
  assert.ok(!file.includes(TOKEN) && file.includes('TELEGRAM_BOT_TOKEN'));
  assert.equal(statSync(place.file).mode & 0o777, 0o600);
  assert.equal(keepSecrets({ OPENAI_API_KEY: '' }, place), 'keychain');
  assert.deepEqual(readSecrets(place), { TELEGRAM_BOT_TOKEN: TOKEN });
});

for (const [name, program] of [
  ['throws', "throw new Error('no secret service')"],
  ['takes and forgets', 'console.log(JSON.stringify({ values: {} }))'],
  ['says nonsense', "console.log('hello')"],
  ['hangs', 'setInterval(() => undefined, 1000)'],
] as const)
  test(`where the keychain ${name} they go into a file for the person alone`, (t) => {
    const place = { ...openPlace(t, program), deadlineMs: name === 'hangs' ? 300 : 20_000 };
    assert.equal(keepSecrets({ TELEGRAM_BOT_TOKEN: TOKEN }, place), 'file');
    assert.deepEqual(readSecrets(place), { TELEGRAM_BOT_TOKEN: TOKEN });
    assert.equal(statSync(place.file).mode & 0o777, 0o600);
    assert.equal(statSync(join(place.folder, 'state')).mode & 0o777, 0o700);
  });

test('a keychain that is shut later, or lost them, is said without a value; so is a file nobody understands', (t) => {
  const place = openPlace(t, KEYCHAIN_IN_A_FILE);
  keepSecrets({ TELEGRAM_BOT_TOKEN: TOKEN }, place);
  writeFileSync(place.child, 'process.exit(1)');
  assert.throws(() => readSecrets(place), /TELEGRAM_BOT_TOKEN does not answer: unlock it/);
  writeFileSync(place.child, 'console.log(JSON.stringify({ values: {} }))');
  assert.throws(() => readSecrets(place), /no longer has TELEGRAM_BOT_TOKEN/);
  writeFileSync(place.file, `{"in":"file","values":{"A":"${TOKEN}"`);
  assert.throws(
    () => readSecrets(place),
    (error) => error instanceof KeychainShut && !error.message.includes(TOKEN),
  );
});

test('the real keychain without a secret service is none: nothing goes where the next start forgets it', {
  skip: process.platform !== 'linux',
}, (t) => {
  const place = { ...openPlace(t, ''), child: OWN_FILES.keychainChild, environment: { PATH: process.env.PATH } };
  assert.equal(keepSecrets({ TELEGRAM_BOT_TOKEN: TOKEN }, place), 'file');
});

test('forgotten, they are neither in the keychain nor in the file; a keychain that is shut keeps both', (t) => {
  const place = openPlace(t, KEYCHAIN_IN_A_FILE);
  assert.deepEqual(forgetSecrets(place), [], 'nothing was kept');
  keepSecrets({ TELEGRAM_BOT_TOKEN: TOKEN }, place);
  writeFileSync(join(place.folder, 'shut.cjs'), 'process.exit(1)');
  assert.deepEqual(forgetSecrets({ ...place, child: join(place.folder, 'shut.cjs') }), ['TELEGRAM_BOT_TOKEN']);
  assert.deepEqual(readSecrets(place), { TELEGRAM_BOT_TOKEN: TOKEN });
  assert.deepEqual(forgetSecrets(place), []);
  assert.ok(!readFileSync(`${place.child}.kept`, 'utf8').includes(TOKEN));
  assert.deepEqual(readSecrets(place), {});
});

test('secrets of .env are moved, and everything else stays as it was', (t) => {
  const place = openPlace(t, KEYCHAIN_IN_A_FILE);
  const envFile = join(place.folder, '.env');
  writeFileSync(envFile, `# mine\nLANGUAGE=de\nTELEGRAM_BOT_TOKEN=${TOKEN}\nOPENAI_API_KEY=\nWEB_CHAT=on\n`);
  assert.deepEqual(moveSecrets(envFile, place, false), { names: ['TELEGRAM_BOT_TOKEN'], to: 'keychain' });
  assert.equal(readFileSync(envFile, 'utf8'), '# mine\nLANGUAGE=de\nOPENAI_API_KEY=\nWEB_CHAT=on\n');
  assert.equal(statSync(envFile).mode & 0o777, 0o600);
  assert.deepEqual(readSecrets(place), { TELEGRAM_BOT_TOKEN: TOKEN });
  assert.equal(moveSecrets(envFile, place, false), null);
});
