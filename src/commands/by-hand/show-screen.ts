/** Shows the present screen at once, with or without a run; with numbers to tap where the person may click. */

import type { Buttons } from '../../outbound/buttons.ts';
import type { Outbox, Posting } from '../../outbound/outbox.ts';
import type { Outgoing } from '../../outbound/outgoing.ts';
import { wordsAlone } from '../../outbound/reply.ts';
import type { SpokenButton } from '../../outbound/spoken.ts';
import type { Thread } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Desktop, Frame } from '../../ports/desktop.ts';
import type { Pictures } from '../../ports/pictures.ts';
import type { RunHandle } from '../../run/life/run-handle.ts';
import { centerOf, toPlace, toPoint } from '../../screen/coordinates.ts';
import { sayCover } from '../../screen/cover-words.ts';
import { chooseMarks, toPictureBoxes } from '../../screen/marks.ts';
import { findDisplay, type Observation, observe } from '../../screen/observe.ts';
import { findUnusable } from '../../screen/unusable.ts';
import { type Area, boxOf, middleOf, WHOLE } from '../../screen/zoom-area.ts';
import { shorten } from '../../words/amounts.ts';
import { say, type Text } from '../../words/say.ts';
import { showInLine } from '../../words/visible.ts';
import { findText } from './find-text.ts';
import { originalRow, PICTURES_OFF, uncoveredRow } from './original-screen.ts';
import { makeScreenButtons } from './screen-buttons.ts';
import type { ShownScreen, ShownScreens } from './shown-screens.ts';

export interface ScreenPorts {
  readonly desktop: Desktop;
  readonly pictures: Pictures;
  readonly outbox: Outbox;
  readonly buttons: Buttons;
  readonly shown: ShownScreens;
  readonly clock: Clock;
  /** Pictures may go to this thread. */
  readonly showsPictures: (thread: Thread) => boolean;
  /** The run at work or held; null when there is none. */
  readonly current: () => RunHandle | null;
}

export interface ScreenWish {
  readonly thread: Thread;
  readonly displayIndex: number;
  /** Text before the picture; ''. */
  readonly words: Text;
  /** `words` say already why this screen cannot be worked. */
  readonly isToldWhy: boolean;
  /** Message to replace; null: posts a new one. */
  readonly replaces: Posting | null;
  readonly area: Area;
  /** Whether the picture is divided by three, to zoom into one of the nine parts. */
  readonly isGrid: boolean;
  /** A ring at this pixel of the display: where the last act was. */
  readonly ring: { readonly x: number; readonly y: number } | null;
  /** Only elements with this text get a number, and the first one a ring; '' for all. */
  readonly wanted: string;
  /** Whether the owner asks in their direct chat, and may see what is covered. */
  readonly mayUncover: boolean;
  /** The message this answers for good; '' for none. */
  readonly settles: string;
}

export const WHOLE_SCREEN: Omit<ScreenWish, 'thread' | 'displayIndex'> = {
  words: '',
  isToldWhy: false,
  replaces: null,
  area: WHOLE,
  isGrid: false,
  ring: null,
  wanted: '',
  mayUncover: false,
  settles: '',
};

const LOOK_MS = 10_000;
/** Narrower pictures are scaled up, as a phone shows small ones badly. */
const PICTURE_WIDTH = 1000;
const MOST_NUMBERS = 18;
/** Highest number of marks beside the grid, whose buttons need room, too. */
const MOST_WITH_GRID = 6;

/** Rejects when the screen cannot be captured. For a missing display it shows the first one and says so. */
export async function showScreen(wish: ScreenWish, ports: ScreenPorts): Promise<void> {
  const { thread, displayIndex, area } = wish;
  if (!ports.showsPictures(thread)) {
    post(wish, [PICTURES_OFF], null, [], ports);
    return;
  }
  const signal = AbortSignal.timeout(LOOK_MS);
  const display = await findDisplay(displayIndex, ports.desktop, signal);
  const crop = boxOf(area, display);
  const looked = await observe({ displayIndex, ring: wish.ring, zoom: crop }, ports.desktop, signal);
  const found = wish.wanted === '' ? null : await findText(wish.wanted, looked, ports.desktop, signal);
  const [first] = found ?? [];
  const ring = first === undefined ? null : centerOf(first, display);
  // The ring has to be drawn while the picture is taken.
  const observation = ring === null ? looked : await observe({ displayIndex, ring, zoom: crop }, ports.desktop, signal);
  const frame = observation.zoomed ?? observation.frame;
  const current = ports.current();
  const text = [
    ...(found === null ? [] : sayFound(wish.wanted, found.length, ports.desktop)),
    ...sayWhichDisplay(displayIndex, display.index),
    ...describeScreen(observation, wish.isToldWhy),
  ];
  // No clicking while a run is at work, nor on a screen that cannot be seen.
  if ((current !== null && !current.run.control.isPaused()) || findUnusable(observation) !== null) {
    post(wish, text, { jpeg: frame.jpeg }, sizeRows(wish, observation.frame, ports.buttons), ports);
    return;
  }
  const rest = found ?? chooseMarks(observation, crop);
  const screen = ports.shown.remember({
    thread,
    observation,
    area,
    crop,
    frame,
    numbers: new Map(),
    rest,
    posting: null,
  });
  await postNumbered(screen, wish, text, ports, signal);
}

/** The same picture once more, with the next numbers. */
export async function showMoreNumbers(screen: ShownScreen, settles: string, ports: ScreenPorts): Promise<void> {
  const { display } = screen.observation.frame;
  const wish = { ...WHOLE_SCREEN, thread: screen.thread, displayIndex: display.index, area: screen.area, settles };
  await postNumbered(screen, wish, [say`The same picture with other numbers.`], ports, AbortSignal.timeout(LOOK_MS));
}

