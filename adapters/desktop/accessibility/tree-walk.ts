/**
 * Goes down a window's tree and brings what is showing. Not with the toolkits' own search (Collection): on a page of 20,000 nodes
 * that holds Chromium up for seconds, and Qt and GTK 4 do not have it.
 */
import { CHILD_COUNT, CHILDREN, EXTENTS, hasState, ROLE, STATE, STATES, type States } from './atspi.ts';
import type { Answer, BusConnection, Target } from './dbus-connection.ts';
import { findChildrenInView } from './long-list.ts';
import { hasFewBelow, hasNothingBelow, isContainer, isDocument } from './roles.ts';
import { findPageScale } from './scale.ts';

/** An object that is showing. */
export interface TreeNode {
  readonly target: Target;
  readonly role: number;
  readonly states: States;
  /** Pixels for each unit of the object's place. */
  readonly scale: number;
  /** The object around it; null: the window itself. */
  readonly parent: TreeNode | null;
  /** The nearest container of a kind that holds what belongs together; null: none but the window. */
  readonly holder: TreeNode | null;
  /** Whether it has no children, or none were told. */
  readonly isEmpty: boolean;
  /** Whether it is within a document. */
  readonly isInPage: boolean;
}

export interface Walk {
  /** In the order of the tree, without the window itself. */
  readonly nodes: readonly TreeNode[];
  /** Why there may be more; `size`: the tree is very large, or of a long list only the part in view was visited. */
  readonly cut: 'nothing' | 'time' | 'size';
}

/** The screen as a walk needs it: its last row in pixels, and pixels for each unit of the application. */
export interface WalkView {
  readonly bottom: number;
  readonly scale: number;
}

/** null when the window does not answer before `until`. */
export type WalkTree = (bus: BusConnection, window: Target, view: WalkView, until: number) => Promise<Walk | null>;

/** A position in the tree during the walk. */
interface Place {
  readonly level: number;
  readonly parent: Target;
  readonly around: TreeNode | null;
  readonly holder: TreeNode | null;
  readonly scale: number;
  readonly isInPage: boolean;
}

/** Whether `node` is inside `above`, at any depth. */
export function isBelow(node: TreeNode, above: TreeNode): boolean {
  for (let around = node.parent; around !== null; around = around.parent) if (around === above) return true;
  return false;
}

const MAX_NODES = 3000;
const MAX_LEVELS = 64;
/** Chromium needs time with the square of their number to list an object's children. */
const MAX_CHILDREN = 400;

export async function walkTree(
  bus: BusConnection,
  window: Target,
  view: WalkView,
  until: number,
): Promise<Walk | null> {
  let visited = 0;
  let isLate = false;
  let isTooLarge = false;
  /** The value; null where there is none, and lateness is noted. */
  const take = <Value>(answer: Answer<Value>): Value | null => {
    if (answer.ok) return answer.value;
    isLate ||= answer.why === 'silent';
    return null;
  };

  /** The scale of a page within the window, which may differ from the window's. */
  const scaleOf = async (page: Target, { parent, scale }: Place): Promise<number> => {
    if (scale === 1) return 1;
    const [own, ...around] = await Promise.all([page, parent, window].map((one) => bus.ask(one, EXTENTS, until)));
    const widest = around.map((answer) => take(answer)).find((extents) => extents !== null && extents[2] > 0);
    return findPageScale(own === undefined ? null : take(own), widest ?? null, scale);
  };

  const visit = async (target: Target, place: Place): Promise<readonly TreeNode[]> => {
    const { level, holder, around, isInPage } = place;
    visited += 1;
    const answers = await Promise.all([bus.ask(target, STATES, until), bus.ask(target, ROLE, until)]);
    const [states, role] = [take(answers[0]), take(answers[1])];
    // An object that is not showing has nothing below it that is.
    if (states === null || role === null || !hasState(states, STATE.showing)) return [];
    const isPage = isDocument(role) && !place.isInPage;
    const scale = isPage ? await scaleOf(target, place) : place.scale;
    const children = hasNothingBelow(role) ? [] : await listChildren({ target, role, scale });
    const node = { target, role, states, scale, holder, isEmpty: children.length === 0, isInPage, parent: around };
    const inner = level > 0 && isContainer(role) ? node : holder;
    if (children.length > 0 && (level === MAX_LEVELS || visited + children.length > MAX_NODES)) {
      isTooLarge = true;
      return [node];
    }
    const within = {
      level: level + 1,
      parent: target,
      around: level > 0 ? node : null,
      holder: inner,
      scale,
      isInPage: isPage || place.isInPage,
    };
    const below = await Promise.all(children.map((child) => visit(child, within)));
    return [node, ...below.flat()];
  };
  const listChildren = async ({
    target,
    role,
    scale,
  }: Pick<TreeNode, 'target' | 'role' | 'scale'>): Promise<readonly Target[]> => {
    const count = hasFewBelow(role) ? null : take(await bus.ask(target, CHILD_COUNT, until));
    if (count === 0) return [];
    if (count === null || count <= MAX_CHILDREN) return take(await bus.ask(target, CHILDREN, until)) ?? [];
    isTooLarge = true;
    return findChildrenInView(bus, target, { count, bottom: view.bottom / scale, until });
  };

  const nodes = await visit(window, {
    level: 0,
    parent: window,
    around: null,
    holder: null,
    scale: view.scale,
    isInPage: false,
  });
  if (nodes.length === 0 && isLate) return null;
  return { nodes: nodes.slice(1), cut: isLate ? 'time' : isTooLarge ? 'size' : 'nothing' };
}
