/** What an application tells of its window → the short numbered list a person or a model can use. */
import type { Box, Container, Display, UiElement } from '../../../src/ports/desktop.ts';
import { hasState, STATE } from './atspi.ts';
import { findCovers, isCovered } from './covered.ts';
import { intersect, isEmpty, isInside, type Placed, toBox } from './places.ts';
import type { RawContainer, RawElement } from './read-elements.ts';
import { sortForReading } from './reading-order.ts';
import { findRole } from './roles.ts';
import { isBelow } from './tree-walk.ts';

/** A listed element and what it was made of. */
export interface ListedElement {
  readonly element: UiElement;
  readonly raw: RawElement;
}

interface Entry {
  readonly raw: RawElement;
  readonly box: Box;
  readonly name: string;
  readonly value: string;
}

const MAX_NAME = 300;
/** A button or a row may be named by at most this many texts inside it; more are half a page. */
const MAX_NAMING_TEXTS = 4;
const MAX_MADE_NAME = 120;
/** Roles that are listed only with a name: without one, something more useful is mostly in them. */
const NEEDS_NAME: readonly string[] = [
  ...['cell', 'column header', 'icon', 'image', 'list item', 'menu', 'row', 'row header', 'tree item'],
];
/** Parts of lists and tables. */
const ENTRIES: readonly string[] = ['cell', 'list item', 'menu item', 'row', 'tree item'];
/** Roles that are named by their labels alone: the text inside them is what was entered. */
const HOLDS_TEXT: readonly string[] = [
  'combo box',
  'date field',
  'field',
  'number field',
  'password field',
  'terminal',
];

/** Lists elements in reading order. `documents` are the boxes of web pages on the screen; what is scrolled out of them is left out. */
export function compactElements(
  raws: readonly RawElement[],
  documents: readonly Placed[],
  display: Display,
): readonly ListedElement[] {
  const pages = findPages(documents.map((page) => toBox(page, display)));
  const entries = raws.map((raw) => toEntry(raw, pages, display)).filter(({ box }) => box.width > 0 && box.height > 0);
  const single = entries.filter((entry, index) => entries.findIndex((other) => isSame(entry, other)) === index);
  const covers = findCovers(single, display);
  const open = single.filter((entry) => !isCovered(entry, covers));
  const named = open.map((entry) => nameByTexts(entry, open));
  const worked = named.filter((entry) => !isOnlyClicked(entry) || !isWrapper(entry, named));
  const useful = worked.filter((entry) => !isRedundant(entry, worked));
  const active = findActive(raws);
  return sortForReading(useful).map((entry, index) => ({
    element: toElement(entry, { number: index + 1, active, display }),
    raw: entry.raw,
  }));
}

/** The window with the keyboard's focus: a page under an open list of suggestions goes on reporting a focus of its own. null: unknown. */
function findActive(raws: readonly RawElement[]): RawElement['activeWindow'] {
  return (
    raws.find(({ states, activeWindow }) => activeWindow !== null && hasState(states, STATE.focused))?.activeWindow ??
    null
  );
}

function toEntry(raw: RawElement, pages: readonly Box[], display: Display): Entry {
  const whole = toBox(raw, display);
  const page = pages.find((candidate) => !isEmpty(intersect(whole, candidate)));
  const screen = { x: 0, y: 0, width: display.width, height: display.height };
  const name = clean(raw.name) || clean(raw.label);
  return {
    raw,
    box: intersect(intersect(whole, page ?? whole), screen),
    name: name.slice(0, MAX_NAME),
    value: describeValue(raw),
  };
}

/** The outermost documents: a dialog over a frame within the page is not cut off at that frame. */
function findPages(documents: readonly Box[]): readonly Box[] {
  return documents.filter(
    (box) =>
      !isEmpty(box) && !documents.some((other) => other !== box && isInside(box, other) && !isInside(other, box)),
  );
}

