/** Renders what one iteration knows into the text that goes before the picture. What came from the screen or a program is fenced. */

import type { NamedElement } from '../../action/describe.ts';
import { isSeenOnScreen } from '../../action/kinds.ts';
import type { ActCheck } from '../../journal/acted.ts';
import type { UiElement } from '../../ports/desktop.ts';
import { isActionable } from '../../screen/element-kinds.ts';
import { ELEMENTS_HEAD, renderElement } from '../../screen/element-line.ts';
import { leaveOutMiddle, oneLine, shortenWords } from '../../words/amounts.ts';
import { english } from '../../words/speak.ts';
import { fence } from '../../words/untrusted.ts';
import { renderValues } from '../outside-values.ts';
import { renderArrivals } from './arrivals-text.ts';
import type { StepState } from './step-state.ts';
import { renderTrail } from './trail-text.ts';

const MAX_ELEMENTS = 40;
/** The list's share of the 900 tokens a plain step may take: about 630. */
const MAX_ELEMENT_BYTES = 2200;
const MAX_NAME = 48;
const MAX_TITLE = 120;
const MAX_NOTES = 10;
const MAX_NOTE = 160;
const MAX_ACTION = 300;
const MAX_CHECK = 400;
/** Output is shown once, in the very next prompt; the model notes what it needs. */
export const MAX_RESULT = 6000;
/** A whole list of elements that was asked for: 200 lines. */
const MAX_LIST = 14_000;

/** Pure: the same state gives the same text. The skill's guidance is not in it; that stands in the system prompt. */
export function renderStateText(state: StepState): string {
  return [
    `Goal: ${state.goal}`,
    ...renderValues(state.values),
    ...(state.part === undefined ? [] : renderPart(state.part)),
    `Step ${state.iteration} of ${state.maxIterations}. Left: ${state.budgetLeft}.`,
    ...(state.wishes === undefined ? [] : [state.wishes]),
    ...renderNotes(state.notes),
    ...renderTrail(state.trail),
    ...(state.last === null ? ['Nothing has been done yet.'] : renderLast(state.last)),
    ...(state.lastCheck === undefined ? [] : renderCheck(state.lastCheck)),
    ...renderArrivals(state.arrivals ?? []),
    ...(state.failure === undefined ? [] : [state.failure]),
    ...state.said.map(({ text }) => text),
    ...(state.malformed === '' ? [] : [`Your last reply was not usable, so nothing was done: ${state.malformed}`]),
    ...(state.isBesideScreen === true ? (state.lookNote === '' ? [] : [state.lookNote]) : [renderScreen(state)]),
  ].join('\n');
}

/** Results of earlier parts are fenced, since they come from the screen. */
function renderPart({ index, total, check, context }: NonNullable<StepState['part']>): readonly string[] {
  return [
    `This is part ${index} of ${total} of what the person asked for; do this part only.`,
    ...(check === '' ? [] : [`It is done when: ${check}`]),
    ...(context === '' ? [] : [fence('earlier parts', context)]),
  ];
}

function renderNotes(notes: readonly string[]): readonly string[] {
  if (notes.length === 0) return [];
  return ['Your notes:', ...notes.slice(-MAX_NOTES).map((note) => `- ${shortenWords(oneLine(note), MAX_NOTE)}`)];
}

/** The last action with its result; also used by a verification when the screen shows nothing. */
export function renderLast(last: NonNullable<StepState['last']>): readonly string[] {
  const { action, ...parameters } = last.action;
  const call = shortenWords(`${action} ${JSON.stringify(parameters)}`, MAX_ACTION);
  const lines = [`Last action: ${call} - ${describeResult(last)}`];
  const most = action.endsWith('_elements') ? MAX_LIST : MAX_RESULT;
  const result = english(last.result.text);
  if (result !== '') lines.push(fence('result', leaveOutMiddle(result, most)));
  return lines;
}

/** The checker's findings are fenced, since they come from the screen. */
function renderCheck({ passed, text }: ActCheck): readonly string[] {
  const found = text === '' ? [] : [fence('check', shortenWords(oneLine(english(text)), MAX_CHECK))];
  return [
    passed ? 'It was checked: it did what it was for.' : 'It was checked: it did not do what it was for.',
    ...found,
  ];
}

/** For an action that never shows on the screen, an unchanged screen is not mentioned. */
function describeResult({ action, result: { ok, effect, confined } }: NonNullable<StepState['last']>): string {
  // Stated outside of the fence with the command's output, so that the output cannot claim it.
  if (confined === true)
    return `tried where it can change nothing${ok ? '' : ', and failed'}: nothing was changed by it`;
  if (!ok) return 'not done';
  if (action.action === 'shell') return 'done, exit code 0';
  if (effect === 'changed') return 'done, the screen changed';
  return effect === 'unchanged' && isSeenOnScreen(action) ? 'done, but nothing on the screen changed' : 'done';
}

function renderScreen(state: StepState): string {
  const { front, display } = state;
  const lines = [
    front.app === '' && front.title === ''
      ? 'No window is in front.'
      : `In front: ${quote(front.app, MAX_NAME)}, window ${quote(front.title, MAX_TITLE)}`,
    ...(state.last?.element === undefined ? [] : [`The last action was on: ${describeElement(state.last.element)}`]),
    ...(state.lookNote === '' ? [] : [state.lookNote]),
    ...renderElements(state.elements, display),
    ...(state.elementsNote === '' ? [] : [state.elementsNote]),
  ];
  return fence('screen', lines.join('\n'));
}

/** Named by role and name, since the number belonged to an earlier look. */
function describeElement({ role, name }: NamedElement): string {
  return `${oneLine(role)} ${quote(name, MAX_NAME)}`;
}

function renderElements(elements: readonly UiElement[], display: StepState['display']): readonly string[] {
  if (elements.length === 0) return [];
  const lines = listElements(elements, display).map((element) => renderElement(element, display));
  const left = elements.length - lines.length;
  const more = `(${left} more are not listed; ui_elements lists them)`;
  return [ELEMENTS_HEAD, ...lines, ...(left === 0 ? [] : [more])];
}

/**
 * Elements for the list in the prompt. Of too many it keeps first the focus and passwords, then usable elements with a name, then those without, and
 * text last. In reading order.
 */
export function listElements(elements: readonly UiElement[], display: StepState['display']): readonly UiElement[] {
  const rank = (element: UiElement): number => {
    if (element.isFocused || element.isSecure) return 0;
    if (!isActionable(element)) return element.isRead === true ? 1 : 3;
    return element.name !== '' || element.value !== '' ? 1 : 2;
  };
  let bytes = 0;
  return elements
    .toSorted((first, second) => rank(first) - rank(second))
    .slice(0, MAX_ELEMENTS)
    .filter((element) => {
      bytes += Buffer.byteLength(renderElement(element, display)) + 1;
      return bytes <= MAX_ELEMENT_BYTES;
    })
    .sort((first, second) => first.number - second.number);
}

function quote(text: string, limit: number): string {
  return JSON.stringify(shortenWords(oneLine(text), limit));
}
