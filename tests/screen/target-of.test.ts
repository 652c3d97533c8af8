import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Box, UiElement } from '../../src/ports/desktop.ts';
import type { Observation } from '../../src/screen/observe.ts';
import { elementOf } from '../../src/screen/target-of.ts';

const DISPLAY = { index: 1, width: 1000, height: 1000, originX: 0, originY: 0, density: 1 };

describe('What a click is on', () => {
  it('a button is called by its own name, not by the dialog around it', () => {
    const seen = look(['dialog', 'Delete everything?', box(0, 0, 800, 800)], ['button', 'Keep', box(100, 100, 80, 30)]);
    assert.equal(nameAt(seen, 120, 110), 'Keep');
  });

  it('beside its buttons nobody knows what a dialog, a group, an alert or a form has there', () => {
    for (const role of ['dialog', 'group', 'alert', 'form', 'notification']) {
      assert.equal(nameAt(look([role, 'Newsletter', box(0, 0, 800, 800)]), 400, 400), null, role);
    }
  });

  it('a picture or a word on a link or a button is that link or button', () => {
    const seen = look(['link', 'Buy now', box(100, 100, 200, 100)], ['image', 'a shoe', box(110, 110, 50, 50)]);
    assert.equal(nameAt(seen, 120, 120), 'Buy now');
  });

  it('a word in a row is itself: pages put what acts there', () => {
    const seen = look(['row', 'Mail from Bob', box(0, 100, 900, 40)], ['text', 'Delete', box(700, 110, 60, 20)]);
    assert.equal(nameAt(seen, 720, 115), 'Delete');
    assert.equal(nameAt(seen, 100, 115), 'Mail from Bob');
  });

  it('a group that is named by its number is what lies at its middle', () => {
    const seen = look(['group', 'Safe', box(0, 0, 200, 200)], ['button', 'Erase disk', box(80, 80, 40, 40)]);
    assert.equal(elementOf(click({ element: 1 }), seen)?.name, 'Erase disk');
    assert.equal(elementOf(click({ element: 1 }), look(['group', 'Safe', box(0, 0, 200, 200)])), null);
  });
});

type Listed = readonly [role: string, name: string, box: Box];

function look(...listed: readonly Listed[]): Observation {
  const elements = listed.map(
    ([role, name, place], index): UiElement => ({
      number: index + 1,
      role,
      name,
      value: '',
      box: place,
      isFocused: false,
      isEnabled: true,
      isSecure: false,
    }),
  );
  const fingerprint = { columns: 1, rows: 1, tiles: new Uint32Array(1) };
  const frame = {
    takenAt: 0,
    display: DISPLAY,
    jpeg: new Uint8Array(),
    width: 1000,
    height: 1000,
    fingerprint,
    isBlack: false,
    cover: { covered: [], unsure: [] },
  };
  return { frame, zoomed: null, screen: 'on', front: { app: 'a', title: 't', pid: 1 }, elements, elementsNote: '' };
}

function box(x: number, y: number, width: number, height: number): Box {
  return { x, y, width, height };
}

function click(target: { readonly element: number } | { readonly x: number; readonly y: number }) {
  return { action: 'click', target, button: 'left', count: 1 } as const;
}

function nameAt(seen: Observation, x: number, y: number): string | null {
  return elementOf(click({ x, y }), seen)?.name ?? null;
}
