/** Whether a caret may blink after an act: then a change of a caret's size does not count until it has stayed longer than a blink. */
import type { Clock } from '../../ports/clock.ts';
import type { UiElement } from '../../ports/desktop.ts';

/** Elements without text input: while one of them has the focus, no caret blinks in its window. */
const CARETLESS: readonly string[] = [
  ...['button', 'toggle', 'link', 'check box', 'radio button', 'switch', 'slider', 'tab', 'image'],
  ...['menu', 'menu item', 'list item', 'tree item', 'row', 'item'],
];
/** Elements that draw carets which accessibility does not report. */
const DRAWN: readonly string[] = ['canvas', 'terminal'];

export interface Keys {
  /** Element with the focus before the act. */
  readonly focused: Pick<UiElement, 'role'> | null;
  /** Clicked element, which gets the focus. */
  readonly element: Pick<UiElement, 'role'> | null;
  /** Of the window. */
  readonly elements: readonly Pick<UiElement, 'role'>[];
  /** Whether the list is complete. */
  readonly isListed: boolean;
}

export function mayShowCaret({ focused, element, elements, isListed }: Keys): boolean {
  const isCaretless = ({ role }: Pick<UiElement, 'role'>): boolean => CARETLESS.includes(role);
  if (element !== null && !isCaretless(element)) return true;
  if (focused !== null) return !isCaretless(focused);
  return !isListed || elements.length === 0 || elements.some(({ role }) => DRAWN.includes(role));
}

const ASK_AGAIN_MS = 150;
const MOST_ASKED = 3;

/** Asks a few times whether the element has changed, as an application may report later than it paints. Once it has, the doubt is over for good. */
export function createDoubt(
  saysOtherwise: () => Promise<boolean>,
  clock: Pick<Clock, 'elapsed'>,
): { isOver(): boolean; ask(): Promise<void> } {
  let [asked, isOver] = [0, false];
  let askAt = Number.NEGATIVE_INFINITY;
  return {
    isOver: () => isOver,
    async ask() {
      if (isOver || asked >= MOST_ASKED || clock.elapsed() < askAt) return;
      asked += 1;
      isOver = await saysOtherwise();
      askAt = clock.elapsed() + ASK_AGAIN_MS;
    },
  };
}
