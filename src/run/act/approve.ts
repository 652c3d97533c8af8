/** Asks the person to approve a risky action and judges it again on the screen as it is after the yes; asks once more when it has changed. */
import type { Action } from '../../action/schema.ts';
import type { UiElement } from '../../ports/desktop.ts';
import { type Judgement, strictest } from '../../safety/risk.ts';
import type { Observation } from '../../screen/observe.ts';
import type { ReadName } from '../../screen/read-name.ts';
import { numbersOf } from '../../screen/target-of.ts';
import { say, type Text } from '../../words/say.ts';
import { showInLine } from '../../words/visible.ts';
import { findSame, lookBefore } from '../confirm/after-yes.ts';
import { type ConfirmNeeds, confirm } from '../confirm/confirm.ts';
import type { LookMarks } from '../perform/look-marks.ts';
import { type Aim, type AimNeeds, aimAt } from './aim.ts';

export interface ApprovalRequest {
  readonly action: Action;
  readonly step: string;
  /** Purpose of the action, in the model's words; '' when a playbook decided. */
  readonly intent: string;
  readonly aim: Aim;
  readonly judgement: Judgement;
  /** Whether an earlier act of the same batch came before it. */
  readonly isFollowUp: boolean;
  /** Judges the same action where it points now. */
  readonly judgeAgain: (aim: Aim) => Promise<Judgement>;
}

export type Approved =
  /** `aim` belongs to the look taken after the yes, with the element numbers that the action was decided with. */
  | { readonly kind: 'approved'; readonly aim: Aim; readonly confirmation: string }
  | { readonly kind: 'denied' }
  | { readonly kind: 'expired' }
  /** The target is no longer on the screen. */
  | { readonly kind: 'gone' };

/** The second card says what is different; when that has changed too by the time of the yes, nobody is asked a third time. */
const MAX_ASKS = 2;

export type ApproveNeeds = AimNeeds & ConfirmNeeds & { readonly marks: Pick<LookMarks, 'ring'> };

export async function approve(request: ApprovalRequest, run: ApproveNeeds): Promise<Approved> {
  const { action, step, intent } = request;
  let { aim, judgement } = request;
  let again: Text = '';
  if (request.isFollowUp || aim.observation.elementsNote !== '') {
    // An earlier act of the batch, or a late list of elements, makes the decision's look too old: the card shows a new look, and the yes is bound to
    // it.
    const observation = carryOver(action, aim.observation, await lookBefore(aim.observation, run.marks.ring(), run));
    if (observation === null) return { kind: 'gone' };
    aim = await aimAt(action, observation, run);
    judgement = strictest(judgement, await request.judgeAgain(aim));
  }
  for (let asked = 0; asked < MAX_ASKS; asked += 1) {
    const approval = await confirm({ action, step, intent, judgement, again, ...aim }, run);
    if (approval.kind === 'denied' || approval.kind === 'expired') return approval;
    const observation = carryOver(action, aim.observation, approval.observation);
    if (observation === null) return { kind: 'gone' };
    const before = aim.read;
    aim = await aimAt(action, observation, run);
    const isReadOther = approval.kind === 'approved' && aim.read?.text !== before?.text;
    if (approval.kind === 'approved' && !isReadOther)
      return { kind: 'approved', aim, confirmation: approval.confirmation };
    again = approval.kind === 'changed' ? approval.why : sayReadOther(before, aim.read);
    // The window or element there now may carry a higher risk. The stricter judgement counts: what was asked about is never let through for looking
    // harmless later.
    judgement = strictest(judgement, await request.judgeAgain(aim));
  }
  return { kind: 'gone' };
}

function sayReadOther(then: ReadName | null, now: ReadName | null): Text {
  return say`it reads “${showInLine(now?.text ?? '')}” there now, not “${showInLine(then?.text ?? '')}”`;
}

/** The fresh look, in which the elements that the action names keep their numbers of the look before; null when one of them is gone. */
function carryOver(action: Action, decided: Observation, fresh: Observation): Observation | null {
  const numbers = numbersOf(action);
  if (numbers.length === 0) return fresh;
  const elements: UiElement[] = [];
  for (const element of decided.elements) {
    const isNamed = numbers.includes(element.number);
    const same = isNamed ? findSame(element, fresh) : element;
    // A list that is late or incomplete does not prove that the element is gone.
    if (same?.name !== element.name && fresh.elementsNote === '') return null;
    elements.push({ ...(same?.name === element.name ? same : element), number: element.number });
  }
  return { ...fresh, elements };
}
