/** Finds a playbook step's target among the present elements: by role and name, with the position only as a hint. */
import { z } from 'zod';
import type { Point } from '../action/schema.ts';
import type { Box, UiElement } from '../ports/desktop.ts';
import { isControl } from '../screen/element-kinds.ts';
import { sayRole } from '../words/roles.ts';
import { say, type Text } from '../words/say.ts';
import { healTarget } from './heal-target.ts';
import { countAround } from './neighbours.ts';

/** The part of a look that a step is resolved against. */
export interface PlaybookScreen {
  readonly elements: readonly UiElement[];
  readonly display: { readonly width: number; readonly height: number };
  /** Box of the front window, in pixels of the display; left out or null when unknown. */
  readonly front?: { readonly box?: Box | null };
}

/** How a target without an element of its name may still be found. */
export interface Healing {
  /** Names of other steps' targets, which are excluded. */
  readonly others: readonly string[];
}

const share = z.number().min(0).max(1);
const namedTarget = z.object({
  role: z.string().optional(),
  name: z.string().optional(),
  x: z.number().min(0).max(1000).optional(),
  y: z.number().min(0).max(1000).optional(),
  /** Position within the element, as shares of its size; the middle when absent. */
  at: z.object({ x: share, y: share }).optional(),
  /** Names of its earlier neighbours. */
  near: z.array(z.string().max(200)).max(10).optional(),
  /** Whether only an element of exactly this name counts. */
  exact: z.boolean().optional(),
});
type NamedTarget = z.infer<typeof namedTarget>;

export type FoundTarget =
  | {
      readonly ok: true;
      readonly target: { readonly element: number } | { readonly x: number; readonly y: number };
      /** True when no elements are listed, so that the target is only the place it once had. */
      readonly isGuess: boolean;
      /** Several elements have its name and cannot be told apart: this is the nearest to the earlier place. */
      readonly isOneOfMany?: boolean;
      /** The present element, when its name or role differs from the step's. */
      readonly healed?: UiElement;
    }
  | { readonly ok: false; readonly reason: Text };

/** Without a name an element is only known by its place: one that is farther from the hint than this (0–1000) is another one. */
const NAMELESS_REACH = 30;

/** A place in a window without a listed element there: it moves with the window. All 0–1000. */
const placeInWindow = z.object({
  x: z.number().min(0).max(1000),
  y: z.number().min(0).max(1000),
  window: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
});

/** A window of another size (0–1000) shows other things at other places. */
const SAME_SIZE = 4;

/** null: a plain target of an action, which is used unchanged. `healing` null: only an element of its role and name counts. */
export function findTarget(value: unknown, screen: PlaybookScreen, healing: Healing | null = null): FoundTarget | null {
  const inWindow = placeInWindow.safeParse(value);
  return inWindow.success ? findInWindow(inWindow.data, screen) : findByName(value, screen, healing);
}

function findInWindow(
  { x, y, window }: z.infer<typeof placeInWindow>,
  { front, display }: PlaybookScreen,
): FoundTarget {
  const box = front?.box ?? null;
  if (box === null) return { ok: true, target: { x, y }, isGuess: false };
  const across = (value: number): number => (value / display.width) * 1000;
  const down = (value: number): number => (value / display.height) * 1000;
  const grown = Math.max(Math.abs(across(box.width) - window.width), Math.abs(down(box.height) - window.height));
  if (grown > SAME_SIZE)
    return { ok: false, reason: say`the window has another size than it had, and nothing in it is listed` };
  const target = { x: x + across(box.x) - window.x, y: y + down(box.y) - window.y };
  return isOnDisplay(target)
    ? { ok: true, target: round(target), isGuess: false }
    : { ok: false, reason: say`the window is partly off the screen now` };
}

