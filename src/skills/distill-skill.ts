/** Makes a skill of a run that went well: what worked, without the failures, the retries and the looking. */
import { describeAction, nameElements } from '../action/describe.ts';
import { fingerprintAction } from '../action/fingerprint.ts';
import { isAboutTheScreen, isActing } from '../action/kinds.ts';
import { type Action, parseAction } from '../action/schema.ts';
import type { Stamp } from '../ports/journal.ts';
import type { RunEvent } from '../run/events.ts';
import { holdsMask } from '../safety/redact.ts';
import { permissionFor } from '../safety/skill-permissions.ts';
import type { Check } from '../verify/expect.ts';
import { say, type Text } from '../words/say.ts';
import { speak } from '../words/speak.ts';
import { type FoundParam, findParams, putIntoText, putParams } from './find-params.ts';
import { type PlaybookStep, usedParams } from './playbook.ts';
import { giveBack, proposeName, proposeTriggers } from './propose-triggers.ts';
import type { SkillDraft } from './write-skill.ts';

export type Distilled =
  | { readonly ok: true; readonly draft: SkillDraft }
  /** For the person: why no skill can be made of it. */
  | { readonly ok: false; readonly reason: Text };

export interface DistillPorts {
  /** A command that is proven to only read: it was looking. */
  readonly isReading: (action: Action) => boolean;
  /** The text of files the run may have written, by the path it named; null when there is none. */
  readonly files: ReadonlyMap<string, string | null>;
  /** Names that other skills have. */
  readonly taken: readonly string[];
}

/** An act that worked, with where it went. */
export interface Deed {
  readonly action: Action;
  readonly role: string | null;
  readonly name: string;
  readonly at: { readonly x: number; readonly y: number } | null;
  /** The application in front; ''. */
  readonly app: string;
  /** The title of the window in front; ''. */
  readonly window: string;
  isSeen: boolean;
}

/** Pure. */
export function distillSkill(goal: string, events: readonly (RunEvent & Stamp)[], ports: DistillPorts): Distilled {
  const deeds = keepWhatWorked(events, ports.isReading);
  if (deeds.length === 0) return { ok: false, reason: say`Nothing of that run can be repeated: it only looked.` };
  if (deeds.some(({ action }) => holdsMask(JSON.stringify(action))) || holdsMask(goal))
    return { ok: false, reason: say`A secret was used in that run. It is not kept, so it cannot be saved as a skill.` };
  if (usedParams(deeds.map(({ action }) => action)).length > 0)
    return { ok: false, reason: say`That run used text with {{ }} in it, which means something else in a skill.` };
  const lost = deeds.find((deed) => pointsNowhere(deed));
  if (lost !== undefined)
    return {
      ok: false,
      reason: say`What that run pointed at was not written down (${lost.action.action}), so it cannot be repeated.`,
    };
  const params = findUsableParams(goal, deeds, ports.taken);
  const playbook = deeds.map((deed, index) => toStep(deed, windowFor(deed, deeds[index - 1]), params));
  const name = proposeName(goal, params, ports.taken);
  const permissions = [...new Set(deeds.map(({ action, app }) => permissionFor(action, app)))].filter(
    (one) => one !== null,
  );
  return {
    ok: true,
    draft: {
      name,
      description: `Made of a run that was asked to: ${goal.replace(/\s+/g, ' ').slice(0, 300)}`,
      triggers: proposeTriggers(goal, params, name),
      steps: deeds.map(({ action, role, name: called }) =>
        putIntoText(speak(describeAction(action, nameElements(elementIn(action, role, called))), 'en'), params),
      ),
      playbook,
      expect: proposeChecks(deeds, params, ports.files),
      permissions,
      maxIterations: Math.min(200, playbook.length * 2 + 15),
    },
  };
}

