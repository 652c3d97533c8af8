/** What of a run can be done again: the acts that worked, each with where it went, and in words what is left out. */
import { describeAction, nameElements } from '../action/describe.ts';
import { fingerprintAction } from '../action/fingerprint.ts';
import { goesToPointer, isActing, isInputBy, traitsOf } from '../action/kinds.ts';
import type { Action } from '../action/schema.ts';
import type { RunEvent } from '../journal/events.ts';
import type { Stamp } from '../ports/journal.ts';
import { plural, say, type Text } from '../words/say.ts';

/** Where an act went, as the journal tells it. */
export interface Spot {
  readonly role: string | null;
  readonly name: string;
  /** 0–1000. */
  readonly at: { readonly x: number; readonly y: number } | null;
  /** Where in the element, as shares of its size; null for the element as such. */
  readonly within: { readonly x: number; readonly y: number } | null;
  /** The window it was in, 0–1000, where no element is known. */
  readonly window: Box | null;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An act that worked. */
export interface Deed {
  readonly action: Action;
  readonly spot: Spot;
  /** Where a drag began; null for everything else. */
  readonly from: Spot | null;
  /** The application in front; ''. */
  readonly app: string;
  /** The title of the window in front; ''. */
  readonly window: string;
  readonly by: 'model' | 'person';
  readonly isSeen: boolean;
}

export interface Deeds {
  readonly kept: readonly Deed[];
  /** Sentences for the person. */
  readonly leftOut: readonly Text[];
}

type Intended = Extract<RunEvent, { readonly type: 'action.intended' }>;

const NOWHERE: Spot = { role: null, name: '', at: null, within: null, window: null };

/** `isReading`: a command that is proven to only read was looking, unless it is the last thing done. */
export function readDeeds(
  goal: string,
  events: readonly (RunEvent & Stamp)[],
  isReading: (action: Action) => boolean,
): Deeds {
  const worked = listWorked(events);
  const usesSecrets = worked.some(({ action }) => /\{\{secret:\d+\}\}/.test(JSON.stringify(action)));
  const lasting = worked.filter(
    (deed, index) => !isTakenBack(deed, worked.slice(index + 1)) && deed.action.action !== 'file_undo',
  );
  const effective = lasting.filter((deed, index) => !isIdle(deed, lasting.slice(index + 1)));
  const kept = effective
    .filter(({ action }, index, all) => index === all.length - 1 || !isReading(action))
    .filter(({ action }) => action.action !== 'ask_user' || usesSecrets);
  const asked = askForTyped(goal, kept);
  return {
    kept: asked,
    leftOut: [
      ...tellCounts(events, lasting.length - effective.length),
      ...tellUnknown(events),
      ...(asked.length === kept.length
        ? []
        : [say`What you typed by hand is not kept; the skill asks for it each time.`]),
    ],
  };
}

function listWorked(events: readonly (RunEvent & Stamp)[]): readonly Deed[] {
  const deeds: Deed[] = [];
  let front = { app: '', window: '' };
  let pointer = NOWHERE;
  let isHeld = false;
  let intended: Intended | null = null;
  for (const event of events) {
    if (event.type === 'observation.taken') {
      front = { app: event.app, window: event.window };
      const last = deeds.pop();
      if (last !== undefined) deeds.push({ ...last, isSeen: last.isSeen || event.answered_late === true });
    }
    if (event.type === 'action.intended') intended = event;
    if (event.type !== 'action.performed' || intended === null) continue;
    const { action, by } = intended;
    const spot = goesToPointer(action) ? pointer : spotOf(intended);
    if (event.ok && isInputBy(action, 'pointer')) pointer = spot;
    // From pressing to letting go everything is one act.
    const { holds } = traitsOf(action);
    const isOfHeld: boolean = isHeld || holds === 'begins';
    if (event.ok) isHeld = isOfHeld && holds !== 'ends';
    if (event.ok && isKept(action))
      deeds.push({
        action,
        spot,
        from: intended.from === undefined ? null : spotOf(intended.from),
        app: intended.app ?? front.app,
        window: front.window,
        by,
        isSeen: event.effect !== 'unchanged' || isOfHeld,
      });
    intended = null;
  }
  return deeds;
}

function spotOf({
  element,
  point,
  within,
  window_box,
}: Pick<Intended, 'element' | 'point' | 'within' | 'window_box'>): Spot {
  return {
    role: element?.role ?? null,
    name: element?.name ?? '',
    at: point ?? null,
    within: within ?? null,
    window: window_box ?? null,
  };
}

function isKept(action: Action): boolean {
  if (action.action === 'ask_user') return action.secret;
  if (action.action === 'wait_until') return action.text !== undefined;
  return isActing(action) && action.action !== 'shell_restart';
}

/** Nothing came of it: a pointer act that changed nothing, or one that was done again. */
function isIdle({ action, isSeen }: Deed, later: readonly Deed[]): boolean {
  if (isSeen) return false;
  const { whenIdle } = traitsOf(action);
  if (whenIdle === undefined) return false;
  const next = later[0];
  return (
    whenIdle === 'left-out' || (next !== undefined && fingerprintAction(next.action) === fingerprintAction(action))
  );
}

/** A file edit that was undone later. */
function isTakenBack({ action }: Deed, later: readonly Deed[]): boolean {
  if (!('path' in action) || !isEdit(action)) return false;
  const edits = later.filter((deed) => 'path' in deed.action && deed.action.path === action.path);
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
function askForTyped(goal: string, deeds: readonly Deed[]): readonly Deed[] {
  let before = 0;
  let secrets = 0;
  const numbers = new Map<string, string>();
  return deeds.flatMap((deed): readonly Deed[] => {
    const { action, by } = deed;
    if (action.action === 'ask_user') {
      before += 1;
      secrets += 1;
      numbers.set(`{{secret:${before}}}`, `{{secret:${secrets}}}`);
      return [deed];
    }
    if (action.action !== 'type') return [deed];
    if (by === 'person' && !goal.includes(action.text.trim())) {
      secrets += 1;
      const field = deed.app === '' ? 'What is to be typed?' : `What is to be typed into ${deed.app}?`;
      const question: Action = { action: 'ask_user', text: field, options: [], secret: true };
      const typed: Action = { action: 'type', text: `{{secret:${secrets}}}${/\n$/.test(action.text) ? '\n' : ''}` };
      return [
        { ...deed, action: question },
        { ...deed, action: typed },
      ];
    }
    const text = action.text.replace(/\{\{secret:\d+\}\}/g, (old) => numbers.get(old) ?? old);
    return [{ ...deed, action: { ...action, text } }];
  });
}

function tellCounts(events: readonly RunEvent[], idle: number): readonly Text[] {
  const failed = events.filter((event) => event.type === 'action.performed' && !event.ok).length;
  const paused = events.some(({ type }) => type === 'run.paused');
  const questions = events.filter(
    (event) => event.type === 'action.intended' && event.action.action === 'ask_user' && !event.action.secret,
  ).length;
  return [
    ...(failed === 0 ? [] : [plural(failed, say`1 act that did not work.`, say`${failed} acts that did not work.`)]),
    ...(idle === 0 ? [] : [plural(idle, say`1 act that changed nothing.`, say`${idle} acts that changed nothing.`)]),
    ...(questions === 0
      ? []
      : [say`What the run asked you: the skill does not ask again and does as it was done then.`]),
    ...(paused ? [say`What you did yourself at the computer while the run was paused: nobody wrote that down.`] : []),
  ];
}

function tellUnknown(events: readonly RunEvent[]): readonly Text[] {
  return events.flatMap((event, index) => {
    if (event.type !== 'action.unknown') return [];
    const intended = events
      .slice(0, index)
      .findLast((one): one is Intended => one.type === 'action.intended' && one.step === event.step);
    if (intended === undefined) return [];
    return [
      say`Nobody knows whether this happened: ${describeAction(intended.action, nameElements(intended.element))}.`,
    ];
  });
}
