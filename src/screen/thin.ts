/** Whether a window lists too few elements for what it shows, so that its pixels have to be read. Pure. */
import type { Box, FrontWindow, UiElement } from '../ports/desktop.ts';
import { isHolding } from './element-kinds.ts';

/** Size of a cell of the window, in points: a person would expect at least one element in each. */
const CELL = { width: 300, height: 200 } as const;
const MOST_CELLS = 4;
/** Height of the strip with tabs, address and buttons, which says nothing about the content below. */
const STRIP_PT = 96;
/** Share of the cells that must contain an element. */
const ENOUGH = 0.3;
/** A larger element counts only when it has a value. */
const LARGE = 0.5;

const FIELDS = /^(?:ax)?(?:entry|text ?field|text ?area|search ?field|document text|terminal|combo ?box)$/i;
const TABS = /^(?:ax)?(?:tab|page ?tab|tab ?group|page tab list|tool ?bar|menu ?bar)$/i;

export function isThin(
  elements: readonly UiElement[],
  front: Pick<FrontWindow, 'app' | 'box'>,
  density: number,
): boolean {
  const { box } = front;
  if (box === null || box === undefined) return elements.filter(isTold).length < 3;
  const [across, down] = [box.width / density, box.height / density];
  const columns = Math.min(MOST_CELLS, Math.max(1, Math.round(across / CELL.width)));
  const rows = Math.min(MOST_CELLS, Math.max(1, Math.round(down / CELL.height)));
  const strip = rows > 2 ? STRIP_PT * density : 0;
  const told = elements.filter(
    (element) => isTold(element) && isBelowStrip(element.box, box, strip) && !isEmpty(element, box),
  );
  const covered = new Set<number>();
  for (const element of told) {
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1)
        if (isTouching(element.box, cellOf(box, row, column, rows, columns))) covered.add(row * columns + column);
  }
  return covered.size < Math.max(1, ENOUGH * rows * columns);
}

function isTold(element: UiElement): boolean {
  if (element.isRead === true || isHolding(element) || TABS.test(element.role)) return false;
  return element.name.trim() !== '' || element.value.trim() !== '' || FIELDS.test(element.role);
}

/** Whether a large element, such as a canvas over the whole window, has no content of its own. */
function isEmpty(element: UiElement, window: Box): boolean {
  const isLarge = element.box.width * element.box.height > LARGE * window.width * window.height;
  return isLarge && element.value.trim() === '' && !FIELDS.test(element.role);
}

function isBelowStrip(box: Box, window: Box, strip: number): boolean {
  return box.y + box.height / 2 >= window.y + strip;
}

function cellOf(box: Box, row: number, column: number, rows: number, columns: number): Box {
  const [width, height] = [box.width / columns, box.height / rows];
  return { x: box.x + column * width, y: box.y + row * height, width, height };
}

function isTouching(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
