/**
 * The questions AT-SPI answers, and its numbers (at-spi2-core, xml/*.xml and atspi-constants.h). Asked as they travel, not through
 * libatspi: that one asks one thing at a time and answers from a cache.
 */
import { z } from 'zod';
import { makeQuestion, type Question, type Target } from './dbus-connection.ts';

/** AtspiStateType. */
export const STATE = {
  active: 1,
  checked: 4,
  editable: 7,
  enabled: 8,
  expandable: 9,
  expanded: 10,
  focusable: 11,
  focused: 12,
  modal: 16,
  multiLine: 17,
  pressed: 20,
  selected: 23,
  sensitive: 24,
  showing: 25,
  indeterminate: 32,
} as const;

/** A set of states: bit n % 32 of word ⌊n / 32⌋. */
export type States = readonly number[];

export function hasState(states: States, state: number): boolean {
  return ((states[Math.floor(state / 32)] ?? 0) & (1 << (state % 32))) !== 0;
}

/** x, y, width, height in pixels of the screen. */
export type Extents = readonly [number, number, number, number];

export const REGISTRY: Target = { name: 'org.a11y.atspi.Registry', path: '/org/a11y/atspi/accessible/root' };

/** The application itself: its windows are its children. */
export function applicationOf(name: string): Target {
  return { name, path: '/org/a11y/atspi/accessible/root' };
}

/** Stands for "no object" in answers. */
const NULL_PATH = '/org/a11y/atspi/null';
const ACCESSIBLE = 'org.a11y.atspi.Accessible';
const ACTION = 'org.a11y.atspi.Action';
const COMPONENT = 'org.a11y.atspi.Component';
const TEXT = 'org.a11y.atspi.Text';
const VALUE = 'org.a11y.atspi.Value';
const PROPERTIES = 'org.freedesktop.DBus.Properties';

const number = z.tuple([z.number()]).transform(([value]) => value);
const text = z.tuple([z.string()]).transform(([value]) => value);
const flag = z.tuple([z.boolean()]).transform(([value]) => value);
const nothing = z.array(z.unknown()).transform(() => true);
const target = z.tuple([z.string(), z.string()]).transform(([name, path]): Target => ({ name, path }));
const targets = z.tuple([z.array(target)]).transform(([list]) => list.filter(({ path }) => path !== NULL_PATH));
const attributes = z.tuple([z.array(z.tuple([z.string(), z.string()]))]).transform(([pairs]) => new Map(pairs));
const relations = z.tuple([z.array(z.tuple([z.number(), z.array(target)]))]).transform(([list]) => list);
const states = z.tuple([z.array(z.number())]).transform(([words]): States => words);
const extents = z.tuple([z.tuple([z.number(), z.number(), z.number(), z.number()])]).transform(([box]): Extents => box);

/** Of a document: its address is under `URI` (Chromium, WebKit) or `DocURL` (Firefox). */
export const DOCUMENT_ATTRIBUTES = makeQuestion({
  interface: 'org.a11y.atspi.Document',
  member: 'GetAttributes',
  answer: attributes,
});
export const CHILDREN = makeQuestion({ interface: ACCESSIBLE, member: 'GetChildren', answer: targets });
export const ROLE = makeQuestion({ interface: ACCESSIBLE, member: 'GetRole', answer: number });
export const STATES = makeQuestion({ interface: ACCESSIBLE, member: 'GetState', answer: states });
export const ATTRIBUTES = makeQuestion({ interface: ACCESSIBLE, member: 'GetAttributes', answer: attributes });
/** Pairs of AtspiRelationType and objects. */
export const RELATIONS = makeQuestion({ interface: ACCESSIBLE, member: 'GetRelationSet', answer: relations });
/** 0: in coordinates of the screen. */
export const EXTENTS = makeQuestion({
  interface: COMPONENT,
  member: 'GetExtents',
  signature: 'u',
  values: [0],
  answer: extents,
});
/** Asks what stands at a point, in pixels of the screen; the answer itself is not read. */
export function atPoint(x: number, y: number): Question<boolean> {
  return makeQuestion({
    interface: COMPONENT,
    member: 'GetAccessibleAtPoint',
    signature: 'iiu',
    values: [x, y, 0],
    answer: nothing,
  });
}
export const GRAB_FOCUS = makeQuestion({ interface: COMPONENT, member: 'GrabFocus', answer: flag });
export const NAME = askProperty(ACCESSIBLE, 'Name', z.string());
export const DESCRIPTION = askProperty(ACCESSIBLE, 'Description', z.string());
export const TOOLKIT = askProperty('org.a11y.atspi.Application', 'ToolkitName', z.string());
export const CURRENT_VALUE = askProperty(VALUE, 'CurrentValue', z.number());
export const MAXIMUM_VALUE = askProperty(VALUE, 'MaximumValue', z.number());
export const CHARACTER_COUNT = askProperty(TEXT, 'CharacterCount', z.number());
export const CHILD_COUNT = askProperty(ACCESSIBLE, 'ChildCount', z.number());
export const ACTION_COUNT = askProperty(ACTION, 'NActions', z.number());