/** None where the goal cannot be taken apart again as it was put together. */
function findUsableParams(goal: string, deeds: readonly Deed[], taken: readonly string[]): readonly FoundParam[] {
  const params = findParams(
    goal,
    deeds.map(({ action }) => action),
  );
  return giveBack(goal, params, proposeTriggers(goal, params, proposeName(goal, params, taken))) ? params : [];
}

/** Paths of files the run may have written: their content is worth a check. */
export function findPaths(events: readonly RunEvent[]): readonly string[] {
  const texts = events.flatMap((event) => (event.type === 'action.intended' ? stringsOf(event.action) : []));
  const paths = texts.flatMap((text) => [
    ...(/^~?\/[^\n]{1,400}$/.test(text.trim()) ? [text.trim()] : []),
    ...[...text.matchAll(/>\s*'?(~?\/[^\s'"`;|&<>]+)/g)].map((match) => match[1] ?? ''),
  ]);
  return [...new Set(paths)].slice(0, 10);
}

function keepWhatWorked(
  events: readonly (RunEvent & Stamp)[],
  isReading: (action: Action) => boolean,
): readonly Deed[] {
  const deeds: Deed[] = [];
  let front = { app: '', window: '' };
  let intended: Extract<RunEvent, { readonly type: 'action.intended' }> | null = null;
  for (const event of events) {
    if (event.type === 'observation.taken') {
      front = { app: event.app, window: event.window };
      const last = deeds.at(-1);
      if (event.answered_late === true && last !== undefined) last.isSeen = true;
    }
    if (event.type === 'action.intended') intended = event;
    if (event.type !== 'action.performed' || intended === null) continue;
    const { action, element, point } = intended;
    if (event.ok && isKept(action))
      deeds.push({
        action,
        role: element?.role ?? null,
        name: element?.name ?? '',
        at: point ?? null,
        app: intended.app ?? front.app,
        window: front.window,
        isSeen: event.effect !== 'unchanged',
      });
    intended = null;
  }
  const usesSecrets = deeds.some(({ action }) => /\{\{secret:\d+\}\}/.test(JSON.stringify(action)));
  return deeds
    .filter((deed, index) => !isTakenBack(deed, deeds.slice(index + 1)) && deed.action.action !== 'file_undo')
    .filter((deed, index, all) => !isIdle(deed, all.slice(index + 1)))
    .filter(({ action }, index, all) => index === all.length - 1 || !isReading(action))
    .filter(({ action }) => action.action !== 'ask_user' || usesSecrets);
}

function isKept(action: Action): boolean {
  if (action.action === 'ask_user') return action.secret;
  if (action.action === 'wait_until') return action.text !== undefined;
  return isActing(action) && action.action !== 'shell_restart';
}

/** Nothing came of it: a pointer act that changed nothing, or one that was done again. */
function isIdle({ action, isSeen }: Deed, later: readonly Deed[]): boolean {
  if (isSeen) return false;
  if (['click', 'move', 'drag', 'scroll', 'mouse_down', 'mouse_up', 'focus'].includes(action.action)) return true;
  const next = later[0];
  const isPressed = action.action === 'key' || action.action === 'type' || action.action === 'open_app';
  return isPressed && next !== undefined && fingerprintAction(next.action) === fingerprintAction(action);
}

/** A file edit that was undone later. */
function isTakenBack({ action }: Deed, later: readonly Deed[]): boolean {
  if (!('path' in action) || !['file_create', 'file_replace', 'file_insert'].includes(action.action)) return false;
  const edits = later.filter((deed) => 'path' in deed.action && deed.action.path === action.path);
  let depth = 0;
  for (const { action: edit } of edits) {
    depth +=
      edit.action === 'file_undo' ? -1 : ['file_create', 'file_replace', 'file_insert'].includes(edit.action) ? 1 : 0;
    if (depth < 0) return true;
  }
  return false;
}

/** It went to an element or a place that the journal does not tell. */
function pointsNowhere({ action, role, at }: Deed): boolean {
  if (action.action === 'drag')
    return 'element' in action.from || ('element' in action.to && role === null && at === null);
  if (action.action === 'focus' || action.action === 'set_value') return role === null;
  return (
    'target' in action && action.target !== undefined && 'element' in action.target && role === null && at === null
  );
}

/** A dialog's title is the same each time; a document's holds its name, or the application's, and is left out. */
function windowFor({ app, window }: Deed, before: Deed | undefined): string | null {
  if (app === '' || before === undefined || before.app !== app) return null;
  const isDialog = window !== '' && window.length <= 60 && !/[\d*./\\]/.test(window);
  return isDialog && !window.toLowerCase().includes(app.toLowerCase()) ? window : null;
}

function toStep(deed: Deed, window: string | null, params: readonly FoundParam[]): PlaybookStep {
  const { action, app } = deed;
  const filled = putParams(action, params);
  const target = targetOf(deed, params);
  const step: Record<string, unknown> = { ...filled, ...defaultsGone(filled) };
  if (target !== null && 'target' in action && action.target !== undefined) step.target = target;
  if (target !== null && action.action === 'drag') step.to = target;
  if (target !== null && (action.action === 'focus' || action.action === 'set_value')) step.element = target;
  const goesToFront = isActing(action) && isAboutTheScreen(action) && app !== '';
  return {
    ...withoutEmpty(step),
    action: action.action,
    ...(goesToFront ? { front: app, ...(window === null ? {} : { window }) } : {}),
  };
}

/** By role and name wherever an element is known, with where it was as a hint. */
function targetOf({ role, name, at }: Deed, params: readonly FoundParam[]): Readonly<Record<string, unknown>> | null {
  const hint = at === null ? {} : { x: round(at.x), y: round(at.y) };
  return role === null ? (at === null ? null : hint) : { role, name: putIntoText(name, params), ...hint };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** What the schema fills in by itself needs not be read by a person. */
function defaultsGone(step: Readonly<Record<string, unknown>>): Readonly<Record<string, undefined>> {
  const gone = Object.keys(step).filter((key) => {
    const { [key]: value, ...others } = step;
    const parsed = parseAction(others);
    return (
      key !== 'action' &&
      parsed.ok &&
      key in parsed.action &&
      JSON.stringify(Reflect.get(parsed.action, key)) === JSON.stringify(value)
    );
  });
  return Object.fromEntries(gone.map((key) => [key, undefined]));
}

function withoutEmpty(step: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(step).filter(([, value]) => value !== undefined));
}

/** Files that are there now and that the run named; with what it typed in them, where they hold it. */
function proposeChecks(
  deeds: readonly Deed[],
  params: readonly FoundParam[],
  files: ReadonlyMap<string, string | null>,
): readonly Check[] {
  const typed = deeds
    .flatMap(({ action }) => ('text' in action && typeof action.text === 'string' ? [action.text.trim()] : []))
    .filter((text) => text.length >= 2)
    .sort((one, other) => other.length - one.length);
  return [...files].flatMap(([path, content]): readonly Check[] => {
    if (content === null) return [];
    const held = [...params.map(({ value }) => value), ...typed].find(
      (text) => text !== path && content.includes(text),
    );
    const where = putIntoText(path, params);
    return [
      held === undefined
        ? { check: 'file_exists', path: where }
        : { check: 'file_contains', path: where, text: putIntoText(held.slice(0, 2000), params) },
    ];
  });
}

function stringsOf(action: Action): readonly string[] {
  return Object.values(action).filter((value) => typeof value === 'string');
}

function elementIn(action: Action, role: string | null, name: string) {
  const target = 'target' in action ? action.target : action.action === 'drag' ? action.to : undefined;
  const number =
    action.action === 'focus' || action.action === 'set_value'
      ? action.element
      : target !== undefined && 'element' in target
        ? target.element
        : null;
  return number === null || role === null ? undefined : { number, role, name };
}
