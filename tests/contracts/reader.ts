/** What everything that reads the screen must do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Luma } from '../../src/ports/frame.ts';
import type { Reader } from '../../src/ports/reader.ts';

const never = new AbortController().signal;
const PATIENCE_MS = 600_000;

export interface ReaderUnderTest {
  readonly reader: Reader;
  /** A picture with these lines, one below the other, black on white. */
  draw(lines: readonly string[]): Promise<Luma>;
}

export function testReaderContract(
  name: string,
  make: (t: { after(act: () => unknown): void }) => ReaderUnderTest,
): void {
  describe(`${name} keeps the Reader contract`, () => {
    it('reads lines from the top, words with their boxes inside them, and what changed', async (t) => {
      const { reader, draw } = make(t);
      const before = await draw(['Total 1,299.00 USD', 'Cancel Delete']);
      const { lines, unread } = await reader.read({ picture: before, withinMs: PATIENCE_MS }, never);
      assert.deepEqual(unread, []);
      assert.deepEqual(
        lines.map(({ text }) => text),
        ['Total 1,299.00 USD', 'Cancel Delete'],
      );
      for (const { words, box, confidence, contrast } of lines) {
        assert.ok(confidence > 0.5 && confidence <= 1 && contrast > 50);
        for (const word of words) {
          assert.ok(word.box.x >= box.x - 1 && word.box.x + word.box.width <= box.x + box.width + 1, word.text);
          assert.ok(word.box.width > 0 && word.box.height > 0);
        }
      }
      const after = await draw(['Total 1,299.00 USD', 'Cancel Send']);
      const again = await reader.read({ picture: after, withinMs: PATIENCE_MS }, never);
      assert.deepEqual(
        again.lines.map(({ text }) => text),
        ['Total 1,299.00 USD', 'Cancel Send'],
      );
    });

    it('finds nothing on an empty picture', async (t) => {
      const { reader } = make(t);
      const picture = { width: 200, height: 100, pixels: new Uint8Array(20_000).fill(255) };
      assert.deepEqual(await reader.read({ picture, withinMs: PATIENCE_MS }, never), {
        lines: [],
        unread: [],
        boxes: [],
      });
    });

    it('rejects with the reason when aborted', async (t) => {
      const { reader } = make(t);
      const reason = new Error('stopped');
      const picture = { width: 10, height: 10, pixels: new Uint8Array(100) };
      await assert.rejects(
        reader.read({ picture, withinMs: PATIENCE_MS }, AbortSignal.abort(reason)),
        (error) => error === reason,
      );
    });

    it('says after its end that nothing was read', async (t) => {
      const { reader } = make(t);
      await reader.close();
      assert.equal(reader.isThere(), false);
      assert.equal(reader.state().kind, 'missing');
      const picture = { width: 20, height: 10, pixels: new Uint8Array(200) };
      assert.deepEqual(await reader.read({ picture, withinMs: 50 }, never), {
        lines: [],
        unread: [{ x: 0, y: 0, width: 20, height: 10 }],
        boxes: [],
      });
    });
  });
}
