/** A small share of the gestures of `npm run test:gestures`: desktop applications, worked through the whole bot by a model that knows the answers. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type GestureBench, startGestureBench } from '../../gestures/bench.ts';
import { GESTURES } from '../../gestures/gestures.ts';
import { noEditor } from '../../support/editor.ts';

const NAMES = [
  'editor: words by dragging',
  'editor: entry of a context menu',
  'terminal: shell: a word by double click and middle button',
];

describe('Gestures in desktop applications', { skip: noEditor }, () => {
  let bench: GestureBench;
  const cleanups: (() => void)[] = [];
  before(async () => {
    bench = await startGestureBench({ after: (act) => cleanups.push(act) });
  });
  after(async () => {
    await bench?.close();
    for (const clean of cleanups) clean();
  });

  for (const name of NAMES)
    it(name, async () => {
      const gesture = GESTURES.find((one) => one.name === name);
      assert.ok(gesture !== undefined, `there is no gesture called ${name}`);
      const { isDone, why } = await bench.run(gesture);
      assert.ok(isDone, why);
    });
});
