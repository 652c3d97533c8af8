/** What signs in to a server: the same words as the client's own way, and hundreds of times quicker. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { credsAuthenticator, nkeyAuthenticator } from '@nats-io/transport-node';
import { credsOf, makeKeys, makeUser, signUser } from '../../../adapters/fleet/authority.ts';
import { createSignIn } from '../../../adapters/fleet/sign-in.ts';
import { permissionsOf } from '../../../src/fleet/subjects.ts';

test('a file of creds and a bare seed sign in with the words that the client itself would use', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { seed, publicKey } = makeUser();
    const creds = credsOf(await signUser(makeKeys(), 'studio', publicKey, permissionsOf('studio')), seed);
    const nonce = `nonce${round}`;
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    for (const [ours, theirs] of [
      [createSignIn(creds), credsAuthenticator(bytes(creds))],
      [createSignIn(`${seed}\n`), nkeyAuthenticator(bytes(seed))],
    ] as const)
      assert.deepEqual(ours(nonce), theirs(nonce));
  }
});

test('to sign in takes little of a processor, for hundreds come back at once after a break', () => {
  const signIn = createSignIn(makeUser().seed);
  const spentBy = (act: () => void): number => {
    const before = process.cpuUsage();
    for (let time = 0; time < 50; time += 1) act();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const theirs = nkeyAuthenticator(new TextEncoder().encode(makeUser().seed));
  const [ours, usual] = [spentBy(() => signIn('nonce')), spentBy(() => theirs('nonce'))];
  assert.ok(ours * 10 < usual, `${ours} µs for fifty times, and ${usual} µs the client's own way`);
});

test('a file that is neither is told at once', () => {
  const { seed } = makeUser();
  for (const wrong of ['', 'nothing', `${seed.slice(0, -1)}${seed.endsWith('A') ? 'B' : 'A'}`])
    assert.throws(() => createSignIn(wrong));
});
