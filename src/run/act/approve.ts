/** Has the person approve a risky action and judges it again on the screen as it is then; what changed in between is asked about anew. */
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
  /** An act of the same decision came before it. */
  readonly isFollowUp: boolean;
  /** Judges the same action where it points now. */
  readonly judgeAgain: (aim: Aim) => Promise<Judgement>;
}

export type Approved =
  /** `aim` is in the look after the yes, with the element numbers the action was decided with. */
  | { readonly kind: 'approved'; readonly aim: Aim; readonly confirmation: string }
  | { readonly kind: 'denied' }
  | { readonly kind: 'expired' }
  /** The target is no longer on the screen. */
  | { readonly kind: 'gone' };

/** The second card names what is different; where even that is over by the yes, nobody is asked a third time. */
const MAX_ASKS = 2;

export type ApproveNeeds = AimNeeds & ConfirmNeeds & { readonly marks: Pick<LookMarks, 'ring'> };

export async function approve(request: ApprovalRequest, run: ApproveNeeds): Promise<Approved> {
  const { action, step, intent } = request;
  let { aim, judgement } = request;
  let again: Text = '';
  if (request.isFollowUp || aim.observation.elementsNote !== '') {
    // An act came before it, or the list of elements was late: the card shows what is there now, and that is what the yes is bound to.
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
    // Another window or element may weigh more; what was asked about once is never let through for having become harmless.
    judgement = strictest(judgement, await request.judgeAgain(aim));
  }
  return { kind: 'gone' };
}

function sayReadOther(then: ReadName | null, now: ReadName | null): Text {
  return say`it reads “${showInLine(now?.text ?? '')}” there now, not “${showInLine(then?.text ?? '')}”`;
}

/** The fresh look, with the elements that the action names under the numbers it names them by; null when one is gone. */
function carryOver(action: Action, decided: Observation, fresh: Observation): Observation | null {
  const numbers = numbersOf(action);
  if (numbers.length === 0) return fresh;
  const elements: UiElement[] = [];
  for (const element of decided.elements) {
    const isNamed = numbers.includes(element.number);
    const same = isNamed ? findSame(element, fresh) : element;
    // A list that came late, or not whole, does not say that it is gone.
    if (same?.name !== element.name && fresh.elementsNote === '') return null;
    elements.push({ ...(same?.name === element.name ? same : element), number: element.number });
  }
  return { ...fresh, elements };
}
