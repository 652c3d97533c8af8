/** “This run”: a yes that covers the same kind of action on the same target, until the run ends. */
import { fingerprintAction } from '../action/fingerprint.ts';
import type { ActiveRun } from '../run/run-ports.ts';
import type { ConfirmRequest } from './confirm-request.ts';

/** Whether an earlier “This run” covers this action. */
export function isGranted(
  request: Pick<ConfirmRequest, 'action' | 'judgement' | 'observation' | 'element'>,
  run: ActiveRun,
): boolean {
  return mayGrant(request) && run.session.grants.has(grantOf(request));
}

export function grant(request: Pick<ConfirmRequest, 'action' | 'observation' | 'element'>, run: ActiveRun): void {
  run.session.grants.add(grantOf(request));
}

/** Never for shell, scripts, typed commands or anything critical. */
export function mayGrant({ action, judgement }: Pick<ConfirmRequest, 'action' | 'judgement'>): boolean {
  const isCommand = ['shell', 'applescript', 'type', 'key', 'hold_key'].includes(action.action);
  return judgement.risk === 'high' && !isCommand;
}

/** Exactly this kind of action on this target in this window of this application: another page has a button of that name, too. */
function grantOf({ action, observation, element }: Pick<ConfirmRequest, 'action' | 'observation' | 'element'>): string {
  const target = element === null ? fingerprintAction(action) : `${action.action} ${element.role} ${element.name}`;
  return JSON.stringify([observation.front.app, observation.front.title, target]);
}
