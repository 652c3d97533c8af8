/** A playbook decides: a skill's steps, one an iteration, without any provider. */
import { traitsOf } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { SkillMatch } from '../../skills/match-skill.ts';
import { type PlaybookStep, type ResolvedStep, resolveStep } from '../../skills/playbook.ts';
import { english } from '../../words/speak.ts';
import type { StepState } from '../prompt/step-state.ts';
import type { Decider, Decision, Spent } from './decider.ts';

const FREE: Spent = {
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  costUsd: 0,
  model: 'playbook',
};
/** What a step needs may still be coming: it is waited for so long, seconds, look by look. */
const WAITS_S = [0.3, 0.7, 1.5, 3];
const MAX_REASON = 4000;

/** What the playbook comes to at one step; `gives up`: it cannot be followed any further, for a reason in a sentence. */
export type PlaybookChoice =
  | { readonly kind: 'acts'; readonly action: Action; readonly intent: string }
  | { readonly kind: 'gives up'; readonly why: string };

export interface Playbook {
  choose(state: StepState): PlaybookChoice;
  /** Steps that were done, in order. */
  done(): readonly Action[];
  /** Steps that are left, in order. */
  left(): readonly PlaybookStep[];
}

export interface PlaybookRequest {
  /** The skill must have a playbook. */
  readonly followed: Pick<SkillMatch, 'skill' | 'params'>;
  /** What an earlier run did that this one goes on from. */
  readonly before: readonly Action[];
}

/** A playbook alone: where it cannot be followed, the run fails with the reason. */
export function createPlaybookDecider(request: PlaybookRequest): Decider {
  const playbook = followPlaybook(request, false);
  return {
    name: 'playbook',
    by: 'playbook',
    async decide({ state }, signal) {
      signal.throwIfAborted();
      const choice = playbook.choose(state);
      return choice.kind === 'acts' ? decided(choice, state) : decided(fail(choice.why), state);
    },
  };
}

/** A choice as a decision of the loop. */
export function decided(
  { action, intent }: { readonly action: Action; readonly intent: string },
  { front }: StepState,
): Decision {
  const screen = `${front.app || 'The desktop'} is in front.`;
  // biome-ignore lint/suspicious/noThenProperty: the contract's name; it is never a function
  return { kind: 'reply', by: 'playbook', reply: { screen, intent, action, then: [], note: null }, ...FREE };
}

/**
 * Follows it for one run. Each step is checked first: its application and window in front, its element there by role and name.
 * `hasModel`: somebody who reads and looks takes over when it gives up, so that it gives up sooner.
 */
export function followPlaybook({ followed: { skill, params }, before }: PlaybookRequest, hasModel: boolean): Playbook {
  const steps = skill.playbook ?? [];
  const done: Action[] = findDone(steps, before);
  /** How many actions the run had performed when the step at hand was asked for; null while none is. */
  let asked: { readonly action: Action; readonly performed: number } | null = null;
  let waits = 0;

  return { choose, done: () => done, left: () => steps.slice(done.length) };

  function choose(state: StepState): PlaybookChoice {
    const isTaken = asked !== null && state.performed.length > asked.performed;
    if (isTaken && asked !== null && state.last?.result.ok === true) done.push(asked.action);
    const place = done.length + 1;
    const denied = state.said.some((line) => line.startsWith('The person denied'));
    if (denied)
      return {
        kind: 'acts',
        ...fail(`You denied ${sayPlace(place)}; the playbook of “${skill.name}” has no other way.`),
      };
    if (isTaken && asked !== null && state.last?.result.ok === false)
      return giveUp(
        `${capital(sayPlace(place))} (${asked.action.action}) did not work: ${english(state.last.result.text)}`,
      );
    asked = null;
    const told = state.said.filter((line) => !line.startsWith('The person answers:'));
    if (hasModel && told.length > 0) return giveUp(told.join(' '));
    const step = steps[done.length];
    if (step === undefined) return { kind: 'acts', ...finish(state) };
    const found = check(step, state);
    const isLastResort = WAITS_S[waits] === undefined && !hasModel;
    const resolved: ResolvedStep =
      found.ok && found.isGuess && !isLastResort
        ? { ok: false, isMissingElement: true, reason: 'the elements of the screen cannot be read' }
        : found;
    if (!resolved.ok) {
      const seconds = resolved.isMissingElement ? WAITS_S[waits] : undefined;
      waits += 1;
      return seconds === undefined
        ? giveUp(`${capital(sayPlace(place))} cannot be done here: ${resolved.reason}.`)
        : { kind: 'acts', action: { action: 'wait', seconds }, intent: `Wait until ${sayPlace(place)} can be done` };
    }
    waits = 0;
    asked = { action: resolved.action, performed: state.performed.length };
    return { kind: 'acts', action: resolved.action, intent: `${capital(sayPlace(place))} of “${skill.name}”` };
  }

  function check(step: PlaybookStep, state: StepState): ResolvedStep {
    const { front, window, ...action } = step;
    if (front !== undefined && !isSameApp(front, state.front.app)) {
      const inFront = state.front.app === '' ? 'nothing' : state.front.app;
      return { ok: false, isMissingElement: true, reason: `${front} should be in front, and ${inFront} is` };
    }
    if (window !== undefined && !state.front.title.toLowerCase().includes(window.toLowerCase()))
      return { ok: false, isMissingElement: true, reason: `the window “${window}” is not in front` };
    return resolveStep(action, params, state);
  }

  function sayPlace(step: number): string {
    return `step ${step} of ${steps.length}`;
  }

  /** What a last command said is often what was asked for. */
  function finish({ last }: StepState): { readonly action: Action; readonly intent: string } {
    const isTelling = last !== null && traitsOf(last.action).answers === true;
    const said = isTelling
      ? english(last.result.text)
          .trim()
          .replace(/(?:^|\n)Exit code 0\.$/, '') || 'There was no output.'
      : '';
    const summary = `All of “${skill.name}” is done.${said === '' ? '' : `\n${said.slice(0, 1500)}`}`;
    return { action: { action: 'done', summary }, intent: 'Finish' };
  }
}

/** The first steps of an earlier run of this playbook that need not be done again; what was only waited for is no step. */
function findDone(steps: readonly { readonly action: string }[], before: readonly Action[]): Action[] {
  const done: Action[] = [];
  for (const action of before) if (steps[done.length]?.action === action.action) done.push(action);
  return done;
}

function giveUp(why: string): PlaybookChoice {
  return { kind: 'gives up', why: why.slice(0, MAX_REASON) };
}

function fail(summary: string): { readonly action: Action; readonly intent: string } {
  return { action: { action: 'fail', summary }, intent: 'Give up' };
}

/** `Mousepad` and `mousepad`, `Terminal` and `Terminal.app`. */
function isSameApp(one: string, other: string): boolean {
  return squeeze(one) === squeeze(other);
}

function squeeze(app: string): string {
  return app
    .toLowerCase()
    .replace(/\.app$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether an intent is the playbook's own, which no model said. */
export function isPlaybookIntent(intent: string): boolean {
  return /^(?:Step \d+ of \d+ of “|Finish$)/.test(intent);
}
