/** The desktop of an X server. Lives in the hands process: libnut may end it, and a stop may kill it. */

import { type Desktop, DesktopLost, type Display, type Place, Refused } from '../../../src/ports/desktop.ts';
import { isCoveredApp } from '../../../src/safety/apps/app-names.ts';
import { say } from '../../../src/words/say.ts';
import { createAccessibility } from '../accessibility/accessibility.ts';
import type { SessionEnvironment } from '../accessibility/accessibility-bus.ts';
import { createAimedPointer } from '../aimed-pointer.ts';
import { hiddenElements } from '../cover-note.ts';
import type { FocusTold } from '../focus-told.ts';
import type { EncodeFrame } from '../frame.ts';
import { loadLibnut } from '../libnut.ts';
import { placeWindow } from '../place-window.ts';
import { createPointer, type Spot } from '../pointer.ts';
import { checkPlace } from '../targets.ts';
import { listDevtoolsElements } from '../web/devtools-elements.ts';
import { createClipboardWatch } from './clipboard-watch.ts';
import { connectDisplay } from './connection.ts';
import type { DisplayEnvironment } from './display-name.ts';
import { createCoverFinder } from './find-cover.ts';
import { createKeyboard } from './keyboard.ts';
import { createMonitors } from './monitors.ts';
import { createPaintWatch } from './paint-watch.ts';
import { createPrograms } from './programs.ts';
import { createProperties } from './properties.ts';
import { createRawInput } from './raw-input.ts';
import { createScreen } from './screen.ts';
import { createAwake, createScreenState } from './screen-state.ts';
import { createSelectionLoan } from './selection-loan.ts';
import { createSelections } from './selections.ts';
import { findWindowAt, readStack } from './stacking.ts';
import { createWaylandGuard, NATIVE_WINDOW } from './wayland.ts';
import { readFrontWindow } from './windows.ts';
import { createKeyInput } from './xtest.ts';

export interface X11Options {
  readonly env: DisplayEnvironment & SessionEnvironment;
  readonly encode: EncodeFrame;
  /** Applications that keep secrets, beside the built-in list: covered in pictures, their elements not told. */
  readonly privateApps: readonly string[];
}

/** A desktop, and the news of its end. */
export interface X11Desktop {
  readonly desktop: Desktop;
  /** Resolves when the display has gone. Nothing of libnut may be called after that. */
  readonly lost: Promise<DesktopLost>;
}

