/** What hands do on a Mac: pointer, keys, text and clipboard, each checked before anything is sent. */
import { randomUUID } from 'node:crypto';
import { type KeyCombo, parseKeys } from '../../../src/action/keys.ts';
import { type Desktop, DesktopLost, type Display, type Place, Refused } from '../../../src/ports/desktop.ts';
import { say } from '../../../src/words/say.ts';
import { checkPlace, checkText } from '../targets.ts';
import { isTerminalApp } from '../terminal-apps.ts';
import type { MacClipboard } from './clipboard.ts';
import type { AskFocus } from './focus.ts';
import type { KeptKeys } from './kept-keys.ts';
import { type MacKeys, toMacKeys } from './keys.ts';
import type { MacDisplays } from './native/displays.ts';
import type { Layout } from './native/layout.ts';
import type { Point } from './native/load.ts';
import { clickAt, dragFrom, movePointer } from './pointer.ts';
import { holdKeys, pressKeys } from './press.ts';
import { createMacTyping, type TypingPlace } from './typing.ts';

export type HandWork = Pick<
  Desktop,
  | 'cursor'
  | 'move'
  | 'click'
  | 'mouseDown'
  | 'mouseUp'
  | 'drag'
  | 'scroll'
  | 'type'
  | 'key'
  | 'holdKey'
  | 'keepDown'
  | 'clipboardRead'
  | 'clipboardCopy'
  | 'clipboardWrite'
> & {
  /** Resolves once a clipboard that was lent for a paste is given back. */
  settle(): Promise<void>;
};

export interface HandWorkParts {
  readonly kept: KeptKeys;
  readonly layout: Layout;
  readonly clipboard: MacClipboard;
  /** Throws the signal's reason when aborted, and `DesktopLost` when there is no display. */
  readonly displaysNow: (signal: AbortSignal) => MacDisplays;
  /** Whether macOS lets this program post events; it drops them silently otherwise. */
  readonly mayTouch: () => boolean;
  /** null: nothing is in front. */
  readonly front: () => TypingPlace | null;
  readonly askFocus: AskFocus;
}

export function createHandWork(parts: HandWorkParts): HandWork {
  const { kept, layout, clipboard, displaysNow, mayTouch, front, askFocus } = parts;
  const { input } = kept;
  /** The displays. Throws when events that are sent now would not arrive. */
  const begin = (signal: AbortSignal): MacDisplays => {
    const found = displaysNow(signal);
    if (!mayTouch()) throw new Refused(say`this Mac doesn't let me click or type any more; nothing was sent`);
    return found;
  };
  /** The place in points of the whole desktop. Throws when it may not be a target, or `begin` throws. */
  const aim = (place: Place, signal: AbortSignal): Point => {
    checkPlace(place, begin(signal).displays);
    const { display, x, y } = place;
    return {
      x: (display.originX + Math.floor(x)) / display.density,
      y: (display.originY + Math.floor(y)) / display.density,
    };
  };
  /** Where the pointer is, unless another place is given. */
  const aimOr = (at: Place | null, signal: AbortSignal): Point => {
    if (at !== null) return aim(at, signal);
    begin(signal);
    return input.where();
  };
  const isTerminalInFront = (): boolean => {
    const place = front();
    return place !== null && isTerminalApp(place.app, place.bundle);
  };
  const resolveKeys = (keys: string, signal: AbortSignal): MacKeys => {
    const combo = readCombo(keys);
    begin(signal);
    const needsFront = combo.modifiers.includes('ctrl') || combo.key === 'ctrl';
    return toMacKeys(combo, needsFront && isTerminalInFront(), layout);
  };
  const pressPaste = (): Promise<void> =>
    pressKeys(toMacKeys({ modifiers: ['cmd'], key: 'v' }, false, layout), 1, input, new AbortController().signal);
  const life = randomUUID();
  const typing = createMacTyping({ input, layout, clipboard, pressPaste, askFocus });

  return {
    settle: typing.settle,
    cursor: async (signal) => locate(input.where(), displaysNow(signal).displays),
    move: async (to, signal) => movePointer(aim(to, signal), input),
    click: async (at, button, count, signal) => {
      const point = aim(at, signal);
      await typing.settle();
      await clickAt(point, button, count, input, signal);
    },
    mouseDown: async (at, signal) => {
      const point = aimOr(at, signal);
      if (at !== null) await movePointer(point, input);
      signal.throwIfAborted();
      input.button('left', true, point, 1);
    },
    mouseUp: async (at, signal) => {
      const point = aimOr(at, signal);
      if (at !== null) await movePointer(point, input);
      signal.throwIfAborted();
      input.button('left', false, point, 1);
    },
    drag: async (from, to, signal) => {
      const [start, end] = [aim(from, signal), aim(to, signal)];
      await dragFrom(start, end, input, signal);
    },
    scroll: async (at, direction, amount, signal) => {
      const point = aimOr(at, signal);
      if (at !== null) await movePointer(point, input);
      signal.throwIfAborted();
      input.scroll(direction, amount, point);
    },
    type: async (text, signal) => {
      checkText(text);
      if (kept.isAny()) throw new Refused(say`keys are held down, so other text would arrive; let go of them first`);
      begin(signal);
      return await typing.type(text, front(), signal);
    },
    key: async (keys, repeat, signal) => {
      const resolved = resolveKeys(keys, signal);
      await typing.settle();
      await pressKeys(resolved, repeat, input, signal);
    },
    holdKey: async (keys, ms, signal) => holdKeys(resolveKeys(keys, signal), ms, input, signal),
    keepDown: async (keys, signal) => {
      const wanted = keys.map((name) => resolveKeys(name, signal));
      signal.throwIfAborted();
      kept.keep(wanted);
    },
    clipboardCopy: async (signal) => {
      signal.throwIfAborted();
      return `${life}:${clipboard.copies()}`;
    },
    clipboardRead: async (signal) => {
      await typing.settle();
      signal.throwIfAborted();
      return await clipboard.read(signal);
    },
    clipboardWrite: async (text, signal) => {
      if (!text.isWellFormed()) throw new Refused(say`the text contains half a character (an unpaired surrogate)`);
      await typing.settle();
      signal.throwIfAborted();
      clipboard.write(text);
    },
  };
}

function readCombo(keys: string): KeyCombo {
  const parsed = parseKeys(keys);
  if (!parsed.ok) throw new Refused(parsed.reason);
  return parsed.combo;
}

/** The display that holds a point of the whole desktop (in points), and its pixel there. */
export function locate(point: Point, displays: readonly Display[]): Place {
  for (const display of displays) {
    const x = Math.floor(point.x * display.density - display.originX);
    const y = Math.floor(point.y * display.density - display.originY);
    if (x >= 0 && y >= 0 && x < display.width && y < display.height) return { display, x, y };
  }
  throw new DesktopLost(say`the pointer is on no display`);
}
