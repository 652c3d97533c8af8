/** Tokens of a sign-in at a tool server: in the keychain where one answers, else in a file for the person alone, and gone from both when forgotten. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { acquireLock } from '../../../adapters/files/lock.ts';
import { createSignInStore } from '../../../adapters/secrets/sign-in-store.ts';
import { KEYCHAIN_IN_A_FILE } from '../../support/keychain-child.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const KEPT = {
  ...{ issuer: 'https://login.example', clientId: 'c1', resource: 'https://wiki.example/mcp' },
  ...{ accessToken: 'at-AAbbccddee', refreshToken: 'rt-AAffgghhii' },
};

function open(t: TestContext, program: string) {
  const folder = makeTempFolder(t);
  const child = join(folder, 'child.cjs');
  writeFileSync(child, program);
  const learned: string[] = [];
  const store = createSignInStore({
    ...{ folder: join(folder, 'sign-ins'), child, environment: process.env, lock: acquireLock, deadlineMs: 20_000 },
    learn: (secrets) => void learned.push(...secrets),
  });
  const file = join(folder, 'sign-ins', 'wiki.json');
  return { store, learned, file, child, ring: () => readFileSync(`${child}.kept`, 'utf8') };
}

test('in a keychain that answers: the file names it and holds no token; forgotten, both have nothing', async (t) => {
  const { store, learned, file, ring } = open(t, KEYCHAIN_IN_A_FILE);
  assert.equal(await store.read('wiki'), null);
  await store.keep('wiki', KEPT);
  assert.deepEqual(learned, [KEPT.accessToken, KEPT.refreshToken], 'masked from then on');
  assert.ok(!/AAbb|AAff/.test(readFileSync(file, 'utf8')));
  assert.ok(ring().includes(KEPT.accessToken));
  assert.deepEqual(await store.read('wiki'), KEPT);
  await store.keep('wiki', { ...KEPT, accessToken: 'at-AAnewer12' });
  assert.equal((await store.read('wiki'))?.accessToken, 'at-AAnewer12');
  assert.ok(!ring().includes(KEPT.accessToken), 'the old one is gone');
  await store.forget('wiki');
  assert.ok(!/AA/.test(ring()));
  assert.equal(existsSync(file), false);
});

for (const [name, program] of [
  ['throws', "throw new Error('no secret service')"],
  ['takes and forgets', 'console.log(JSON.stringify({ values: {} }))'],
] as const)
  test(`where the keychain ${name} they go into a file for the person alone`, async (t) => {
    const { store, file } = open(t, program);
    await store.keep('wiki', KEPT);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(await store.read('wiki'), KEPT);
    await store.forget('wiki');
    assert.equal(existsSync(file), false);
  });

test('a keychain that is shut is said without a token, keeps what it has, and nothing is forgotten by half', async (t) => {
  const { store, file, child, ring } = open(t, KEYCHAIN_IN_A_FILE);
  await store.keep('wiki', KEPT);
  writeFileSync(child, 'process.exit(1)');
  for (const attempt of [() => store.read('wiki'), () => store.forget('wiki')])
    await assert.rejects(attempt, (error) => {
      assert.ok(error instanceof Error);
      assert.match(error.message, /the keychain with its sign-in does not answer: unlock it/);
      return !/AAbb|AAff/.test(error.message);
    });
  assert.ok(existsSync(file) && ring().includes(KEPT.accessToken));
});
