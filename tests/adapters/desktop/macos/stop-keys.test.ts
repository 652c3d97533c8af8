/** The stop by hand on a Mac, against the stand-in: by a person's keys, while the hands type, hold keys, or hang. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { createHands, type Hands } from '../../../../adapters/desktop/hands.ts';
import { createLackNote, createLocalStop } from '../../../../adapters/desktop/local-stop/local-stop.ts';
import { createMacStopKeys } from '../../../../adapters/desktop/macos/stop-keys.ts';
import { parseKeys } from '../../../../src/action/keys.ts';
import { noMac } from '../../../support/mac/build.ts';
import { furnish, LAYOUTS, type Mac, openMac, TEXTEDIT } from '../../../support/mac/mac.ts';
import { holdsFor, until } from '../../../support/until.ts';

const never = new AbortController().signal;
const ESCAPE = 0x35;
const CONTROL = [0x3b, 0x3e] as const;
const OPTION = [0x3a, 0x3d] as const;

describe('The stop keys of a Mac', { skip: noMac }, () => {
  let mac: Mac;
  let hands: Hands;
  let stops = 0;
  let looks = 0;
  let watching = new AbortController();
  const warned: string[] = [];

  const hold = (codes: readonly number[], isDown: boolean): void => {
    for (const code of codes) mac.hold(code, isDown);
  };
  const watch = (keys = 'ctrl+option+escape'): void => {
    const parsed = parseKeys(keys);
    assert.ok(parsed.ok);
    const warn = (problem: string): void => void warned.push(problem);
    const follow = createMacStopKeys({
      combo: parsed.combo,
      ownEscape: hands.ownEscape,
      now: () => {
        // It is asked for once with each look at the keys.
        looks += 1;
        return performance.now();
      },
      onLack: createLackNote(parsed.combo, warn),
      library: mac.standIn.library,
    });
    createLocalStop(follow, warn).watch(() => {
      stops += 1;
    }, watching.signal);
  };
  /** Lets go of them, and waits until that was seen. */
  const release = async (codes: readonly number[]): Promise<void> => {
    hold(codes, false);
    const before = looks;
    await until(() => looks > before, 'a look at the keys');
  };
  const none = (): void => assert.equal(stops, 0);
  const stopsBy = async (codes: readonly number[]): Promise<void> => {
    stops = 0;
    hold(codes, true);
    await until(() => stops > 0, `the stop by ${codes.join()}`);
    await release(codes);
  };

  before(async () => {
    mac = openMac();
    furnish(mac);
    hands = createHands({
      program: join(import.meta.dirname, '../../../support/mac/hands.ts'),
      platform: 'macos',
      env: () => process.env,
      onDown: () => undefined,
      onUp: () => undefined,
    });
    await hands.desktop.describe(never);
  });
  beforeEach(() => {
    furnish(mac);
    mac.node(TEXTEDIT, { role: 'AXTextArea', title: 'Text', at: [60, 80, 400, 270], focused: true });
    stops = 0;
    warned.length = 0;
    watching = new AbortController();
  });
  afterEach(() => watching.abort());
  after(async () => {
    await hands.close();
    mac.close();
  });

  it('are Control, Option and Escape on either side, and nothing less', async () => {
    watch();
    for (const control of CONTROL) for (const option of OPTION) await stopsBy([control, option, ESCAPE]);
    stops = 0;
    for (const codes of [
      [CONTROL[0], ESCAPE],
      [OPTION[1], ESCAPE],
      [...CONTROL, ...OPTION],
      [0x37, OPTION[0], ESCAPE],
    ]) {
      hold(codes, true);
      await holdsFor(120, none);
      await release(codes);
    }
    // Of these, Command and Option with Escape is the system’s own.
    none();
  });

  it('are those of STOP_KEY on the layout of this moment; what no Mac has is told', async () => {
    mac.set('layout', LAYOUTS.french);
    watch('cmd+q');
    // The key that an American keyboard calls A.
    await stopsBy([0x37, 0x00]);
    assert.deepEqual(warned, []);
    watch('ctrl+scrolllock');
    assert.match(warned.join(), /no keys for STOP_KEY=ctrl\+scrolllock/);
    await stopsBy([ESCAPE]);
  });

  it('Escape counts when it is held for a second, also while the hands type', async () => {
    watch();
    const typing = hands.desktop.type('Wort für Wort, '.repeat(600), never);
    const pressedAt = performance.now();
    await stopsBy([ESCAPE]);
    assert.ok(performance.now() - pressedAt > 950);
    await typing;
    stops = 0;
    for (let times = 0; times < 4; times += 1) {
      hold([ESCAPE], true);
      await holdsFor(400, none);
      await release([ESCAPE]);
    }
    none();
  });

  it('the hands’ own Escape is never one; a key of theirs that is down leaves Escape uncounted, the combination counts', async () => {
    watch();
    await hands.desktop.holdKey('escape', 1500, never);
    await hands.desktop.keepDown(['escape'], never);
    await holdsFor(1400, none);
    await hands.desktop.keepDown(['shift'], never);
    await holdsFor(500, none);
    hold([ESCAPE], true);
    await holdsFor(1400, none);
    await release([ESCAPE]);
    none();
    await stopsBy([CONTROL[0], OPTION[0], ESCAPE]);
    await hands.desktop.keepDown([], never);
    await stopsBy([ESCAPE]);
  });

  it('are heard while the hands hang: they are asked by another process', async () => {
    watch();
    const pid = hands.pid();
    assert.ok(pid !== null);
    process.kill(pid, 'SIGSTOP');
    try {
      await stopsBy([CONTROL[0], OPTION[0], ESCAPE]);
      await stopsBy([ESCAPE]);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('are asked for by nobody when nobody watches', async () => {
    watch();
    watching.abort();
    hold([CONTROL[0], OPTION[0], ESCAPE], true);
    const before = looks;
    await holdsFor(150, () => assert.deepEqual([stops, looks], [0, before]));
    hold([CONTROL[0], OPTION[0], ESCAPE], false);
  });
});
