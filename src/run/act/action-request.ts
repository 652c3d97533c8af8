/** An action that a decider or a person asks for, and the possible results of taking it. */
import type { Action, Target } from '../../action/schema.ts';
import type { ActionResult, LastAction } from '../../journal/acted.ts';
import type { SandboxAccess } from '../../ports/machine.ts';
import type { Observation } from '../../screen/observe.ts';
import type { ScreenWatch } from '../../screen/watch.ts';
import type { Text } from '../../words/say.ts';
import type { DecidedBy } from '../decide/decider.ts';

export interface ActionRequest {
  readonly action: Action;
  /** "3.0": iteration and index. */
  readonly step: string;
  readonly by: DecidedBy | 'person';
  readonly intent: string;
  /** Why the model's provider wants a person to approve the action. */
  readonly caution?: string;
  /** The look it was decided on. */
  readonly observation: Observation;
  /** An earlier act of the same batch came after that look: a card must show the screen as it is now, not as it was. */
  readonly isFollowUp?: boolean;
  /** End point of the gesture that this press begins, judged with it as one; `part`: an action of a gesture already judged. */
  readonly gesture?: Target | 'part';
  /** True when a model decides the next step while the screen is watched, so that settling may end early. */
  readonly isWatched?: boolean;
  /** Saw the screen since that look; null when nothing was decided on the picture. */
  readonly watch: ScreenWatch | null;
}

/** A request that the gate or a person let through. */
export interface JudgedRequest extends ActionRequest {
  /** Whether a person approved it. */
  readonly isApproved: boolean;
  /** The rules have proven that it only reads. */
  readonly isProven: boolean;
  /** What a command, tried in the confined place before, is granted this time: the wishes that the person approved, and no others. */
  readonly grants?: readonly SandboxAccess[];
}

/** An act that the person was asked about, or would have been without their “Allow for this run”: these are checked one by one. */
export interface ImportantAct extends LastAction {
  readonly step: string;
  /** Purpose of the action, in the model's words. */
  readonly intent: string;
}

export type Taken =
  | {
      readonly kind: 'performed';
      readonly result: ActionResult;
      readonly note: Text;
      /** What a command in the confined place asked for and was refused. */
      readonly denied?: readonly SandboxAccess[];
    }
  | { readonly kind: 'denied' }
  | { readonly kind: 'expired' }
  /** Nothing was done: the target is no longer what the decision was made on. */
  | { readonly kind: 'stale' }
  /** The desktop went away during the act: nobody knows whether it happened. */
  | { readonly kind: 'unknown' };
