/** What the gate is told about the moment of an action. */
import type { Action } from '../action/schema.ts';
import type { UiElement } from '../ports/desktop.ts';
import type { GateContext } from '../safety/risk.ts';
import type { Observation } from '../screen/observe.ts';
import type { ActiveRun } from './run-ports.ts';

export function contextOf(
  request: { readonly action: Action; readonly by: 'model' | 'person'; readonly observation: Observation },
  element: UiElement | null,
  run: ActiveRun,
): GateContext {
  const { front, elements } = request.observation;
  const judged =
    element ?? (isTyping(request.action) ? (elements.find((candidate) => candidate.isFocused) ?? null) : null);
  return {
    ...(front.app === '' ? {} : { app: front.app, window: front.title }),
    ...(judged === null ? {} : { element: { role: judged.role, name: judged.name, secure: judged.isSecure } }),
    cwd: run.session.cwd,
    goal: run.goal,
    typed: run.session.typed.get(front.app) ?? '',
    isByHand: request.by === 'person',
    isPlaybook:
      request.by === 'model' && !run.model.needsPicture && run.model.hasFallback !== true && run.skill !== null,
  };
}

function isTyping(action: Action): boolean {
  return ['type', 'key', 'hold_key'].includes(action.action);
}
