/** Finds what a playbook step points at among the elements that are there now: by role and name, the position only as a hint. */
import { z } from 'zod';
import type { UiElement } from '../ports/desktop.ts';

/** The part of a look that a step is resolved against. */
export interface PlaybookScreen {
  readonly elements: readonly UiElement[];
  readonly display: { readonly width: number; readonly height: number };
}

const namedTarget = z.object({
  role: z.string().optional(),
  name: z.string().optional(),
  x: z.number().min(0).max(1000).optional(),
  y: z.number().min(0).max(1000).optional(),
});
type NamedTarget = z.infer<typeof namedTarget>;

export type FoundTarget =
  | {
      readonly ok: true;
      readonly target: { readonly element: number } | { readonly x: number; readonly y: number };
      /** Nothing is listed, so it is only where it once was. */
      readonly isGuess: boolean;
    }
  | { readonly ok: false; readonly reason: string };

/** Without a name an element is only known by its place: one that is farther from the hint than this (0–1000) is another one. */
const NAMELESS_REACH = 30;

/** null: not a target told by role and name. */
export function findTarget(value: unknown, screen: PlaybookScreen): FoundTarget | null {
  const parsed = namedTarget.safeParse(value);
  if (!parsed.success || (parsed.data.role === undefined && parsed.data.name === undefined)) return null;
  const wanted = parsed.data;
  const fitting = screen.elements
    .filter((element) => isWanted(element, wanted))
    .map((element) => ({ element, distance: distanceTo(element, wanted, screen) }))
    .sort((one, other) => one.distance - other.distance);
  const isNamed = (wanted.name ?? '') !== '';
  const found =
    isNamed || fitting.length === 1 ? fitting[0] : fitting.find(({ distance }) => distance <= NAMELESS_REACH);
  if (found !== undefined) return { ok: true, target: { element: found.element.number }, isGuess: false };
  const { x, y } = wanted;
  if (screen.elements.length === 0 && x !== undefined && y !== undefined)
    return { ok: true, target: { x, y }, isGuess: true };
  return { ok: false, reason: `there is no ${wanted.role ?? 'element'} “${wanted.name ?? ''}” on the screen` };
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
