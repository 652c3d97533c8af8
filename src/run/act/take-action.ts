/** One action from decision to result: gate, confirmation, synced intent, act, settle, journaled effect. */
import { goesToPointer, isActing, isInput, traitsOf } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { ActionResult } from '../../journal/acted.ts';
import { noteJudged, noteResult } from '../../journal/said.ts';
import { NEVER_SENT } from '../../safety/places/files.ts';
import { type Judgement, needsApproval, strictest } from '../../safety/risk.ts';
import { basisOf } from '../../screen/basis.ts';
import { frontOn } from '../../screen/observe.ts';
import { say, type Text } from '../../words/say.ts';
import type { Grants } from '../confirm/grants.ts';
import type { Rights } from '../parts/rights.ts';
import { asGesture, type Held, underHeldKeys } from '../perform/held.ts';
import type { ActionRequest, ImportantAct, JudgedRequest, Taken } from './action-request.ts';
import { type Aim, aimAt } from './aim.ts';
import { type ApproveNeeds, approve } from './approve.ts';
import { type CarryOutNeeds, carryOut } from './carry-out.ts';
import { grantAccess } from './grant-access.ts';
import { IMPOSSIBLE, whyImpossible } from './impossible-action.ts';
import { type JudgeNeeds, judgeAction, nameOf } from './judge-action.ts';
import { readerOf } from './key-reader.ts';
import { notePointing } from './note-pointing.ts';

export type TakeActionNeeds = ApproveNeeds &
  CarryOutNeeds &
  JudgeNeeds & {
    readonly grants: Grants;
    readonly rights: Rights;
    /** Called with an important act, whose effect is checked at the next look. */
    readonly noteImportant: (act: ImportantAct) => void;
  };

/** Rejects with the run's abort reason when stopped, with `JournalFailed` before anything unrecorded is done. */
export async function takeAction(asked: ActionRequest, run: TakeActionNeeds): Promise<Taken> {
  const request: ActionRequest = { ...asked, action: underHeldKeys(asked.action, run.held.now()) };
  const { action, step } = request;
  const gesture = await gestureOf(request, run);
  const decidedOn = await aimAt(gesture, request.observation, run);
  let aim = decidedOn;
  let used: { readonly confirmation?: string } = {};
  const judged: ActionRequest = { ...request, action: gesture };
  const judgement = await judgeGesture(judged, request, aim, run);
  // A refused action is not asked about.
  const isTried = judgement.confined === true && run.machine.hasPlace && !hasFailed(action, run);
  const asks = needsApproval(judgement.risk) && !isTried && judgement.rule !== NEVER_SENT;
  const unasked = asks ? run.rights.whyNotAsked(gesture) : null;
  if (unasked !== null) return refuse(unasked, request, run);
  if (asks && !run.grants.covers({ action: gesture, judgement, ...aim })) {
    // A locked screen or one that is asleep shows nothing to decide on, so nobody is asked.
    if (await isShut(action, run)) return { kind: 'stale' };
    const judgeAgain = (now: Aim): Promise<Judgement> => judgeAction(judged, now, run);
    const isFollowUp = request.isFollowUp === true;
    const approval = await approve(
      {
        action: gesture,
        step,
        intent: request.by === 'model' ? request.intent : '',
        aim,
        judgement,
        judgeAgain,
        isFollowUp,
      },
      run,
    );
    if (approval.kind === 'gone') return { kind: 'stale' };
    if (approval.kind !== 'approved') {
      // After a no the button is released where it was pressed, not where the person did not want the drop.
      if (run.held.now().pressedAt !== null) await letGoAsOurs(gesture, run);
      return approval;
    }
    aim = approval.aim;
    used = { confirmation: approval.confirmation };
  } else if (await isStale(request, run.held.now())) {
    return { kind: 'stale' };
  }
  if (await isShut(action, run)) return { kind: 'stale' };
  // The action went unasked because of the program that reads the keys: another one may read them by now.
  if (used.confirmation === undefined && (await hasOtherReader(request, aim, run))) return { kind: 'stale' };
  request.watch?.stop();
  // This event uses the yes up; it is on the disk before the act.
  run.record({
    type: 'action.intended',
    step,
    action,
    ...notePointing(action, decidedOn),
    ...(aim.observation.front.app === '' ? {} : { app: aim.observation.front.app }),
    by: request.by === 'person' ? 'person' : 'model',
    ...used,
  });
  const why = await whyImpossible(action, decidedOn.place, run);
  // When the action was judged its tool did not exist; now it does, so the judgement does not count.
  if (why === null && judgement.rule === IMPOSSIBLE.rule) return { kind: 'stale' };
  if (why !== null) return noteRefused(why, step, run);
  // At this point an action that needs approval has it.
  const isProven = !needsApproval(judgement.risk);
  const allowed: JudgedRequest = { ...request, isApproved: !isProven && !isTried, isProven };
  const taken = await carryOut(allowed, aim, run);
  // When nobody is asked for this part, the wishes of the command stay refused.
  const wants =
    taken.kind === 'performed' && (taken.denied ?? []).length > 0 && run.rights.whyNotAsked(action) === null;
  if (wants) return await grantAccess(allowed, taken, aim, run);
  // A playbook cannot try another way after a failed confined command, and what the command lacked is unknown: the action is taken again, now with a
  // question.
  if (isTried && request.by === 'playbook' && taken.kind === 'performed' && !taken.result.ok)
    return await takeAction(asked, run);
  if (allowed.isApproved && isActing(action) && request.by !== 'person' && taken.kind === 'performed')
    run.noteImportant({ step, action, ...nameOf(decidedOn.element), intent: request.intent, result: taken.result });
  return taken;
}

