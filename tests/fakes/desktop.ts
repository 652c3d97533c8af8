/** A desktop in memory: a small screen to draw on, a window that takes text, and a record of what was done to it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { toFrame } from '../../adapters/desktop/frame.ts';
import { fingerprintOf, type RawFrame } from '../../adapters/desktop/raw-frame.ts';
import { checkPlace, checkText, findDisplay, readCrop } from '../../adapters/desktop/targets.ts';
import { createFrameEncoder } from '../../adapters/pictures/encode-frame.ts';
import { formatKeys, parseKeys } from '../../src/action/keys.ts';
import {
  type Box,
  type Desktop,
  DesktopLost,
  type Display,
  type ElementList,
  type FrontWindow,
  type Place,
  type Presses,
  Refused,
  type ScreenState,
  type UiElement,
} from '../../src/ports/desktop.ts';

export interface FakeDesktop extends Desktop {
  /** What was done, in order: "click left 1 at 40,50", "type hello", "key cmd+s". */
  readonly did: readonly string[];
  /** Keys that are kept down. */
  heldKeys(): readonly string[];
  /** The text in the window. */
  text(): string;
  /** Fills a part of the screen (all of it when null) with a color, 0xrrggbb: the next look differs. */
  paint(box: Box | null, color: number): void;
  setFront(front: FrontWindow): void;
  /** Titles of windows behind the one in front. */
  readonly behind: Set<string>;
  /** Puts another window over a part of the one in front. */
  setOver(window: FrontWindow, box: Box): void;
  /** Sets the lists of elements for the next looks, one after the other; the last one stays. */
  setElements(...lists: readonly ElementList[]): void;
  /** Shows this list for `ms` of real time, however late timers are: an application does not wait for ours. */
  setElementsIn(ms: number, list: ElementList): void;
  /** Sets the elements of the page in front. */
  setPage(list: ElementList): void;
  /** Elements that can be pressed, focused or set through accessibility, by name. */
  setPressable(names: readonly string[]): void;
  /** Changes the display's size, as another monitor does: places that were chosen before are stale. */
  resize(width: number, height: number): void;
  /** Until `restore`, every call fails as if the display were gone. */
  lose(): void;
  restore(): void;
  /** Called after each input, with its entry of `did`: the place to let the screen answer. */
  onInput(listener: (entry: string) => void): void;
  /** Moves the pointer, as a person does. */
  movePointer(x: number, y: number): void;
  /** Every input takes this long from now on (a stop can come in between). */
  slowDown(ms: number): void;
  /** Whether a slowed input has begun and not ended. */
  isActing(): boolean;
  /** Presses buttons and keys, as a person does. */
  pressByPerson(presses: Presses): void;
  /** Puts text on the clipboard, as a person or the application in front does. */
  copyElsewhere(text: string): void;
  isKeptAwake(): boolean;
  /** Locks the screen or lets it go to sleep; its picture stays as it is. */
  setScreen(state: ScreenState): void;
  /** Presses keys as a person does; the fake tells them from its own. */
  pressKeys(count: number): void;
}

const WINDOW: FrontWindow = { app: 'Editor', title: 'Untitled', pid: 4711, window: '1' };
const NO_ELEMENTS: ElementList = { elements: [], coverage: 'unavailable', reason: 'the fake was given no elements' };

