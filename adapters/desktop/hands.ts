/**
 * The desktop and the pictures as the bot has them: worked by the hands process, which is started when it is first needed, ended
 * when a stop is not obeyed at once, and brought back when it or the display dies. Nothing here blocks the event loop.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { type Desktop, DesktopLost } from '../../src/ports/desktop.ts';
import type { Pictures } from '../../src/ports/pictures.ts';
import { say, type Text } from '../../src/words/say.ts';
import { findDisplay } from './find-display.ts';
import { type ChildEnd, type HandsChild, startChild } from './hands-child.ts';
import { CALLS, type CallName } from './hands-protocol.ts';
import { createOwnEscape, type OwnEscape } from './local-stop/own-escape.ts';

export interface HandsOptions {
  /** Path of the child's program, src/bin/hands.ts. */
  readonly program: string;
  readonly platform: 'x11' | 'macos';
  /** Applications that keep secrets, beside the built-in list: covered in every picture. */
  readonly privateApps?: readonly string[];
  /** A Mac's own questions for its permissions are shown when the first child starts. */
  readonly asksForPermissions?: boolean;
  /** The environment for the next child: asked at every start, so that a new display can be given after one was lost. */
  readonly env: () => Readonly<Record<string, string | undefined>>;
  /** The desktop could not be brought back at once; called again when the tries are used up. `why`: one sentence for people. */
  readonly onDown: (why: Text) => void;
  /** The desktop works again after `onDown`. */
  readonly onUp: () => void;
}

