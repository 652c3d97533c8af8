/** The live message of a run: what it is doing, in words, with the buttons that fit. */

import { describeAction, type NamedElement, nameElements } from '../../action/describe.ts';
import { isSeenOnScreen } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import { describeChange } from '../../journal/describe-effort.ts';
import type { RunState } from '../../journal/run-state.ts';
import { OUTCOME_TITLES } from '../../journal/step-words.ts';
import type { SpokenSpan } from '../../outbound/spoken.ts';
import { RISK_NAMES } from '../../safety/risk.ts';
import { oneLine, shorten } from '../../words/amounts.ts';
import { sayRun, saySteps } from '../../words/run-name.ts';
import { capital, join, plural, say, short, type Text } from '../../words/say.ts';
import { goalLine } from '../../words/sent-files.ts';
import { showHidden, showHiddenIn } from '../../words/visible.ts';
import { showValues } from '../outside-values.ts';

/** Facts about the run, or one of its parts, that no event records. */
export interface WorkFacts {
  /** Whether the person is waited for. */
  readonly isWaiting: boolean;
  /** Why the model's provider makes it wait; ''. */
  readonly modelDelay: Text;
  /** Whether the effect of an important act is being checked. */
  readonly isChecking: boolean;
  /** What the model is about to do, as far as that is known; ''. */
  readonly preview: Text;
}

export interface PartFacts extends WorkFacts {
  readonly state: RunState;
}

export interface StatusFacts extends WorkFacts {
  /** Parts at work, by their number; empty without a plan. */
  readonly parts: readonly PartFacts[];
  /** null between the parts of a plan and while several are at work. */
  readonly maxIterations: number | null;
  /** Time at work; waiting for the person is not counted. */
  readonly workedMs: number;
  /** Names of skills that fit the goal besides the one that is followed, best first. */
  readonly otherSkills: readonly string[];
  /** Why the run is held; '' when it is not. A step under way still ends, so the phase alone cannot tell. */
  readonly pausedWhy: Text;
  /** Whether to show details: the risk of the last step, steps, skill and model. */
  readonly isVerbose: boolean;
}

const MOST_OTHERS = 3;
/** Finished steps that are named; those before are counted. */
const MOST_STEPS = 4;

/** Pure. */
export function renderStatus(whole: RunState, facts: StatusFacts): readonly SpokenSpan[] {
  const [first, ...others] = facts.parts;
  const state = first === undefined || others.length > 0 ? whole : first.state;
  const cost: readonly Text[] = whole.costUsd === 0 ? [] : [{ usd: whole.costUsd }];
  const inside = [sayStep(state, facts.maxIterations), ...describeSkill(state, facts), ...describeHarder(state)];
  return [
    { bold: capital(sayRun(whole.runId)) },
    ` ${showHidden(shorten(goalLine(whole.goal), 120))}\n`,
    ...showValues(whole.values),
    ...(others.length > 0 ? describeSideBySide(facts) : describeWork(state, { ...facts, ...first })),
    ...(facts.isVerbose && others.length === 0 ? describeRisk(state) : []),
    { quiet: join([tookOf(whole, facts), ...cost, ...(facts.isVerbose ? inside : [])], ' · ') },
  ];
}

function describeWork(state: RunState, facts: StatusFacts): readonly SpokenSpan[] {
  return [
    ...describePart(state),
    ...listSteps(state, MOST_STEPS),
    facts.pausedWhy === '' ? describePhase(state, facts) : say`Paused ${facts.pausedWhy}.`,
    '\n',
  ];
}

/** A line for each part at work, with its newest step and what it does now. */
function describeSideBySide({ parts, pausedWhy, isVerbose }: StatusFacts): readonly SpokenSpan[] {
  const each = parts.flatMap((part): readonly SpokenSpan[] => [
    ...describePart(part.state),
    ...listSteps(part.state, 1),
    ...(pausedWhy === '' ? [describePhase(part.state, part), '\n'] : []),
    ...(isVerbose ? describeRisk(part.state) : []),
  ]);
  return pausedWhy === '' ? each : [...each, say`Paused ${pausedWhy}.`, '\n'];
}

function sayStep({ outcome, iteration }: RunState, maxIterations: number | null): Text {
  return outcome === null && maxIterations !== null
    ? say`step ${Math.max(1, iteration)} of ${maxIterations}`
    : saySteps(iteration);
}

