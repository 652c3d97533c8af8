/** Reads what is known of each object that was found: name and place of all, then values and labels where they matter. */
import {
  ATTRIBUTES,
  actionName,
  CHILDREN,
  CURRENT_VALUE,
  DESCRIPTION,
  EXTENTS,
  type Extents,
  hasState,
  LABELLED_BY,
  matchesOf,
  NAME,
  RELATIONS,
  STATE,
  type States,
  textUpTo,
} from './atspi.ts';
import { type BusConnection, readValue, type Target } from './dbus-connection.ts';
import { findIconName, findPictureName } from './icon-names.ts';
import { findRole, isPicture, LANDMARK, PANEL, PRESSED_PICTURE, type Role } from './roles.ts';
import type { TreeNode } from './tree-walk.ts';

/** An element as the application tells it. */
export interface RawElement {
  readonly node: TreeNode;
  readonly target: Target;
  /** The object whose place `extents` is: the element itself, or its label. */
  readonly placedBy: Target;
  /** The element's window if that was the active one, else null. */
  readonly activeWindow: Target | null;
  readonly roleNumber: number;
  readonly role: Role;
  readonly states: States;
  readonly name: string;
  readonly extents: Extents;
  /** Pixels for each unit of `extents`. */
  readonly scale: number;
  /** What it may be called when it has no name: by what labels it, and, when nothing is written on it, by what describes it. */
  readonly label: string;
  readonly hint: string;
  /** Text, number or chosen entry; '' for what has none and for every secure element. */
  readonly content: string;
  readonly holder: RawContainer | null;
  /** In a menu or another small window above the one that is looked at. */
  readonly isFloating: boolean;
}

/** What holds elements that belong together, as the application tells it. */
export interface RawContainer {
  readonly node: TreeNode;
  readonly name: string;
  readonly extents: Extents;
}

export interface ReadElements {
  readonly elements: readonly RawElement[];
  /** Why there may be more. */
  readonly cut: 'nothing' | 'time' | 'count';
}

export interface ReadLimits {
  readonly most: number;
  /** The display's edges in pixels. */
  readonly right: number;
  readonly bottom: number;
  /** Times of `performance.now()`: for names and places, and for values and labels. */
  readonly readUntil: number;
  readonly describeUntil: number;
}

/** What was found in one window. */
export interface FoundNodes {
  readonly nodes: readonly TreeNode[];
  readonly activeWindow: Target | null;
  /** A menu or another small window above the first one. */
  readonly isFloating: boolean;
}

/** So many are asked about at once: enough to keep the application busy, few enough that the cap wastes little. */
const CHUNK = 64;
const MAX_CHARACTERS = 1000;
const MAX_LABELS = 3;
const MAX_PARTS = 3;
const CONTENT = textUpTo(MAX_CHARACTERS);
const FIRST_ACTION = actionName(0);
const CHOSEN = matchesOf({ states: [STATE.selected], roles: [], limit: 1 });
/** Smaller elements are lines of the decoration. */
const MIN_SIZE = 3;

/** The important ones first, and at most `limits.most`; what has no size or is not on the display does not count. */
export async function readElements(
  bus: BusConnection,
  windows: readonly FoundNodes[],
  limits: ReadLimits,
): Promise<ReadElements> {
  const { kept, cut } = await readKept(bus, chooseCandidates(windows), limits, createHolders(bus, limits.readUntil));
  const described = await Promise.all(kept.map((element) => describe(bus, element, limits.describeUntil)));
  const isLate = performance.now() >= limits.describeUntil;
  return { elements: described, cut: cut === 'nothing' && isLate ? 'time' : cut };
}

type Candidate = Omit<RawElement, 'name' | 'extents' | 'holder' | 'placedBy'> & {
  /** Whether it takes clicks is known: it is made for that, or takes the focus. */
  readonly isKnown: boolean;
};

/** Everything that can be listed at all, the most important first: a cap takes from the end. */
function chooseCandidates(windows: readonly FoundNodes[]): readonly Candidate[] {
  const all = windows.flatMap(({ nodes, activeWindow, isFloating }) =>
    nodes.flatMap((node): readonly Candidate[] => {
      const { target, role: roleNumber, states, scale } = node;
      const role = findRole(roleNumber);
      if (role === null) return [];
      const isKnown = role.kind !== 'item' || (roleNumber !== PANEL && hasState(states, STATE.focusable));
      return [
        {
          ...{ node, target, activeWindow, roleNumber, role, states, scale, isKnown, isFloating },
          ...{ label: '', hint: '', content: '' },
        },
      ];
    }),
  );
  return all.toSorted((one, other) => rank(one) - rank(other));
}

