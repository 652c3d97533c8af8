/** What every journal must do, whatever holds it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { type Journal, JournalFailed } from '../../src/ports/journal.ts';

export const journalTestSchema = z.object({ type: z.string(), text: z.string() });
export type JournalTestEvent = z.infer<typeof journalTestSchema>;

export interface JournalBench {
  /** Opens the same journal again, as after a restart. */
  open(): Journal<JournalTestEvent>;
  failWrites(count: number, code: string): void;
  failSyncs(count: number, code: string): void;
}

const note = (text: string): JournalTestEvent => ({ type: 'noted', text });
const hasCode = (code: string) => (error: unknown) => error instanceof JournalFailed && error.code === code;

export function testJournalContract(name: string, make: (t: { after(act: () => void): void }) => JournalBench): void {
  describe(`journal contract: ${name}`, () => {
    it('numbers events from 1 and stamps them with the time', (t) => {
      const journal = make(t).open();
      t.after(() => journal.close());
      const stamped = ['one', 'two'].map((text) => journal.append(note(text)));
      assert.deepEqual(
        stamped.map(({ seq, type, text }) => ({ seq, type, text })),
        [
          { seq: 1, type: 'noted', text: 'one' },
          { seq: 2, type: 'noted', text: 'two' },
        ],
      );
      assert.match(stamped[0]?.at ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });

    it('finds after a restart what was appended, and goes on counting', async (t) => {
      const bench = make(t);
      const first = bench.open();
      assert.deepEqual(first.found, []);
      const appended = ['plain', 'line\nbreak', '漢字 😀 \ud800', 'x'.repeat(100_000)].map((text) =>
        first.append(note(text)),
      );
      await first.sync();
      first.close();
      const second = bench.open();
      t.after(() => second.close());
      assert.deepEqual(second.found, appended);
      assert.equal(second.damage, '');
      assert.equal(second.append(note('five')).seq, 5);
      assert.equal(second.found.length, 4);
    });

    it('keeps nothing of an event whose write failed', (t) => {
      const bench = make(t);
      const journal = bench.open();
      journal.append(note('one'));
      bench.failWrites(2, 'ENOSPC');
      assert.throws(() => journal.append(note('lost')), hasCode('ENOSPC'));
      assert.throws(() => journal.append(note('lost too')), hasCode('ENOSPC'));
      assert.equal(journal.append(note('two')).seq, 2);
      journal.close();
      const again = bench.open();
      t.after(() => again.close());
      assert.deepEqual(
        again.found.map(({ text }) => text),
        ['one', 'two'],
      );
      assert.equal(again.damage, '');
    });

    it('says that a sync failed, and can sync later', async (t) => {
      const bench = make(t);
      const journal = bench.open();
      t.after(() => journal.close());
      journal.append(note('one'));
      bench.failSyncs(1, 'EIO');
      await assert.rejects(journal.sync(), hasCode('EIO'));
      await journal.sync();
      journal.append(note('two'));
      await Promise.all([journal.sync(), journal.sync(), journal.sync()]);
    });

    it('takes nothing after it is closed, and may be closed twice', async (t) => {
      const journal = make(t).open();
      journal.append(note('one'));
      const sync = journal.sync();
      journal.close();
      journal.close();
      await sync;
      assert.throws(() => journal.append(note('late')), JournalFailed);
      await assert.rejects(journal.sync(), JournalFailed);
    });
  });
}
