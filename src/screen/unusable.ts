/** Recognises a screen that cannot be worked: locked, asleep, denied by the system, or entirely black. Pure. */
import type { Lack } from '../ports/desktop.ts';
import { join, say, type Text } from '../words/say.ts';
import { sayLack } from './lacks.ts';
import type { Observation } from './observe.ts';

export type Unusable = 'locked' | 'asleep' | 'unseen' | 'untouched' | 'black';

/** A black picture with a window in front is a screen that may not be captured; an empty X11 desktop may simply be black. */
export function findUnusable({ screen, frame, front }: Observation): Unusable | null {
  if (screen !== 'on') return screen;
  return frame.isBlack && front.app !== '' ? 'black' : null;
}

/** Whether the picture shows nothing because the system denies capturing it. */
export function isUnseen({ screen, lacks = [] }: Pick<Observation, 'screen' | 'lacks'>): boolean {
  return screen === 'unseen' || lacks.some(({ permission }) => permission === 'see');
}

interface HeldUpBy {
  readonly title: Text;
  readonly detail: Text;
  readonly label: Text;
}

/** What holds a run up and how to go on, with the exact program and permission where one is missing. */
export function heldUpBy(unusable: Unusable, lacks: readonly Lack[] = []): HeldUpBy {
  const known = HELD_UP[unusable];
  if (lacks.length === 0 || !isForbidden(unusable)) return known;
  return { ...known, detail: join(lacks.map(sayLack), '\n') };
}

/** Why an act by hand was not done. */
export function notDone(unusable: Unusable, lacks: readonly Lack[] = []): Text {
  const { title, detail } = heldUpBy(unusable, lacks);
  return isForbidden(unusable) ? join([say`Not done.`, title, detail], ' ') : NOT_DONE[unusable];
}

/** Whether the system denies access; actions without the screen can go on. */
export function isForbidden(unusable: Unusable): unusable is 'unseen' | 'untouched' {
  return unusable === 'unseen' || unusable === 'untouched';
}

const HELD_UP: Readonly<Record<Unusable, HeldUpBy>> = {
  locked: {
    title: say`The screen is locked.`,
    detail: say`I don't work on a locked screen. Unlock the computer, then continue.`,
    label: say`Resume`,
  },
  asleep: {
    title: say`The screen is asleep.`,
    detail: say`I don't work on a screen that nobody can see.`,
    label: say`Wake it and continue`,
  },
  unseen: {
    title: say`This Mac doesn't let me see its screen.`,
    detail: say`Allow me in System Settings › Privacy & Security › Screen & System Audio Recording.`,
    label: say`Resume`,
  },
  untouched: {
    title: say`This Mac doesn't let me click or type.`,
    detail: say`Allow me in System Settings › Privacy & Security › Accessibility (“Device Control and Data Access” since macOS 27).`,
    label: say`Resume`,
  },
  black: {
    title: say`I only see black.`,
    detail: say`The screen is locked or asleep, or I'm not allowed to see it. Unlock or wake the computer.`,
    label: say`Resume`,
  },
};

const NOT_DONE: Readonly<Record<Exclude<Unusable, 'unseen' | 'untouched'>, Text>> = {
  locked: say`Not done: the screen is locked. Unlock the computer first.`,
  asleep: say`Not done: the screen is asleep, and could not be woken.`,
  black: say`Not done: I only see black. The screen is locked or asleep, or I'm not allowed to see it. Unlock or wake the computer.`,
};
