/** Finds the keyboard focus before keys that may press what has it: reads the elements anew, and once more where the application may report late. */
import { parseKeys } from '../../action/keys.ts';
import type { Action } from '../../action/schema.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Desktop } from '../../ports/desktop.ts';
import { withLimit } from '../../ports/waits/abort-signals.ts';
import type { Observation } from '../../screen/observe.ts';
import { focusedIn } from '../../screen/told.ts';
import type { RunControl } from '../control.ts';
import { FOCUS_TOLD_MS, type Focus, type FocusMemory, isSame } from './focus.ts';

/** Longest time the list of elements may take. */
const ELEMENTS_MS = 800;
const FIELDS: readonly string[] = ['field', 'text area', 'number field', 'password field'];

export interface SettledFocusNeeds {
  readonly focus: Pick<FocusMemory, 'of'>;
  readonly clock: Clock;
  readonly desktop: Pick<Desktop, 'elements'>;
  readonly control: Pick<RunControl, 'signal'>;
}

/** The look with elements read now, when the effect of an act by keys depends on the focus; otherwise the look unchanged. */
export async function withSettledFocus(
  action: Action,
  observation: Observation,
  { focus, clock, desktop, control }: SettledFocusNeeds,
): Promise<Observation> {
  const known = focus.of(observation.front.app);
  if (!mayPress(action) || known === null || observation.elements.length === 0) return observation;
  const shown = focusedIn(observation);
  const isTold = !known.isMoved && (shown === null || isSame(shown, known.element));
  if (isTold) return observation;
  const { signal } = control;
  const read = async (): Promise<Observation> => {
    const takenAt = clock.now();
    const request = { app: null, display: observation.frame.display };
    try {
      const list = await desktop.elements(request, withLimit(ELEMENTS_MS, signal));
      return { ...observation, elements: list.elements, frame: { ...observation.frame, takenAt } };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DOMException) return { ...observation, elements: [] };
      throw error;
    }
  };
  // When a field was clicked since that look and the list shows the focus there, the list is up to date. After a button it may not be: a button can
  // open a window that takes the focus.
  const now = action.action === 'type' && isLine(action.text) && isField(known) ? await read() : null;
  const focused = now === null ? null : focusedIn(now);
  if (now !== null && focused !== null && isSame(focused, known.element)) return now;
  const leftMs = known.at + FOCUS_TOLD_MS - clock.now();
  // The time left exceeds this only when the clock was set back.
  if (leftMs > 0) await clock.sleep(Math.min(leftMs, FOCUS_TOLD_MS), signal);
  return await read();
}

const isLine = (text: string): boolean => !text.includes('\n');

function isField({ isMoved, element }: Focus): boolean {
  return !isMoved && element !== null && FIELDS.includes(element.role);
}

/** White space and Enter press the element that has the focus; other text and keys press nothing. */
function mayPress(action: Action): boolean {
  if (action.action === 'type') return /\s/.test(action.text);
  if (!('keys' in action)) return false;
  const parsed = parseKeys(action.keys);
  return parsed.ok && ['space', 'enter', 'kp_enter'].includes(parsed.combo.key);
}
