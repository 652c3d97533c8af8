/** The stop by hand on a real display: by the person's own keyboard and by keys of other programs, while the hands type and hold keys. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLackNote, createLocalStop } from '../../../../adapters/desktop/local-stop/local-stop.ts';
import { connectDisplay, words, type XConnection } from '../../../../adapters/desktop/x11/connection.ts';
import { readKeymap } from '../../../../adapters/desktop/x11/keymap.ts';
import { createX11StopKeys, followStopKeys, type StopKeysOptions } from '../../../../adapters/desktop/x11/stop-keys.ts';
import { parseKeys } from '../../../../src/action/keys.ts';
import type { LocalStop } from '../../../../src/ports/local-stop.ts';
import { startTestHands, type TestHands } from '../../../support/hands.ts';
import { type InputWitness, startInputWitness } from '../../../support/input-witness.ts';
import { KEYSYMS, openPersonKeyboard, type PersonKeyboard } from '../../../support/person-keyboard.ts';
import { holdsFor, until } from '../../../support/until.ts';
import { noX11 } from '../../../support/x11.ts';

const never = new AbortController().signal;
const ignore = (): void => undefined;
const GRAB_KEY = 33;
const GRAB_KEYBOARD = 31;
const QUERY_KEYMAP = 44;
const CONTROL_AND_ALT = (1 << 2) | (1 << 3);
const CHORD = [KEYSYMS.ctrl, KEYSYMS.alt, KEYSYMS.escape] as const;

async function pressOn(keyboard: PersonKeyboard, ...keysyms: readonly number[]): Promise<void> {
  for (const keysym of keysyms) await keyboard.down(keysym);
  for (const keysym of keysyms.toReversed()) await keyboard.up(keysym);
}

describe('The stop keys of an X display', { skip: noX11 }, () => {
  let hands: TestHands;
  let person: PersonKeyboard;
  let stops = 0;
  let watching = new AbortController();
  let witness: InputWitness;
  const opened: LocalStop[] = [];
  const warned: string[] = [];

  const warn = (problem: string): void => void warned.push(problem);
  const optionsFor = (keys = 'ctrl+option+escape'): StopKeysOptions => {
    const parsed = parseKeys(keys);
    assert.ok(parsed.ok);
    return {
      env: () => hands.display.env,
      combo: parsed.combo,
      ownEscape: hands.ownEscape,
      now: () => performance.now(),
      onLack: createLackNote(parsed.combo, warn),
    };
  };
  const open = (keys?: string): LocalStop => {
    const localStop = createLocalStop(createX11StopKeys(optionsFor(keys)), warn);
    opened.push(localStop);
    return localStop;
  };
  const press = (...keysyms: readonly number[]): Promise<void> => pressOn(person, ...keysyms);
  const xdotool = (...args: readonly string[]): void =>
    void execFileSync('/usr/bin/xdotool', args, { env: hands.display.env });
  /** Whether somebody has grabbed the combination: then nobody else may. */
  const isGrabbed = async (): Promise<boolean> => {
    const other = await connectDisplay(hands.display.env);
    try {
      const [key] = (await readKeymap(other)).findAll(KEYSYMS.escape);
      let isRefused = false;
      const body = words(other.root, CONTROL_AND_ALT | ((key ?? 0) << 16) | (1 << 24), 1);
      other.ask(GRAB_KEY, 0, body).then(
        () => {
          isRefused = true;
        },
        () => undefined,
      );
      await other.sync();
      return isRefused;
    } finally {
      other.close();
    }
  };
  /** Waits until the keys are followed: they are pressed again and again until a stop is heard. */
  const watch = async (keys?: string, chord: readonly number[] = CHORD): Promise<void> => {
    open(keys).watch(() => {
      stops += 1;
    }, watching.signal);
    await until(async () => {
      await press(...chord);
      return stops > 0;
    }, 'the keys to be followed');
    await settled();
    stops = 0;
  };
  /** Waits in several turns: on a busy machine one long wait may end before arrived events were read. */
  const settled = async (): Promise<number> => {
    for (let [quiet, before] = [0, stops]; quiet < 10; before = stops) {
      await sleep(20);
      quiet = stops === before ? quiet + 1 : 0;
    }
    return stops;
  };

  before(async () => {
    hands = await startTestHands({ width: 640, height: 480 });
    hands.display.open('xterm', ['-e', 'cat > /dev/null']);
    await until(async () => (await hands.desktop.front(never)).app === 'XTerm', 'the terminal');
    person = await openPersonKeyboard(hands.display.env);
    witness = await startInputWitness(hands.display.env);
  });
  beforeEach(async () => {
    watching.abort();
    watching = new AbortController();
    // Whatever a test that failed has left down.
    for (const keysym of Object.values(KEYSYMS)) await person.up(keysym);
    for (const key of ['Escape', 'b']) xdotool('keyup', key);
    stops = 0;
  });
  after(async () => {
    watching.abort();
    for (const each of opened) each.close();
    person.close();
    witness.close();
    await hands.close();
  });

  it('are followed while somebody watches, and taken from nobody before and after', async () => {
    assert.equal(await isGrabbed(), false);
    await press(...CHORD);
    await watch();
    assert.equal(await isGrabbed(), true);
    watching.abort();
    await until(async () => !(await isGrabbed()), 'the combination to be given back');
    const before = stops;
    await press(...CHORD);
    assert.equal(await settled(), before);
  });

  it('work with locks on, with other keys held, and while a menu has grabbed the keyboard', async () => {
    await watch();
    for (const [name, begin, end] of [
      ['Num Lock', () => xdotool('key', 'Num_Lock'), () => xdotool('key', 'Num_Lock')],
      ['Caps Lock', () => xdotool('key', 'Caps_Lock'), () => xdotool('key', 'Caps_Lock')],
      ['shift of ours', () => hands.desktop.keepDown(['shift'], never), () => hands.desktop.keepDown([], never)],
      ['a of ours', () => hands.desktop.keepDown(['a', 'cmd'], never), () => hands.desktop.keepDown([], never)],
    ] as const) {
      stops = 0;
      await begin();
      await press(...CHORD);
      await until(() => stops > 0, name);
      await end();
    }
    const menu = await connectDisplay(hands.display.env);
    try {
      const grabbed = await menu.ask(GRAB_KEYBOARD, 0, words(menu.root, 0, 1 | (1 << 8)));
      assert.equal(grabbed?.readUInt8(1), 0, 'another program has all keys');
      stops = 0;
      await press(...CHORD);
      await until(() => stops > 0, 'the stop past a grab');
    } finally {
      menu.close();
    }
  });

  it('are no others: parts of the combination, and Escape for a moment', async () => {
    await watch();
    await press(KEYSYMS.escape);
    await press(KEYSYMS.ctrl, KEYSYMS.escape);
    await press(KEYSYMS.alt, KEYSYMS.escape);
    await press(KEYSYMS.ctrl, KEYSYMS.alt, KEYSYMS.a);
    for (let times = 0; times < 6; times += 1) {
      await person.down(KEYSYMS.escape);
      await sleep(100);
      await person.up(KEYSYMS.escape);
    }
    assert.equal(await settled(), 0);
  });

  it('are not those that were let go of while the keyboard was read for the first time', async () => {
    const real = await connectDisplay(hands.display.env);
    const isRead = Promise.withResolvers<void>();
    // The releases are read before the answer, as where both arrive together.
    const connection: XConnection = {
      ...real,
      ask: async (opcode, detail, body) => {
        const reply = await real.ask(opcode, detail, body);
        if (opcode !== QUERY_KEYMAP) return reply;
        await person.up(KEYSYMS.alt);
        await person.up(KEYSYMS.ctrl);
        await real.sync();
        isRead.resolve();
        return reply;
      },
    };
    await person.down(KEYSYMS.ctrl);
    await person.down(KEYSYMS.alt);
    const followed = followStopKeys(connection, optionsFor(), () => (stops += 1), watching.signal);
    try {
      await isRead.promise;
      await press(KEYSYMS.escape);
      assert.equal(await settled(), 0);
      await press(...CHORD);
      assert.ok((await settled()) > 0);
    } finally {
      watching.abort();
      await followed;
      real.close();
    }
  });

  it('Escape held for a second stops once, also while the hands type and hold keys', async () => {
    await watch();
    for (const meanwhile of [
      () => Promise.resolve(),
      (over: AbortSignal) => hands.desktop.type('word by word '.repeat(1500), over),
      (over: AbortSignal) => hands.desktop.holdKey('shift+b', 9000, over),
      (over: AbortSignal) => hands.desktop.holdKey('escape', 9000, over),
    ]) {
      stops = 0;
      const over = new AbortController();
      const busy = meanwhile(over.signal).then(ignore, ignore);
      const pressedAt = performance.now();
      await person.down(KEYSYMS.escape);
      await until(() => stops > 0, 'the stop');
      assert.ok(performance.now() - pressedAt >= 950, `${performance.now() - pressedAt} ms`);
      await holdsFor(300, () => assert.equal(stops, 1));
      await person.up(KEYSYMS.escape);
      assert.equal(await settled(), 1);
      over.abort();
      await busy;
      await hands.desktop.releaseAll(never);
    }
  });

  it('the hands’ own Escape is never one, however long they hold it', async () => {
    await watch();
    await hands.desktop.holdKey('escape', 1700, never);
    await hands.desktop.keepDown(['escape'], never);
    await holdsFor(1500, () => assert.equal(stops, 0));
    await hands.desktop.keepDown([], never);
    await hands.desktop.key('escape', 40, never);
    assert.equal(await settled(), 0);
  });

  it('Escape of another program counts, but not while a key of ours is down', async () => {
    await watch();
    xdotool('keydown', 'Escape');
    await until(() => stops > 0, 'the stop');
    xdotool('keyup', 'Escape');
    stops = 0;
    const over = new AbortController();
    const typing = hands.desktop.type('word by word '.repeat(1500), over.signal).then(ignore, ignore);
    xdotool('keydown', 'Escape');
    await until(() => stops > 0, 'the stop while it types');
    xdotool('keyup', 'Escape');
    over.abort();
    await typing;
    await hands.desktop.releaseAll(never);
    stops = 0;
    const held = new AbortController();
    const holding = hands.desktop.holdKey('b', 9000, held.signal).then(ignore, ignore);
    await until(async () => (await witness.now()).held.length > 0, 'the key of ours');
    xdotool('keydown', 'Escape');
    await holdsFor(1500, () => assert.equal(stops, 0));
    xdotool('keyup', 'Escape');
    held.abort();
    await holding;
    assert.equal(await settled(), 0);
  });

  it('Escape stays the application’s: nothing is grabbed but the combination', async () => {
    await watch();
    const other = await connectDisplay(hands.display.env);
    const [key] = (await readKeymap(other)).findAll(KEYSYMS.escape);
    let isRefused = false;
    other.ask(GRAB_KEY, 0, words(other.root, 0 | ((key ?? 0) << 16) | (1 << 24), 1)).then(
      () => {
        isRefused = true;
      },
      () => undefined,
    );
    await other.sync();
    assert.equal(isRefused, false);
    let got = 0;
    other.onEvent((event) => {
      if (event.readUInt8(0) === 2) got += 1;
    });
    await press(KEYSYMS.escape);
    await until(() => got === 1, 'the Escape to arrive');
    other.close();
  });

  it('are those of STOP_KEY, on the keyboard of this moment; one that lacks them is told once', async () => {
    await watch('ctrl+shift+a', [KEYSYMS.ctrl, KEYSYMS.shift, KEYSYMS.a]);
    const setxkbmap = (layout: string): void =>
      void execFileSync('/usr/bin/setxkbmap', [layout], { env: hands.display.env, stdio: 'ignore' });
    setxkbmap('fr');
    const french = await openPersonKeyboard(hands.display.env);
    stops = 0;
    await until(async () => {
      await pressOn(french, KEYSYMS.ctrl, KEYSYMS.shift, KEYSYMS.a);
      return stops > 0;
    }, 'the stop on the other layout');
    french.close();
    await settled();
    stops = 0;
    await press(KEYSYMS.ctrl, KEYSYMS.shift, KEYSYMS.a);
    assert.equal(await settled(), 0, 'that key is another one now');
    setxkbmap('us');
    warned.length = 0;
    watching.abort();
    watching = new AbortController();
    open('ctrl+ж').watch(() => undefined, watching.signal);
    await until(() => warned.length > 0, 'the lack to be told');
    assert.match(warned.join(), /no keys for STOP_KEY=ctrl\+ж; Escape held/);
  });
});