/** Fields, boxes and tabs are few, and what forms are made of: the buttons of a long page must not crowd them out. */
function rank({ role, states }: Candidate): number {
  if (role.kind === 'secure') return 0;
  if (hasState(states, STATE.focused)) return 1;
  if (role.kind === 'text' || role.kind === 'group') return 5;
  if (role.kind === 'item') return 4;
  const isInput = role.reads !== 'nothing' || role.shows === 'checked' || role.shows === 'on' || role.word === 'tab';
  return isInput ? 2 : 3;
}

async function readKept(
  bus: BusConnection,
  candidates: readonly Candidate[],
  limits: ReadLimits,
  holderOf: (node: TreeNode) => Promise<RawContainer | null>,
): Promise<{ readonly kept: readonly RawElement[]; readonly cut: ReadElements['cut'] }> {
  const kept: RawElement[] = [];
  for (let start = 0; start < candidates.length; start += CHUNK) {
    const chunk = candidates.slice(start, start + CHUNK);
    for (const element of await Promise.all(
      chunk.map((candidate) => readPlace(bus, candidate, holderOf, limits.readUntil)),
    )) {
      if (element === 'silent') return { kept, cut: 'time' };
      if (element === 'gone' || !isWorthListing(element, limits)) continue;
      if (kept.length === limits.most) return { kept, cut: 'count' };
      kept.push(element);
    }
  }
  return { kept, cut: 'nothing' };
}

async function readPlace(
  bus: BusConnection,
  { isKnown, ...candidate }: Candidate,
  holderOf: (node: TreeNode) => Promise<RawContainer | null>,
  until: number,
): Promise<RawElement | 'silent' | 'gone'> {
  const { node, target, roleNumber } = candidate;
  const press = isKnown && !isPicture(roleNumber) ? null : await bus.ask(target, FIRST_ACTION, until);
  if (press?.ok === false && press.why === 'silent') return 'silent';
  // An action that only hands the click on to something around the element ("clickAncestor") does not count.
  const isPressed = press?.ok === true && press.value.toLowerCase() === 'click';
  if (!isKnown && !isPressed) return 'gone';
  const role = isPressed && isPicture(roleNumber) ? PRESSED_PICTURE : candidate.role;
  const [extents, name, holder] = await Promise.all([
    bus.ask(target, EXTENTS, until),
    bus.ask(target, NAME, until),
    holderOf(node),
  ]);
  if (extents.ok && name.ok) {
    const isHidden = isTicked(role) && !isLargeEnough(extents.value);
    const label = isHidden ? await findLabel(bus, target, until) : null;
    const placed = label ?? { placedBy: target, extents: extents.value };
    return { ...candidate, ...placed, role, name: name.value, holder };
  }
  return [extents, name].some((answer) => !answer.ok && answer.why === 'silent') ? 'silent' : 'gone';
}

/** A box to tick that a page makes too small to see stands where its label is: that is drawn in its place, and takes its clicks. */
async function findLabel(
  bus: BusConnection,
  target: Target,
  until: number,
): Promise<Pick<RawElement, 'placedBy' | 'extents'> | null> {
  const relations = readValue(await bus.ask(target, RELATIONS, until)) ?? [];
  const [label] = relations.flatMap(([kind, others]) => (kind === LABELLED_BY ? others : []));
  const extents = label === undefined ? null : readValue(await bus.ask(label, EXTENTS, until));
  return label === undefined || extents === null ? null : { placedBy: label, extents };
}

function isTicked({ shows }: Role): boolean {
  return shows === 'checked' || shows === 'on';
}

function isLargeEnough([, , width, height]: Extents): boolean {
  return width >= MIN_SIZE && height >= MIN_SIZE;
}