/** Connects, lets go of all keys and buttons, loads libnut. Rejects with `DesktopLost` when there is no usable display. */
export async function openX11Desktop({ env, encode, privateApps }: X11Options): Promise<X11Desktop> {
  const connection = await connectDisplay(env);
  const input = await createKeyInput(connection);
  if (input === null)
    throw new DesktopLost(say`display ${connection.name} has no XTEST, so nothing can be pressed on it`);
  await input.releaseAll();
  let lost: DesktopLost | null = null;
  connection.lost.then((error) => {
    lost = error;
  });
  const checkAlive = (signal?: AbortSignal): void => {
    signal?.throwIfAborted();
    if (lost !== null) throw lost;
  };
  const setAwake = await createAwake(connection);
  const properties = createProperties(connection);
  const programs = await createPrograms(connection);
  const monitors = await createMonitors(connection, properties);
  const screenState = await createScreenState(connection, properties, monitors);
  const selections = await createSelections(connection, properties);
  const wayland = await createWaylandGuard(connection, properties);
  const rawInput = await createRawInput(connection, input.state);
  const loan = createSelectionLoan(selections);
  const paints = await createPaintWatch(connection);
  const clipboardWatch = await createClipboardWatch(connection, properties, selections.window);
  const { forgetHeld, ...keyboard } = createKeyboard({
    ...{ connection, properties, programs, selections, loan, input },
    askFocus: (signal) => askFocus(signal),
  });
  const libnut = loadLibnut();
  const pointer = createPointer(libnut, async () => {
    const { x, y, buttons } = await input.state();
    return { x, y, isPressed: buttons.length > 0 };
  });
  const accessibility = createAccessibility({ env });
  const covers = createCoverFinder({ properties, root: connection.root, accessibility, privateApps });
  const screen = createScreen(libnut, monitors, encode, covers, paints, checkAlive);

  const askFocus = async (signal: AbortSignal): Promise<FocusTold> => {
    const [front, displays] = await Promise.all([readFrontWindow(properties, connection.root), screen.displays()]);
    const placed = front.box === null || front.box === undefined ? null : placeWindow(front.box, displays);
    const display = displays.find(({ index }) => index === placed?.display) ?? displays[0];
    if (display === undefined || isCoveredApp(front.app, privateApps)) return { kind: 'unknown' };
    return await accessibility.focusTold({ front, display }, signal);
  };

  /** The place in pixels of the root window. Throws when it may not be a target, the signal is aborted or the display is gone. */
  const aim = async (place: Place, signal: AbortSignal): Promise<Spot> => {
    checkPlace(place, await screen.displays());
    const spot = { x: place.display.originX + Math.floor(place.x), y: place.display.originY + Math.floor(place.y) };
    await wayland.checkSpot(spot);
    checkAlive(signal);
    return spot;
  };

  const desktop: Desktop = {
    describe: async () => ({ platform: 'x11', name: connection.name, displays: await screen.displays() }),
    capture: async (request, signal) => {
      const frame = await screen.capture(request, signal);
      signal.throwIfAborted();
      return frame;
    },
    fingerprint: (display) => screen.fingerprint(display),
    glimpse: async () => null,
    front: async () => {
      const { box, width: _width, ...front } = await readFrontWindow(properties, connection.root);
      const placed = box === null || box === undefined ? null : placeWindow(box, await screen.displays());
      return { ...front, ...(placed ?? { box: null }) };
    },
    windowAt: async ({ display, x, y }) =>
      findWindowAt(await readStack(properties, connection.root), display.originX + x, display.originY + y),
    titles: async () =>
      (await readStack(properties, connection.root))
        // The window manager's own windows carry no class.
        .flatMap(({ app, title }) => (app === '' || title === '' ? [] : [title]))
        .reverse(),
    elements: async (request, signal) => {
      const front = await readFrontWindow(properties, connection.root);
      if (isCoveredApp(request.app ?? front.app, privateApps)) return hiddenElements(request.app ?? front.app);
      if (request.app === null && (await wayland.isNativeInFront()))
        return { elements: [], coverage: 'unavailable', reason: NATIVE_WINDOW };
      return accessibility.elements({ ...request, front }, signal);
    },
    webElements: async (display, signal) =>
      listDevtoolsElements(await readFrontWindow(properties, connection.root), display, signal),
    press: async (element, signal) => {
      // The clipboard is given back first, since the entry of a menu can paste.
      await loan.settle();
      return accessibility.press(element, signal);
    },
    focus: accessibility.focus,
    setValue: accessibility.setValue,
    cursor: async () => {
      const [{ x, y }, displays] = await Promise.all([input.state(), screen.displays()]);
      return locate(x, y, displays);
    },
    ...createAimedPointer(pointer, aim, checkAlive),
    click: async (at, button, count, signal) => {
      const spot = await aim(at, signal);
      // The clipboard is given back first: a click of the middle button, or on the entry of a menu, can paste.
      await loan.settle();
      await pointer.click(spot, button, count, signal);
    },
    ...keyboard,
    type: async (text, signal) => {
      await wayland.checkKeys();
      return await keyboard.type(text, signal);
    },
    key: async (keys, repeat, signal) => {
      await wayland.checkKeys();
      await keyboard.key(keys, repeat, signal);
    },
    holdKey: async (keys, ms, signal) => {
      await wayland.checkKeys();
      await keyboard.holdKey(keys, ms, signal);
    },
    clipboardRead: (signal) => loan.readClipboard(signal),
    clipboardCopy: () => clipboardWatch.copy(),
    clipboardWrite: async (text, signal) => {
      if (!text.isWellFormed()) throw new Refused(say`the text contains half a character (an unpaired surrogate)`);
      signal.throwIfAborted();
      await loan.writeClipboard(text);
    },
    presence: async () => ({ screen: await screenState.read(), keysPressed: null }),
    presses: async () => {
      const [pressed, displays] = await Promise.all([rawInput.take(), screen.displays()]);
      if (pressed === null) return null;
      return { clicks: pressed.clicks.map(({ x, y }) => locate(x, y, displays)), keys: pressed.keys };
    },
    wake: () => screenState.wake(),
    stayAwake: async (isWanted) => setAwake(isWanted),
    releaseAll: async () => {
      forgetHeld();
      await input.releaseAll();
    },
    close: async () => {
      accessibility.close();
      if (lost !== null) return;
      await input.releaseAll();
      await loan.close();
      connection.close();
    },
  };
  return { desktop, lost: connection.lost };
}

/** The pixel of a display at this one of the root window; of the first display where none shows it. */
function locate(x: number, y: number, displays: readonly Display[]): Place {
  const isOn = ({ originX, originY, width, height }: Display): boolean =>
    x >= originX && y >= originY && x < originX + width && y < originY + height;
  const display = displays.find(isOn) ?? displays[0];
  if (display === undefined) throw new DesktopLost(say`the display has no screen`);
  return { display, x: x - display.originX, y: y - display.originY };
}