function findByName(value: unknown, screen: PlaybookScreen, healing: Healing | null): FoundTarget | null {
  const parsed = namedTarget.safeParse(value);
  if (!parsed.success || (parsed.data.role === undefined && parsed.data.name === undefined)) return null;
  const wanted = parsed.data;
  const fitting = screen.elements
    .filter((element) => isWanted(element, wanted))
    .map((element) => ({ element, distance: distanceTo(element, wanted, screen) }))
    .sort((one, other) => one.distance - other.distance);
  const isNamed = (wanted.name ?? '') !== '';
  const chosen = isNamed ? chooseAmong(fitting, wanted, screen) : null;
  const found =
    chosen ?? (fitting.length === 1 ? fitting[0] : fitting.find(({ distance }) => distance <= NAMELESS_REACH));
  if (found !== undefined) {
    const target = pointAt(found.element, wanted, screen);
    return { ok: true, target, isGuess: false, ...(chosen?.isSure === false ? { isOneOfMany: true } : {}) };
  }
  const { role, name, x, y, near = [] } = wanted;
  const healed =
    healing === null || wanted.exact === true || role === undefined || name === undefined
      ? null
      : healTarget({ role, name, near }, screen.elements, healing.others);
  if (healed !== null) return { ok: true, target: pointAt(healed, wanted, screen), isGuess: false, healed };
  if (screen.elements.length === 0 && x !== undefined && y !== undefined)
    return { ok: true, target: { x, y }, isGuess: true };
  return {
    ok: false,
    reason: say`there is no ${sayRole(wanted.role ?? 'element')} “${wanted.name ?? ''}” on the screen`,
  };
}

interface Fitting {
  readonly element: UiElement;
  readonly distance: number;
}

/** Of several with the name: the one in the same company, else the one at the same place; else the nearest, which may be another. */
function chooseAmong(
  fitting: readonly Fitting[],
  { near = [] }: NamedTarget,
  { elements }: PlaybookScreen,
): (Fitting & { readonly isSure: boolean }) | null {
  const [nearest] = fitting;
  if (nearest === undefined) return null;
  const apart = fitting.filter(
    (one) => !fitting.some((other) => other !== one && isDrawnOn(one.element, other.element)),
  );
  if (apart.length <= 1) return { ...(apart[0] ?? nearest), isSure: true };
  const counted = apart
    .map((one) => ({ ...one, around: countAround(near, one.element, elements) }))
    .sort((one, other) => other.around - one.around);
  const [first, second] = counted;
  if (first !== undefined && second !== undefined && first.around > second.around) return { ...first, isSure: true };
  const here = apart.filter(({ distance }) => distance <= NAMELESS_REACH);
  return { ...nearest, isSure: here.length === 1 && nearest.distance <= NAMELESS_REACH };
}

/** The text on a button has the button's name. */
function isDrawnOn({ box: one }: UiElement, other: UiElement): boolean {
  const { box } = other;
  return (
    isControl(other) &&
    box.width * box.height > one.width * one.height &&
    one.x >= box.x &&
    one.y >= box.y &&
    one.x + one.width <= box.x + box.width &&
    one.y + one.height <= box.y + box.height
  );
}

/** The element itself, or the place in it that was meant, as long as that is to be seen. */
function pointAt({ number, box }: UiElement, { at }: NamedTarget, { display }: PlaybookScreen) {
  if (at === undefined) return { element: number };
  const x = Math.min(box.x + at.x * box.width, box.x + box.width - 1) + 0.5;
  const y = Math.min(box.y + at.y * box.height, box.y + box.height - 1) + 0.5;
  const target = { x: (x / display.width) * 1000, y: (y / display.height) * 1000 };
  return isOnDisplay(target) ? round(target) : { element: number };
}

function isOnDisplay({ x, y }: Point): boolean {
  return x >= 0 && x <= 1000 && y >= 0 && y <= 1000;
}

function round({ x, y }: Point): Point {
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
}

function isWanted(element: UiElement, { role, name }: NamedTarget): boolean {
  return (
    (role === undefined || isSameText(element.role, role)) && (name === undefined || isSameText(element.name, name))
  );
}

/** In thousandths of the display, center to hint; 0 without a hint. */
function distanceTo({ box }: UiElement, { x, y }: NamedTarget, { display }: PlaybookScreen): number {
  if (x === undefined || y === undefined) return 0;
  const across = ((box.x + box.width / 2) / display.width) * 1000 - x;
  const down = ((box.y + box.height / 2) / display.height) * 1000 - y;
  return Math.hypot(across, down);
}

function isSameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
