/** Walks down what an application shows through Apple's accessibility, once for two uses: the list of elements, and the password fields a picture must cover. */
import type { Foundation } from './core-foundation.ts';
import type { Native, Point, Ref } from './load.ts';

/** What an element says of itself; points from the main display's top left corner. */
export interface Told {
  readonly role: string;
  readonly subrole: string;
  readonly title: string;
  readonly description: string;
  /** '' for a password field, whatever is in it. */
  readonly value: string;
  readonly placeholder: string;
  readonly help: string;
  readonly x: number | null;
  readonly y: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly focused: boolean;
  readonly enabled: boolean;
  readonly selected: boolean;
}

export type Start = 'ready' | 'forbidden' | 'missing' | 'windowless' | 'busy';
export type Cut = '' | 'time' | 'count' | 'depth' | 'busy';

export interface Walk {
  readonly start: Start;
  /** Elements of the window in front, its open menus and the menu bar, breadth first. */
  readonly listed: readonly Told[];
  /** The system's elements in the same order, to press and to set. */
  readonly elements: readonly Ref[];
  /** Why `listed` is not whole. */
  readonly cut: () => Cut;
  /** Password fields found in all windows so far; null stands for one whose place is not known. */
  readonly fields: readonly (Told | null)[];
  /** Whether all windows were walked to their end. */
  readonly isWhole: () => boolean;
  /** Walks on from where it stopped: the list alone, or the other windows too. */
  goOn(how: 'list' | 'all', until: number): void;
  /** Lets go of all elements. */
  close(): void;
}

export const ERRORS = { invalidElement: -25202, cannotComplete: -25204, apiDisabled: -25211 } as const;
const NAMES = [
  'AXRole',
  'AXSubrole',
  'AXTitle',
  'AXDescription',
  'AXValue',
  'AXPlaceholderValue',
  'AXHelp',
  'AXPosition',
  'AXSize',
  'AXFocused',
  'AXEnabled',
  'AXSelected',
  'AXChildren',
] as const;
const OF_APPLICATION = ['AXFocusedWindow', 'AXMainWindow', 'AXWindows', 'AXMenuBar', 'AXChildren'] as const;
/** AXValueType (AXValueConstants.h). */
const POINT = 1;
const SIZE = 2;
const BOXED_ERROR = 5;
const SECURE = 'AXSecureTextField';
const MOST_LISTED = 1200;
const MOST_WALKED = 6000;
/** The deepest level that is walked; the content of a page begins deep in a browser's window. */
const DEEPEST = 64;
const LONGEST_VALUE = 300;
/** After so many elements without an answer in time the application counts as busy. */
const PATIENCE = 2;

interface Step {
  readonly element: Ref;
  readonly depth: number;
  readonly isListed: boolean;
}

export interface AxReader {
  /** Reads these attributes; `read` gives null for one that is absent. Returns 0, or Apple's error code, and then nothing was read. */
  attributes<Name extends string>(
    element: Ref,
    names: readonly Name[],
    take: (read: (name: Name) => Ref | null) => void,
  ): number;
  /** Returns 0, or Apple's error code, and then nothing was read. The references are valid within `take` only. */
  tell(element: Ref, take: (told: Told, children: readonly Ref[]) => void, longestValue?: number): number;
}

export function createAxReader({ c }: Native, cf: Foundation): AxReader {
  const valueType = c.AXValueGetTypeID();
  const lists = new Map<string, Ref>();
  const listOf = (names: readonly string[]): Ref => {
    const key = names.join();
    const list = lists.get(key) ?? cf.array(names.map(cf.constant));
    lists.set(key, list);
    return list;
  };
  const pair = (value: Ref | null, type: number): Point | null => {
    if (value === null || c.CFGetTypeID(value) !== valueType || c.AXValueGetType(value) !== type) return null;
    const sides = new Float64Array(2);
    return c.AXValueGetValue(value, type, sides) ? { x: sides[0] ?? 0, y: sides[1] ?? 0 } : null;
  };
  const attributes: AxReader['attributes'] = (element, names, take) =>
    cf.scope((own) => {
      const out = new BigUint64Array(1);
      const said = c.AXUIElementCopyMultipleAttributeValues(element, listOf(names), 0, out);
      const values = own(out[0] === 0n ? null : (out[0] ?? null));
      if (said !== 0 || values === null) return said === 0 ? ERRORS.invalidElement : said;
      take((name) => {
        const value = c.CFArrayGetValueAtIndex(values, names.indexOf(name));
        // What is not there comes as a boxed error.
        return value !== null && c.CFGetTypeID(value) === valueType && c.AXValueGetType(value) === BOXED_ERROR
          ? null
          : value;
      });
      return 0;
    });
  const text = (value: Ref | null): string =>
    cf.readText(value) ?? cf.readNumber(value)?.toString() ?? flagText(cf.readFlag(value));

  return {
    attributes,
    tell: (element, take, longestValue = LONGEST_VALUE) =>
      attributes(element, NAMES, (read) => {
        const [place, size] = [pair(read('AXPosition'), POINT), pair(read('AXSize'), SIZE)];
        const subrole = text(read('AXSubrole'));
        const told = {
          role: text(read('AXRole')),
          subrole,
          title: text(read('AXTitle')),
          description: text(read('AXDescription')),
          value: subrole === SECURE ? '' : text(read('AXValue')).slice(0, longestValue),
          placeholder: text(read('AXPlaceholderValue')),
          help: text(read('AXHelp')),
          x: place?.x ?? null,
          y: place?.y ?? null,
          width: size?.x ?? null,
          height: size?.y ?? null,
          focused: cf.readFlag(read('AXFocused')) === true,
          enabled: cf.readFlag(read('AXEnabled')) !== false,
          selected: cf.readFlag(read('AXSelected')) === true,
        };
        take(told, cf.readArray(read('AXChildren')));
      }),
  };
}

