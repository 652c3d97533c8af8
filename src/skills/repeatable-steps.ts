/** Repeatable steps of a run: the acts that worked with their targets, and in words what is left out. */
import { fingerprintAction } from '../action/fingerprint.ts';
import { goesToPointer, isActing, isInputBy, traitsOf } from '../action/kinds.ts';
import type { Action } from '../action/schema.ts';
import { sayAct } from '../journal/step-words.ts';
import { type Act, listItems, type Of, type Step, type StepItem } from '../journal/steps.ts';
import { plural, say, type Text } from '../words/say.ts';

/** Target of an act, from the journal. */
export interface Spot {
  readonly role: string | null;
  readonly name: string;
  /** 0–1000. */
  readonly at: { readonly x: number; readonly y: number } | null;
  /** Position within the element, as shares of its size; null for the whole element. */
  readonly within: { readonly x: number; readonly y: number } | null;
  /** The window it was in, 0–1000, where no element is known. */
  readonly window: Box | null;
  /** Names of its neighbours. */
  readonly near: readonly string[];
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An act that worked. */
export interface RepeatableStep {
  readonly action: Action;
  readonly spot: Spot;
  /** Start of a drag; null for other acts. */
  readonly from: Spot | null;
  /** The application in front; ''. */
  readonly app: string;
  /** The title of the window in front; ''. */
  readonly window: string;
  /** The host of the page in front; ''. */
  readonly site: string;
  readonly by: 'model' | 'person';
  readonly isSeen: boolean;
}

export interface RepeatableSteps {
  readonly kept: readonly RepeatableStep[];
  /** Sentences for the person. */
  readonly leftOut: readonly Text[];
}

export const NOWHERE: Spot = { role: null, name: '', at: null, within: null, window: null, near: [] };

/** `isReading`: a command that is proven to only read was looking, unless it is the last thing done. */
export function findRepeatable(
  goal: string,
  run: readonly Step[],
  isReading: (action: Action) => boolean,
): RepeatableSteps {
  const items = listItems(run);
  const worked = listWorked(items.filter((item) => item.type === 'act'));
  const usesSecrets = worked.some(({ action }) => /\{\{secret:\d+\}\}/.test(JSON.stringify(action)));
  const lasting = worked.filter(
    (step, index) => !isTakenBack(step, worked.slice(index + 1)) && step.action.action !== 'file_undo',
  );
  const effective = lasting.filter((step, index) => !isIdle(step, lasting.slice(index + 1)));
  const kept = effective
    .filter(({ action }, index, all) => index === all.length - 1 || !isReading(action))
    .filter(({ action }) => action.action !== 'ask_user' || usesSecrets);
  const asked = askForTyped(goal, kept);
  return {
    kept: asked,
    leftOut: [
      ...sayLeftOut(items, lasting.length - effective.length),
      ...(asked.length === kept.length
        ? []
        : [say`What you typed by hand is not kept; the skill asks for it each time.`]),
    ],
  };
}

function listWorked(acts: readonly Act[]): readonly RepeatableStep[] {
  const worked: RepeatableStep[] = [];
  let pointer = NOWHERE;
  let isHeld = false;
  for (const { action, intended, ok, effect, app, window, by } of acts) {
    if (intended === null || ok !== true) continue;
    const spot = goesToPointer(action) ? pointer : spotOf(intended);
    if (isInputBy(action, 'pointer')) pointer = spot;
    // A gesture from press to release is one act.
    const { holds } = traitsOf(action);
    const isOfHeld: boolean = isHeld || holds === 'begins';
    isHeld = isOfHeld && holds !== 'ends';
    if (!isKept(action)) continue;
    const from = intended.from === undefined ? null : spotOf(intended.from);
    const { site = '' } = intended;
    worked.push({ action, spot, from, app, window, site, by, isSeen: effect !== 'unchanged' || isOfHeld });
  }
  return worked;
}

function spotOf({
  element,
  point,
  within,
  window_box,
  near = [],
}: Pick<Of<'action.intended'>, 'element' | 'point' | 'within' | 'window_box' | 'near'>): Spot {
  return {
    role: element?.role ?? null,
    name: element?.name ?? '',
    at: point ?? null,
    within: within ?? null,
    window: window_box ?? null,
    near,
  };
}

function isKept(action: Action): boolean {
  if (action.action === 'ask_user') return action.secret;
  if (action.action === 'wait_until') return action.text !== undefined;
  return isActing(action) && action.action !== 'shell_restart';
}

/** Whether a step had no effect: a pointer act that changed nothing, or one that was repeated. */
function isIdle({ action, isSeen }: RepeatableStep, later: readonly RepeatableStep[]): boolean {
  if (isSeen) return false;
  const { whenIdle } = traitsOf(action);
  if (whenIdle === undefined) return false;
  const next = later[0];
  return (
    whenIdle === 'left-out' || (next !== undefined && fingerprintAction(next.action) === fingerprintAction(action))
  );
}

/** A file edit that was undone later. */
function isTakenBack({ action }: RepeatableStep, later: readonly RepeatableStep[]): boolean {
  if (!('path' in action) || !isEdit(action)) return false;
  const edits = later.filter((step) => 'path' in step.action && step.action.path === action.path);
  let depth = 0;
  for (const { action: edit } of edits) {
    depth += edit.action === 'file_undo' ? -1 : isEdit(edit) ? 1 : 0;
    if (depth < 0) return true;
  }
  return false;
}

function isEdit(action: Action): boolean {
  return traitsOf(action).editsFile === true;
}

/** What a person typed by hand may be a password: it is asked for as a secret, unless the goal says it anyway. */
function askForTyped(goal: string, steps: readonly RepeatableStep[]): readonly RepeatableStep[] {
  let before = 0;
  let secrets = 0;
  const numbers = new Map<string, string>();
  return steps.flatMap((step): readonly RepeatableStep[] => {
    const { action, by } = step;
    if (action.action === 'ask_user') {
      before += 1;
      secrets += 1;
      numbers.set(`{{secret:${before}}}`, `{{secret:${secrets}}}`);
      return [step];
    }
    if (action.action !== 'type') return [step];
    if (by === 'person' && !goal.includes(action.text.trim())) {
      secrets += 1;
      const field = step.app === '' ? 'What is to be typed?' : `What is to be typed into ${step.app}?`;
      const question: Action = { action: 'ask_user', text: field, options: [], secret: true };
      const typed: Action = { action: 'type', text: `{{secret:${secrets}}}${/\n$/.test(action.text) ? '\n' : ''}` };
      return [
        { ...step, action: question },
        { ...step, action: typed },
      ];
    }
    const text = action.text.replace(/\{\{secret:\d+\}\}/g, (old) => numbers.get(old) ?? old);
    return [{ ...step, action: { ...action, text } }];
  });
}

function sayLeftOut(items: readonly StepItem[], idle: number): readonly Text[] {
  const acts = items.filter((item) => item.type === 'act');
  const failed = acts.filter(({ ok }) => ok === false).length;
  const hasPaused = items.some(({ type }) => type === 'run.paused');
  const hasAsked = acts.some(
    ({ action, intended }) => intended !== null && action.action === 'ask_user' && !action.secret,
  );
  const unknown = acts.filter(({ result }) => result?.type === 'action.unknown');
  return [
    ...(failed === 0 ? [] : [plural(failed, say`1 act that did not work.`, say`${failed} acts that did not work.`)]),
    ...(idle === 0 ? [] : [plural(idle, say`1 act that changed nothing.`, say`${idle} acts that changed nothing.`)]),
    ...(hasAsked ? [say`What the run asked you: the skill does not ask again and does as it was done then.`] : []),
    ...(hasPaused ? [say`What you did yourself at the computer while the run was paused.`] : []),
    ...unknown.map((act) => say`This may or may not have happened: ${sayAct(act)}.`),
  ];
}
