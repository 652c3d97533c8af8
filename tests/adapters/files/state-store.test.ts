import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createStateStore } from '../../../adapters/files/state-store.ts';
import { testStateStoreContract } from '../../contracts/state-store.ts';
import { createFakeStateStore } from '../../fakes/state-store.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

testStateStoreContract('file', (t) => {
  const path = join(makeTempFolder(t), 'state', 'settings.json');
  return { open: async () => (await createStateStore(path)).store };
});

testStateStoreContract('fake', () => {
  const kept = new Map<string, string>();
  return { open: async () => createFakeStateStore(kept) };
});

describe('the settings file', () => {
  it('is private, and leaves nothing beside it', async (t) => {
    const folder = join(makeTempFolder(t), 'state');
    const { store } = await createStateStore(join(folder, 'settings.json'));
    await store.set('one', 1);
    assert.deepEqual(readdirSync(folder), ['settings.json']);
    assert.equal(statSync(join(folder, 'settings.json')).mode & 0o777, 0o600);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
  });

  it('that cannot be understood is set aside, with a word', async (t) => {
    for (const content of ['{"pairings": [', '[]', 'null', '', Buffer.from([0x7b, 0xff, 0x7d])]) {
      const folder = makeTempFolder(t);
      const path = join(folder, 'settings.json');
      writeFileSync(path, content);
      const { store, damage } = await createStateStore(path);
      const aside = readdirSync(folder).find((name) => name.startsWith('settings.json.damaged-')) ?? '';
      assert.match(damage, /could not be understood/);
      assert.ok(damage.includes(join(folder, aside)));
      assert.deepEqual(readFileSync(join(folder, aside)), Buffer.from(content));
      await store.set('one', 1);
      const again = await createStateStore(path);
      assert.equal(again.damage, '');
      assert.equal(again.store.get('one'), 1);
    }
  });

  it('that cannot be written keeps the old value, says why, and takes the next one', async (t) => {
    const folder = join(makeTempFolder(t), 'state');
    const { store } = await createStateStore(join(folder, 'settings.json'));
    await store.set('one', 1);
    rmSync(folder, { recursive: true });
    await assert.rejects(store.set('one', 2), /The setting one could not be saved: it is not there \(ENOENT\)/);
    assert.equal(store.get('one'), 1);
    mkdirSync(folder);
    await store.set('two', 2);
    assert.deepEqual(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')), { one: 1, two: 2 });
  });

  it('that cannot be read is not taken for an empty one', async (t) => {
    const path = join(makeTempFolder(t), 'settings.json');
    mkdirSync(path);
    await assert.rejects(createStateStore(path), /could not be read: it is a folder/);
  });
});