export function beginWalk(pid: number, native: Native, cf: Foundation, reader: AxReader): Walk {
  const { c } = native;
  const held: Ref[] = [];
  const keep = (ref: Ref): Ref => {
    c.CFRetain(ref);
    held.push(ref);
    return ref;
  };
  const close = (): void => {
    for (const ref of held.splice(0)) c.CFRelease(ref);
  };
  const listed: Told[] = [];
  const elements: Ref[] = [];
  const fields: (Told | null)[] = [];
  const queue: Step[] = [];
  const others: Step[] = [];
  let [walked, silent, isDeep, cut]: [number, number, boolean, Cut] = [0, 0, false, ''];

  const step = ({ element, depth, isListed }: Step): void => {
    walked += 1;
    const said = reader.tell(element, (told, children) => {
      // The items of a menu that is closed are no places to point at.
      const isClosed = told.role === 'AXMenuBarItem' && !told.selected;
      if (depth >= DEEPEST) isDeep ||= children.length > 0;
      else if (!isClosed)
        for (const child of children) queue.push({ element: keep(child), depth: depth + 1, isListed });
      if (told.subrole === SECURE) fields.push(told.x === null || told.width === null ? null : told);
      if (!isListed) return;
      listed.push(told);
      elements.push(element);
    });
    if (said === ERRORS.cannotComplete) silent += 1;
  };
  const start = cf.scope((own): Start => {
    const application = own(c.AXUIElementCreateApplication(pid));
    if (application === null) return 'missing';
    // Electron builds its tree only for a program that sets this attribute; other applications do not know it.
    c.AXUIElementSetAttributeValue(application, cf.constant('AXManualAccessibility'), native.constants.kCFBooleanTrue);
    let windows: readonly Ref[] = [];
    const said = reader.attributes(application, OF_APPLICATION, (read) => {
      windows = cf.readArray(read('AXWindows'));
      const front = read('AXFocusedWindow') ?? read('AXMainWindow') ?? windows[0] ?? null;
      const menus = cf.readArray(read('AXChildren')).filter((child) => roleOf(child, reader, cf) === 'AXMenu');
      const bar = read('AXMenuBar');
      if (front === null && menus.length === 0) return;
      for (const root of [...menus, ...(front === null ? [] : [front]), ...(bar === null ? [] : [bar])])
        queue.push({ element: keep(root), depth: 0, isListed: true });
      for (const window of windows)
        if (front === null || !c.CFEqual(window, front))
          others.push({ element: keep(window), depth: 0, isListed: false });
    });
    if (said === ERRORS.apiDisabled) return 'forbidden';
    if (said === ERRORS.cannotComplete) return 'busy';
    if (said !== 0) return 'missing';
    return queue.length === 0 ? 'windowless' : 'ready';
  });

  return {
    start,
    listed,
    elements,
    fields,
    cut: () => (cut === '' && isDeep ? 'depth' : cut),
    isWhole: () =>
      start === 'windowless' ||
      (start === 'ready' && queue.length === 0 && others.length === 0 && silent === 0 && !isDeep),
    goOn: (how, until) => {
      for (;;) {
        if (queue.length === 0 && how === 'all') queue.push(...others.splice(0, 1));
        const next = queue[0];
        if (next === undefined) break;
        if (how === 'list' && (listed.length >= MOST_LISTED || !next.isListed)) {
          if (next.isListed) cut = 'count';
          break;
        }
        if (silent >= PATIENCE || walked >= MOST_WALKED || Date.now() > until) {
          if (next.isListed) cut = silent >= PATIENCE ? 'busy' : walked >= MOST_WALKED ? 'count' : 'time';
          break;
        }
        queue.shift();
        step(next);
      }
    },
    close,
  };
}

function roleOf(element: Ref, reader: AxReader, cf: Foundation): string {
  let role = '';
  reader.attributes(element, ['AXRole'], (read) => {
    role = cf.readText(read('AXRole')) ?? '';
  });
  return role;
}

function flagText(flag: boolean | null): string {
  return flag === null ? '' : flag ? '1' : '0';
}
