import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { connectDisplay } from '../../../adapters/desktop/x11/connection.ts';
import { createKeyInput, type KeyInput } from '../../../adapters/desktop/x11/xtest.ts';
import { DesktopLost, Refused } from '../../../src/ports/desktop.ts';
import { say } from '../../../src/words/say.ts';
import { english, speak } from '../../../src/words/speak.ts';
import { makeQuarters } from '../../support/jpeg.ts';
import { holdsFor, until } from '../../support/until.ts';
import { findServer, noX11, startTestDisplay, type TestDisplay } from '../../support/x11.ts';
import { type HandsBench, openCatcher, startHandsBench } from './hands-bench.ts';

const never = new AbortController().signal;

let bench: HandsBench;

function killHands(): number {
  const pid = bench.hands.pid();
  assert.ok(pid !== null);
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** Runs `look` with a keyboard client of its own. */
async function withInput<Value>(look: (input: KeyInput) => Promise<Value>): Promise<Value> {
  const connection = await connectDisplay(bench.display.env);
  try {
    const input = await createKeyInput(connection);
    assert.ok(input !== null);
    return await look(input);
  } finally {
    connection.close();
  }
}

describe('The hands process', { skip: noX11 }, () => {
  let display: TestDisplay;
  before(async () => {
    display = await startTestDisplay({ width: 640, height: 480 });
  });
  after(() => display.stop());

  describe('that lives on', () => {
    before(async () => {
      bench = await startHandsBench({ on: display });
    });
    after(() => bench.close());

    it('is not there before it is needed, and cuts pictures without being asked for the desktop first', async () => {
      assert.equal(bench.hands.pid(), null);
      const request = { box: { x: 0, y: 0, width: 20, height: 10 }, width: 20 };
      const adopted = await bench.hands.pictures.adopt(
        await makeQuarters(40, 20),
        { longestSide: 20, most: 1000 },
        never,
      );
      assert.deepEqual([adopted?.luma.width, adopted?.luma.pixels.length], [20, 200]);
      const cut = await bench.hands.pictures.cut(await makeQuarters(40, 20), request, never);
      assert.equal(Buffer.from(cut).readUInt16BE(0), 0xffd8);
      assert.ok(bench.hands.pid() !== null);
    });

    it('says why it refused as a text that came over whole, with its parts, for any language', async () => {
      const refused = await bench.hands.desktop
        .capture({ display: 3, width: 100, height: 100 }, never)
        .catch((error: unknown) => error);
      assert.ok(refused instanceof Refused);
      assert.deepEqual(refused.text, say`there is no display ${3}; ${say`there is only display 1`}`);
      assert.equal(refused.message, english(refused.text));
      assert.equal(speak(refused.text, 'de'), 'es gibt keinen Bildschirm 3; es gibt nur Bildschirm 1');
    });

    it('a stop that it obeys leaves it alive, with nothing held', async () => {
      await bench.hands.desktop.describe(never);
      const pid = bench.hands.pid();
      const stop = new AbortController();
      const holding = bench.hands.desktop.holdKey('shift+b', 5000, stop.signal);
      await until(() => withInput(async (input) => (await input.heldKeys()).length === 2), 'the keys to be down');
      const stoppedAt = performance.now();
      stop.abort(new Error('stopped by the person'));
      await assert.rejects(holding, /stopped by the person/);
      // On a busy machine the hands may have answered too late and been killed.
      const isInTime = performance.now() - stoppedAt < 95;
      if (isInTime) assert.deepEqual(await withInput((input) => input.heldKeys()), []);
      else await until(() => withInput(async (input) => (await input.heldKeys()).length === 0), 'the keys to come up');
      if (isInTime) assert.equal(bench.hands.pid(), pid);
    });

    it('a look that is given up costs nobody anything: it ends at once, and hands that are slow live on', async () => {
      await bench.hands.desktop.describe(never);
      const pid = bench.hands.pid();
      assert.ok(pid !== null);
      process.kill(pid, 'SIGSTOP');
      const looking = new AbortController();
      const looks = [bench.hands.desktop.fingerprint(1, looking.signal), bench.hands.desktop.front(looking.signal)];
      const reason = new Error('took too long');
      looking.abort(reason);
      for (const look of looks) await assert.rejects(look, (error) => error === reason);
      await holdsFor(300, () => assert.equal(bench.hands.pid(), pid));
      process.kill(pid, 'SIGCONT');
      assert.equal((await bench.hands.desktop.front(never)).app, '');
      assert.equal(bench.hands.pid(), pid);
      assert.deepEqual(bench.told, []);
    });

    it('goes when it is closed, and says so to later calls', async () => {
      await bench.hands.desktop.describe(never);
      const pid = bench.hands.pid();
      await bench.hands.close();
      assert.ok(pid !== null && !isAlive(pid));
      await assert.rejects(bench.hands.desktop.describe(never), DesktopLost);
    });
  });

  describe('that is ended or finds no display', () => {
    beforeEach(async () => {
      bench = await startHandsBench({ on: display });
    });
    afterEach(() => bench.close());

    it('killed in the middle of a call: the call fails as lost, the next one works, nobody is bothered', async () => {
      await bench.hands.desktop.describe(never);
      const holding = bench.hands.desktop.holdKey('a', 5000, never);
      await until(() => withInput(async (input) => (await input.heldKeys()).length > 0), 'the key to be down');
      const pid = killHands();
      await assert.rejects(holding, DesktopLost);
      await until(() => bench.hands.pid() !== null, 'hands to come back');
      assert.notEqual(bench.hands.pid(), pid);
      assert.equal((await bench.hands.desktop.describe(never)).platform, 'x11');
      assert.deepEqual(bench.told, []);
    });

    it('its next life first lets go of the keys and buttons that were held', async () => {
      const [display] = (await bench.hands.desktop.describe(never)).displays;
      assert.ok(display !== undefined);
      await bench.hands.desktop.mouseDown({ display, x: 300, y: 300 }, never);
      bench.hands.desktop.holdKey('ctrl+shift+a', 5000, never).catch(() => undefined);
      await until(() => withInput(async (input) => (await input.heldKeys()).length === 3), 'the keys to be down');
      assert.deepEqual((await withInput((input) => input.state())).buttons, [1]);
      killHands();
      // Keys come up first, then buttons.
      await until(() => withInput(async (input) => (await input.heldKeys()).length === 0), 'the keys to come up');
      await until(
        () => withInput(async (input) => (await input.state()).buttons.length === 0),
        'the button to come up',
      );
    });

    it('a stop that it does not obey within 100 ms ends it; the next life lets go and works', async () => {
      await bench.hands.desktop.describe(never);
      const pid = bench.hands.pid();
      assert.ok(pid !== null);
      const stop = new AbortController();
      const reason = new Error('stopped by the person');
      const holding = bench.hands.desktop.holdKey('shift+b', 5000, stop.signal);
      await until(() => withInput(async (input) => (await input.heldKeys()).length === 2), 'the keys to be down');
      process.kill(pid, 'SIGSTOP');
      const stoppedAt = performance.now();
      stop.abort(reason);
      await assert.rejects(holding, (error) => error === reason);
      assert.ok(performance.now() - stoppedAt < 4500, 'before it would have let go by itself');
      await until(() => withInput(async (input) => (await input.heldKeys()).length === 0), 'the keys to come up');
      assert.ok((await bench.hands.desktop.front(never)).app === '');
      assert.notEqual(bench.hands.pid(), pid);
      assert.deepEqual(bench.told, []);
    });

    it('with no display at all it stays down after a few tries, says so once, and comes back with the display', async () => {
      bench.useEnv({ ...bench.display.env, DISPLAY: ':98765' });
      await assert.rejects(bench.hands.desktop.describe(never), DesktopLost);
      await until(() => bench.told.length === 2, 'the person to be told that it stays down');
      assert.match(bench.told[1] ?? '', /^The desktop stays down: .*:98765/);
      bench.useEnv(bench.display.env);
      await until(() => bench.told.includes('up'), 'the desktop to come back');
      assert.equal(bench.told.length, 3);
      assert.equal((await bench.hands.desktop.describe(never)).name, bench.display.display);
    });

    it('restarted while it waits for the display, it is there once, and goes when it is closed', async () => {
      bench.useEnv({ ...bench.display.env, DISPLAY: ':98765' });
      await assert.rejects(bench.hands.desktop.describe(never), DesktopLost);
      await until(() => bench.told.length > 0, 'the next try to wait');
      bench.useEnv(bench.display.env);
      await bench.hands.restart(false, never);
      const pid = bench.hands.pid();
      assert.ok(pid !== null);
      // Enough time for that try.
      await holdsFor(2500, () => assert.equal(bench.hands.pid(), pid));
      await bench.hands.close();
      assert.ok(!isAlive(pid));
    });
  });

  // The last test, since it takes the display away.
  it('the display killed while text is typed does not end the bot: the person is told, calls fail as lost, and a new display is taken', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deskhand-hands-'));
    bench = await startHandsBench({ on: display });
    let next: TestDisplay | undefined;
    try {
      await openCatcher(bench, folder);
      const typing = bench.hands.desktop.type('x'.repeat(4000), never);
      setTimeout(() => process.kill(findServer(String(display.env.XAUTHORITY)), 'SIGKILL'), 50);
      await assert.rejects(typing, DesktopLost);
      await assert.rejects(bench.hands.desktop.describe(never), DesktopLost);
      await until(() => bench.told.length > 0, 'the person to be told');
      assert.match(bench.told[0] ?? '', /^The desktop is gone: .*display/);
      next = await startTestDisplay({ width: 800, height: 600 });
      bench.useEnv(next.env);
      await until(() => bench.told.includes('up'), 'the desktop to come back');
      const [found] = (await bench.hands.desktop.describe(never)).displays;
      assert.deepEqual([found?.width, found?.height], [800, 600]);
    } finally {
      await bench.close();
      await next?.stop();
      await rm(folder, { recursive: true });
    }
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
