/** The gate of a machine behind a gateway: acts by hand are judged like a model's, and its policy's refusals apply. */
import { isInput } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import { kindOfApp } from '../../safety/apps/app-names.ts';
import type { ActionGate } from '../../safety/gate.ts';
import { critical } from '../../safety/levels.ts';
import type { GateContext, Judgement } from '../../safety/risk.ts';
import { say } from '../../words/say.ts';
import type { Policy } from './policy.ts';

export const POLICY_RULE = 'policy.refused';

/** A compromised gateway could claim that a person acted by hand. */
export function createPolicyGate(gate: ActionGate, policy: Policy): ActionGate {
  const asModel = ({ isByHand: _byHand, ...context }: GateContext): GateContext => context;
  return {
    prepare: (action, context, signal) => gate.prepare(action, asModel(context), signal),
    judge(action, context) {
      return findRefusal(action, context, policy) ?? gate.judge(action, asModel(context));
    },
  };
}

function findRefusal(action: Action, context: GateContext, { refuse }: Policy): Judgement | null {
  if (refuse.length === 0) return null;
  if (context.isByHand === true && refuse.includes('by hand'))
    return critical(POLICY_RULE, say`This computer takes nothing by hand; its own rules say so`);
  if (refuse.includes(action.action) || (refuse.includes('shell') && isShellByKeys(action, context)))
    return critical(POLICY_RULE, say`This computer never does ${action.action}; its own rules say so`);
  return null;
}

/** What is typed into a terminal is a command as well. */
function isShellByKeys(action: Action, { app = '' }: GateContext): boolean {
  const isKeys = isInput(action) && ('keys' in action || 'text' in action);
  return isKeys && kindOfApp(app, []) === 'terminal';
}
