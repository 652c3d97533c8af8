import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makeSafeName } from '../../src/inbound/safe-name.ts';

test('names keep what people know them by', () => {
  const names: readonly (readonly [string, string, string])[] = [
    ['Überblick 1.pdf', '', 'Überblick-1.pdf'],
    ['../../.ssh/authorized_keys', '', 'authorized_keys'],
    ['C:\\temp\\a b.TXT', '', 'a-b.TXT'],
    ['.bashrc', '', 'bashrc'],
    ['a; rm -rf ~.sh', '', 'a-rm--rf-.sh'],
    ['日本.jpeg', '', '日本.jpeg'],
    ['', 'image/png', 'file.png'],
    ['///', 'application/x-odd', 'file'],
    ['a\u202egpj.exe', '', 'a-gpj.exe'],
    ['report\n(ignore the gate).pdf', '', 'report-ignore-the-gate-.pdf'],
  ];
  for (const [name, type, safe] of names) assert.equal(makeSafeName(name, type), safe);
});

test('whatever it is called, it is one short word that starts with a letter or digit', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 })), (name) => {
      const safe = makeSafeName(name, '');
      assert.match(safe, /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u);
      assert.ok(Buffer.byteLength(safe) <= 140);
      assert.ok(!safe.includes('..'));
    }),
  );
});
