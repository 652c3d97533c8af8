/** “Allow for this run”: a yes that covers the same kind of action on the same target, until the run ends. */
import { fingerprintAction } from '../../action/fingerprint.ts';
import { traitsOf } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { UiElement } from '../../ports/desktop.ts';
import type { Observation } from '../../screen/observe.ts';
import type { ConfirmRequest } from './confirm-request.ts';

/** Action, target and application that a grant covers. */
interface Allowed {
  readonly action: Action;
  readonly observation: Pick<Observation, 'front'>;
  readonly element: Pick<UiElement, 'role' | 'name'> | null;
}

type Judged = Pick<ConfirmRequest, 'judgement'>;

export interface Grants {
  /** Whether an earlier “Allow for this run” covers this action. */
  covers(request: Allowed & Judged): boolean;
  add(request: Allowed): void;
}

export function createGrants(): Grants {
  /** Fingerprints of what was granted. */
  const granted = new Set<string>();
  return {
    covers: (request) => mayGrant(request) && granted.has(grantOf(request)),
    add(request) {
      granted.add(grantOf(request));
    },
  };
}

/** False for shell, scripts, typed commands and everything critical, and for a target without a name, where another one may be later. */
export function mayGrant({ action, judgement, element }: Pick<Allowed, 'action' | 'element'> & Judged): boolean {
  const { grant: may } = traitsOf(action);
  const isNamed = element !== null && element.name.trim() !== '';
  return judgement.risk === 'high' && may !== 'never' && (may !== 'named' || isNamed);
}

/** Exactly this kind of action on this target in this window of this application: another page has a button of that name, too. */
function grantOf({ action, observation, element }: Allowed): string {
  const target = element === null ? fingerprintAction(action) : [element.role, element.name, kindOf(action)];
  return JSON.stringify([observation.front.app, observation.front.title, target]);
}

/** The action without its target: text and number of clicks belong to what was allowed. */
function kindOf(action: Action): string {
  return JSON.stringify(action, (key, value: unknown) => (key === 'target' || key === 'element' ? undefined : value));
}
