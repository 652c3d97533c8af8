/** The desktop of a Mac: macOS's own frameworks for everything but the picture, which `screencapture` takes. */
import {
  type Box,
  type Desktop,
  type DesktopLost,
  type Display,
  type FrontWindow,
  type Lack,
  Refused,
} from '../../../src/ports/desktop.ts';
import { releasePixels } from '../../../src/ports/release-pixels.ts';
import { isCoveredApp } from '../../../src/safety/apps/app-names.ts';
import { say } from '../../../src/words/say.ts';
import { type EncodeFrame, toFrame } from '../frame.ts';
import { placeWindow } from '../place-window.ts';
import { fingerprintOf, type RawFrame } from '../raw-frame.ts';
import { findDisplay, readCrop } from '../targets.ts';
import { type AxHelper, createAxHelper } from './ax-helper.ts';
import { listBrowserElements } from './browsers.ts';
import { createMacClipboard } from './clipboard.ts';
import { createMacElements, type FindApplication } from './elements.ts';
import { findMacCover } from './find-cover.ts';
import { createAskFocus } from './focus.ts';
import { createGlimpse } from './glimpse.ts';
import { createHandWork, locate } from './hand-work.ts';
import { createKeptKeys } from './kept-keys.ts';
import { createFoundation } from './native/core-foundation.ts';
import { type MacDisplays, readDisplays } from './native/displays.ts';
import { createInput } from './native/input.ts';
import { createLayout } from './native/layout.ts';
import { loadNative, type Native, type Point } from './native/load.ts';
import { createPasteboard } from './native/pasteboard.ts';
import { createPermissions } from './native/permissions.ts';
import { countPersonActs, createPresses } from './native/person.ts';
import { createPower } from './native/power.ts';
import { findResponsible } from './native/responsible.ts';
import { readScreenState } from './native/session.ts';
import { createWindows, findFront, type MacWindow } from './native/windows.ts';
import { MAC_PROGRAMS } from './programs.ts';
import { type Run, runProgram } from './run.ts';
import { createMacScreen, type DecodeFrame } from './screen.ts';

export interface MacOptions {
  readonly encode: EncodeFrame;
  readonly decode: DecodeFrame;
  /** Applications that keep secrets, beside the built-in list: covered in pictures. Names or bundle identifiers. */
  readonly privateApps: readonly string[];
  /** The program of the process that reads elements: a JavaScript or TypeScript file. */
  readonly accessibilityChild: string;
  /** Macs show each of their own questions once; asking also puts the program on the list of the pane. */
  readonly asksForPermissions?: boolean;
  /** What stands in for a Mac in tests: one library with every symbol, and its `screencapture`. */
  readonly standIn?: { readonly library: string; readonly screencapture: string };
}

interface MacParts extends MacOptions {
  readonly native: Native;
  readonly helper: AxHelper;
  /** A second helper, for the clipboard: it may wait for the person, and looks must not wait with it. */
  readonly clipboardHelper: AxHelper;
  readonly run: Run;
}

/** Loads the frameworks and lets go of what an earlier life may have held. A Mac's window server does not go away under us. */
export async function openMacDesktop(
  options: MacOptions,
): Promise<{ readonly desktop: Desktop; readonly lost: Promise<DesktopLost> }> {
  const library = options.standIn?.library;
  const child = [options.accessibilityChild, ...(library === undefined ? [] : [library])];
  const startHelper = (): AxHelper => createAxHelper([process.execPath, ...child]);
  const [helper, clipboardHelper] = [startHelper(), startHelper()];
  const native = loadNative(library);
  const desktop = createMacDesktop({ ...options, native, helper, clipboardHelper, run: runProgram });
  helper.begin();
  await desktop.releaseAll(new AbortController().signal);
  return { desktop, lost: new Promise(() => undefined) };
}

