/** Whether a caret may blink after an act: a change as small as one is doubted then, until it was still for longer than a blink. */
import type { Clock } from '../../ports/clock.ts';
import type { UiElement } from '../../ports/desktop.ts';

/** Nobody types into these: while one of them has the keys, no caret blinks anywhere in its window. */
const CARETLESS: readonly string[] = [
  ...['button', 'toggle', 'link', 'check box', 'radio button', 'switch', 'slider', 'tab', 'image'],
  ...['menu', 'menu item', 'list item', 'tree item', 'row', 'item'],
];
/** They draw carets that nothing tells of. */
const DRAWN: readonly string[] = ['canvas', 'terminal'];

export interface Keys {
  /** What has the keys before the act. */
  readonly focused: Pick<UiElement, 'role'> | null;
  /** What is clicked, and gets them. */
  readonly element: Pick<UiElement, 'role'> | null;
  /** Of the window. */
  readonly elements: readonly Pick<UiElement, 'role'>[];
  /** These are all. */
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

/** Asks what ends the doubt, now and then: an application may tell a moment after it has shown. Once it is over it stays so. */
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