/** Refuses the action without asking anybody. */
function refuse(why: Text, { action, step, by }: ActionRequest, run: TakeActionNeeds): Taken {
  run.record({ type: 'action.intended', step, action, by: by === 'person' ? 'person' : 'model' });
  return noteRefused(why, step, run);
}

function noteRefused(text: Text, step: string, { record }: TakeActionNeeds): Taken {
  const result: ActionResult = { ok: false, text, effect: 'unchanged' };
  record({ type: 'action.performed', step, ...noteResult(result), ms: 0 });
  return { kind: 'performed', result, note: '' };
}

/** Whether the same command was tried and failed in this run: a second request needs more than the confined place has, so it is asked about. */
function hasFailed(action: Action, run: TakeActionNeeds): boolean {
  const same = JSON.stringify(action);
  return run.state().performed.some((earlier) => !earlier.ok && JSON.stringify(earlier.action) === same);
}

async function hasOtherReader(
  request: ActionRequest,
  { observation, element, reader: judged }: Aim,
  run: TakeActionNeeds,
): Promise<boolean> {
  if (request.by === 'person') return false;
  const [front, reader] = await Promise.all([
    frontOn(observation.frame.display, run.desktop, run.control.signal),
    readerOf(request.action, observation.front, element?.role ?? '', run),
  ]);
  if (reader === null) return false;
  return (
    reader.kind !== judged?.kind || front.window !== observation.front.window || front.pid !== observation.front.pid
  );
}

/** Whether the screen was locked or fell asleep since the look, for actions that use it. */
async function isShut(
  action: Action,
  { desktop, control }: Pick<TakeActionNeeds, 'desktop' | 'control'>,
): Promise<boolean> {
  if (!isInput(action)) return false;
  return (await desktop.presence(control.signal)).screen !== 'on';
}

/** The gesture that pressing and releasing the button make together, which is judged as one. */
async function gestureOf(
  { action, gesture }: ActionRequest,
  { held, control, desktop }: Pick<TakeActionNeeds, 'held' | 'control' | 'desktop'>,
): Promise<Action> {
  if (traitsOf(action).holds === undefined) return action;
  const pointer = goesToPointer(action) ? await desktop.cursor(control.signal) : null;
  return asGesture(action, held.now(), pointer, typeof gesture === 'object' ? gesture : null);
}

const PART_OF_GESTURE: Judgement = {
  risk: 'safe',
  reason: say`It is part of a gesture that was judged as a whole`,
  rule: 'gesture.part',
};

/** Releases the button as an act of the run, so that the pointer's way back does not count as a person's hand. */
async function letGoAsOurs(gesture: Action, { held, underWay, screen, clock }: TakeActionNeeds): Promise<void> {
  await underWay.during(gesture, () => held.letGo());
  screen.lastAct = { atMs: clock.elapsed(), isAnswered: true, unchanged: null };
}

/** Judges a gesture as one: by what is pressed and by where it is released. */
async function judgeGesture(
  judged: ActionRequest,
  { action, gesture, step }: ActionRequest,
  aim: Aim,
  run: TakeActionNeeds,
): Promise<Judgement> {
  if (gesture === 'part') {
    run.record({ type: 'risk.judged', step, action, ...noteJudged(PART_OF_GESTURE) });
    return PART_OF_GESTURE;
  }
  const whole = await judgeAction(judged, aim, run);
  if (gesture === undefined) return whole;
  const press = await gestureOf({ ...judged, action, gesture: 'part' }, run);
  const start = await aimAt(press, judged.observation, run);
  const atStart = await judgeAction({ ...judged, action: press }, start, run);
  return strictest(whole, atStart);
}

/** Whether the screen changed under the decision. Actions that do not use the screen are never stale; inside a gesture, which changes the screen itself, only another front window counts. */
async function isStale({ action, watch, observation }: ActionRequest, { pressedAt }: Held): Promise<boolean> {
  if (watch === null || !isInput(action)) return false;
  return await watch.isStale(pressedAt === null ? basisOf(action, observation) : { kind: 'front' });
}