function describeValue({ role, states, content }: RawElement): string {
  if (role.kind === 'secure') return '';
  const isOn = hasState(states, STATE.checked) || hasState(states, STATE.pressed);
  const parts = [
    content.replaceAll('\ufffc', ''),
    role.shows === 'checked'
      ? hasState(states, STATE.indeterminate)
        ? 'partly checked'
        : isOn
          ? 'checked'
          : 'not checked'
      : '',
    role.shows === 'on' ? (isOn ? 'on' : 'off') : '',
    role.shows === 'selected' && hasState(states, STATE.selected) ? 'selected' : '',
    hasState(states, STATE.expandable) && role.reads === 'nothing'
      ? hasState(states, STATE.expanded)
        ? 'expanded'
        : 'collapsed'
      : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** What has no name is called what is written on it, else what describes it. */
function nameByTexts(entry: Entry, all: readonly Entry[]): Entry {
  if (entry.name !== '' || !['control', 'item', 'secure'].includes(entry.raw.role.kind)) return entry;
  const writing = findWriting(entry, all);
  const hint = clean(entry.raw.hint);
  // A text without letters and digits, such as "★" or "×", is no name.
  const name = /[\p{L}\p{N}]/u.test(writing) ? writing : hint || writing;
  return { ...entry, name: name.slice(0, MAX_NAME) };
}

function findWriting(entry: Entry, all: readonly Entry[]): string {
  if (HOLDS_TEXT.includes(entry.raw.role.word)) return '';
  // What a page made clickable may merely lie over other elements, so only those inside it count.
  const isOn = (other: Entry): boolean => entry.raw.role.kind !== 'item' || isBelow(other.raw.node, entry.raw.node);
  const inside = all.filter((other) => other !== entry && isInside(other.box, entry.box) && isOn(other));
  const texts = sortForReading(inside.filter(({ raw }) => raw.role.kind === 'text'));
  const writing = [...new Set(texts.map((text) => text.name))].join(' ');
  const isLabel = texts.length <= MAX_NAMING_TEXTS && writing.length <= MAX_MADE_NAME && !inside.some(isControl);
  return isLabel ? writing : '';
}

function isRedundant(entry: Entry, all: readonly Entry[]): boolean {
  const { kind, word } = entry.raw.role;
  if (kind === 'secure') return false;
  if (isSaidInside(entry, all) || isSaidAround(entry, all)) return true;
  if (isOnlyClicked(entry)) return false;
  if (entry.name === '' && (kind !== 'control' || NEEDS_NAME.includes(word))) return true;
  const around = all.filter((other) => other !== entry && isInside(entry.box, other.box));
  if (kind === 'text') return around.some((other) => says(other, entry, all));
  if (word === 'icon') return around.some(isControl);
  const isChoice = word === 'menu item' || word === 'list item';
  return isChoice && around.some((other) => other.raw.role.word === 'combo box');
}

/** Whether a cell, say, holds one link with the same name: the link is what can be used. */
function isSaidInside(entry: Entry, all: readonly Entry[]): boolean {
  if (!isPlainHolder(entry)) return false;
  return all.some((other) => other.raw.role.kind === 'control' && !isPlainHolder(other) && saysSame(other, entry));
}

/** Whether an element only takes the clicks of the entry around it, which has the same name. */
function isSaidAround(entry: Entry, all: readonly Entry[]): boolean {
  if (entry.raw.role.kind !== 'item') return false;
  return all.some((other) => ENTRIES.includes(other.raw.role.word) && saysSame(entry, other));
}

/** Whether a part of a list or table has no value of its own: it is neither chosen nor unfolded. */
function isPlainHolder({ raw: { role }, value }: Entry): boolean {
  return value === '' && [...ENTRIES, 'column header', 'row header'].includes(role.word);
}

function saysSame(inner: Entry, outer: Entry): boolean {
  return inner !== outer && inner.name === outer.name && inner.name !== '' && isInside(inner.box, outer.box);
}

/** Whether an element takes clicks but not the focus: a shape, an icon, a card, or a large container that hears every click in it. */
function isOnlyClicked({ raw: { role, states } }: Entry): boolean {
  return role.kind === 'item' && !hasState(states, STATE.focusable);
}

/** Whether an element only surrounds what its clicks are for: something usable in it, or more than a line or two of text. */
function isWrapper(entry: Entry, all: readonly Entry[]): boolean {
  return all.some((other) => {
    // What merely lies under the element, as under a veil, is not in it.
    if (other === entry || !isBelow(other.raw.node, entry.raw.node)) return false;
    const isPart = other.raw.role.kind === 'text' || other.raw.role.kind === 'group';
    if (isPart) return entry.name === '' || other.raw.role.kind === 'group';
    return true;
  });
}

/** Whether what is written in `text` is told by the element around it already. */
function says(outer: Entry, text: Entry, all: readonly Entry[]): boolean {
  const { kind, word } = outer.raw.role;
  if (kind === 'group') return false;
  if (kind === 'secure' || HOLDS_TEXT.includes(word)) return true;
  if (!outer.name.includes(text.name)) return false;
  // Of two texts that say the same in the same place the first one stays.
  const isMutual = kind === 'text' && outer.name === text.name && isInside(outer.box, text.box);
  return !isMutual || all.indexOf(outer) < all.indexOf(text);
}

/** Icons are controls on a desktop and decoration in a row. */
function isControl({ raw }: Entry): boolean {
  return (raw.role.kind === 'control' && raw.role.word !== 'icon') || raw.role.kind === 'secure';
}

function isSame(one: Entry, other: Entry): boolean {
  return (
    one.raw.role.word === other.raw.role.word &&
    one.name === other.name &&
    one.value === other.value &&
    (['x', 'y', 'width', 'height'] as const).every((side) => one.box[side] === other.box[side])
  );
}

function toElement(
  { raw, box, name, value }: Entry,
  {
    number,
    active,
    display,
  }: { readonly number: number; readonly active: RawElement['activeWindow']; readonly display: Display },
): UiElement {
  const isChoice = raw.role.reads === 'choice' && !hasState(raw.states, STATE.editable);
  const isMultiLine = raw.role.word === 'field' && hasState(raw.states, STATE.multiLine);
  return {
    number,
    role: isMultiLine ? 'text area' : raw.role.word,
    name,
    value,
    box,
    isFocused: hasState(raw.states, STATE.focused) && (active === null || raw.activeWindow === active),
    isEnabled: hasState(raw.states, STATE.enabled) || hasState(raw.states, STATE.sensitive),
    isSecure: raw.role.kind === 'secure',
    ...(isChoice ? { isChoice } : {}),
    ...(raw.holder === null ? {} : { container: toContainer(raw.holder, display) }),
    ...(raw.node.isInPage ? { isInPage: true as const } : {}),
  };
}

function toContainer({ node, name, extents }: RawContainer, display: Display): Container {
  return {
    id: `${node.target.name} ${node.target.path}`,
    role: findRole(node.role)?.word ?? 'group',
    name: clean(name).slice(0, MAX_NAME),
    box: toBox({ extents, scale: node.scale }, display),
    isModal: hasState(node.states, STATE.modal),
  };
}

/** One line. U+FFFC stands in a text for what is no text. */
function clean(text: string): string {
  return text.replace(/[\s\p{Cc}\ufffc]+/gu, ' ').trim();
}