async function postNumbered(
  screen: ShownScreen,
  wish: ScreenWish,
  text: readonly Text[],
  ports: ScreenPorts,
  signal: AbortSignal,
): Promise<void> {
  const { frame, crop, rest } = screen;
  const from = screen.numbers.size + 1;
  const { jpeg, marked } = await ports.pictures.mark(
    frame.jpeg,
    {
      boxes: toPictureBoxes(rest, frame, crop),
      from,
      most: wish.isGrid ? MOST_WITH_GRID : MOST_NUMBERS,
      width: PICTURE_WIDTH,
      hasGrid: wish.isGrid,
      cross: wish.isGrid ? crossOf(screen) : null,
    },
    signal,
  );
  for (const [position, index] of marked.entries()) {
    const element = rest[index];
    if (element !== undefined) screen.numbers.set(from + position, element);
  }
  screen.rest = rest.filter((_, index) => !marked.includes(index));
  const numbers = marked.map((_, position) => from + position);
  const hint = numbers.length === 0 ? [] : [' ', say`Tap a number to click there.`];
  const buttons = [
    ...makeScreenButtons(screen, numbers, wish.isGrid, ports.current(), ports.buttons),
    ...(wish.isGrid ? [] : sizeRows(wish, screen.observation.frame, ports.buttons)),
  ];
  const point = ports.buttons.register({ kind: 'look', look: screen.id, press: { do: 'point' } });
  screen.posting = post(wish, [...text, ...hint], { jpeg, point }, buttons, ports);
}

function sizeRows({ mayUncover }: ScreenWish, frame: Frame, buttons: Buttons): readonly (readonly SpokenButton[])[] {
  return [...originalRow(frame, buttons), ...(mayUncover ? uncoveredRow(frame, buttons) : [])];
}

/** What a point of the picture (0–1000 across and down) shows, as a point of the display. */
export function pointOnDisplay(
  { crop, observation }: Pick<ShownScreen, 'crop' | 'observation'>,
  at: { readonly x: number; readonly y: number },
): { readonly x: number; readonly y: number } {
  const { display } = observation.frame;
  const part = crop ?? { x: 0, y: 0, width: display.width, height: display.height };
  const x = Math.min(part.x + part.width - 1, part.x + Math.floor((at.x / 1000) * part.width));
  const y = Math.min(part.y + part.height - 1, part.y + Math.floor((at.y / 1000) * part.height));
  return toPoint({ display, x, y });
}

/** Point on the picture at which “Click the middle” clicks, by the same transform as the click. */
function crossOf({ area, crop, frame, observation }: ShownScreen): { readonly x: number; readonly y: number } {
  const { display } = observation.frame;
  const place = toPlace(middleOf(area), display);
  const part = crop ?? { x: 0, y: 0, width: display.width, height: display.height };
  return {
    x: ((place.x - part.x + 0.5) / part.width) * frame.width,
    y: ((place.y - part.y + 0.5) / part.height) * frame.height,
  };
}

function sayFound(wanted: string, count: number, desktop: Pick<Desktop, 'see'>): readonly Text[] {
  const word = showInLine(shorten(wanted, MOST_WANTED));
  if (count === 1) return [say`“${word}” is there once.`, ' '];
  if (count > 1) return [say`“${word}” is there ${count} times; the ring shows the first.`, ' '];
  return desktop.see === undefined
    ? [say`I can't find “${word}” there, and reading the screen is off or not installed.`, ' ']
    : [say`“${word}” does not show there.`, ' '];
}

const MOST_WANTED = 60;

function sayWhichDisplay(wanted: number, shown: number): readonly Text[] {
  return wanted === shown ? [] : [say`There is no display ${wanted} now; this is display ${shown}.`, ' '];
}

function describeScreen({ frame, front, screen }: Observation, isToldWhy: boolean): readonly Text[] {
  const inFront = front.app === '' ? say`No window is in front.` : say`In front: ${front.title || front.app}.`;
  const black =
    screen === 'on' && frame.isBlack
      ? say` I only see black. The screen may be locked or asleep, or I'm not allowed to see it.`
      : '';
  const state = {
    on: '',
    locked: say` The screen is locked.`,
    asleep: say` The screen is asleep; a click or key wakes it.`,
    unseen: say` This Mac doesn't let me see its screen.`,
    untouched: say` This Mac doesn't let me click or type.`,
  };
  const why = isToldWhy ? [] : [state[screen], black];
  return [inFront, ...why, ...sayCover(frame.cover).flatMap((sentence) => [' ', sentence])];
}

/** `point`: data for a tap on the picture, in a chat that reports its place. */
function post(
  { thread, words, settles, replaces }: ScreenWish,
  text: readonly Text[],
  picture: { readonly jpeg: Uint8Array; readonly point?: string } | null,
  buttons: Outgoing['buttons'],
  { outbox }: ScreenPorts,
): Posting {
  const message: Outgoing = {
    ...wordsAlone(words === '' ? text : [words, ' ', ...text]),
    picture: picture === null ? null : { jpeg: picture.jpeg, alt: say`The screen as it is now.`, stored: null },
    ...(picture?.point === undefined ? {} : { point: picture.point }),
    buttons,
  };
  if (replaces === null) return outbox.post(thread, message, settles === '' ? undefined : settles);
  outbox.change(replaces, message, () => true);
  return replaces;
}