/** The time at work; after the end the whole time with all waits, as the last message has it. */
function tookOf({ outcome, createdAt, lastAt }: RunState, { workedMs }: StatusFacts): Text {
  return { ms: outcome === null ? workedMs : Date.parse(lastAt) - Date.parse(createdAt) };
}

/** Line about an escalation: a goal that counts as harder, or the stronger model. */
function describeHarder({ effort }: RunState): readonly Text[] {
  const changed = effort === null ? null : describeChange(effort);
  return changed === null ? [] : [changed];
}

function describeSkill({ skill }: RunState, { otherSkills }: StatusFacts): readonly Text[] {
  if (skill === null) return [];
  const name = showHidden(skill);
  const others = otherSkills.slice(0, MOST_OTHERS).map((other) => showHidden(other));
  return [others.length === 0 ? say`skill “${name}”` : say`skill “${name}” (also fits: ${others.join(', ')})`];
}

/** Which part of the plan, and what it is about. */
function describePart(state: RunState): readonly SpokenSpan[] {
  const { part } = state;
  if (part === null) return [];
  const goal = showHidden(shorten(oneLine(state.goal), 100));
  return [say`Part ${part.index} of ${part.total}: ${goal}`, '\n'];
}

/** A line for each finished step of this run, the newest last. */
function listSteps({ performed, performedBefore, last, lastCheck }: RunState, most: number): readonly SpokenSpan[] {
  const own = performed.slice(performedBefore);
  const shown = own.slice(-most);
  const before = own.length - shown.length;
  const earlier = plural(before, say`✓ 1 step before`, say`✓ ${before} steps before`);
  return [
    ...(before === 0 ? [] : [earlier, '\n']),
    ...shown.flatMap((step, index): readonly SpokenSpan[] => {
      const name = capital(describe(step));
      const isNewest = index === shown.length - 1;
      if (!step.ok) return [say`✗ ${name}${say` – it did not work`}`, '\n'];
      const came = isNewest && last !== null ? describeResult(last, lastCheck) : '';
      return [isNewest && lastCheck?.passed === false ? say`✗ ${name}${came}` : say`✓ ${name}${came}`, '\n'];
    }),
  ];
}

/** Details about the newest step. */
function describeResult({ action, result }: NonNullable<RunState['last']>, lastCheck: RunState['lastCheck']): Text {
  if (result.effect === 'unchanged' && isSeenOnScreen(action)) return say` – nothing changed`;
  return lastCheck === null ? '' : describeCheck(lastCheck);
}

/** The result of checking an important act. */
export function describeCheck({ passed, text }: NonNullable<RunState['lastCheck']>): Text {
  if (passed) return say` – checked, it worked`;
  return text === ''
    ? say` – checked, it did not work`
    : say` – checked, it did not work: ${short(showHiddenIn(text), 120)}`;
}

function describeRisk({ lastJudgement }: RunState): readonly SpokenSpan[] {
  if (lastJudgement === null) return [];
  const { risk, reason } = lastJudgement;
  return [{ quiet: say`Risk: ${RISK_NAMES[risk]} – ${short(showHiddenIn(reason), 120)}` }, '\n'];
}

function describePhase(state: RunState, { isWaiting, modelDelay, preview, isChecking }: WorkFacts): Text {
  const { phase } = state;
  if (isChecking) return say`Checking the result…`;
  if (isWaiting && phase.name !== 'asking' && phase.name !== 'paused') return say`Waiting for your answer`;
  switch (phase.name) {
    case 'queued':
      return say`Starting…`;
    case 'looking':
      return state.part?.desktop === false ? say`Going on…` : say`Looking at the screen…`;
    case 'thinking':
      if (modelDelay !== '') return say`Waiting for the model: ${modelDelay}…`;
      return preview === '' ? say`Deciding what to do…` : say`Next: ${preview}…`;
    case 'judging':
      return say`Checking the risk…`;
    case 'checking':
      return say`Checking the result…`;
    case 'acting':
      return say`${capital(describe(phase))}…`;
    case 'asking':
      return say`Waiting for your approval`;
    case 'paused':
      return say`Paused: ${phase.why}`;
    case 'ended':
      return state.outcome === null ? say`Ended.` : OUTCOME_TITLES[state.outcome.outcome];
  }
}

function describe({ action, element }: { readonly action: Action; readonly element?: NamedElement | undefined }): Text {
  return showHiddenIn(describeAction(action, nameElements(element)));
}
