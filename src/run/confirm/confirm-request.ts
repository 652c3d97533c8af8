/** One exact action that a person is asked about, and the possible results. */
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
  /** Name read from pixels when the list has none for the target; null: nothing was read. */
  readonly read: ReadName | null;
  /** Purpose of the action, in a model's words; '' when a playbook decided. */
  readonly intent: string;
  /** Why the question is asked a second time; '' the first time. */
  readonly again: Text;
}

export type Approval =
  /** `observation` is the look after the yes; the act must name the confirmation it uses up. */
  | { readonly kind: 'approved'; readonly observation: Observation; readonly confirmation: string }
  /** A yes that does not count, since the screen is no longer what the person approved. */
  | { readonly kind: 'changed'; readonly observation: Observation; readonly why: Text }
  | { readonly kind: 'denied' }
  | { readonly kind: 'expired' };
