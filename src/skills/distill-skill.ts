/** Makes a skill from a successful run: the acts that worked, without failures, retries and looking. */
import { z } from 'zod';
import { describeAction, nameElements } from '../action/describe.ts';
import { isInput, isInputBy } from '../action/kinds.ts';
import { type Action, parseAction } from '../action/schema.ts';
import { type Act, readSteps, type StampedEvent } from '../journal/steps.ts';
import type { Check } from '../ledger/check.ts';
import { holdsMask } from '../safety/secrets/redact.ts';
import { say, type Text } from '../words/say.ts';
import { speak } from '../words/speak.ts';
import { type FoundParam, findParams, putIntoText, putParams } from './find-params.ts';
import { MOST_STEPS, type PlaybookStep, usedParams } from './playbook.ts';
import { giveBack, proposeName, proposeTriggers } from './propose-triggers.ts';
import { findRepeatable, NOWHERE, type RepeatableStep, type Spot } from './repeatable-steps.ts';
import { permissionFor } from './skill-permissions.ts';
import type { SkillDraft } from './write-skill.ts';

export type Distilled =
  /** `leftOut`: sentences for the person about parts of the run that are missing. */
  | { readonly ok: true; readonly draft: SkillDraft; readonly leftOut: readonly Text[] }
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

/** `events`: those of the run, preceded by those of the runs it continued, followed by those of its parts. Pure. */
export function distillSkill(goal: string, events: readonly StampedEvent[], ports: DistillPorts): Distilled {
  const { kept, leftOut } = findRepeatable(goal, readSteps(events), ports.isReading);
  if (kept.length === 0) return { ok: false, reason: say`Nothing of that run can be repeated: it only looked.` };
  if (kept.some(({ action }) => holdsMask(JSON.stringify(action))) || holdsMask(goal))
    return { ok: false, reason: say`A secret was used in that run. It is not kept, so it cannot be saved as a skill.` };
  if (usedParams(kept.map(({ action, spot, from }) => [action, spot.name, from?.name ?? ''])).length > 0)
    return { ok: false, reason: say`That run used text with {{ }} in it, which means something else in a skill.` };
  const lost = kept.find((step) => pointsNowhere(step));
  if (lost !== undefined)
    return {
      ok: false,
      reason: say`What that run pointed at was not written down (${lost.action.action}), so it cannot be repeated.`,
    };
  if (kept.length > MOST_STEPS)
    return {
      ok: false,
      reason: say`That run took ${kept.length} actions; a skill holds at most ${MOST_STEPS} steps.`,
    };
  const params = findUsableParams(goal, kept, ports.taken);
  const playbook = kept.map((step, index) => toStep(step, windowFor(step, kept[index - 1]), params));
  const name = proposeName(goal, params, ports.taken);
  const permissions = [...new Set(kept.map(({ action, app }) => permissionFor(action, app)))].filter(
    (one) => one !== null,
  );
  return {
    ok: true,
    leftOut,
    draft: {
      name,
      description: `Made of a run that was asked to: ${goal.replace(/\s+/g, ' ').slice(0, 300)}`,
      triggers: proposeTriggers(goal, params, name),
      steps: kept.map((step) => putIntoText(speak(describeStep(step), 'en'), params)),
      playbook,
      expect: proposeChecks(kept, params, ports.files),
      permissions,
      maxIterations: Math.min(200, playbook.length * 2 + 15),
    },
  };
}

/** Parameters whose trigger gives the goal back; none when it does not. */
function findUsableParams(
  goal: string,
  steps: readonly RepeatableStep[],
  taken: readonly string[],
): readonly FoundParam[] {
  const params = findParams(
    goal,
    steps.map(({ action }) => action),
  );
  return giveBack(goal, params, proposeTriggers(goal, params, proposeName(goal, params, taken))) ? params : [];
}

