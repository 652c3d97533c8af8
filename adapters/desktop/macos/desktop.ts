/** The desktop of a Mac: macOS's own frameworks for everything but the picture, which `screencapture` takes. */
import { join } from 'node:path';
import { type KeyCombo, parseKeys } from '../../../src/action/keys.ts';
import { isTerminalApp } from '../../../src/action/terminal-apps.ts';
import {
  type Box,
  type Desktop,
  DesktopLost,
  type Display,
  type FrontWindow,
  type Place,
  Refused,
} from '../../../src/ports/desktop.ts';
import { isCoveredApp } from '../../../src/safety/apps/app-names.ts';
import { releasePixels } from '../../../src/screen/release-pixels.ts';
import { type EncodeFrame, toFrame } from '../frame.ts';
import { placeWindow } from '../place-window.ts';
import { fingerprintOf, type RawFrame } from '../raw-frame.ts';
import { checkPlace, checkText, findDisplay, readCrop } from '../targets.ts';
import { type AxHelper, createAxHelper } from './ax-helper.ts';
import { listBrowserElements } from './browsers.ts';
import { createMacElements, type FindApplication } from './elements.ts';
import { findMacCover } from './find-cover.ts';
import { createKeptKeys } from './kept-keys.ts';
import { type MacKeys, toMacKeys } from './keys.ts';
import { createFoundation } from './native/core-foundation.ts';
import { type MacDisplays, readDisplays } from './native/displays.ts';
import { createInput } from './native/input.ts';
import { createLayout } from './native/layout.ts';
import { loadNative, type Native, type Point } from './native/load.ts';
import { createPasteboard } from './native/pasteboard.ts';
import { createPermissions } from './native/permissions.ts';
import { countPersonActs } from './native/person.ts';
import { createPower } from './native/power.ts';
import { readScreenState } from './native/session.ts';
import { createWindows, findFront, type MacWindow } from './native/windows.ts';
import { clickAt, dragFrom, movePointer } from './pointer.ts';
import { holdKeys, pressKeys } from './press.ts';
import { MAC_PROGRAMS } from './programs.ts';
import { type Run, runProgram } from './run.ts';
import { createMacScreen, type DecodeFrame } from './screen.ts';
import { createMacTyping } from './typing.ts';

export interface MacOptions {
  readonly encode: EncodeFrame;
  readonly decode: DecodeFrame;
  /** Applications that keep secrets, beside the built-in list: covered in pictures. Names or bundle identifiers. */
  readonly privateApps: readonly string[];
  /** What stands in for a Mac in tests: one library with every symbol, and its `screencapture`. */
  readonly standIn?: { readonly library: string; readonly screencapture: string };
}

interface MacParts extends MacOptions {
  readonly native: Native;
  readonly helper: AxHelper;
  readonly run: Run;
}

/** Loads the frameworks and lets go of what an earlier life may have held. A Mac's window server does not go away under us. */
export async function openMacDesktop(
  options: MacOptions,
): Promise<{ readonly desktop: Desktop; readonly lost: Promise<DesktopLost> }> {
  const library = options.standIn?.library;
  const child = [join(import.meta.dirname, 'native/ax-child.ts'), ...(library === undefined ? [] : [library])];
  const desktop = createMacDesktop({
    ...options,
    native: loadNative(library),
    helper: createAxHelper([process.execPath, ...child]),
    run: runProgram,
  });
  await desktop.releaseAll(new AbortController().signal);
  return { desktop, lost: new Promise(() => undefined) };
}

