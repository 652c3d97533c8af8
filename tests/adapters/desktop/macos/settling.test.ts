/** Settling on a Mac whose pictures take long: windows and elements are asked in between. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createMacScreen } from '../../../../adapters/desktop/macos/screen.ts';
import { createSystemClock } from '../../../../adapters/machine/clock.ts';
import { createScreenMemory } from '../../../../src/screen/screen-memory.ts';
import { settle } from '../../../../src/screen/settling/settle.ts';
import { noMac } from '../../../support/mac/build.ts';
import { FINDER, furnish, type Mac, TEXTEDIT } from '../../../support/mac/mac.ts';
import { until } from '../../../support/until.ts';
import { type MacBench, never, startMac } from './bench.ts';

const SLOW_MS = 150;
const KEPT = 5;

describe('Settling on a Mac', { skip: noMac }, () => {
  let bench: MacBench;
  let mac: Mac;
  const clock = createSystemClock();
  const pictures = async (count: number): Promise<void> => {
    for (let taken = 0; taken < count; taken += 1) await bench.desktop.fingerprint(1, never);
  };
  before(async () => {
    bench = await startMac();
    mac = bench.mac;
  });
  beforeEach(async () => {
    furnish(mac);
    mac.node(TEXTEDIT, {
      role: 'AXWindow',
      at: [60, 50, 400, 300],
      children: [{ role: 'AXTextArea', title: 'Text', at: [60, 80, 400, 270], focused: true }],
    });
    await pictures(KEPT);
  });
  after(() => bench.close());

  /** Waits until the child that reads the elements answers. */
  const read = async (): Promise<void> => {
    const [display] = await bench.displays();
    const list = () => bench.desktop.elements({ app: null, display }, never);
    await until(async () => (await list()).elements.length > 0, 'the elements');
  };

  it('a glimpse changes with windows, their order and titles, and with the elements in front, and stays otherwise', async () => {
    await read();
    mac.set('captureMs', SLOW_MS);
    await pictures(KEPT);
    let last = await bench.desktop.glimpse(never);
    const changes = async (what: string): Promise<void> => {
      const now = await bench.desktop.glimpse(never);
      assert.notEqual(now, last, what);
      assert.equal(await bench.desktop.glimpse(never), now, `${what}, and then nothing more`);
      last = now;
    };
    await bench.desktop.type('typed', never);
    await mac.arrived();
    await changes('text in a field');
    mac.node(TEXTEDIT, {
      role: 'AXMenu',
      at: [9, 9, 90, 40],
      children: [{ role: 'AXMenuItem', title: 'Copy', at: [9, 9, 80, 20] }],
    });
    await changes('a menu');
    mac.window(TEXTEDIT, 'TextEdit', 'Save', [100, 100, 200, 100]);
    await changes('a window');
    mac.raise(FINDER);
    await changes('another window in front');
    mac.set('scene', 1);
    assert.equal(await bench.desktop.glimpse(never), last, 'pixels alone are left to the picture');
    mac.behave(FINDER, 1);
    assert.equal(
      await bench.desktop.glimpse(never),
      last,
      'an application that hangs does not look like one that moves',
    );
  });

  it('an act is settled with one picture or two, whatever they cost', async () => {
    await read();
    mac.set('captureMs', SLOW_MS);
    await pictures(KEPT);
    const before = await bench.desktop.fingerprint(1, never);
    const taken = mac.get('captures');
    const typing = bench.desktop.type('an answer', never);
    await typing;
    const request = {
      before,
      display: 1,
      memory: createScreenMemory(),
      answer: { kind: 'text' } as const,
      mayShowCaret: true,
      saysOtherwise: async () => false,
      isWatched: true,
    };
    const settled = await settle(request, { desktop: bench.desktop, clock }, never);
    assert.equal(settled.effect, 'changed');
    assert.ok(mac.get('captures') - taken <= 2, `${mac.get('captures') - taken} pictures`);
  });
});

it('a Mac is slow when all of its last pictures were', async () => {
  const display = { index: 1, width: 4, height: 2, originX: 0, originY: 0, density: 1 };
  let [elapsed, ms] = [0, 20];
  const screen = createMacScreen({
    run: async (command) => {
      elapsed += ms;
      writeFileSync(command.at(-1) ?? '', 'a picture');
      return '';
    },
    decode: async () => ({ width: 4, height: 2, pixels: new Uint32Array(8) }),
    program: '/usr/sbin/screencapture',
    now: () => elapsed,
  });
  const take = async (count: number): Promise<boolean> => {
    for (let taken = 0; taken < count; taken += 1) await screen.grab(display, null, never);
    return screen.isSlow();
  };
  assert.equal(screen.isSlow(), false, 'none was taken yet');
  assert.equal(await take(5), false);
  ms = 150;
  assert.equal(await take(4), false, 'a busy moment');
  assert.equal(await take(1), true);
  ms = 20;
  assert.equal(await take(1), false);
});
