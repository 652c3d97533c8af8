/** What of the stop by hand is the same on every platform: how long Escape counts, whose it is, and who is told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEscapeHold } from '../../../adapters/desktop/local-stop/escape-hold.ts';
import { createLocalStop } from '../../../adapters/desktop/local-stop/local-stop.ts';
import { createOwnEscape } from '../../../adapters/desktop/local-stop/own-escape.ts';
import { settingsSchema } from '../../../src/config/schema.ts';

const DOWN = { isDown: true, isOurs: false };
const OURS = { isDown: true, isOurs: true };
const UP = { isDown: false, isOurs: false };

/** The moment at which Escape counts as held; null: never. Looks are 40 ms apart unless given. */
function heldAt(looks: readonly (typeof DOWN)[], everyMs = 40): number | null {
  const hold = createEscapeHold();
  const at = looks.findIndex((seen, index) => hold.see(seen, index * everyMs));
  return at < 0 ? null : at * everyMs;
}

test('Escape counts after a second, once, and from the beginning when it came up', () => {
  assert.equal(heldAt(Array(40).fill(DOWN)), 1000);
  assert.equal(heldAt([...Array(25).fill(DOWN), UP, ...Array(25).fill(DOWN)]), null);
  const hold = createEscapeHold();
  const told = Array.from({ length: 200 }, (_, index) => hold.see(DOWN, index * 40)).filter((is) => is);
  assert.equal(told.length, 1);
  assert.equal(hold.see(UP, 9000), false);
  assert.equal(
    Array.from({ length: 30 }, (_, index) => hold.see(DOWN, 9040 + index * 40)).filter((is) => is).length,
    1,
  );
});

test('moments that may be ours do not count, and those between looks that came late only in part', () => {
  assert.equal(heldAt(Array(200).fill(OURS)), null);
  assert.equal(heldAt([...Array(14).fill(DOWN), ...Array(50).fill(OURS), ...Array(14).fill(DOWN)]), 64 * 40 + 12 * 40);
  assert.equal(heldAt(Array(10).fill(DOWN), 5000), 7 * 5000, 'seven looks prove a second, however far apart');
});

test('an Escape may be ours while it is pressed or kept, and a moment longer', async () => {
  let now = 0;
  const own = createOwnEscape(() => now);
  assert.equal(own.mayBeDown(), false);
  const pressed = Promise.withResolvers<string>();
  const pressing = own.during('shift+Esc', () => pressed.promise);
  const other = own.during('cmd+s', () => new Promise<void>(() => undefined));
  assert.equal(own.mayBeDown(), true);
  pressed.resolve('done');
  assert.equal(await pressing, 'done');
  assert.equal(own.mayBeDown(), true, 'what the server tells comes later');
  now = 400;
  assert.equal(own.mayBeDown(), false);
  await assert.rejects(own.during('Escape', () => Promise.reject(new Error('gone'))));
  now = 800;
  assert.equal(own.mayBeDown(), false);
  own.keep(['shift', 'escape']);
  now = 9000;
  assert.equal(own.mayBeDown(), true);
  own.keep([]);
  now = 9400;
  assert.equal(own.mayBeDown(), false);
  void other;
});

test('the keyboard is followed while anybody watches, and each is told', async () => {
  const ended: string[] = [];
  let tell: () => void = () => undefined;
  let follows = 0;
  const warned: string[] = [];
  const localStop = createLocalStop(
    async (stopped, signal) => {
      follows += 1;
      tell = stopped;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      ended.push('ended');
    },
    (problem) => void warned.push(problem),
  );
  const [one, two] = [new AbortController(), new AbortController()];
  const told: string[] = [];
  localStop.watch(() => told.push('one'), one.signal);
  localStop.watch(() => told.push('two'), two.signal);
  localStop.watch(() => told.push('late'), AbortSignal.abort());
  tell();
  one.abort();
  tell();
  assert.deepEqual([told, follows, ended], [['one', 'two', 'two'], 1, []]);
  two.abort();
  await Promise.resolve();
  assert.deepEqual(ended, ['ended']);
  const three = new AbortController();
  localStop.watch(() => told.push('three'), three.signal);
  tell();
  assert.deepEqual([told.at(-1), follows], ['three', 2]);
  localStop.close();
  const broken = createLocalStop(
    () => Promise.reject(new Error('no library')),
    (problem) => void warned.push(problem),
  );
  broken.watch(() => undefined, three.signal);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(warned, ['The stop keys cannot be followed: Error: no library']);
});

test('STOP_KEY takes a combination, and says what is wrong with anything else', () => {
  const problem = (keys: string): string => {
    const read = settingsSchema.safeParse({ STOP_KEY: keys });
    return read.success ? '' : (read.error.issues[0]?.message ?? '');
  };
  assert.equal(settingsSchema.parse({}).STOP_KEY, 'ctrl+option+escape');
  for (const keys of ['ctrl+option+escape', 'cmd+shift+F12', '⌃⌥⌫', 'ctrl+alt+q'])
    assert.equal(problem(keys), '', keys);
  assert.match(problem('escape'), /at least one of ctrl/);
  assert.match(problem('ctrl+shift'), /at least one of ctrl/);
  assert.match(problem('ctrl+escpae'), /no key "escpae"; the closest is escape/);
});