function createMacDesktop({ native, helper, run, encode, decode, privateApps, standIn }: MacParts): Desktop {
  const cf = createFoundation(native);
  const windows = createWindows(native, cf);
  const kept = createKeptKeys(createInput(native, cf));
  const { input } = kept;
  const layout = createLayout(native, cf);
  const pasteboard = createPasteboard(native, cf);
  const permissions = createPermissions(native, cf, process.pid);
  const power = createPower(native, cf);
  const personActs = countPersonActs(native, input, () => performance.now());
  const screen = createMacScreen({ run, decode, program: standIn?.screencapture ?? MAC_PROGRAMS.screencapture.path });
  const cover = {
    windows: windows.list,
    helper,
    isPasswordTyped: () => native.c.IsSecureEventInputEnabled(),
    privateApps,
  };

  const displaysNow = (signal: AbortSignal): MacDisplays => {
    signal.throwIfAborted();
    return readDisplays(native, cf);
  };
  const frontWindow = (): MacWindow | null => findFront(windows.list());
  const findApplication: FindApplication = (app) => {
    const found = app === null ? frontWindow() : findByName(app, windows.list());
    return found === null ? null : { pid: found.pid, name: found.app, isSecret: isCoveredApp(found, privateApps) };
  };
  const elements = createMacElements(helper, findApplication);
  /** In points of the whole desktop, if it may be a target and nothing has happened meanwhile. */
  const aim = (place: Place, signal: AbortSignal): Point => {
    checkPlace(place, displaysNow(signal).displays);
    const { display, x, y } = place;
    return {
      x: (display.originX + Math.floor(x)) / display.density,
      y: (display.originY + Math.floor(y)) / display.density,
    };
  };
  /** Where the pointer is, unless another place is given. */
  const aimOr = (at: Place | null, signal: AbortSignal): Point => {
    if (at !== null) return aim(at, signal);
    displaysNow(signal);
    return input.where();
  };
  const isTerminalInFront = (): boolean => {
    const front = frontWindow();
    return front !== null && isTerminalApp(front.app, front.bundle);
  };
  const resolveKeys = (keys: string, signal: AbortSignal): MacKeys => {
    const combo = readCombo(keys);
    displaysNow(signal);
    const needsFront = combo.modifiers.includes('ctrl') || combo.key === 'ctrl';
    return toMacKeys(combo, needsFront && isTerminalInFront(), layout);
  };
  const typing = createMacTyping(input, pasteboard, () =>
    pressKeys(toMacKeys({ modifiers: ['cmd'], key: 'v' }, false, layout), 1, input, new AbortController().signal),
  );
  /** Black where macOS would give the wallpaper: nothing may be decided on what is not there. */
  const grab = async (display: Display, crop: Box | null, signal: AbortSignal): Promise<RawFrame> => {
    if (permissions.maySee(windows.list())) return screen.grab(display, crop, signal);
    const { width, height } = crop ?? display;
    return { width, height, pixels: new Uint32Array(width * height) };
  };
  const tell = (window: MacWindow | null, displays: readonly Display[]): FrontWindow => {
    if (window === null) return { app: '', title: '', pid: null, box: null };
    return { ...named(window), ...(placeWindow(window.box, displays) ?? { box: null }) };
  };

  return {
    describe: async (signal) => ({ platform: 'macos', ...displaysNow(signal) }),
    capture: async (request, signal) => {
      const display = findDisplay(request.display, displaysNow(signal).displays);
      const crop = readCrop(request, display);
      const covered = await findMacCover(display, cover, signal);
      const takenAt = Date.now();
      const raw = await grab(display, crop, signal);
      const frame = await toFrame(raw, { display, crop, takenAt }, request, encode, covered);
      releasePixels(raw.pixels);
      signal.throwIfAborted();
      return frame;
    },
    fingerprint: async (index, signal) => {
      const display = findDisplay(index, displaysNow(signal).displays);
      const raw = await grab(display, null, signal);
      const fingerprint = fingerprintOf(raw);
      releasePixels(raw.pixels);
      return fingerprint;
    },
    front: async (signal) => tell(frontWindow(), displaysNow(signal).displays),
    windowAt: async ({ display, x, y }, signal) => {
      signal.throwIfAborted();
      const there = { x: (display.originX + x) / display.density, y: (display.originY + y) / display.density };
      const found = windows.list().find(({ alpha, box }) => alpha > 0 && isInside(there, box));
      return found === undefined ? null : named(found);
    },
    elements: elements.elements,
    webElements: async (display, signal) => {
      const front = frontWindow();
      return listBrowserElements({ bundle: front?.bundle ?? '', app: front?.app ?? '' }, display, run, signal);
    },
    press: async (element, signal) => {
      // As with a click: the entry of a menu can paste.
      await typing.settle();
      return elements.press(element, signal);
    },
    focus: elements.focus,
    setValue: elements.setValue,
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
      if (kept.isAny()) throw new Refused('keys are held down, so other text would arrive; let go of them first');
      displaysNow(signal);
      await typing.type(text, isTerminalInFront(), signal);
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
    clipboardRead: async (signal) => {
      await typing.settle();
      signal.throwIfAborted();
      return pasteboard.read();
    },
    clipboardWrite: async (text, signal) => {
      if (!text.isWellFormed()) throw new Refused('the text contains half a character (an unpaired surrogate)');
      await typing.settle();
      signal.throwIfAborted();
      pasteboard.write(text);
    },
    presence: async (signal) => {
      signal.throwIfAborted();
      const state = readScreenState(native, cf);
      const may = !permissions.mayTouch() ? 'untouched' : permissions.maySee(windows.list()) ? 'on' : 'unseen';
      return { screen: state === 'on' ? may : state, keysPressed: personActs() };
    },
    wake: async (signal) => {
      signal.throwIfAborted();
      power.wake();
    },
    stayAwake: async (isWanted) => power.stayAwake(isWanted),
    releaseAll: async () => input.releaseAll(),
    close: async () => {
      helper.close();
      input.releaseAll();
      power.stayAwake(false);
      await typing.settle();
    },
  };
}

function readCombo(keys: string): KeyCombo {
  const parsed = parseKeys(keys);
  if (!parsed.ok) throw new Refused(parsed.reason);
  return parsed.combo;
}

/** By the name on the screen, the name on the disk, or the bundle identifier; in any case. */
function findByName(app: string, windows: readonly MacWindow[]): MacWindow | null {
  const fold = (name: string): string =>
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/\.app$/, '');
  const wanted = fold(app);
  return (
    windows.find((window) => [window.app, window.fileName, window.bundle].some((name) => fold(name) === wanted)) ?? null
  );
}

function named({ app, bundle, title, pid }: MacWindow): FrontWindow {
  return { app, ...(bundle === '' ? {} : { bundle }), title: title ?? '', pid };
}

function isInside({ x, y }: Point, box: Box): boolean {
  return x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
}

/** The display that holds a point of the whole desktop (in points), and its pixel there. */
function locate(point: Point, displays: readonly Display[]): Place {
  for (const display of displays) {
    const x = Math.floor(point.x * display.density - display.originX);
    const y = Math.floor(point.y * display.density - display.originY);
    if (x >= 0 && y >= 0 && x < display.width && y < display.height) return { display, x, y };
  }
  throw new DesktopLost('the pointer is on no display');
}
