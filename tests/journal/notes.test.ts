import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { chooseNotes, type KeptNote, keepNotes } from '../../src/journal/notes.ts';

const write = (notes: readonly KeptNote[], step: number, note: string | null, intent = 'Go on'): readonly KeptNote[] =>
  keepNotes(notes, { step, intent, actions: [], note });
const fill = (from: number, to: number, notes: readonly KeptNote[] = []): readonly KeptNote[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index).reduce(
    (kept, step) => write(kept, step, `pressed the arrow, step ${step}`),
    notes,
  );
const nowhere = (): string => '';

describe('Notes of a run', () => {
  it('are shown whole while there are few', () => {
    assert.equal(chooseNotes(fill(1, 10), nowhere).length, 10);
  });

  it('one that was used outlives newer ones that were not', () => {
    const begun = write([], 1, 'Invoice 4711 is for Ferrari, 300 EUR');
    const used = write(fill(2, 12, begun), 13, null, 'Type the sum of invoice 4711');
    const shown = chooseNotes(fill(14, 19, used), nowhere);
    assert.equal(shown.length, 10);
    assert.match(shown[0] ?? '', /4711/);
    assert.doesNotMatch(chooseNotes(fill(2, 19, begun), nowhere).join(), /4711/);
  });

  it('one that was left out comes back when the screen is about it', () => {
    const notes = fill(2, 30, write([], 1, 'Invoice 4711 is for Ferrari, 300 EUR'));
    assert.match(chooseNotes(notes, () => 'Invoices: 4710 Fiat, 4711 Ferrari').join(), /4711/);
  });

  it('what every note says proves no use of any', () => {
    const notes = fill(2, 20, write([], 1, 'the total was 250'));
    const shown = chooseNotes(write(notes, 21, null, 'Press the arrow'), nowhere);
    assert.match(shown.at(-1) ?? '', /step 20/);
  });

  it('are never more than ten shown and forty kept, the newest three among them, in their order, none twice', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 30 }), { maxLength: 120 }), fc.string(), (texts, now) => {
        const notes = texts.reduce((kept, text, index) => write(kept, index + 1, text), [] as readonly KeptNote[]);
        const shown = chooseNotes(notes, () => now);
        assert.ok(notes.length <= 40 && shown.length <= 10);
        assert.equal(new Set(shown).size, shown.length);
        assert.deepEqual(
          shown.slice(-3),
          notes.slice(-3).map(({ text }) => text),
        );
        const order = shown.map((text) => notes.findIndex((note) => note.text === text));
        assert.deepEqual(
          order,
          order.toSorted((one, other) => one - other),
        );
      }),
    );
  });
});
