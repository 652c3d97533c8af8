/** What every store of small settings must do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StateStore } from '../../src/ports/state-store.ts';

export interface StateStoreBench {
  /** Opens the same store again, as after a restart. */
  open(): Promise<StateStore>;
}

export function testStateStoreContract(
  name: string,
  make: (t: { after(act: () => void): void }) => StateStoreBench,
): void {
  describe(`state store contract: ${name}`, () => {
    it('knows nothing at first', async (t) => {
      const store = await make(t).open();
      for (const key of ['pairings', '__proto__', 'constructor', '']) assert.equal(store.get(key), undefined);
    });

    it('has after a restart what was set, and not what was taken away', async (t) => {
      const bench = make(t);
      const first = await bench.open();
      await first.set('pairings', [{ id: 'telegram:1', name: 'Ä 😀' }]);
      await first.set('gone', true);
      await first.set('gone', undefined);
      await first.set('nothing', null);
      const second = await bench.open();
      assert.deepEqual(second.get('pairings'), [{ id: 'telegram:1', name: 'Ä 😀' }]);
      assert.equal(second.get('gone'), undefined);
      assert.equal(second.get('nothing'), null);
    });

    it('keeps every one of many set at once', async (t) => {
      const bench = make(t);
      const store = await bench.open();
      await Promise.all(Array.from({ length: 20 }, (_, index) => store.set(`key ${index}`, index)));
      const again = await bench.open();
      for (let index = 0; index < 20; index += 1) assert.equal(again.get(`key ${index}`), index);
    });

    it('cannot be changed through a value it was given or gave out', async (t) => {
      const store = await make(t).open();
      const list = [1];
      await store.set('list', list);
      list.push(2);
      const out = store.get('list');
      assert.ok(Array.isArray(out));
      out.push(3);
      assert.deepEqual(store.get('list'), [1]);
    });

    it('refuses what is not JSON, and keeps the rest', async (t) => {
      const store = await make(t).open();
      await store.set('one', 1);
      await assert.rejects(store.set('two', 2n));
      await assert.rejects(store.set('three', () => 3));
      await store.set('four', 4);
      assert.deepEqual(
        ['one', 'two', 'three', 'four'].map((key) => store.get(key)),
        [1, undefined, undefined, 4],
      );
    });
  });
}
