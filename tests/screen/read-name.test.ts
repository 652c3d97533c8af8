/** What a target is called that nothing names but its pixels. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { UiElement } from '../../src/ports/desktop.ts';
import { nameRead } from '../../src/screen/read-name.ts';
import { lineOf } from '../fakes/reader.ts';

const display = { index: 1, width: 1280, height: 800, originX: 0, originY: 0, density: 1 };
const at = (x: number, y: number) => ({ display, x, y });
const BUY = lineOf('Buy now', { x: 100, y: 100, width: 60, height: 14 });
const nameAt = (x: number, y: number, ...lines: readonly (typeof BUY)[]): string | null =>
  nameRead(at(x, y), null, { lines, unread: [], boxes: [] })?.text ?? null;

it('the words under the point, those around it within a line, and none further off', () => {
  assert.equal(nameAt(130, 107, BUY), 'Buy now');
  assert.equal(nameAt(95, 95, BUY), 'Buy now');
  assert.equal(nameAt(130, 124, BUY), 'Buy now');
  assert.equal(nameAt(130, 150, BUY), null);
  assert.equal(nameAt(400, 107, BUY), null);
});

it('of two lines equally near none: nobody can tell which is meant', () => {
  const below = lineOf('Cancel', { x: 100, y: 140, width: 60, height: 14 });
  assert.equal(nameAt(130, 127, BUY, below), null);
});

it('a nameless button is named by the words in its box', () => {
  const box = { x: 80, y: 80, width: 200, height: 60 };
  const button: UiElement = {
    number: 3,
    role: 'button',
    name: '',
    value: '',
    box,
    isFocused: false,
    isEnabled: true,
    isSecure: false,
  };
  const far = lineOf('Next page', { x: 320, y: 100, width: 80, height: 14 });
  assert.equal(nameRead(at(270, 130), button, { lines: [BUY, far], unread: [], boxes: [] })?.text, 'Buy now');
});

it('faint, tiny, uncertain and unread words name nothing', () => {
  for (const worse of [{ contrast: 30 }, { confidence: 0.7 }])
    assert.equal(nameAt(130, 107, { ...BUY, ...worse }), null);
  assert.equal(nameAt(130, 102, { ...BUY, box: { ...BUY.box, height: 4 } }), null);
  assert.equal(
    nameRead(at(130, 107), null, { lines: [BUY], unread: [{ x: 90, y: 90, width: 20, height: 20 }], boxes: [] }),
    null,
  );
});
