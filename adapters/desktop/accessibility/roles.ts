/** AT-SPI roles (AtspiRole, atspi-constants.h) in words people know, and what is worth knowing of each. */

export interface Role {
  readonly word: string;
  /**
   * `secure`: a password field. `control`: something to work with. `item`: only when it takes the focus or a click, for pages make
   * buttons of anything. `text`: to read. `group`: holds others; worth a line only when it has a name.
   */
  readonly kind: 'secure' | 'control' | 'item' | 'text' | 'group';
  readonly reads: 'text' | 'number' | 'choice' | 'nothing';
  /** Which of the states is its value: a check, a switch, or whether it is the chosen one of several. */
  readonly shows: 'checked' | 'on' | 'selected' | 'nothing';
  /** Actions that mean the same as a click on it, best first. */
  readonly press: readonly string[];
}

/** What GTK, Chromium, Firefox and Qt call a click. */
const CLICK = ['click', 'press', 'jump', 'open', 'showmenu', 'toggle', 'check', 'uncheck', 'select', 'switch'];
/** In a field "activate" is the Enter key, in a list it is the double click; here it is the click. */
const CLICK_OR_ACTIVATE = [...CLICK, 'activate'];

/** A group of shapes in a drawing; what divides a window is one, too, and takes the focus without being anything to work with. */
export const PANEL = 39;

const ROLES: ReadonlyMap<number, Role> = new Map([
  [2, make('alert', 'group')],
  [6, make('canvas', 'item')],
  [7, make('check box', 'control', { shows: 'checked', press: CLICK })],
  [8, make('menu item', 'control', { shows: 'checked', press: CLICK_OR_ACTIVATE })],
  [10, make('column header', 'control', { press: CLICK })],
  [11, make('combo box', 'control', { reads: 'choice', press: CLICK })],
  [12, make('date field', 'control', { reads: 'text' })],
  [13, make('icon', 'control', { shows: 'selected', press: ['click'] })],
  [15, make('slider', 'control', { reads: 'number' })],
  [16, make('dialog', 'group')],
  [18, make('canvas', 'item')],
  [26, make('icon', 'control', { shows: 'selected', press: ['click'] })],
  [27, make('image', 'text')],
  [29, make('text', 'text')],
  [32, make('list item', 'control', { shows: 'selected', press: CLICK })],
  [33, make('menu', 'control', { press: CLICK_OR_ACTIVATE })],
  [35, make('menu item', 'control', { press: CLICK_OR_ACTIVATE })],
  [37, make('tab', 'control', { shows: 'selected', press: CLICK_OR_ACTIVATE })],
  [PANEL, make('item', 'item', { press: CLICK })],
  [40, make('password field', 'secure')],
  [42, make('progress bar', 'text', { reads: 'number' })],
  [43, make('button', 'control', { press: CLICK_OR_ACTIVATE })],
  [44, make('radio button', 'control', { shows: 'checked', press: CLICK })],
  [45, make('menu item', 'control', { shows: 'checked', press: CLICK_OR_ACTIVATE })],
  [47, make('row header', 'control', { press: CLICK })],
  [51, make('slider', 'control', { reads: 'number' })],
  [52, make('number field', 'control', { reads: 'number' })],
  [56, make('cell', 'control', { shows: 'selected', press: ['click'] })],
  [57, make('column header', 'control', { press: CLICK })],
  [58, make('row header', 'control', { press: CLICK })],
  [59, make('menu item', 'control', { press: CLICK_OR_ACTIVATE })],
  [60, make('terminal', 'control', { reads: 'text' })],
  [61, make('field', 'control', { reads: 'text' })],
  [62, make('toggle', 'control', { shows: 'on', press: CLICK })],
  [64, make('tooltip', 'text')],
  [67, make('item', 'item', { press: CLICK })],
  [70, make('item', 'item', { press: CLICK })],
  [73, make('item', 'item', { press: CLICK })],
  [76, make('field', 'control', { reads: 'text' })],
  [77, make('field', 'control', { reads: 'text' })],
  [78, make('item', 'item', { press: CLICK })],
  [79, make('field', 'control', { reads: 'text' })],
  [81, make('text', 'text')],
  [83, make('heading', 'text')],
  [85, make('item', 'item', { press: CLICK })],
  [87, make('form', 'group')],
  [88, make('link', 'control', { press: CLICK_OR_ACTIVATE })],
  [90, make('row', 'control', { shows: 'selected', press: ['click'] })],
  [91, make('tree item', 'control', { shows: 'selected', press: ['click', 'select'] })],
  [99, make('group', 'group')],
  [101, make('notification', 'group')],
  [102, make('notification', 'group')],
  [103, make('level', 'text', { reads: 'number' })],
  [109, make('item', 'item', { press: CLICK })],
  [110, make('group', 'group')],
  [114, make('slider', 'control', { reads: 'number' })],
  [116, make('text', 'text')],
  [129, make('button', 'control', { press: CLICK_OR_ACTIVATE })],
  [130, make('switch', 'control', { shows: 'on', press: CLICK })],
]);

/** A picture that takes clicks. */
export const PRESSED_PICTURE = make('item', 'item', { press: CLICK });

export function isPicture(number: number): boolean {
  return number === 27;
}

export function findRole(number: number): Role | null {
  return ROLES.get(number) ?? null;
}

/** Whether the parts of this role need not be read: its name and value say it all. */
export function hasNothingBelow(number: number): boolean {
  return NOTHING_BELOW.has(number);
}

/** Whether an object of this role never has hundreds of children. */
export function hasFewBelow(number: number): boolean {
  return FEW_BELOW.has(number);
}

/**
 * Whether what an object of this role holds belongs together: a dialog, an alert, a form, a row, an item of a list, a menu, a group, an
 * article.
 */
export function isContainer(number: number): boolean {
  return CONTAINERS.has(number);
}

/** Whether content is cut off at the edges of this role: an HTML container, document frame, document web, document email. */
export function isDocument(number: number): boolean {
  return DOCUMENTS.has(number);
}

/** A named part of a page: its main part and its header as well as a form that has a name. */
export const LANDMARK = 110;
const DOCUMENTS: ReadonlySet<number> = new Set([25, 82, 95, 96]);
/** Alert, dialog, list item, menu, popup menu, form, row, tree item, grouping, notification, article. */
const CONTAINERS: ReadonlySet<number> = new Set([2, 16, 32, 33, 41, 87, 90, 91, 99, 101, 102, 109, LANDMARK]);
const NOTHING_BELOW: ReadonlySet<number> = new Set([
  // Boxes, buttons, links.
  ...[7, 43, 44, 62, 88, 129, 130],
  // Fields and sliders.
  ...[15, 40, 48, 51, 52, 60, 61, 76, 77, 79, 114],
  // Pictures, texts, lines; not labels: on a page the field stands in its label as often as beside it.
  ...[26, 27, 42, 50, 64, 103, 116],
]);
const FEW_BELOW: ReadonlySet<number> = new Set([
  // Windows and what divides them: filler, frame, menu bar, tabs, panes, tool bar, viewport.
  ...[2, 11, 16, 19, 20, 23, 30, 34, 36, 38, 46, 49, 53, 54, 63, 68, 69],
  // What holds a line or two, or a menu.
  ...[8, 29, 32, 35, 37, 45, 47, 56, 57, 58, 83],
]);

function make(word: string, kind: Role['kind'], more: Partial<Pick<Role, 'reads' | 'shows' | 'press'>> = {}): Role {
  return { word, kind, reads: 'nothing', shows: 'nothing', press: [], ...more };
}
