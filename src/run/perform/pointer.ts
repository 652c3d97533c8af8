/** The pointer: clicks, moves, drags, the wheel. */
import type { ActionOf } from '../../action/schema.ts';
import type { Desktop } from '../../ports/desktop.ts';
import type { MachineResult } from '../../ports/machine.ts';
import { findElement, findPlace, pointAt, pointWhenGiven } from './find-place.ts';
import type { PerformContext } from './perform-ports.ts';
import { DONE, tell } from './result.ts';

export type PointerAction = ActionOf<
  'click' | 'move' | 'mouse_down' | 'mouse_up' | 'drag' | 'scroll' | 'cursor_position'
>;

export async function movePointer(
  action: PointerAction,
  context: PerformContext,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<MachineResult> {
  switch (action.action) {
    case 'click':
      await click(action, context, desktop, signal);
      return DONE;
    case 'move':
      await desktop.move(pointAt(action.target, context), signal);
      return DONE;
    case 'mouse_down':
      await desktop.mouseDown(pointWhenGiven(action.target, context), signal);
      return DONE;
    case 'mouse_up':
      await desktop.mouseUp(pointWhenGiven(action.target, context), signal);
      return DONE;
    case 'drag':
      await desktop.drag(findPlace(action.from, context.observation), pointAt(action.to, context), signal);
      return DONE;
    case 'scroll':
      await desktop.scroll(pointWhenGiven(action.target, context), action.direction, action.amount, signal);
      return DONE;
    case 'cursor_position': {
      const { x, y, display } = await desktop.cursor(signal);
      const [across, down] = [toThousandths(x, display.width), toThousandths(y, display.height)];
      return tell(`The pointer is at ${across}, ${down} (0–1000).`);
    }
  }
}

/** A plain click on an element is a press where that works: nothing is in the way of it. */
async function click(
  { target, button, count }: ActionOf<'click'>,
  context: PerformContext,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<void> {
  const at = pointAt(target, context);
  const isPlain = button === 'left' && count === 1;
  const canPress = isPlain && 'element' in target;
  if (canPress && (await desktop.press(findElement(target.element, context.observation), signal))) return;
  await desktop.click(at, button, count, signal);
}

function toThousandths(at: number, length: number): number {
  return Math.round((at / length) * 10_000) / 10;
}
