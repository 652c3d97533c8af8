/** A walk down a window's tree that several ask for at the same time: the list of elements and what a picture must cover. */
import type { Target } from './dbus-connection.ts';
import { type Walk, type WalkTree, walkTree } from './tree-walk.ts';

/** Whoever asks while a walk down the same window is under way gets that one's nodes. */
export function createSharedWalk(): WalkTree {
  const underWay = new Map<string, Promise<Walk | null>>();
  const keyOf = ({ name, path }: Target): string => `${name} ${path}`;
  return (bus, window, bottom, until) => {
    const key = keyOf(window);
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const walk = walkTree(bus, window, bottom, until).finally(() => underWay.delete(key));
    underWay.set(key, walk);
    return walk;
  };
}
