/**
 * Finds a step's target after the application renamed it: by its role, the remaining part of its name and its neighbours. Only a unique candidate
 * counts, and none that may do more than the old target. Pure.
 */
import type { UiElement } from '../ports/desktop.ts';
import { AMOUNT, answers, findActingWord, foldName, KNOWN_ALPHABETS } from '../safety/input/click-name.ts';
import { isControl } from '../screen/element-kinds.ts';
import { countAround } from './neighbours.ts';

export interface LostTarget {
  readonly role: string;
  readonly name: string;
  /** Names of its earlier neighbours; empty when they were not noted. */
  readonly near: readonly string[];
}

/** Roles of the same kind, which a new version of an application may exchange. */
const SAME_KIND: readonly (readonly string[])[] = [
  ['button', 'link', 'menu item', 'toggle'],
  ['field', 'text area', 'combo box'],
  ['check box', 'toggle'],
];

/** Words that undo or lead away: a target with another action is not renamed to one of these. */
const OPPOSITES = new Set(
  (
    'not dont don never no without cancel close discard clear reset undo revert back exit quit skip later hide off log sign out disable stop ' +
    'nicht kein keine nie ohne abbrechen schliessen verwerfen leeren zurucksetzen zuruck ruckgangig beenden uberspringen spater ausblenden aus abmelden deaktivieren stopp'
  ).split(' '),
);

const LIKE_ENOUGH = 0.5;
/** Required share of the earlier neighbours: with a similar name, and without one. */
const [AROUND_WITH_NAME, AROUND_ALONE] = [0.34, 0.6];
const LEAST_NEIGHBOURS = 2;
const LONGEST_NAME = 40;
/** A second candidate this close to the best makes the result ambiguous. */
const MARGIN = 0.25;

/** `others`: names of other steps' targets. null: no candidate, or more than one. */
export function healTarget(
  lost: LostTarget,
  elements: readonly UiElement[],
  others: readonly string[],
): UiElement | null {
  if (foldName(lost.name) === '') return null;
  const usable = elements.filter((one) => one.isEnabled && !one.isSecure && one.isRead !== true && isControl(one));
  const sameName = usable.filter(
    (one) => !/[{}]/.test(one.name) && foldName(one.name) === foldName(lost.name) && isSameKind(one.role, lost.role),
  );
  if (sameName.length > 0) return sameName.length === 1 ? (sameName[0] ?? null) : null;
  if (!mayBeRenamed(lost.name)) return null;
  const known = new Set([...lost.near, ...others].map(foldName));
  const scored = usable
    .filter((one) => isSameText(one.role, lost.role) && !known.has(foldName(one.name)) && mayTakeItsPlace(one, lost))
    .map((one) => ({ one, ...weigh(one, lost, elements) }))
    .sort((first, second) => second.score - first.score);
  const [best, second] = scored;
  if (best === undefined || !best.isEnough) return null;
  return second !== undefined && second.score > best.score - MARGIN ? null : best.one;
}

function weigh(
  one: UiElement,
  lost: LostTarget,
  elements: readonly UiElement[],
): { readonly score: number; readonly isEnough: boolean } {
  const alike = likeness(lost.name, one.name);
  const count = countAround(lost.near, one, elements);
  const around = lost.near.length === 0 ? 0 : count / lost.near.length;
  // A link is named after its destination, so another name means another destination.
  const isPlace = isSameText(one.role, 'link');
  const isEnough =
    (alike >= LIKE_ENOUGH && around >= AROUND_WITH_NAME) ||
    (!isPlace && around >= AROUND_ALONE && count >= LEAST_NEIGHBOURS);
  return { score: alike + around, isEnough };
}

/** A target that buys, sends, deletes or answers is identified by its name alone. */
function mayBeRenamed(name: string): boolean {
  return findActingWord(name) === null && !AMOUNT.test(name) && !answers.has(foldName(name));
}

function mayTakeItsPlace({ name }: UiElement, lost: LostTarget): boolean {
  // A sentence is no name, and a sign of a skill would mean something there.
  if (name.length > LONGEST_NAME || /[{}\n]/.test(name)) return false;
  if (foldName(name) === '' || !KNOWN_ALPHABETS.test(name) || !mayBeRenamed(name)) return false;
  const before = new Set(wordsOf(lost.name));
  return !wordsOf(name).some((word) => OPPOSITES.has(word) && !before.has(word));
}

/** Share of common words, 0–1; a number in only one of them means another target. */
function likeness(one: string, other: string): number {
  const [mine, theirs] = [wordsOf(one), wordsOf(other)];
  const figures = (words: readonly string[]): string => words.filter((word) => /\p{N}/u.test(word)).join(' ');
  if (figures(mine) !== figures(theirs)) return 0;
  const shared = mine.filter((word) => theirs.some((each) => isSameWord(word, each))).length;
  return shared / Math.max(mine.length, theirs.length, 1);
}

const LEAST_STEM = 4;

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= LEAST_STEM && long.startsWith(short) && long.length - short.length <= 3;
}

function wordsOf(name: string): readonly string[] {
  return foldName(name)
    .split(/[ '’]/)
    .filter((word) => word !== '');
}

function isSameKind(one: string, other: string): boolean {
  return isSameText(one, other) || SAME_KIND.some((kind) => kind.includes(fold(one)) && kind.includes(fold(other)));
}

function isSameText(one: string, other: string): boolean {
  return fold(one) === fold(other);
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}