function createMacDesktop({
  native,
  helper,
  clipboardHelper,
  run,
  encode,
  decode,
  privateApps,
  asksForPermissions = false,
  standIn,
}: MacParts): Desktop {
  const cf = createFoundation(native);
  const windows = createWindows(native, cf);
  const kept = createKeptKeys(createInput(native, cf));
  const { input } = kept;
  const permissions = createPermissions(native, cf, process.pid);
  const power = createPower(native, cf);
  const personActs = countPersonActs(native, input, () => performance.now());
  const presses = createPresses(native, input.where, () => performance.now());
  const program = standIn?.screencapture ?? MAC_PROGRAMS.screencapture.path;
  const screen = createMacScreen({ run, decode, program, now: () => performance.now() });
  const cover = {
    windows: windows.list,
    helper,
    isPasswordTyped: () => native.c.IsSecureEventInputEnabled(),
    privateApps,
  };

  const glimpse = createGlimpse(windows.list, helper);

  const displaysNow = (signal: AbortSignal): MacDisplays => {
    signal.throwIfAborted();
    return readDisplays(native, cf);
  };
  const frontWindow = (): MacWindow | null => findFront(windows.list());
  const findApplication: FindApplication = (app) => {
    const found = app === null ? frontWindow() : findByName(app, windows.list());
    return found === null ? null : { pid: found.pid, name: found.app, isSecret: isCoveredApp(found, privateApps) };
  };
  const clipboard = createMacClipboard({
    pasteboard: createPasteboard(native, cf),
    helper: clipboardHelper,
    program: () => responsible().program,
  });
  const elements = createMacElements(helper, findApplication);
  const { settle, ...hand } = createHandWork({
    kept,
    layout: createLayout(native, cf),
    clipboard,
    displaysNow,
    mayTouch: permissions.mayTouch,
    front: frontWindow,
    askFocus: createAskFocus(helper),
  });
  /** The picture is black where macOS would show the wallpaper only: nothing may be decided on windows that are missing. */
  const grab = async (display: Display, crop: Box | null, signal: AbortSignal): Promise<RawFrame> => {
    if (permissions.maySee(windows.list())) return screen.grab(display, crop, signal);
    const { width, height } = crop ?? display;
    return { width, height, pixels: new Uint32Array(width * height) };
  };
  const responsible = () => findResponsible(native, windows, { pid: process.pid, nodePath: process.execPath });
  const lacks = (): readonly Lack[] => {
    const missing = [
      ...(permissions.mayTouch() ? [] : ['touch' as const]),
      ...(permissions.maySee(windows.list()) ? [] : ['see' as const]),
    ];
    if (missing.length === 0) return [];
    const { program, isMoving } = responsible();
    return missing.map((permission) => ({ permission, program, isMoving }));
  };
  if (asksForPermissions) for (const { permission } of lacks()) permissions.ask(permission);
  const tell = (window: MacWindow | null, displays: readonly Display[]): FrontWindow => {
    if (window === null) return { app: '', title: '', pid: null, box: null };
    return { ...named(window), ...(placeWindow(window.box, displays) ?? { box: null }) };
  };

  return {
    describe: async (signal) => {
      const found = lacks();
      return { platform: 'macos', ...displaysNow(signal), ...(found.length === 0 ? {} : { lacks: found }) };
    },
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
    glimpse: async (signal) => (screen.isSlow() ? await glimpse(signal) : null),
    front: async (signal) => tell(frontWindow(), displaysNow(signal).displays),
    windowAt: async ({ display, x, y }, signal) => {
      signal.throwIfAborted();
      const there = { x: (display.originX + x) / display.density, y: (display.originY + y) / display.density };
      const found = windows.list().find(({ alpha, box }) => alpha > 0 && isInside(there, box));
      return found === undefined ? null : named(found);
    },
    titles: async (signal) => {
      signal.throwIfAborted();
      const all = windows.list();
      if (!permissions.maySee(all))
        throw new Refused(say`Window titles cannot be read: this Mac doesn't let me see windows`);
      return all.flatMap(({ layer, title }) => (layer === 0 && title !== null && title !== '' ? [title] : []));
    },
    elements: elements.elements,
    webElements: async (display, signal) => {
      const front = frontWindow();
      return listBrowserElements({ bundle: front?.bundle ?? '', app: front?.app ?? '' }, display, run, signal);
    },
    press: async (element, signal) => {
      // The clipboard is given back first, since the entry of a menu can paste.
      await settle();
      return elements.press(element, signal);
    },
    focus: elements.focus,
    setValue: elements.setValue,
    ...hand,
    presence: async (signal) => {
      signal.throwIfAborted();
      const state = readScreenState(native, cf);
      const may = !permissions.mayTouch() ? 'untouched' : permissions.maySee(windows.list()) ? 'on' : 'unseen';
      return { screen: state === 'on' ? may : state, keysPressed: personActs() };
    },
    presses: async (signal) => {
      const { displays } = displaysNow(signal);
      const { clicks, keys } = presses();
      return { clicks: clicks.map((point) => locate(point, displays)), keys };
    },
    wake: async (signal) => {
      signal.throwIfAborted();
      power.wake();
    },
    stayAwake: async (isWanted) => power.stayAwake(isWanted),
    releaseAll: async () => input.releaseAll(),
    close: async () => {
      helper.close();
      clipboardHelper.close();
      input.releaseAll();
      power.stayAwake(false);
      await settle();
    },
  };
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

function named({ id, app, bundle, title, pid }: MacWindow): FrontWindow {
  return { app, ...(bundle === '' ? {} : { bundle }), title: title ?? '', pid, window: String(id) };
}

function isInside({ x, y }: Point, box: Box): boolean {
  return x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
}