export function createFakeDesktop(options: { readonly width?: number; readonly height?: number } = {}): FakeDesktop {
  const encode = createFrameEncoder();
  let raw = blankFrame(options.width ?? 640, options.height ?? 400);
  let seen: { readonly raw: RawFrame; readonly print: ReturnType<typeof fingerprintOf> } | null = null;
  let front = WINDOW;
  let over: { readonly window: FrontWindow; readonly box: Box } | null = null;
  let lists: readonly ElementList[] = [NO_ELEMENTS];
  let coming: { readonly at: number; readonly list: ElementList } | null = null;
  let page = NO_ELEMENTS;
  let pressable: ReadonlySet<string> = new Set();
  let isLost = false;
  let inputMs = 0;
  let isActing = false;
  let text = '';
  let clipboard = '';
  let copies = 0;
  let isKeptAwake = false;
  let screen: ScreenState = 'on';
  let keysPressed: number | null = null;
  let held: readonly string[] = [];
  let presses: Presses = { clicks: [], keys: 0 };
  let pointer = { x: 10, y: 10 };
  const did: string[] = [];
  const behind = new Set<string>();
  const listeners: ((entry: string) => void)[] = [];

  const display = (): Display => ({
    index: 1,
    width: raw.width,
    height: raw.height,
    originX: 0,
    originY: 0,
    density: 1,
  });
  const begin = (signal: AbortSignal): void => {
    signal.throwIfAborted();
    if (isLost) throw new DesktopLost('the fake display is gone');
  };
  const aim = (place: Place): string => {
    checkPlace(place, [display()]);
    return `${Math.floor(place.x)},${Math.floor(place.y)}`;
  };
  const aimWhenGiven = (place: Place | null): string => (place === null ? `${pointer.x},${pointer.y}` : aim(place));
  const point = (place: Place | null): void => {
    if (place !== null) pointer = { x: Math.floor(place.x), y: Math.floor(place.y) };
  };
  const record = async (entry: string, signal: AbortSignal, apply: () => void = () => undefined): Promise<void> => {
    if (inputMs > 0) {
      isActing = true;
      await sleep(inputMs, undefined, { signal })
        .catch((error: unknown) => {
          signal.throwIfAborted();
          throw error;
        })
        .finally(() => {
          isActing = false;
        });
    }
    begin(signal);
    did.push(entry);
    apply();
    for (const listener of listeners) listener(entry);
  };
  const readKeys = (keys: string): string => {
    const parsed = parseKeys(keys);
    if (!parsed.ok) throw new Refused(parsed.reason);
    return formatKeys(parsed.combo);
  };
  const byAccessibility = async (verb: string, element: UiElement, signal: AbortSignal): Promise<boolean> => {
    begin(signal);
    if (!pressable.has(element.name)) return false;
    await record(`${verb} ${element.name}`, signal);
    return true;
  };

  return {
    did,
    behind,
    heldKeys: () => held,
    text: () => text,
    paint: (box, color) => {
      raw = paintFrame(raw, box, color);
    },
    setFront: (window) => {
      front = window;
    },
    setOver: (window, box) => {
      over = { window, box };
    },
    setElements: (...elements) => {
      lists = elements;
      coming = null;
    },
    setElementsIn: (ms, list) => {
      coming = { at: performance.now() + ms, list };
    },
    setPage: (elements) => {
      page = elements;
    },
    setPressable: (names) => {
      pressable = new Set(names);
    },
    resize: (width, height) => {
      raw = blankFrame(width, height);
    },
    lose: () => {
      isLost = true;
    },
    restore: () => {
      isLost = false;
    },
    onInput: (listener) => {
      listeners.push(listener);
    },
    movePointer: (x, y) => {
      pointer = { x, y };
    },
    pressByPerson: (pressed) => {
      presses = pressed;
    },
    copyElsewhere(text) {
      clipboard = text;
      copies += 1;
    },
    isKeptAwake: () => isKeptAwake,
    setScreen: (state) => {
      screen = state;
    },
    pressKeys: (count) => {
      keysPressed = (keysPressed ?? 0) + count;
    },
    slowDown: (ms) => {
      inputMs = ms;
    },
    isActing: () => isActing,

    describe: async (signal) => {
      begin(signal);
      return { platform: 'x11', name: ':fake', displays: [display()] };
    },
    capture: async (request, signal) => {
      begin(signal);
      const shown = findDisplay(request.display, [display()]);
      const crop = readCrop(request, shown);
      const part = crop === null ? raw : cropFrame(raw, crop);
      return toFrame(part, { display: shown, crop, takenAt: Date.now() }, request, encode);
    },
    fingerprint: async (index, signal) => {
      begin(signal);
      findDisplay(index, [display()]);
      // Pixels are replaced as a whole, never painted over, so that identity tells a change.
      if (seen?.raw !== raw) seen = { raw, print: fingerprintOf(raw) };
      return seen.print;
    },
    glimpse: async (signal) => {
      begin(signal);
      return null;
    },
    front: async (signal) => {
      begin(signal);
      return front;
    },
    windowAt: async ({ x, y }, signal) => {
      begin(signal);
      if (over === null) return front;
      const { box, window } = over;
      return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height ? window : front;
    },
    titles: async (signal) => {
      begin(signal);
      return [front.title, ...behind].filter((title) => title !== '');
    },
    elements: async (_request, signal) => {
      begin(signal);
      if (coming !== null && performance.now() >= coming.at) lists = [coming.list];
      const [list = NO_ELEMENTS, ...others] = lists;
      if (others.length > 0) lists = others;
      return list;
    },
    webElements: async (_display, signal) => {
      begin(signal);
      return page;
    },
    // Pressing a field would be the Enter key, which no application here offers.
    press: async (element, signal) =>
      !element.role.endsWith('field') && (await byAccessibility('press', element, signal)),
    focus: (element, signal) => byAccessibility('focus', element, signal),
    setValue: (element, value, signal) => byAccessibility(`set ${value} in`, element, signal),
    cursor: async (signal) => {
      begin(signal);
      return { display: display(), ...pointer };
    },
    move: async (to, signal) => record(`move to ${aim(to)}`, signal, () => point(to)),
    click: async (at, button, count, signal) =>
      record(`click ${button} ${count} at ${aim(at)}`, signal, () => point(at)),
    mouseDown: async (at, signal) => record(`mouse down at ${aimWhenGiven(at)}`, signal, () => point(at)),
    mouseUp: async (at, signal) => record(`mouse up at ${aimWhenGiven(at)}`, signal, () => point(at)),
    drag: async (from, to, signal) => record(`drag ${aim(from)} to ${aim(to)}`, signal, () => point(to)),
    scroll: async (at, direction, amount, signal) =>
      record(`scroll ${direction} ${amount} at ${aimWhenGiven(at)}`, signal, () => point(at)),
    type: async (typed, signal) => {
      checkText(typed);
      if (held.length > 0) throw new Refused('keys are held down, so other text would arrive; let go of them first');
      await record(`type ${typed}`, signal, () => {
        text += typed;
      });
      return { arrived: 'unread' };
    },
    key: async (keys, repeat, signal) => {
      const canonical = readKeys(keys);
      for (let done = 0; done < repeat; done += 1) await record(`key ${canonical}`, signal);
    },
    holdKey: async (keys, ms, signal) => record(`hold ${readKeys(keys)} for ${ms} ms`, signal),
    keepDown: async (keys, signal) => {
      const wanted = keys.map(readKeys);
      await record(wanted.length === 0 ? 'let go of the keys' : `keep ${wanted.join(' and ')} down`, signal, () => {
        held = wanted;
      });
    },
    clipboardRead: async (signal) => {
      begin(signal);
      return clipboard;
    },
    clipboardCopy: async (signal) => {
      begin(signal);
      return String(copies);
    },
    clipboardWrite: async (written, signal) => {
      begin(signal);
      clipboard = written;
    },
    presence: async (signal) => {
      begin(signal);
      return { screen, keysPressed };
    },
    presses: async (signal) => {
      begin(signal);
      const taken = presses;
      presses = { clicks: [], keys: 0 };
      return taken;
    },
    wake: async (signal) => {
      begin(signal);
      if (screen === 'asleep') screen = 'on';
    },
    stayAwake: async (isWanted, signal) => {
      begin(signal);
      isKeptAwake = isWanted;
    },
    releaseAll: async (signal) => {
      begin(signal);
      held = [];
    },
    close: async () => undefined,
  };
}

/** Light gray, so that it is not taken for a black screen. */
function blankFrame(width: number, height: number): RawFrame {
  return { width, height, pixels: new Uint32Array(width * height).fill(0xd8d8d8) };
}

function paintFrame(frame: RawFrame, box: Box | null, color: number): RawFrame {
  const pixels = frame.pixels.slice();
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: frame.width, height: frame.height };
  for (let row = y; row < y + height; row += 1)
    pixels.fill(color, row * frame.width + x, row * frame.width + x + width);
  return { ...frame, pixels };
}

function cropFrame(frame: RawFrame, box: Box): RawFrame {
  const pixels = new Uint32Array(box.width * box.height);
  for (let row = 0; row < box.height; row += 1) {
    const start = (box.y + row) * frame.width + box.x;
    pixels.set(frame.pixels.subarray(start, start + box.width), row * box.width);
  }
  return { width: box.width, height: box.height, pixels };
}
