/** What LibreOffice does and others may: presses at one moment are one held key to it, and it fetches a paste by a second connection, twice. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDisplay, words, type XConnection } from '../../../../adapters/desktop/x11/connection.ts';
import { createProperties } from '../../../../adapters/desktop/x11/properties.ts';
import { createSelections, type Selections } from '../../../../adapters/desktop/x11/selections.ts';
import { startTestHands, type TestHands } from '../../../support/hands.ts';
import { type InputWitness, startInputWitness } from '../../../support/input-witness.ts';
import { noX11 } from '../../../support/x11.ts';

const never = new AbortController().signal;
const REQUESTS = { createWindow: 1, map: 8, focus: 42 } as const;
const KEY_PRESS = 2;
const KEY_PRESSES = 1;
const SHIFT = 1;
const POINTER_ROOT = 1;

describe('Hands at a program like an office', { skip: noX11 }, () => {
  let hands: TestHands;
  let witness: InputWitness;
  before(async () => {
    hands = await startTestHands({ width: 320, height: 240 });
    witness = await startInputWitness(hands.display.env);
  });
  after(async () => {
    witness.close();
    await hands.close();
  });

  it('a key pressed several times comes up some milliseconds before it goes down again, in the next call too', async () => {
    const [before, beforeTimes] = [(await witness.seen()).length, (await witness.times()).length];
    await hands.desktop.key('down', 5, never);
    await hands.desktop.key('down', 1, never);
    const [seen, times] = [(await witness.seen()).slice(before), (await witness.times()).slice(beforeTimes)];
    assert.deepEqual(
      seen.map((one) => one.replace(/ \d+$/, '')),
      Array.from({ length: 6 }, () => ['key down', 'key up']).flat(),
    );
    for (let press = 2; press < times.length; press += 2) {
      const apartMs = (times[press] ?? 0) - (times[press - 1] ?? 0);
      assert.ok(apartMs >= 2, `press ${press / 2 + 1} came ${apartMs} ms after the key was up`);
    }
  });

  it('text it fetches by a second connection, late and twice, is not typed once more, nor mixed with what comes next', async (t) => {
    const [window, second] = [await connectDisplay(hands.display.env), await connectDisplay(hands.display.env)];
    t.after(() => {
      window.close();
      second.close();
    });
    const fetched = await fetchTwice(window, await createSelections(second, createProperties(second)));
    const before = (await witness.seen()).length;
    await hands.desktop.type('one\ttwo', never);
    assert.deepEqual(fetched, ['one', 'one', 'two', 'two']);
    const downs = (await witness.seen()).slice(before).filter((one) => one.startsWith('key down'));
    // Shift and Insert, Tab, Shift and Insert.
    assert.equal(downs.length, 5);
  });
});

/** A window that has the keys, and at each Shift+Insert fetches the clipboard by `selections`, and again a while after. */
async function fetchTwice(connection: XConnection, selections: Selections): Promise<readonly string[]> {
  const id = connection.newId();
  const size = 100 | (100 << 16);
  const [overrides, keys] = [0x200, 0x800];
  connection.send(
    REQUESTS.createWindow,
    0,
    words(id, connection.root, 0, size, 1 << 16, 0, overrides | keys, 1, KEY_PRESSES),
  );
  connection.send(REQUESTS.map, 0, words(id));
  await connection.sync();
  connection.send(REQUESTS.focus, POINTER_ROOT, words(id, 0));
  await connection.sync();
  const fetched: string[] = [];
  connection.onEvent(async (event) => {
    const isInsert = (event.readUInt8(0) & 0x7f) === KEY_PRESS && (event.readUInt16LE(28) & SHIFT) !== 0;
    if (!isInsert) return;
    for (let times = 0; times < 2; times += 1) {
      // LibreOffice does this without being waited for.
      await sleep(100);
      fetched.push(await selections.readText('CLIPBOARD', never));
    }
  });
  return fetched;
}