/** Reads the container of a node, each once. null: there is none, or it does not answer in time. */
function createHolders(bus: BusConnection, until: number): (node: TreeNode) => Promise<RawContainer | null> {
  const known = new Map<TreeNode, Promise<RawContainer | null>>();
  const read = async (node: TreeNode): Promise<RawContainer | null> => {
    const [extents, name, attributes] = await Promise.all([
      bus.ask(node.target, EXTENTS, until),
      bus.ask(node.target, NAME, until),
      node.role === LANDMARK ? bus.ask(node.target, ATTRIBUTES, until) : null,
    ]);
    if (attributes !== null && readValue(attributes)?.get('xml-roles') !== 'form') return await holderOf(node);
    return extents.ok ? { node, name: readValue(name) ?? '', extents: extents.value } : null;
  };
  const holderOf = async ({ holder }: TreeNode): Promise<RawContainer | null> => {
    if (holder === null) return null;
    const asked = known.get(holder) ?? read(holder);
    known.set(holder, asked);
    return await asked;
  };
  return holderOf;
}

function isWorthListing({ role, name, extents, scale }: RawElement, { right, bottom }: ReadLimits): boolean {
  const [x, y, width, height] = extents;
  const isOnDisplay = x * scale < right && y * scale < bottom && x + width > 0 && y + height > 0;
  // A row or cell without a name is listed by the part of it that has its text.
  const needsName = role.kind === 'text' || role.kind === 'group' || role.word === 'row' || role.word === 'cell';
  return isOnDisplay && isLargeEnough(extents) && (!needsName || name.trim() !== '');
}

/** Adds an element's value, and other names where it has none. What comes too late is left out. */
async function describe(bus: BusConnection, element: RawElement, until: number): Promise<RawElement> {
  const isNameless = element.name.trim() === '' && ['secure', 'control', 'item'].includes(element.role.kind);
  const [content, names] = await Promise.all([
    readContent(bus, element, until),
    isNameless ? readOtherNames(bus, element.target, until) : {},
  ]);
  return { ...element, content, ...names };
}

async function readContent(bus: BusConnection, { target, role }: RawElement, until: number): Promise<string> {
  // A password is never read, whatever the table of roles says.
  if (role.kind === 'secure' || role.reads === 'nothing') return '';
  if (role.reads === 'text') return readValue(await bus.ask(target, CONTENT, until)) ?? '';
  if (role.reads === 'number') return String(readValue(await bus.ask(target, CURRENT_VALUE, until)) ?? '');
  const chosen = readValue(await bus.ask(target, CHOSEN, until))?.[0];
  return chosen === undefined ? '' : (readValue(await bus.ask(chosen, NAME, until)) ?? '');
}

async function readOtherNames(
  bus: BusConnection,
  target: Target,
  until: number,
): Promise<Pick<RawElement, 'label' | 'hint'>> {
  const [relations, description, attributes] = await Promise.all([
    bus.ask(target, RELATIONS, until),
    bus.ask(target, DESCRIPTION, until),
    bus.ask(target, ATTRIBUTES, until),
  ]);
  const labels = (readValue(relations) ?? []).flatMap(([kind, others]) => (kind === LABELLED_BY ? others : []));
  const names = await Promise.all(labels.slice(0, MAX_LABELS).map((label) => bus.ask(label, NAME, until)));
  const known = readValue(attributes);
  // The attribute's two names, by toolkit.
  const placeholder = known?.get('placeholder-text') ?? known?.get('placeholder') ?? '';
  return {
    label: names.map((name) => readValue(name) ?? '').join(' '),
    hint: readValue(description) || placeholder || nameOfIcon(known) || (await readParts(bus, target, until)),
  };
}

/** The name of the picture on an element, or its title. */
async function readParts(bus: BusConnection, target: Target, until: number): Promise<string> {
  const parts = readValue(await bus.ask(target, CHILDREN, until)) ?? [];
  const hints = await Promise.all(
    parts.slice(0, MAX_PARTS).map(async (part) => {
      const [name, description, attributes] = await Promise.all([
        bus.ask(part, NAME, until),
        bus.ask(part, DESCRIPTION, until),
        bus.ask(part, ATTRIBUTES, until),
      ]);
      return readValue(description) || readValue(name) || nameOfIcon(readValue(attributes));
    }),
  );
  return hints.find((hint) => hint.trim() !== '') ?? '';
}

function nameOfIcon(attributes: ReadonlyMap<string, string> | null): string {
  return findPictureName(attributes?.get('src') ?? '') || findIconName(attributes?.get('class') ?? '');
}
