import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createEditHistory, findChange, takeBack } from '../../../adapters/machine/edit-history.ts';
import { insertAfterLine, replaceOnce, splitLines } from '../../../adapters/machine/text-edit.ts';
import { english } from '../../../src/words/speak.ts';

const textOf = (edit: ReturnType<typeof replaceOnce>): string =>
  edit.ok ? edit.text : `refused: ${english(edit.why)}`;

describe('replacing', () => {
  it('leaves every other character as it is', () => {
    assert.equal(textOf(replaceOnce('\ufeffa\r\nb\nc', 'b', 'x\ny')), '\ufeffa\r\nx\ny\nc');
    assert.equal(textOf(replaceOnce('cost: $1', '$1', '$& $$')), 'cost: $& $$');
  });

  it('means the line ends of a file that has only CR LF', () => {
    assert.equal(textOf(replaceOnce('a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz')), 'x\r\ny\r\nz\r\nc\r\n');
    assert.equal(textOf(replaceOnce('a\r\nb\r\n', 'a\r\nb', 'x\r\ny')), 'x\r\ny\r\n');
  });

  it('counts overlapping places and names their lines', () => {
    assert.match(textOf(replaceOnce('aaa', 'aa', 'b')), /occurs 2 times \(line 1\)/);
    assert.match(textOf(replaceOnce('x\ny\nx\n', 'x', 'b')), /occurs 2 times \(line 1, 3\)/);
    assert.match(textOf(replaceOnce('x\n'.repeat(50), 'x', 'b')), /50 times \(line 1, 2, .*10, …\)/);
    assert.match(textOf(replaceOnce('x', 'y', 'b')), /does not occur/);
  });
});

describe('inserting', () => {
  it('puts the text on lines of its own', () => {
    const cases = [
      ['', 0, 'a', 'a\n'],
      ['', 0, 'a\n', 'a\n'],
      ['one\n', 0, 'a', 'a\none\n'],
      ['one\n', 1, 'a', 'one\na\n'],
      ['one', 1, 'a', 'one\na'],
      ['one', 1, 'a\n', 'one\na'],
      ['one', 0, 'a', 'a\none'],
      ['one\r\ntwo\r\n', 1, 'a\nb', 'one\r\na\r\nb\r\ntwo\r\n'],
      ['\n', 1, '', '\n\n'],
    ] as const;
    for (const [text, line, added, expected] of cases) {
      assert.equal(textOf(insertAfterLine(text, line, added)), expected, JSON.stringify([text, line, added]));
    }
  });

  it('refuses a line that is not there', () => {
    assert.match(textOf(insertAfterLine('one\ntwo', 3, 'a')), /has 2 lines/);
    assert.match(textOf(insertAfterLine('', 1, 'a')), /from 0 to 0/);
  });

  it('adds as many lines as the text has and keeps the others', () => {
    const line = fc.stringMatching(/^[a-z]{0,3}$/);
    fc.assert(
      fc.property(fc.array(line), fc.array(line, { minLength: 1 }), fc.nat(), fc.boolean(), (old, added, at, ends) => {
        const text = old.join('\n') + (ends && old.length > 0 ? '\n' : '');
        const before = splitLines(text);
        const where = at % (before.length + 1);
        const edit = insertAfterLine(text, where, `${added.join('\n')}\n`);
        assert.ok(edit.ok);
        assert.deepEqual(splitLines(edit.text), [...before.slice(0, where), ...added, ...before.slice(where)]);
      }),
    );
  });
});

describe('the history of changes', () => {
  it('takes any change back to the byte, and none from another content', () => {
    const bytes = fc.uint8Array({ maxLength: 60 });
    fc.assert(
      fc.property(bytes, bytes, bytes, (before, after, other) => {
        const change = { ...findChange(before, after), madeFolders: null };
        assert.deepEqual(Buffer.from(takeBack(after, change) ?? []), Buffer.from(before));
        if (Buffer.compare(other, after) !== 0) assert.equal(takeBack(other, change), null);
      }),
    );
  });

  it('keeps only what changed, and forgets the oldest when that is too much', () => {
    const large = Buffer.alloc(100_000, 'x');
    const small = findChange(large, Buffer.concat([large, Buffer.from('y')]));
    assert.equal(small.removed.length + small.added.length, 1);
    const history = createEditHistory(100);
    for (const path of ['/a', '/b', '/c']) {
      history.push(path, { ...findChange(Buffer.alloc(0), Buffer.alloc(40, path)), madeFolders: null });
    }
    assert.deepEqual(
      ['/a', '/b', '/c'].map((path) => history.last(path) !== null),
      [false, true, true],
    );
    history.pop('/c');
    assert.equal(history.last('/c'), null);
  });
});
