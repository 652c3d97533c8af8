/** One action from decision to result: gate, confirmation, synced intent, act, settle, journaled effect. */
import { isActing, isInput } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { ActionResult } from '../../journal/acted.ts';
import { NEVER_SENT } from '../../safety/places/files.ts';
import { type Judgement, needsApproval } from '../../safety/risk.ts';
import { basisOf } from '../../screen/basis.ts';
import { type Aim, aimAt, approve } from '../confirm/approve.ts';
import { isGranted } from '../confirm/grants.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';
import type { ActionRequest, JudgedRequest, Taken } from './action-request.ts';
import { carryOut } from './carry-out.ts';
import { objectTo } from './impossible-action.ts';
import { judgeAction, nameOf } from './judge-action.ts';
import { notePointing } from './note-pointing.ts';

/** Rejects with the run's abort reason when stopped, with `JournalFailed` before anything unrecorded is done. */
export async function takeAction(request: ActionRequest, run: ActiveRun, ports: RunPorts): Promise<Taken> {
  const { action, step } = request;
  const aim = aimAt(action, request.observation);
  let { observation } = request;
  let used: { readonly confirmation?: string } = {};
  const judgement = await judgeAction(request, aim, run, ports);
  // A person is not asked about what is refused anyway.
  const asks = needsApproval(judgement.risk) && judgement.rule !== NEVER_SENT;
  if (asks && !isGranted({ action, judgement, ...aim }, run)) {
    const judgeAgain = (now: Aim): Promise<Judgement> => judgeAction(request, now, run, ports);
    const isFollowUp = request.isFollowUp === true;
    const approval = await approve(
      { action, step, intent: request.by === 'model' ? request.intent : '', aim, judgement, judgeAgain, isFollowUp },
      run,
      ports,
    );
    if (approval.kind === 'gone') return { kind: 'stale' };
    if (approval.kind !== 'approved') return approval;
    observation = approval.observation;
    used = { confirmation: approval.confirmation };
  } else if (await isStale(request)) {
    return { kind: 'stale' };
  }
  if (await isShut(action, run, ports)) return { kind: 'stale' };
  request.watch?.stop();
  // With this the yes is used up, on the disk before the act.
  run.record({
    type: 'action.intended',
    step,
    action,
    ...notePointing(action, aim),
    ...(observation.front.app === '' ? {} : { app: observation.front.app }),
    by: request.by === 'person' ? 'person' : 'model',
    ...used,
  });
  const objection = objectTo(action, aim.place);
  if (objection !== null) {
    const result: ActionResult = { ok: false, text: objection, effect: 'unchanged' };
    run.record({ type: 'action.performed', step, ...result, ms: 0 });
    return { kind: 'performed', result, note: '' };
  }
  // What asks was approved, or it had not come this far.
  const judged: JudgedRequest = { ...request, isApproved: needsApproval(judgement.risk) };
  const taken = await carryOut(judged, observation, run, ports);
  if (judged.isApproved && isActing(action) && request.by !== 'person' && taken.kind === 'performed')
    run.session.unchecked = { step, action, ...nameOf(aim.element), intent: request.intent, result: taken.result };
  return taken;
}

/** Locked or asleep since the look, for what goes to the screen. */
async function isShut(action: Action, run: ActiveRun, { desktop }: RunPorts): Promise<boolean> {
  if (!isInput(action)) return false;
  return (await desktop.presence(run.control.signal)).screen !== 'on';
}

/** What does not go by the screen is never stale. */
async function isStale({ action, watch, observation }: ActionRequest): Promise<boolean> {
  if (watch === null || !isInput(action)) return false;
  return await watch.isStale(basisOf(action, observation));
}
