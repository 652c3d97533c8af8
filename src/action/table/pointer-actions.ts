/** Actions of the pointer. */
import { z } from 'zod';
import { say, type Text } from '../../words/say.ts';
import { problem } from '../../words/say-issue.ts';
import { parseKeys } from '../keys.ts';
import { define } from './define.ts';
import { sayTarget, target, word } from './params.ts';

const SCROLLING = {
  up: say`scrolling up`,
  down: say`scrolling down`,
  left: say`scrolling left`,
  right: say`scrolling right`,
} as const;

/** Keys held during the act; models write a single key as often as a list of one. */
const modifiers = z
  .preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(z.string().superRefine(checkKey)).refine((held) => held.length <= 4, problem(say`at most 4 keys are held`)),
  )
  .optional();

export const POINTER_ACTIONS = [
  define('click', {
    takes: {
      target,
      button: word(['left', 'right', 'middle']).default('left'),
      count: z.number().int().min(1).max(3).default(1),
      modifiers,
    },
    wire: { target: 'place', button: 'button', count: 'count', modifiers: 'options' },
    traits: {
      counted: 'clicks',
      kind: 'act',
      input: 'pointer',
      followsUp: true,
      grant: 'named',
      whenIdle: 'left-out',
      permission: 'front',
    },
    prompt: 'click PLACE button=left|right|middle count=1 (2 double, 3 triple) [options: keys held, like ["shift"]]',
    says: (click, nameOfElement) => {
      const where = sayTarget(click.target, nameOfElement);
      const clicked = 'element' in click.target ? clickOn(where, click.count) : clickAt(where, click.count);
      const other = click.button === 'right' ? say`${clicked} (right button)` : say`${clicked} (middle button)`;
      return sayHeld(click.button === 'left' ? clicked : other, click.modifiers);
    },
  }),
  define('move', {
    takes: { target },
    wire: { target: 'place' },
    traits: {
      counted: 'scrolling',
      kind: 'act',
      input: 'pointer',
      followsUp: true,
      whenIdle: 'left-out',
      permission: null,
    },
    prompt: 'move PLACE',
    says: (move, nameOfElement) => say`moving the pointer to ${sayTarget(move.target, nameOfElement)}`,
  }),
  define('mouse_down', {
    takes: { target: target.optional() },
    wire: { target: 'place' },
    traits: {
      counted: 'clicks',
      kind: 'act',
      input: 'pointer',
      holds: 'begins',
      grant: 'named',
      whenIdle: 'left-out',
      permission: 'front',
    },
    prompt: 'mouse_down [PLACE]',
    says: () => say`pressing the mouse button`,
  }),
  define('mouse_up', {
    takes: { target: target.optional() },
    wire: { target: 'place' },
    traits: {
      counted: 'clicks',
      kind: 'act',
      input: 'pointer',
      holds: 'ends',
      followsUp: true,
      grant: 'named',
      whenIdle: 'left-out',
      permission: 'front',
    },
    prompt: 'mouse_up [PLACE]',
    says: () => say`releasing the mouse button`,
  }),
  define('drag', {
    takes: { from: target, to: target, modifiers },
    wire: { from: 'place', to: 'toPlace', modifiers: 'options' },
    traits: {
      counted: 'dragging',
      kind: 'act',
      input: 'pointer',
      grant: 'never',
      whenIdle: 'left-out',
      permission: 'front',
    },
    prompt: 'drag PLACE to PLACE [options: keys held]',
    says: ({ from, to, modifiers: held }, nameOfElement) =>
      sayHeld(say`dragging from ${sayTarget(from, nameOfElement)} to ${sayTarget(to, nameOfElement)}`, held),
  }),
  define('scroll', {
    takes: {
      target: target.optional(),
      direction: word(['up', 'down', 'left', 'right']),
      amount: z.number().int().min(1).max(20).default(3),
      modifiers,
    },
    wire: { target: 'place', direction: 'direction', amount: 'count', modifiers: 'options' },
    traits: { counted: 'scrolling', kind: 'act', input: 'pointer', whenIdle: 'left-out', permission: null },
    prompt: 'scroll [PLACE] direction=up|down|left|right count=3 (wheel notches, 1-20) [options: keys held]',
    says: ({ direction, modifiers: held }) => sayHeld(SCROLLING[direction], held),
  }),
] as const;

function checkKey(key: string, issues: z.RefinementCtx): void {
  const parsed = parseKeys(key);
  if (!parsed.ok) issues.addIssue({ code: 'custom', ...problem(parsed.reason) });
}

function sayHeld(said: Text, held: readonly string[] = []): Text {
  return held.length === 0 ? said : say`${said} with ${held.join('+')} held`;
}

function clickOn(what: Text, count: number): Text {
  if (count === 1) return say`clicking ${what}`;
  return count === 2 ? say`double-clicking ${what}` : say`triple-clicking ${what}`;
}

function clickAt(place: Text, count: number): Text {
  if (count === 1) return say`clicking at ${place}`;
  return count === 2 ? say`double-clicking at ${place}` : say`triple-clicking at ${place}`;
}
