/** One action that somebody decided on, and what becomes of it. */
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
  /** Why the model's provider wants a person's yes to it. */
  readonly caution?: string;
  /** The look it was decided on. */
  readonly observation: Observation;
  /** An act came before it since that look: who is asked must see what is there now. */
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
  /** The person said yes to it. */
  readonly isApproved: boolean;
  /** The rules have proven that it only reads. */
  readonly isProven: boolean;
  /** A command that was tried in the confined place may have these now: the person said yes to them, and to nothing else. */
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
      /** What a command in the confined place tried and did not get. */
      readonly denied?: readonly SandboxAccess[];
    }
  | { readonly kind: 'denied' }
  | { readonly kind: 'expired' }
  /** Nothing was done: what was decided on is not there any more. */
  | { readonly kind: 'stale' }
  /** The desktop went away in the middle: nobody knows whether it happened. */
  | { readonly kind: 'unknown' };
