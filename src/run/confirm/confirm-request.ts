/** One exact action that a person is asked about, and what becomes of it. */
import type { Action } from '../../action/schema.ts';
import type { Place, UiElement } from '../../ports/desktop.ts';
import type { Judgement } from '../../safety/risk.ts';
import type { Observation } from '../../screen/observe.ts';
import type { ReadName } from '../../screen/read-name.ts';
import type { Text } from '../../words/say.ts';

export interface ConfirmRequest {
  readonly action: Action;
  readonly step: string;
  readonly judgement: Judgement;
  readonly observation: Observation;
  /** Where the action points; null when nowhere. */
  readonly place: Place | null;
  readonly element: UiElement | null;
  /** What was read where nothing names the target; null: nothing. */
  readonly read: ReadName | null;
  /** Purpose of the action, in a model's words; '' when a playbook decided. */
  readonly intent: string;
  /** Why this is asked once more; '' the first time. */
  readonly again: Text;
}

export type Approval =
  /** `observation` is the look after the yes; the act must name the confirmation it uses up. */
  | { readonly kind: 'approved'; readonly observation: Observation; readonly confirmation: string }
  /** A yes that counts for nothing: what was approved is not what is there now. */
  | { readonly kind: 'changed'; readonly observation: Observation; readonly why: Text }
  | { readonly kind: 'denied' }
  | { readonly kind: 'expired' };
