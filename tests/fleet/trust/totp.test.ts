/** The digits of an authenticator app, as its standard has them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, findStep, otpLink, readDigits, stepAt, toBase32 } from '../../../src/fleet/trust/totp.ts';

const SECRET = Buffer.from('12345678901234567890');

test('the codes are those of RFC 6238, appendix B', () => {
  const table: readonly (readonly [number, string])[] = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ];
  for (const [seconds, eight] of table) assert.equal(codeOf(SECRET, stepAt(seconds * 1000)), eight.slice(2));
});

test('a code is found within the steps around, and no further', () => {
  for (const away of [-3, -2, -1, 0, 1, 2, 3])
    assert.equal(findStep(SECRET, codeOf(SECRET, 1000 + away), 1000, 2), Math.abs(away) > 2 ? null : 1000 + away);
  for (const text of ['', '12345', '1234567', 'abcdef']) assert.equal(findStep(SECRET, text, 1000, 2), null);
});

test('digits are read as apps show them, and nothing else is taken for digits', () => {
  for (const text of ['123456', ' 123 456\n', '123-456']) assert.equal(readDigits(text), '123456');
  for (const text of ['12345', '1234567', '123456 please', '12 34 56', '１２３４５６', '', '123  456'])
    assert.equal(readDigits(text), null);
});

test('the link is one that apps scan', () => {
  assert.equal(toBase32(SECRET), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  assert.equal(
    otpLink(SECRET, 'studio'),
    'otpauth://totp/Deskhand:studio?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Deskhand&digits=6&period=30',
  );
});
