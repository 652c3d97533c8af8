/** Where a path really leads, as the gate asks for it. */
import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { resolvePathNow } from '../../../adapters/machine/resolve-path.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

it('follows links as far as the path exists, and keeps the rest', (t) => {
  const folder = realpathSync(makeTempFolder(t));
  mkdirSync(join(folder, 'real'));
  writeFileSync(join(folder, 'real', 'file'), '');
  symlinkSync(join(folder, 'real'), join(folder, 'link'));
  symlinkSync(join(folder, 'absent', 'x'), join(folder, 'dangling'));
  symlinkSync('loop', join(folder, 'loop'));
  assert.equal(resolvePathNow(join(folder, 'link', 'file')), join(folder, 'real', 'file'));
  assert.equal(resolvePathNow(join(folder, 'link', 'new', 'file')), join(folder, 'real', 'new', 'file'));
  assert.equal(resolvePathNow(join(folder, 'real', 'file', 'below')), join(folder, 'real', 'file', 'below'));
  assert.equal(resolvePathNow(`${folder}/link/../real/file`), join(folder, 'real', 'file'));
  assert.equal(
    resolvePathNow(join(folder, 'dangling')),
    join(folder, 'absent', 'x'),
    'writing there would make its target',
  );
  assert.equal(resolvePathNow(join(folder, 'loop')), null);
});
