/** What every folder of runs must do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunEvent } from '../../src/journal/events.ts';
import type { Recordings } from '../../src/journal/recordings.ts';

const started: RunEvent = { type: 'run.started', desktop: 'x11 :0' };
async function gather<T>(lines: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]);

export function testRecordingsContract(name: string, make: (t: { after(act: () => void): void }) => Recordings): void {
  describe(`recordings contract: ${name}`, () => {
    it('counts runs up in six digits, oldest first', async (t) => {
      const recordings = make(t);
      assert.deepEqual(await recordings.list(), []);
      const created = [await recordings.create(), await recordings.create()];
      for (const { journal } of created) journal.close();
      assert.deepEqual(
        created.map(({ runId }) => runId),
        ['000001', '000002'],
      );
      assert.deepEqual(await recordings.list(), ['000001', '000002']);
    });

    it('gives two created at once two numbers', async (t) => {
      const recordings = make(t);
      const created = await Promise.all(Array.from({ length: 8 }, () => recordings.create()));
      for (const { journal } of created) journal.close();
      assert.equal(new Set(created.map(({ runId }) => runId)).size, 8);
    });

    it('reads a run while it is written, and opens it again to go on', async (t) => {
      const recordings = make(t);
      const { runId, journal } = await recordings.create();
      journal.append(started);
      const read = await recordings.read(runId);
      assert.equal(read?.[0]?.type, 'run.started');
      journal.close();
      const again = await recordings.open(runId);
      assert.equal(again?.append({ type: 'run.paused', why: 'asked' }).seq, 2);
      again?.close();
      assert.deepEqual(
        (await recordings.read(runId))?.map(({ seq }) => seq),
        [1, 2],
      );
    });

    it('streams the lines of some types, in their order, also while the run is written', async (t) => {
      const recordings = make(t);
      const { runId, journal } = await recordings.create();
      for (const why of ['one', 'two']) {
        journal.append(started);
        journal.append({ type: 'run.paused', why });
      }
      const read = await gather(recordings.lines(runId, new Set(['run.paused'])));
      assert.deepEqual(
        read.map(({ type, why, seq }) => [type, why, seq]),
        [
          ['run.paused', 'one', 2],
          ['run.paused', 'two', 4],
        ],
      );
      journal.close();
      for (const other of ['000009', '../x', ''])
        assert.deepEqual(await gather(recordings.lines(other, new Set(['run.paused']))), []);
    });

    it('knows no run that was not created', async (t) => {
      const recordings = make(t);
      for (const runId of ['000009', '', '../x', '9', '0000001']) {
        assert.equal(await recordings.open(runId), null);
        assert.equal(await recordings.read(runId), null);
        assert.equal(await recordings.readFrame(runId, 'a.jpg'), null);
        assert.equal((await recordings.list()).length, 0);
      }
    });

    it('keeps pictures under the name it returns, and never replaces one', async (t) => {
      const recordings = make(t);
      const { runId, journal } = await recordings.create();
      journal.close();
      const first = await recordings.saveFrame(runId, 'look-3.jpg', JPEG);
      const second = await recordings.saveFrame(runId, 'look-3.jpg', Uint8Array.from([1]));
      assert.equal(first, 'look-3.jpg');
      assert.notEqual(second, first);
      assert.deepEqual([...((await recordings.readFrame(runId, first)) ?? [])], [...JPEG]);
      assert.deepEqual([...((await recordings.readFrame(runId, second)) ?? [])], [1]);
      assert.equal(await recordings.readFrame(runId, 'look-4.jpg'), null);
    });

    it('makes a plain name of whatever it is given, and reads nothing else', async (t) => {
      const recordings = make(t);
      const { runId, journal } = await recordings.create();
      journal.close();
      for (const name of ['../../escape', 'journal.jsonl', '.hidden', 'a/b\\c:d', '', 'ä漢', 'x'.repeat(500)]) {
        const saved = await recordings.saveFrame(runId, name, JPEG);
        assert.match(saved, /^[A-Za-z0-9_-]{1,120}\.jpg$/);
        assert.ok(await recordings.readFrame(runId, saved));
      }
      for (const name of ['journal.jsonl', '../000001/journal.jsonl', 'recording.json']) {
        assert.equal(await recordings.readFrame(runId, name), null);
      }
    });

    it('tells what each run takes, and removes one with all its files', async (t) => {
      const recordings = make(t);
      for (let count = 0; count < 3; count += 1) {
        const { runId, journal } = await recordings.create();
        journal.append(started);
        journal.close();
        await recordings.saveFrame(runId, 'a.jpg', JPEG);
      }
      const before = await recordings.sizes();
      assert.deepEqual(
        before.map(({ runId }) => runId),
        ['000001', '000002', '000003'],
      );
      await recordings.saveFrame('000002', 'b.jpg', new Uint8Array(5000));
      const sizes = await recordings.sizes();
      assert.ok((sizes[1]?.bytes ?? 0) >= (before[1]?.bytes ?? 0) + 5000);
      assert.equal(sizes[0]?.bytes, before[0]?.bytes);
      for (const runId of ['000001', '000001', '000777']) await recordings.remove(runId);
      assert.deepEqual(await recordings.list(), ['000002', '000003']);
      assert.equal((await recordings.sizes()).length, 2);
      assert.equal(await recordings.read('000001'), null);
      const { runId, journal } = await recordings.create();
      journal.close();
      assert.equal(runId, '000004', 'no number is given twice');
      await recordings.remove('000004');
      assert.deepEqual(await recordings.list(), ['000002', '000003']);
      const next = await recordings.create();
      next.journal.close();
      assert.equal(next.runId, '000005', 'not even the newest one’s');
    });

    it('writes a trace into the run’s folder, as often as it is asked for', async (t) => {
      const recordings = make(t);
      const { runId, journal } = await recordings.create();
      journal.close();
      assert.equal(await recordings.saveTrace(runId, '{}\n'), 'trace.json');
      assert.equal(await recordings.saveTrace(runId, '{"run":1}\n'), 'trace.json');
      await assert.rejects(recordings.saveTrace('000777', '{}'));
    });

    it('replaces a recording as a whole', async (t) => {
      const recordings = make(t);
      const { runId, journal } = await recordings.create();
      journal.close();
      await recordings.saveRecording(runId, { version: 1 });
      assert.equal(await recordings.readRecording('000777'), null);
      await recordings.saveRecording(runId, { version: 1, score: 90 });
      assert.deepEqual(await recordings.readRecording(runId), { version: 1, score: 90 });
      await assert.rejects(recordings.saveRecording('000777', { version: 1 }));
    });
  });
}
