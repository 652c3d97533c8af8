/**
 * The stop by hand on an X display, over a connection of its own: it works whatever the hands do. The combination is taken from applications
 * by a grab; Escape is only observed, and so is the combination: while an application has grabbed the keyboard, it gets all keys.
 */
import type { KeyCombo } from '../../../src/action/keys.ts';
import { DesktopLost } from '../../../src/ports/desktop.ts';
import { anySignal } from '../../../src/ports/waits/abort-signals.ts';
import { createEscapeHold } from '../local-stop/escape-hold.ts';
import type { FollowStopKeys } from '../local-stop/local-stop.ts';
import type { OwnEscape } from '../local-stop/own-escape.ts';
import { findChord, type PressableChord } from './chords.ts';
import { connectDisplay, type XConnection } from './connection.ts';
import type { DisplayEnvironment } from './display-name.ts';
import { grabChord, ungrabAll } from './key-grab.ts';
import { readKeymap } from './keymap.ts';
import { observeKeys, type RawKey } from './raw-keys.ts';
import { readHeldKeys } from './xtest.ts';

export interface StopKeysOptions {
  /** As it is now: a display that died is replaced by another one. */
  readonly env: () => DisplayEnvironment;
  readonly combo: KeyCombo;
  readonly ownEscape: Pick<OwnEscape, 'mayBeDown'>;
  /** Milliseconds, never back. */
  readonly now: () => number;
  /** This keyboard lacks a key of the combination. */
  readonly onLack: () => void;
}

const KEY_PRESS = 2;
const MAPPING_NOTIFY = 34;
const ESCAPE_KEYSYM = 0xff1b;
const LOOK_EVERY_MS = 40;
/** A display that is away: soon enough for a person who is at it. */
const AGAIN_MS = 500;

export function createX11StopKeys(options: StopKeysOptions): FollowStopKeys {
  return async (stopped, signal) => {
    while (!signal.aborted) {
      try {
        const connection = await connectDisplay(options.env());
        try {
          await followStopKeys(connection, options, stopped, signal);
        } finally {
          connection.close();
        }
      } catch (error) {
        if (!(error instanceof DesktopLost)) throw error;
        await pause(AGAIN_MS, signal);
      }
    }
  };
}

/** The keycodes of the stop keys on the keyboard as it is now. */
interface Wanted {
  readonly chord: PressableChord;
  readonly escapes: readonly number[];
}

/** Until `signal` aborts; rejects with `DesktopLost` when the display goes away. */
export async function followStopKeys(
  connection: XConnection,
  options: StopKeysOptions,
  stopped: () => void,
  signal: AbortSignal,
): Promise<void> {
  let wanted: Wanted = { chord: { modifiers: [], keys: [] }, escapes: [] };
  const over = new AbortController();
  const seeEscape = createEscapeWatch(connection, () => wanted.escapes, options, stopped, over.signal);
  /**
   * Learns the keycodes anew. The server tells a change each time that a person's keyboard and our own take turns; mostly nothing has
   * changed.
   */
  const learnKeys = async (): Promise<void> => {
    const keymap = await readKeymap(connection);
    const now: Wanted = { chord: findChord(options.combo, keymap), escapes: keymap.findAll(ESCAPE_KEYSYM) };
    const isSame = JSON.stringify(now.chord) === JSON.stringify(wanted.chord);
    wanted = now;
    if (isSame) return;
    if ([...now.chord.modifiers, now.chord.keys].some((keys) => keys.length === 0)) options.onLack();
    ungrabAll(connection);
    await grabChord(now.chord, connection);
  };
  let learning = Promise.resolve();
  connection.onEvent((event) => {
    // Only events of the server itself match: programs' events have another bit set. No window of ours has the focus, so a press is from
    // the grab.
    const type = event.readUInt8(0);
    if (type === KEY_PRESS) stopped();
    if (type === MAPPING_NOTIFY) learning = learning.then(learnKeys).catch(ignore);
  });
  await learnKeys();
  /** Events count in their order: whoever taps quickly has let go again before the server could be asked. */
  const isDown = new Map<number, boolean>();
  await observeKeys(connection, (key) => {
    isDown.set(key.keycode, key.isPress);
    if (key.isPress && wanted.chord.keys.includes(key.keycode) && isWhole(wanted.chord, isDown)) stopped();
    seeEscape(key);
  });
  // Keys that were down before any event. What events told meanwhile is at least as new as this answer.
  for (const keycode of await readHeldKeys(connection)) if (!isDown.has(keycode)) isDown.set(keycode, true);
  const aborted = Promise.withResolvers<void>();
  const stop = (): void => aborted.resolve();
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (!signal.aborted) await Promise.race([aborted.promise, rejectWith(connection.lost)]);
  } finally {
    signal.removeEventListener('abort', stop);
    over.abort();
  }
}

/** Takes keys as they are observed, and calls `stopped` once Escape was held for long enough. */
function createEscapeWatch(
  connection: XConnection,
  escapes: () => readonly number[],
  { ownEscape, now }: StopKeysOptions,
  stopped: () => void,
  over: AbortSignal,
): (key: RawKey) => void {
  let hold: { readonly isPerson: boolean; readonly over: AbortController } | null = null;
  const end = (): void => {
    hold?.over.abort();
    hold = null;
  };
  const follow = async (isPerson: boolean, released: AbortSignal): Promise<void> => {
    const isKnownAsOurs = !isPerson && ownEscape.mayBeDown();
    const held = createEscapeHold();
    while (!released.aborted) {
      // The server knows which keys are down even when an event was missed.
      const down = await readHeldKeys(connection);
      if (released.aborted) return;
      const isDown = escapes().some((key) => down.includes(key));
      // A key that a program pressed may be ours; while another one is down, nobody can tell.
      const isOurs = !isPerson && (isKnownAsOurs || ownEscape.mayBeDown() || down.length > 1);
      if (held.see({ isDown, isOurs }, now())) stopped();
      if (!isDown) return;
      await pause(LOOK_EVERY_MS, released);
    }
  };
  return ({ isPress, keycode, isOfKeyboard: isPerson }) => {
    if (!escapes().includes(keycode)) return;
    if (!isPress) end();
    // A key that repeats is pressed again and again; a person's counts also while one of ours is down.
    if (!isPress || (hold !== null && (hold.isPerson || !isPerson))) return;
    end();
    const begun = { isPerson, over: new AbortController() };
    hold = begun;
    follow(isPerson, anySignal(begun.over.signal, over))
      .catch(ignore)
      .finally(() => {
        if (hold === begun) hold = null;
      });
  };
}

function isWhole({ modifiers, keys }: PressableChord, isDown: ReadonlyMap<number, boolean>): boolean {
  return [...modifiers, keys].every((some) => some.some((key) => isDown.get(key)));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = (): void => {
    clearTimeout(timer);
    resolve();
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return promise.finally(() => signal.removeEventListener('abort', stop));
}

async function rejectWith(lost: Promise<DesktopLost>): Promise<never> {
  throw await lost;
}

function ignore(): void {}