export interface Hands {
  readonly desktop: Desktop;
  readonly pictures: Pictures;
  /** Whether an Escape that is down may be one the hands were asked to press. */
  readonly ownEscape: Pick<OwnEscape, 'mayBeDown'>;
  /** Process id of the child while it runs. */
  pid(): number | null;
  /** Ends the child and starts another one; resolves when that can work. `asks`: a Mac shows its own questions for permissions. */
  restart(asks: boolean, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Pause before each try after a failure; more failures than that within `TRIES_WITHIN_MS` and it stays down. */
const PAUSES_MS = [0, 1000, 4000] as const;
const TRIES_WITHIN_MS = 30_000;
/** How often a display that stays away is looked for. */
const WATCH_MS = 1000;
const SHORT_CALL_MS = 5000;
const PICTURE_CALL_MS = 10_000;
/** The limit for an animation, which nobody waits for. */
const ANIMATION_CALL_MS = 30_000;
const LONG_CALL_MS = 15_000;
/** Slow applications take up to a second for a piece of pasted text. */
const TYPED_CHARACTER_MS = 10;
const PRESSED_KEY_MS = 50;
const LOOKS: ReadonlySet<CallName> = new Set([
  ...([
    'describe',
    'capture',
    'fingerprint',
    'glimpse',
    'front',
    'windowAt',
    'titles',
    'elements',
    'webElements',
    'cursor',
  ] as const),
  ...([
    'clipboardRead',
    'clipboardCopy',
    'presence',
    'presses',
    'cut',
    'stack',
    'animate',
    'cover',
    'mark',
    'adopt',
  ] as const),
]);

export function createHands(options: HandsOptions): Hands {
  const ownEscape = createOwnEscape(() => performance.now());
  let running: HandsChild | null = null;
  let latest: HandsChild | null = null;
  let starting: Promise<HandsChild> | null = null;
  let isRecovering = false;
  let isClosed = false;
  let asksNext = false;
  let isKeptAwake = false;
  let announced: 'nothing' | 'trying' | 'lasting' = 'nothing';
  let lastWhy: Text = '';
  let failedAt: readonly number[] = [];

  /** Starts at most one process: whoever asked for a restart may have been first. */
  const start = (): Promise<HandsChild> => {
    if (running !== null) return Promise.resolve(running);
    starting ??= startOnce().finally(() => {
      starting = null;
    });
    return starting;
  };
  const startOnce = async (): Promise<HandsChild> => {
    const asks = asksNext || (options.asksForPermissions === true && latest === null);
    asksNext = false;
    const started = startChild({
      program: options.program,
      args: [JSON.stringify(options.privateApps ?? []), ...(asks ? ['ask'] : [])],
      env: options.env(),
    });
    latest = started;
    try {
      await started.ready;
    } catch (error) {
      noteFailure((await started.ended).why);
      throw error;
    }
    running = started;
    // A new process lets go of all keys first.
    ownEscape.keep([]);
    if (isKeptAwake) keepAwake(started);
    started.ended.then((end) => handleEnd(started, end));
    if (announced !== 'nothing') options.onUp();
    announced = 'nothing';
    return started;
  };
  const keepAwake = (child: HandsChild): void => {
    const request = {
      name: 'stayAwake',
      args: [true],
      value: CALLS.stayAwake.value,
      limitMs: SHORT_CALL_MS,
      isLook: false,
    };
    // An error is ignored: the next call notices a process that is gone.
    child.call(request, new AbortController().signal).catch(ignore);
  };
  const handleEnd = (child: HandsChild, end: ChildEnd): void => {
    // A process that was replaced was ended on purpose.
    if (running !== child) return;
    running = null;
    if (isClosed) return;
    // After a stop the next process lets go of what this one may have held; that must not wait for the next call.
    if (end.how === 'stopped') start().catch(ignore);
    else noteFailure(end.why);
  };
  const noteFailure = (why: Text): void => {
    lastWhy = why;
    failedAt = [...failedAt.filter((at) => performance.now() - at < TRIES_WITHIN_MS), performance.now()];
    if (!isRecovering && !isClosed) recover();
  };
  /** Tries three times, then waits for the display; only one recovery runs at a time. */
  const recover = async (): Promise<void> => {
    isRecovering = true;
    while (!isClosed && running === null) {
      const pauseMs = PAUSES_MS[failedAt.length - 1];
      if (pauseMs === undefined) {
        announce('lasting', say`The desktop stays down: ${lastWhy}. Deskhand goes on as soon as it is back.`);
        await waitForDisplay();
      } else if (pauseMs > 0) {
        announce('trying', say`The desktop is gone: ${lastWhy}. Deskhand is trying to get it back.`);
        await sleep(pauseMs, undefined, { ref: false });
      }
      // `startOnce` notes its own failures.
      if (!isClosed) await start().catch(ignore);
    }
    isRecovering = false;
  };
  const announce = (stage: 'trying' | 'lasting', why: Text): void => {
    if (announced === 'lasting' || announced === stage) return;
    announced = stage;
    options.onDown(why);
  };
  const waitForDisplay = async (): Promise<void> => {
    do await sleep(WATCH_MS, undefined, { ref: false });
    while (!isClosed && options.platform === 'x11' && !(await findDisplay(options.env())).ok);
  };

  /** The running process or the one being started. While the desktop is down there is nothing to wait for. */
  const reach = (): Promise<HandsChild> => {
    if (isClosed) return Promise.reject(new DesktopLost(say`my screen helper was closed`));
    if (running !== null) return Promise.resolve(running);
    if (starting !== null) return starting;
    if (isRecovering) return Promise.reject(new DesktopLost(lastWhy));
    return start();
  };
  const call = async <Value>(
    name: CallName,
    args: readonly unknown[],
    value: z.ZodType<Value>,
    signal: AbortSignal,
    limitMs = SHORT_CALL_MS,
  ): Promise<Value> => {
    signal.throwIfAborted();
    const reached = await reach();
    return reached.call({ name, args, value, limitMs, isLook: LOOKS.has(name) }, signal);
  };

  const restart = async (asks: boolean, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    asksNext = asks;
    failedAt = [];
    const old = running;
    running = null;
    await old?.close();
    const gaveUp = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new DesktopLost(say`the hands did not start in time`)), {
        once: true,
      }),
    );
    await Promise.race([start(), gaveUp]);
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    await latest?.close();
  };

  const desktop: Desktop = {
    describe: (signal) => call('describe', [], CALLS.describe.value, signal),
    capture: (request, signal) => call('capture', [request], CALLS.capture.value, signal, PICTURE_CALL_MS),
    fingerprint: (display, signal) => call('fingerprint', [display], CALLS.fingerprint.value, signal),
    glimpse: (signal) => call('glimpse', [], CALLS.glimpse.value, signal),
    front: (signal) => call('front', [], CALLS.front.value, signal),
    windowAt: (place, signal) => call('windowAt', [place], CALLS.windowAt.value, signal),
    titles: (signal) => call('titles', [], CALLS.titles.value, signal),
    elements: (request, signal) => call('elements', [request], CALLS.elements.value, signal),
    webElements: (display, signal) => call('webElements', [display], CALLS.webElements.value, signal, PICTURE_CALL_MS),
    press: (element, signal) => call('press', [element], CALLS.press.value, signal),
    focus: (element, signal) => call('focus', [element], CALLS.focus.value, signal),
    setValue: (element, text, signal) => call('setValue', [element, text], CALLS.setValue.value, signal),
    cursor: (signal) => call('cursor', [], CALLS.cursor.value, signal),
    move: (to, signal) => call('move', [to], CALLS.move.value, signal),
    click: (at, button, count, signal) => call('click', [at, button, count], CALLS.click.value, signal),
    mouseDown: (at, signal) => call('mouseDown', [at], CALLS.mouseDown.value, signal),
    mouseUp: (at, signal) => call('mouseUp', [at], CALLS.mouseUp.value, signal),
    drag: (from, to, signal) => call('drag', [from, to], CALLS.drag.value, signal),
    scroll: (at, direction, amount, signal) => call('scroll', [at, direction, amount], CALLS.scroll.value, signal),
    type: (text, signal) =>
      call('type', [text], CALLS.type.value, signal, LONG_CALL_MS + text.length * TYPED_CHARACTER_MS),
    key: (keys, repeat, signal) =>
      ownEscape.during(keys, () =>
        call('key', [keys, repeat], CALLS.key.value, signal, SHORT_CALL_MS + repeat * PRESSED_KEY_MS),
      ),
    holdKey: (keys, ms, signal) =>
      ownEscape.during(keys, () => call('holdKey', [keys, ms], CALLS.holdKey.value, signal, SHORT_CALL_MS + ms)),
    keepDown: (keys, signal) => {
      ownEscape.keep(keys);
      return call('keepDown', [keys], CALLS.keepDown.value, signal);
    },
    clipboardRead: (signal) => call('clipboardRead', [], CALLS.clipboardRead.value, signal, PICTURE_CALL_MS),
    clipboardCopy: (signal) => call('clipboardCopy', [], CALLS.clipboardCopy.value, signal),
    clipboardWrite: (text, signal) => call('clipboardWrite', [text], CALLS.clipboardWrite.value, signal),
    presence: (signal) => call('presence', [], CALLS.presence.value, signal),
    presses: (signal) => call('presses', [], CALLS.presses.value, signal),
    wake: (signal) => call('wake', [], CALLS.wake.value, signal),
    stayAwake: async (wanted, signal) => {
      isKeptAwake = wanted;
      // A process that does not run yet is told when it starts.
      if (running !== null) await call('stayAwake', [wanted], CALLS.stayAwake.value, signal);
    },
    releaseAll: (signal) => {
      ownEscape.keep([]);
      return call('releaseAll', [], CALLS.releaseAll.value, signal);
    },
    close,
  };
  const pictures: Pictures = {
    cut: (jpeg, request, signal) => call('cut', [jpeg, request], CALLS.cut.value, signal, PICTURE_CALL_MS),
    stack: (jpegs, signal) => call('stack', [jpegs], CALLS.stack.value, signal, PICTURE_CALL_MS),
    animate: (jpegs, request, signal) =>
      call('animate', [jpegs, request], CALLS.animate.value, signal, ANIMATION_CALL_MS),
    cover: (jpeg, boxes, signal) => call('cover', [jpeg, boxes], CALLS.cover.value, signal, PICTURE_CALL_MS),
    mark: (jpeg, request, signal) => call('mark', [jpeg, request], CALLS.mark.value, signal, PICTURE_CALL_MS),
    adopt: (given, request, signal) => call('adopt', [given, request], CALLS.adopt.value, signal, PICTURE_CALL_MS),
    findAgain: (before, now, at, signal) =>
      call('findAgain', [before, now, at], CALLS.findAgain.value, signal, PICTURE_CALL_MS),
  };
  return { desktop, pictures, ownEscape, pid: () => running?.pid ?? null, restart, close };
}

function ignore(): void {}