/** Paths of files the run may have written: their content is worth a check. */
export function findPaths(acts: readonly Act[]): readonly string[] {
  const texts = acts.flatMap(({ action }) => stringsOf(action));
  const paths = texts.flatMap((text) => [
    ...(/^~?\/[^\n]{1,400}$/.test(text.trim()) ? [text.trim()] : []),
    ...[...text.matchAll(/>\s*'?(~?\/[^\s'"`;|&<>]+)/g)].map((match) => match[1] ?? ''),
  ]);
  return [...new Set(paths)].slice(0, 10);
}

/** Whether the journal has no target for a step. */
function pointsNowhere({ action, spot, from }: RepeatableStep): boolean {
  const isLost = (target: object, { role, at }: Spot): boolean => 'element' in target && role === null && at === null;
  if (action.action === 'drag') return isLost(action.from, from ?? NOWHERE) || isLost(action.to, spot);
  if (isInputBy(action, 'element')) return spot.role === null;
  return 'target' in action && action.target !== undefined && isLost(action.target, spot);
}

/** A dialog's title is the same each time; a document's holds its name, or the application's, and is left out. */
function windowFor({ app, window }: RepeatableStep, before: RepeatableStep | undefined): string | null {
  if (app === '' || before === undefined || before.app !== app) return null;
  const isDialog = window !== '' && window.length <= 60 && !/[\d*./\\]/.test(window);
  return isDialog && !window.toLowerCase().includes(app.toLowerCase()) ? window : null;
}

function toStep(repeatable: RepeatableStep, window: string | null, params: readonly FoundParam[]): PlaybookStep {
  const { action, app, site } = repeatable;
  const filled = putParams(action, params);
  const step: Record<string, unknown> = { ...filled, ...defaultsGone(filled), ...targetsOf(repeatable, params) };
  const goesToFront = isInput(action) && app !== '';
  return {
    ...withoutEmpty(step),
    action: action.action,
    ...(goesToFront ? { front: app, ...(window === null ? {} : { window }), ...(site === '' ? {} : { site }) } : {}),
  };
}

/** Targets of a step, by the action's own parameter names. */
function targetsOf(
  { action, spot, from }: RepeatableStep,
  params: readonly FoundParam[],
): Readonly<Record<string, unknown>> {
  const target = writeSpot(spot, params);
  if (target === null) return {};
  if (isInputBy(action, 'element')) return { element: target };
  if (!isInputBy(action, 'pointer')) return {};
  return action.action === 'drag'
    ? { from: (from === null ? null : writeSpot(from, params)) ?? action.from, to: target }
    : { target };
}

/** By role and name when an element is known, with its place as a hint; else by its place in the window. */
function writeSpot(
  { role, name, at, within, window, near }: Spot,
  params: readonly FoundParam[],
): Readonly<Record<string, unknown>> | null {
  const hint = at === null ? {} : { x: round(at.x), y: round(at.y) };
  if (role === null) return at === null ? null : { ...hint, ...(window === null ? {} : { window }) };
  const isAside = within !== null && Math.max(Math.abs(within.x - 0.5), Math.abs(within.y - 0.5)) > NEAR_MIDDLE;
  // A neighbour named after a value of this run's goal will not be there the next time.
  const lasting = near.filter((one) => putIntoText(one, params) === one);
  return {
    role,
    name: putIntoText(name, params),
    ...hint,
    ...(isAside ? { at: within } : {}),
    ...(lasting.length === 0 ? {} : { near: lasting }),
  };
}

/** A point this close to the middle, as a share of the element, stands for the whole element. */
const NEAR_MIDDLE = 0.15;

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Leaves out values that the schema fills in by itself. */
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

/** Existing files that the run named, with the text it typed in them if they contain it. */
function proposeChecks(
  steps: readonly RepeatableStep[],
  params: readonly FoundParam[],
  files: ReadonlyMap<string, string | null>,
): readonly Check[] {
  const typed = steps
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

/** Elements by their names. */
function describeStep({ action, spot, from }: RepeatableStep): Text {
  const names = new Map<number, Text>();
  const note = (target: unknown, { role, name }: Spot): void => {
    const number = elementNumber.safeParse(target).data?.element;
    if (number !== undefined && role !== null) names.set(number, nameElements({ number, role, name })(number));
  };
  if ('target' in action) note(action.target, spot);
  if (isInputBy(action, 'element')) note(action, spot);
  if (action.action === 'drag') {
    note(action.from, from ?? NOWHERE);
    note(action.to, spot);
  }
  return describeAction(action, (number) => names.get(number) ?? say`element ${number}`);
}

const elementNumber = z.object({ element: z.number() });
