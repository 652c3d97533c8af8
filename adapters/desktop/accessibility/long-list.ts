/** The children of an object that has too many of them to ask for all: those in view, found by halving, and those at both ends. */
import { childAt, EXTENTS, type Extents } from './atspi.ts';
import { type BusConnection, readValue, type Target } from './dbus-connection.ts';

/** Children asked for at each end, where headers stand, and the dialogs that pages append. */
const END_CHILDREN = 24;
/** The most children in view that are read. */
const MAX_IN_VIEW = 1000;
/** Some children more on both sides of those in view: the rows of a grid are not quite in order. */
const MARGIN = 8;

/** Assumes that children stand one below the other (or above, as in some chats), which is so in lists, tables and articles. */
export async function findChildrenInView(
  bus: BusConnection,
  parent: Target,
  { count, bottom, until }: { readonly count: number; readonly bottom: number; readonly until: number },
): Promise<readonly Target[]> {
  const placeOf = async (index: number): Promise<Extents | null> => {
    const child = readValue(await bus.ask(parent, childAt(index), until));
    return child === null ? null : readValue(await bus.ask(child, EXTENTS, until));
  };
  const [first, last] = await Promise.all([placeOf(0), placeOf(count - 1)]);
  const isUpwards = first !== null && last !== null && first[1] > last[1];
  /** The index of the first child for which `isSo` holds; it must hold for all children after that one. */
  const findFirst = async (isSo: (place: Extents) => boolean): Promise<number> => {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const place = await placeOf(middle);
      if (place !== null && !isSo(place)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const [start, end] = await Promise.all([
    findFirst(([, y, , height]) => (isUpwards ? y < bottom : y + height > 0)),
    findFirst(([, y, , height]) => (isUpwards ? y + height <= 0 : y >= bottom)),
  ]);
  const from = start - MARGIN;
  const to = Math.min(end + MARGIN, from + MAX_IN_VIEW);
  const inView = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  const head = Array.from({ length: END_CHILDREN }, (_, index) => index);
  const tail = head.map((index) => count - 1 - index);
  // The ends come first: when time runs out, children in the middle are missing.
  const indexes = new Set([...head, ...tail, ...inView].filter((index) => index >= 0 && index < count));
  const children = await Promise.all([...indexes].map((index) => bus.ask(parent, childAt(index), until)));
  return children.map(readValue).filter((child) => child !== null);
}
