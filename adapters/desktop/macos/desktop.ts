/**
 * The desktop of a Mac: libnut for pointer and keys, Apple's own programs for the rest. macOS asks for Accessibility and Screen
 * Recording when libnut is loaded and remembers the answer for the life of the process: a new life of hands sees a new grant.
 * Written from documentation and libnut's source; its commands and the reading of their output are tested, it was not run on a Mac.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type KeyCombo, parseKeys } from '../../../src/action/keys.ts';
import { isTerminalApp } from '../../../src/action/terminal-apps.ts';
import { type Desktop, DesktopLost, type Display, type Place, Refused } from '../../../src/ports/desktop.ts';
import { releasePixels } from '../../../src/screen/release-pixels.ts';
import { createAimedPointer } from '../aimed-pointer.ts';
import { type EncodeFrame, toFrame } from '../frame.ts';
import { type Libnut, loadLibnut } from '../libnut.ts';
import { createPointer, type Spot } from '../pointer.ts';
import { fingerprintOf } from '../raw-frame.ts';
import { checkPlace, checkText, findDisplay, readCrop } from '../targets.ts';
import { caffeinateCommand, createMacAwake } from './awake.ts';
import { type AxHelper, createAxHelper } from './ax-helper.ts';
import { AX_SCRIPT } from './ax-script.ts';
import { listBrowserElements } from './browsers.ts';
import { tripleClickCommand } from './clicks.ts';
import { createMacElements, type MacElements } from './elements.ts';
import { findMacCover } from './find-cover.ts';
import { RELEASE_KEYS_COMMAND } from './held-keys.ts';
import { keystrokeCommand, toMacKeys } from './keys.ts';
import { createMacPasteboard, PASTEBOARD_SCRIPT } from './pasteboard.ts';
import { PRESENCE_SCRIPT, readMacPresence, WAKE_COMMAND } from './presence.ts';
import { listDisplays, type MacDisplays, readFrontWindow, readHeldButtons, readWindowAt } from './queries.ts';
import { type Run, runProgram } from './run.ts';
import { createMacScreen, type DecodeFrame } from './screen.ts';
import { createMacTyping } from './typing.ts';

export interface MacOptions {
  readonly encode: EncodeFrame;
  readonly decode: DecodeFrame;
  /** Applications that keep secrets, beside the built-in list: covered in pictures. */
  readonly privateApps: readonly string[];
}

/** Where the outside world comes in; tests hand in their own. */
export interface MacParts extends MacOptions {
  readonly libnut: Libnut;
  readonly run: Run;
  readonly elements: MacElements;
  /** Of `PRESENCE_SCRIPT`. */
  readonly presence: AxHelper;
  /** Of `PASTEBOARD_SCRIPT`. */
  readonly pasteboard: AxHelper;
  readonly setAwake: (isWanted: boolean) => void;
}

/** Asking for the displays starts a program; they are asked again after this, or as soon as libnut sees another main display. */
const DISPLAYS_FRESH_MS = 2000;
const HOLDABLE = ['cmd', 'control', 'alt', 'shift'] as const;

/** Loads libnut and lets go of what an earlier life may have held. A Mac's display never goes away as a whole. */
export async function openMacDesktop(
  options: MacOptions,
): Promise<{ readonly desktop: Desktop; readonly lost: Promise<DesktopLost> }> {
  const help = (script: string): AxHelper => createAxHelper(['osascript', '-l', 'JavaScript', '-e', script]);
  const desktop = createMacDesktop({
    ...options,
    libnut: loadLibnut(),
    run: runProgram,
    elements: createMacElements(help(AX_SCRIPT)),
    presence: help(PRESENCE_SCRIPT),
    pasteboard: help(PASTEBOARD_SCRIPT),
    setAwake: createMacAwake(caffeinateCommand(process.pid)),
  });
  await desktop.releaseAll(new AbortController().signal);
  return { desktop, lost: new Promise(() => undefined) };
}

