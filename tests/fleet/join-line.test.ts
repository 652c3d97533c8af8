/** The line of a join: read as it was written, and refused when anything of it is lost. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  isProof,
  type JoinLine,
  joinClaims,
  joinKey,
  proofOf,
  readJoinLine,
  writeJoinLine,
} from '../../src/fleet/join-line.ts';
import { english } from '../../src/words/speak.ts';

const line: JoinLine = {
  name: 'studio',
  address: 'studio.local:4222',
  pin: randomBytes(32),
  account: `A${'B'.repeat(55)}`,
  expiresAtS: 1_795_000_000,
  seed: `SU${'C'.repeat(56)}`,
  signature: randomBytes(64),
};

test('it is read as it was written, whatever stands around it and wherever a terminal broke it', () => {
  const text = writeJoinLine(line);
  for (const given of [
    text,
    `deskhand fleet join ${text}`,
    `  ${text}\n`,
    text.replaceAll(/(.{80})/g, '$1\n'),
    `"${text}"`,
  ])
    assert.deepEqual(readJoinLine(given), { ok: true, line });
});

test('a line of which one character is another, or missing, or doubled, is not whole', () => {
  const text = writeJoinLine(line);
  fc.assert(
    fc.property(
      fc.integer({ min: 'dhjoin_'.length, max: text.length - 1 }),
      fc.constantFrom(...'ABCxyz019_-'),
      fc.constantFrom('other', 'missing', 'doubled'),
      (at, letter, how) => {
        const rest = text.slice(at + 1);
        const changed =
          text.slice(0, at) + (how === 'other' ? letter : how === 'missing' ? '' : `${text[at]}${text[at]}`) + rest;
        if (changed === text) return;
        const read = readJoinLine(changed);
        assert.equal(read.ok, false);
        if (!read.ok) assert.match(english(read.why), /not whole/);
      },
    ),
    { numRuns: 500 },
  );
  for (const text of ['', 'dhjoin_', 'dhjoin_AAAA', 'hello']) assert.equal(readJoinLine(text).ok, false);
});

test('a line of another version says so', () => {
  const bytes = Buffer.from(writeJoinLine(line).slice('dhjoin_'.length), 'base64url');
  bytes[0] = 2;
  // Its sum is over what it says.
  const body = bytes.subarray(0, -4);
  const sum = createHash('sha256').update(body).digest().subarray(0, 4);
  const read = readJoinLine(`dhjoin_${Buffer.concat([body, sum]).toString('base64url')}`);
  assert.match(read.ok ? '' : english(read.why), /another version of Deskhand/);
});

test('a proof is of exactly what was said, in that order, with that line', () => {
  const [key, other] = [joinKey(line.seed), joinKey(`${line.seed.slice(0, -1)}D`)];
  const proof = proofOf(key, 'join', 'studio', 'UX');
  assert.equal(isProof(key, proof, 'join', 'studio', 'UX'), true);
  for (const said of [
    ['join', 'studio', 'UY'],
    ['join', 'studioUX'],
    ['kept', 'studio', 'UX'],
    ['join', 'UX', 'studio'],
  ])
    assert.equal(isProof(key, proof, ...said), false);
  assert.equal(isProof(other, proof, 'join', 'studio', 'UX'), false);
  assert.equal(isProof(key, '', 'join', 'studio', 'UX'), false);
});

test('what both sides write from a line stays the same from version to version', () => {
  const [, claims = ''] = joinClaims(`A${'B'.repeat(55)}`, `U${'C'.repeat(55)}`, 1_795_000_000).split('.');
  const user = `U${'C'.repeat(55)}`;
  assert.equal(
    Buffer.from(claims, 'base64url').toString(),
    `{"jti":"${user}","iat":0,"iss":"A${'B'.repeat(55)}","name":"join","sub":"${user}","exp":1795000000,"nats":{"pub":{"allow":["deskhand.join.${user}"]},"sub":{"allow":["_INBOX_join_${user}.>"]},"subs":4,"data":-1,"payload":4096,"allowed_connection_types":["STANDARD"],"type":"user","version":2}}`,
  );
});
