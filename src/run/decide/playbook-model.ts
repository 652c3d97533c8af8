/** A model that needs no provider: it follows a skill's playbook, one step an iteration, and hands over to another when it does not fit. */
import { describeAction, nameElements } from '../../action/describe.ts';
import type { Action } from '../../action/schema.ts';
import type { Model, ModelResponse } from '../../ports/model.ts';
import type { SkillMatch } from '../../skills/match-skill.ts';
import { type PlaybookStep, type ResolvedStep, resolveStep } from '../../skills/playbook.ts';
import { speak } from '../../words/speak.ts';
import { fenceSkill } from '../../words/untrusted.ts';
import type { StepState } from '../prompt/step-state.ts';

const FREE = { usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, costUsd: 0, model: 'playbook' } as const;
/** What a step needs may still be coming: it is waited for so long, seconds, look by look. */
const WAITS_S = [0.3, 0.7, 1.5, 3];

interface Decided {
  readonly action: Action;
  readonly intent: string;
}

/** The first steps of an earlier run of this playbook that need not be done again; what was only waited for is no step. */
function findDone(steps: readonly { readonly action: string }[], before: readonly Action[]): Action[] {
  const done: Action[] = [];
  for (const action of before) if (steps[done.length]?.action === action.action) done.push(action);
  return done;
}

/**
 * For one run. `before`: what an earlier run did that this one goes on from. The skill must have a playbook. Each step is checked first: its application and window in front, its element there by role and name.
 * Where that fails, a step did not work, the check of the end failed, or the person has something to say, `fallback` decides from then on and is told
 * what was done; without one the run fails with the reason.
 */
export function createPlaybookModel(
  { skill, params }: Pick<SkillMatch, 'skill' | 'params'>,
  fallback: Model | null = null,
  before: readonly Action[] = [],
): Model {
  const steps = skill.playbook ?? [];
  /** Steps that were done, and what each came to. */
  const done: Action[] = findDone(steps, before);
  /** How many actions the run had performed when the step at hand was asked for; null while none is. */
  let asked: { readonly action: Action; readonly performed: number } | null = null;
  let waits = 0;
  let isFinished = false;
  /** Why the fallback decides now; null while the playbook does. */
  let handedOver: string | null = null;

  return {
    name: fallback === null ? 'playbook' : `playbook, else ${fallback.name}`,
    get needsPicture() {
      return handedOver !== null || (isFinished && fallback !== null && skill.expect.length === 0);
    },
    hasFallback: fallback !== null,
    async ask(request, signal): Promise<ModelResponse> {
      signal.throwIfAborted();
      const { state } = request;
      if (fallback !== null && (handedOver !== null || state === null)) {
        const told = handedOver === null || state === null ? '' : `${handedOver}\n\n`;
        return await fallback.ask({ ...request, text: `${told}${request.text}` }, signal);
      }
      if (state === null)
        return { ...FREE, text: '', stop: 'rejected', detail: 'A playbook cannot judge; its checks do.' };
      const { action, intent } = decide(state);
      const reply = { screen: `${state.front.app || 'The desktop'} is in front.`, intent, action, note: null };
      return { ...FREE, text: JSON.stringify(reply), stop: 'complete', detail: '' };
    },
  };

  function decide(state: StepState): Decided {
    const isTaken = asked !== null && state.performed.length > asked.performed;
    if (isTaken && asked !== null && state.last?.result.ok === true) done.push(asked.action);
    const place = done.length + 1;
    const denied = state.said.some((line) => line.startsWith('The person denied'));
    if (denied) return fail(`You denied ${sayPlace(place)}; the playbook of “${skill.name}” has no other way.`);
    if (state.malformed !== '')
      return giveUp(`The playbook of “${skill.name}” has a mistake in ${sayPlace(place)}: ${state.malformed}`);
    if (isTaken && asked !== null && state.last?.result.ok === false)
      return giveUp(`${capital(sayPlace(place))} (${asked.action.action}) did not work: ${state.last.result.text}`);
    asked = null;
    const told = state.said.filter((line) => !line.startsWith('The person answers:'));
    if (fallback !== null && told.length > 0) return giveUp(told.join(' '));
    const step = steps[done.length];
    if (step === undefined) return finish(state);
    const found = check(step, state);
    const isLastResort = WAITS_S[waits] === undefined && fallback === null;
    const resolved: ResolvedStep =
      found.ok && found.isGuess && !isLastResort
        ? { ok: false, isMissingElement: true, reason: 'the elements of the screen cannot be read' }
        : found;
    if (!resolved.ok) {
      const seconds = resolved.isMissingElement ? WAITS_S[waits] : undefined;
      waits += 1;
      return seconds === undefined
        ? giveUp(`${capital(sayPlace(place))} cannot be done here: ${resolved.reason}.`)
        : { action: { action: 'wait', seconds }, intent: `Wait until ${sayPlace(place)} can be done` };
    }
    waits = 0;
    asked = { action: resolved.action, performed: state.performed.length };
    return { action: resolved.action, intent: `${capital(sayPlace(place))} of “${skill.name}”` };
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
  function finish({ last }: StepState): Decided {
    isFinished = true;
    const isTelling = last !== null && ['shell', 'applescript', 'file_view'].includes(last.action.action);
    const said = isTelling
      ? last.result.text.trim().replace(/(?:^|\n)Exit code 0\.$/, '') || 'There was no output.'
      : '';
    const summary = `All of “${skill.name}” is done.${said === '' ? '' : `\n${said.slice(0, 1500)}`}`;
    return { action: { action: 'done', summary }, intent: 'Finish' };
  }

  function giveUp(why: string): Decided {
    if (fallback === null) return fail(why);
    const doneSoFar = done.map(
      (action, index) => `${index + 1}. ${speak(describeAction(action, nameElements(undefined)), 'en')}`,
    );
    const left = steps.slice(done.length).map((step) => JSON.stringify(step));
    handedOver = [
      `A saved playbook was followed up to here and does not fit any more; you decide now. Why: ${why}`,
      done.length === 0
        ? 'Nothing of it was done.'
        : `Done of it, not to be done again:\n${fenceSkill(doneSoFar.join('\n'))}`,
      ...(left.length === 0 ? [] : [`It would have gone on with:\n${fenceSkill(left.join('\n'))}`]),
      'Carry on from what is on the screen now.',
    ].join('\n');
    return { action: { action: 'think', text: why }, intent: 'The playbook does not fit here; the model takes over' };
  }
}

function fail(summary: string): Decided {
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
