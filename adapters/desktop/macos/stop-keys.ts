/**
 * The stop by hand on a Mac: the state of the keys, asked again and again. In the bot's own process, which goes on whatever the hands do; no
 * event tap, so that nothing of a person passes through us, and no permission is needed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyCombo } from '../../../src/action/keys.ts';
import { createEscapeHold } from '../local-stop/escape-hold.ts';
import type { FollowStopKeys } from '../local-stop/local-stop.ts';
import type { OwnEscape } from '../local-stop/own-escape.ts';
import { toMacModifier } from './keys.ts';
import { createFoundation } from './native/core-foundation.ts';
import { CAPS_LOCK, type MacModifier, MODIFIERS, NAMED_KEY_CODES } from './native/key-codes.ts';
import { createLayout } from './native/layout.ts';
import { loadKeyState, loadNative } from './native/load.ts';

export interface MacStopKeysOptions {
  readonly combo: KeyCombo;
  readonly ownEscape: Pick<OwnEscape, 'mayBeDown'>;
  /** Milliseconds, never back. */
  readonly now: () => number;
  /** This keyboard lacks a key of the combination. */
  readonly onLack: () => void;
  /** What stands in for the frameworks in tests. */
  readonly library?: string;
}

/** Who taps a key quickly holds it some 60 ms. */
const LOOK_EVERY_MS = 25;
const KEY_CODES = 128;
const ESCAPE = 0x35;
/** The right one of each; `fn` there is one of. */
const RIGHT: Readonly<Record<MacModifier, number>> = { cmd: 0x36, shift: 0x3c, alt: 0x3d, control: 0x3e, fn: 0x3f };

export function createMacStopKeys({ combo, ownEscape, now, onLack, library }: MacStopKeysOptions): FollowStopKeys {
  return async (stopped, signal) => {
    const isDown = loadKeyState(library);
    const key = findCode(combo.key, library);
    if (key === null) onLack();
    // `ctrl` means the Control key here: no application in front can turn it into Command.
    const modifiers = combo.modifiers.map((modifier) => toMacModifier(modifier, true));
    const isWhole = (): boolean =>
      key !== null &&
      isDown(key) &&
      modifiers.every((modifier) => isDown(MODIFIERS[modifier].code) || isDown(RIGHT[modifier]));
    const isAnyOther = (): boolean =>
      Array.from({ length: KEY_CODES }, (_, code) => code).some(
        (code) => code !== ESCAPE && code !== CAPS_LOCK && isDown(code),
      );
    const held = createEscapeHold();
    let wasWhole = false;
    /** Whether this hold of Escape counts as ours, from its press until it was seen up. */
    let isOwnHold = false;
    while (!signal.aborted) {
      const isNow = isWhole();
      if (isNow && !wasWhole) stopped();
      wasWhole = isNow;
      const isHeld = isDown(ESCAPE);
      isOwnHold = isHeld && (isOwnHold || ownEscape.mayBeDown());
      // The system does not say who holds a key: while another one is down, it may be ours.
      if (held.see({ isDown: isHeld, isOurs: isOwnHold || (isHeld && isAnyOther()) }, now())) stopped();
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  };
}

/** null: a Mac has no such key. */
function findCode(key: string, library: string | undefined): number | null {
  const named = new Map<string, unknown>(Object.entries(NAMED_KEY_CODES)).get(key);
  if (typeof named === 'number') return named;
  if (named !== undefined) return null;
  const native = loadNative(library);
  return createLayout(native, createFoundation(native)).findKey(key, false)?.code ?? null;
}