export function childAt(index: number): Question<Target> {
  const answer = z.tuple([target]).transform(([child]) => child);
  return makeQuestion({ interface: ACCESSIBLE, member: 'GetChildAtIndex', signature: 'i', values: [index], answer });
}

/** AtspiRelationType. */
export const LABELLED_BY = 2;

/** The object's text up to character `end`; −1 for all of it. */
export function textUpTo(end: number): Question<string> {
  return makeQuestion({ interface: TEXT, member: 'GetText', signature: 'ii', values: [0, end], answer: text });
}

/** The name without translation; GetActions has translated ones only. */
export function actionName(index: number): Question<string> {
  return makeQuestion({ interface: ACTION, member: 'GetName', signature: 'i', values: [index], answer: text });
}

export function doAction(index: number): Question<boolean> {
  return makeQuestion({ interface: ACTION, member: 'DoAction', signature: 'i', values: [index], answer: flag });
}

export function setText(contents: string): Question<boolean> {
  return makeQuestion({
    interface: 'org.a11y.atspi.EditableText',
    member: 'SetTextContents',
    signature: 's',
    values: [contents],
    answer: flag,
  });
}

export function setCurrentValue(value: number): Question<boolean> {
  return makeQuestion({
    interface: PROPERTIES,
    member: 'Set',
    signature: 'ssv',
    values: [VALUE, 'CurrentValue', ['d', value]],
    answer: nothing,
  });
}

export function processOf(name: string): Question<number> {
  return makeQuestion({
    interface: 'org.freedesktop.DBus',
    member: 'GetConnectionUnixProcessID',
    signature: 's',
    values: [name],
    answer: number,
  });
}

/**
 * All that is below an object, in the order of the tree: what has every one of `states` and any of `roles` (AtspiRole; none: whatever
 * it is). Not every toolkit has it, and none is quick with it on a large tree.
 */
export function matchesOf(wanted: {
  readonly states: readonly number[];
  readonly roles: readonly number[];
  readonly limit: number;
}): Question<readonly Target[]> {
  const rule = [
    [toBits(wanted.states, 2), MATCH.all, [], MATCH.all, toBits(wanted.roles, 4), MATCH.any, [], MATCH.all, false],
    CANONICAL_ORDER,
    wanted.limit,
    true,
  ];
  return makeQuestion({
    interface: 'org.a11y.atspi.Collection',
    member: 'GetMatches',
    signature: '(aiia{ss}iaiiasib)uib',
    values: rule,
    answer: targets,
  });
}

/** AtspiCollectionMatchType, AtspiCollectionSortOrder. */
const MATCH = { all: 1, any: 2 } as const;
const CANONICAL_ORDER = 1;

/** Roles that are newer than a set of so many `words` have no bit in it. */
function toBits(numbers: readonly number[], words: number): number[] {
  const bits = Array.from({ length: words }, () => 0);
  for (const each of numbers) {
    const word = Math.floor(each / 32);
    if (word < words) bits[word] = (bits[word] ?? 0) | (1 << (each % 32));
  }
  return bits;
}

function askProperty<Value>(owner: string, name: string, shape: z.ZodType<Value>): Question<Value> {
  const answer = z.tuple([z.tuple([z.string(), shape])]).transform(([[, value]]) => value);
  return makeQuestion({ interface: PROPERTIES, member: 'Get', signature: 'ss', values: [owner, name], answer });
}
