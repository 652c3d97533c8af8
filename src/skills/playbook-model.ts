/** A model that needs no provider: it follows a skill's playbook, one step an iteration, through the same loop, gate and journal. */
import type { Action } from '../action/schema.ts';
import type { Model, ModelResponse } from '../ports/model.ts';
import type { StepState } from '../run/step-state.ts';
import type { SkillMatch } from './match-skill.ts';
import { resolveStep } from './playbook.ts';

const FREE = { usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, costUsd: 0, model: 'playbook' } as const;

/** The skill must have a playbook. Its place in it is told from what was performed so far. */
export function createPlaybookModel({ skill, params }: Pick<SkillMatch, 'skill' | 'params'>): Model {
  const steps = skill.playbook ?? [];
  return {
    name: 'playbook',
    needsPicture: false,
    async ask({ state }, signal): Promise<ModelResponse> {
      signal.throwIfAborted();
      if (state === null) {
        return { ...FREE, text: '', stop: 'rejected', detail: 'A playbook cannot judge; its checks do.' };
      }
      const { action, intent } = decide(state);
      const reply = { screen: `${state.front.app || 'The desktop'} is in front.`, intent, action, note: null };
      return { ...FREE, text: JSON.stringify(reply), stop: 'complete', detail: '' };
    },
  };

  function decide(state: StepState): { readonly action: Action; readonly intent: string } {
    const done = state.performed.length;
    const place = (step: number): string => `step ${step} of ${steps.length}`;
    if (state.said.some((line) => line.startsWith('The person denied'))) {
      return fail(`You denied ${place(done + 1)}; the playbook of “${skill.name}” has no other way.`);
    }
    if (state.malformed !== '')
      return fail(`The playbook of “${skill.name}” has a mistake in ${place(done + 1)}: ${state.malformed}`);
    if (state.last !== null && !state.last.result.ok) {
      return fail(`${capital(place(done))} (${state.last.action.action}) did not work: ${state.last.result.text}`);
    }
    const step = steps[done];
    if (step === undefined)
      return {
        action: { action: 'done', summary: `All ${steps.length} steps of “${skill.name}” are done.` },
        intent: 'Finish',
      };
    const resolved = resolveStep(step, params, state.elements);
    if (!resolved.ok) return fail(`${capital(place(done + 1))} cannot be done here: ${resolved.reason}.`);
    return { action: resolved.action, intent: `${capital(place(done + 1))} of “${skill.name}”` };
  }
}

function fail(summary: string): { readonly action: Action; readonly intent: string } {
  return { action: { action: 'fail', summary }, intent: 'Give up' };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
