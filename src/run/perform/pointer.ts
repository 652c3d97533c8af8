/** The pointer: clicks, moves, drags, the wheel. */
import type { InputAction } from '../../action/kinds.ts';
import type { ActionOf } from '../../action/schema.ts';
import type { Desktop, Place, UiElement } from '../../ports/desktop.ts';
import type { MachineResult } from '../../ports/machine.ts';
import { isMiddleIn } from '../../screen/boxes.ts';
import { isField } from '../../screen/element-kinds.ts';
import { findElement, findPlace, pointAt, pointWhenGiven } from './find-place.ts';
import type { PerformContext } from './perform-ports.ts';
import { DONE } from './result.ts';

const RELEASE_MS = 2000;
const OVERLAYS: readonly string[] = ['alert', 'dialog'];

/** The keys named in the action are held during all of it, and released also when it fails. */
export async function movePointer(
  action: InputAction<'pointer'>,
  context: PerformContext,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<MachineResult> {
  const { keys } = context.held.now();
  const around = 'modifiers' in action ? (action.modifiers ?? []) : [];
  if (around.every((key) => keys.includes(key))) return await point(action, context, desktop, signal);
  await desktop.keepDown([...keys, ...around], signal);
  try {
    return await point(action, context, desktop, signal);
  } finally {
    // Input processes ended by the stop have released the keys already.
    await desktop.keepDown(keys, AbortSignal.timeout(RELEASE_MS)).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}

async function point(
  action: InputAction<'pointer'>,
  context: PerformContext,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<MachineResult> {
  const { held } = context;
  switch (action.action) {
    case 'click':
      await click(action, context, desktop, signal);
      return DONE;
    case 'move':
      await desktop.move(pointAt(action.target, context), signal);
      return DONE;
    case 'mouse_down': {
      const at = pointWhenGiven(action.target, context);
      const pressedAt = at ?? (await desktop.cursor(signal));
      await desktop.mouseDown(at, signal);
      held.note({ pressedAt });
      return DONE;
    }
    case 'mouse_up':
      await desktop.mouseUp(pointWhenGiven(action.target, context), signal);
      held.note({ pressedAt: null });
      return DONE;
    case 'drag':
      await desktop.drag(findPlace(action.from, context.observation), pointAt(action.to, context), signal);
      return DONE;
    case 'scroll':
      await desktop.scroll(pointWhenGiven(action.target, context), action.direction, action.amount, signal);
      return DONE;
  }
}

/**
 * A plain click on an element uses its accessibility action where it has one, so that nothing can lie over it. A field covered by another window,
 * such as a browser's question about a password, gets the focus instead: a click would go to the window above it.
 */
async function click(
  { target, button, count, modifiers = [] }: ActionOf<'click'>,
  context: PerformContext,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<void> {
  const at = pointAt(target, context);
  const isPlain = button === 'left' && count === 1 && modifiers.length === 0;
  if (isPlain && 'element' in target) {
    const element = findElement(target.element, context.observation);
    if (await desktop.press(element, signal)) return;
    const isBelow = isField(element) && (await isCovered(element, at, context, desktop, signal));
    if (isBelow && (await desktop.focus(element, signal))) return;
  }
  await desktop.click(at, button, count, signal);
}

/** Whether the element is covered: by another window, or by an alert or dialog of the same window that it does not belong to. */
async function isCovered(
  { box, container }: UiElement,
  at: Place,
  { observation: { elements, front } }: PerformContext,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<boolean> {
  const isOver = (other: UiElement): boolean =>
    OVERLAYS.includes(other.role) &&
    !(container?.role === other.role && container.name === other.name) &&
    isMiddleIn(box, other.box);
  if (elements.some(isOver)) return true;
  const there = await desktop.windowAt(at, signal);
  return there?.window !== undefined && there.window !== front.window;
}