export function createMacDesktop(parts: MacParts): Desktop {
  const { libnut, run, encode, decode, privateApps, elements, presence, pasteboard, setAwake } = parts;
  const pointer = createPointer(libnut, 'macos');
  const screen = createMacScreen({ libnut, run, decode });
  const typing = createMacTyping(libnut, run, createMacPasteboard(pasteboard));
  let held: readonly string[] = [];
  let known: { readonly mac: MacDisplays; readonly at: number; readonly main: string } | null = null;

  const readDisplays = async (signal: AbortSignal): Promise<MacDisplays> => {
    signal.throwIfAborted();
    const { width, height } = libnut.getScreenSize();
    const main = `${width}x${height}`;
    if (known !== null && known.main === main && performance.now() - known.at < DISPLAYS_FRESH_MS) return known.mac;
    const mac = await listDisplays(run, signal);
    known = { mac, at: performance.now(), main };
    return mac;
  };
  /** libnut counts in points of the whole desktop. */
  const aim = async ({ display, x, y }: Place, signal: AbortSignal): Promise<Spot> => {
    checkPlace({ display, x, y }, (await readDisplays(signal)).displays);
    signal.throwIfAborted();
    return {
      x: (display.originX + Math.floor(x)) / display.density,
      y: (display.originY + Math.floor(y)) / display.density,
    };
  };
  const isTerminalInFront = async (signal: AbortSignal): Promise<boolean> =>
    isTerminalApp((await readFrontWindow(run, signal)).app);
  const readCombo = (keys: string): KeyCombo => {
    const parsed = parseKeys(keys);
    if (!parsed.ok) throw new Refused(parsed.reason);
    return parsed.combo;
  };
  const resolveKeys = async (keys: string, signal: AbortSignal) => {
    const combo = readCombo(keys);
    const needsFront = combo.modifiers.includes('ctrl') || combo.key === 'ctrl';
    return toMacKeys(combo, needsFront && (await isTerminalInFront(signal)));
  };

  return {
    describe: async (signal) => ({ platform: 'macos', ...(await readDisplays(signal)) }),
    capture: async (request, signal) => {
      const display = findDisplay(request.display, (await readDisplays(signal)).displays);
      const crop = readCrop(request, display);
      const cover = await findMacCover(display, privateApps, run, signal);
      const takenAt = Date.now();
      const raw = await screen.grab(display, crop, signal);
      const frame = await toFrame(raw, { display, crop, takenAt }, request, encode, cover);
      releasePixels(raw.pixels);
      signal.throwIfAborted();
      return frame;
    },
    fingerprint: async (index, signal) => {
      const display = findDisplay(index, (await readDisplays(signal)).displays);
      const raw = await screen.grab(display, null, signal);
      const fingerprint = fingerprintOf(raw);
      releasePixels(raw.pixels);
      return fingerprint;
    },
    front: async (signal) => readFrontWindow(run, signal, (await readDisplays(signal)).displays),
    windowAt: (place, signal) => readWindowAt(place, run, signal),
    elements: elements.elements,
    webElements: async (display, signal) => {
      const { app } = await readFrontWindow(run, signal);
      return listBrowserElements(app, display, run, signal);
    },
    press: elements.press,
    focus: elements.focus,
    setValue: elements.setValue,
    cursor: async (signal) => {
      const { displays } = await readDisplays(signal);
      return locate(libnut.getMousePos(), displays);
    },
    ...createAimedPointer(pointer, aim, (signal) => signal.throwIfAborted()),
    click: async (at, button, count, signal) => {
      const spot = await aim(at, signal);
      if (count === 3) await run(tripleClickCommand(spot, button), '', signal);
      else await pointer.click(spot, button, count, signal);
    },
    type: async (text, signal) => {
      checkText(text);
      if (held.length > 0) throw new Refused('keys are held down, so other text would arrive; let go of them first');
      await typing.type(text, await isTerminalInFront(signal), signal);
    },
    key: async (keys, repeat, signal) => {
      const { modifiers, key } = await resolveKeys(keys, signal);
      for (let done = 0; done < repeat; done += 1) {
        signal.throwIfAborted();
        if (key.by === 'libnut') libnut.keyTap(key.name, modifiers);
        else await run(keystrokeCommand(key.character, modifiers), '', signal);
      }
    },
    holdKey: async (keys, ms, signal) => {
      const { modifiers, key } = await resolveKeys(keys, signal);
      if (key.by === 'character') throw new Refused(`"${key.character}" cannot be held on a Mac; press it with "key"`);
      signal.throwIfAborted();
      libnut.keyToggle(key.name, 'down', modifiers);
      try {
        await sleep(ms, undefined, { signal });
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        libnut.keyToggle(key.name, 'up', modifiers);
      }
    },
    keepDown: async (keys, signal) => {
      const wanted: string[] = [];
      for (const name of keys) {
        const { modifiers, key } = await resolveKeys(name, signal);
        if (key.by === 'character') throw new Refused(`"${key.character}" cannot be kept down on a Mac`);
        wanted.push(...modifiers, key.name);
      }
      signal.throwIfAborted();
      for (const name of held) if (!wanted.includes(name)) libnut.keyToggle(name, 'up');
      for (const name of wanted) if (!held.includes(name)) libnut.keyToggle(name, 'down');
      held = wanted;
    },
    clipboardRead: (signal) => typing.readClipboard(signal),
    clipboardWrite: async (text, signal) => {
      if (!text.isWellFormed()) throw new Refused('the text contains half a character (an unpaired surrogate)');
      await typing.writeClipboard(text, signal);
    },
    presence: (signal) => readMacPresence(presence, signal),
    wake: async (signal) => {
      await run(WAKE_COMMAND, '', signal);
    },
    stayAwake: async (isWanted) => setAwake(isWanted),
    releaseAll: async (signal) => {
      held = [];
      for (const modifier of HOLDABLE) libnut.keyToggle(modifier, 'up');
      const [buttons] = await Promise.all([readHeldButtons(run, signal), run(RELEASE_KEYS_COMMAND, '', signal)]);
      for (const button of buttons) libnut.mouseToggle('up', button);
    },
    close: async () => {
      elements.close();
      presence.close();
      pasteboard.close();
      setAwake(false);
      for (const name of held) libnut.keyToggle(name, 'up');
      for (const modifier of HOLDABLE) libnut.keyToggle(modifier, 'up');
    },
  };
}

/** The display that holds a point of the whole desktop (in points), and its pixel there. */
function locate(point: Spot, displays: readonly Display[]): Place {
  for (const display of displays) {
    const x = Math.floor(point.x * display.density - display.originX);
    const y = Math.floor(point.y * display.density - display.originY);
    if (x >= 0 && y >= 0 && x < display.width && y < display.height) return { display, x, y };
  }
  throw new DesktopLost('the pointer is on no display');
}
