/**
 * Goes down a window's tree and brings what is showing. Not with the toolkits' own search (Collection): on a page of 20,000 nodes
 * that holds Chromium up for seconds, and Qt and GTK 4 do not have it.
 */
import { CHILD_COUNT, CHILDREN, hasState, ROLE, STATE, STATES, type States } from './atspi.ts';
import type { Answer, BusConnection, Target } from './dbus-connection.ts';
import { findChildrenInView } from './long-list.ts';
import { hasFewBelow, hasNothingBelow, isContainer } from './roles.ts';

/** An object that is showing. */
export interface TreeNode {
  readonly target: Target;
  readonly role: number;
  readonly states: States;
  /** The nearest one around it that holds what belongs together; null: none but the window. */
  readonly holder: TreeNode | null;
  /** It has no children, or none were told. */
  readonly isEmpty: boolean;
}

export interface Walk {
  /** In the order of the tree, without the window itself. */
  readonly nodes: readonly TreeNode[];
  /** Why there may be more; `size`: the tree is very large, or of a long list only the part in view was visited. */
  readonly cut: 'nothing' | 'time' | 'size';
}

/** `bottom` is the last row of the screen; null when the window does not answer before `until`. */
export type WalkTree = (bus: BusConnection, window: Target, bottom: number, until: number) => Promise<Walk | null>;

const MAX_NODES = 3000;
const MAX_LEVELS = 64;
/** Chromium takes time with the square of their number to tell the children of an object. */
const MAX_CHILDREN = 400;

export async function walkTree(
  bus: BusConnection,
  window: Target,
  bottom: number,
  until: number,
): Promise<Walk | null> {
  let visited = 0;
  let isLate = false;
  let isTooLarge = false;
  /** The value, or null and the lateness noted. */
  const take = <Value>(answer: Answer<Value>): Value | null => {
    if (answer.ok) return answer.value;
    isLate ||= answer.why === 'silent';
    return null;
  };

  const visit = async (target: Target, level: number, holder: TreeNode | null): Promise<readonly TreeNode[]> => {
    visited += 1;
    const answers = await Promise.all([bus.ask(target, STATES, until), bus.ask(target, ROLE, until)]);
    const [states, role] = [take(answers[0]), take(answers[1])];
    // Below what is not showing nothing is.
    if (states === null || role === null || !hasState(states, STATE.showing)) return [];
    const children = hasNothingBelow(role) ? [] : await listChildren({ target, role });
    const node = { target, role, states, holder, isEmpty: children.length === 0 };
    const inner = level > 0 && isContainer(role) ? node : holder;
    if (children.length > 0 && (level === MAX_LEVELS || visited + children.length > MAX_NODES)) {
      isTooLarge = true;
      return [node];
    }
    const below = await Promise.all(children.map((child) => visit(child, level + 1, inner)));
    return [node, ...below.flat()];
  };
  const listChildren = async ({ target, role }: Pick<TreeNode, 'target' | 'role'>): Promise<readonly Target[]> => {
    const count = hasFewBelow(role) ? null : take(await bus.ask(target, CHILD_COUNT, until));
    if (count === 0) return [];
    if (count === null || count <= MAX_CHILDREN) return take(await bus.ask(target, CHILDREN, until)) ?? [];
    isTooLarge = true;
    return findChildrenInView(bus, target, { count, bottom, until });
  };

  const nodes = await visit(window, 0, null);
  if (nodes.length === 0 && isLate) return null;
  return { nodes: nodes.slice(1), cut: isLate ? 'time' : isTooLarge ? 'size' : 'nothing' };
}
