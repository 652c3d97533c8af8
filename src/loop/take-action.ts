/** One action from decision to result: gate, confirmation, synced intent, act, settle, journaled effect. */
import type { NamedElement } from '../action/describe.ts';
import { isAboutTheScreen, isActing, isAnsweredByItsText, isSeenOnScreen } from '../action/kinds.ts';
import { type PerformPorts, perform } from '../action/perform.ts';
import type { Action, Point } from '../action/schema.ts';
import { type Aim, aimAt, approve } from '../confirm/approve.ts';
import { isGranted } from '../confirm/confirm.ts';
import { DesktopLost, type Fingerprint, type Place, Refused, type UiElement } from '../ports/desktop.ts';
import { JournalFailed } from '../ports/journal.ts';
import type { MachineResult } from '../ports/machine.ts';
import type { ActionResult } from '../prompt/step-state.ts';
import { askPerson } from '../run/ask-person.ts';
import type { ActiveRun, RunPorts } from '../run/run-ports.ts';
import { isOwnConversation } from '../safety/conversation.ts';
import { NEVER_SENT } from '../safety/files.ts';
import { type Judgement, needsApproval } from '../safety/risk.ts';
import { surroundings } from '../safety/seen.ts';
import { tightenByPermissions } from '../safety/skill-permissions.ts';
import { toPoint } from '../screen/coordinates.ts';
import type { Observation } from '../screen/observe.ts';
import { type Settled, type SettleRequest, settle } from '../screen/settle.ts';
import type { Reach, ScreenWatch } from '../screen/watch.ts';
import { nameRun } from '../words/run-name.ts';
import { moveFocus, UNKNOWN_FOCUS } from './focus.ts';
import { contextOf } from './gate-context.ts';
import { lookTwice } from './look-twice.ts';
import { IMPOSSIBLE, objectTo } from './objection.ts';
import { namesMissingElement } from './target-of.ts';
import { rememberTyped } from './typed-text.ts';

export interface ActionRequest {
  readonly action: Action;
  /** "3.0": iteration and index. */
  readonly step: string;
  readonly by: 'model' | 'person';
  readonly intent: string;
  /** The look it was decided on. */
  readonly observation: Observation;
  /** An act came before it since that look: who is asked must see what is there now. */
  readonly isFollowUp?: boolean;
  /** Saw the screen since that look; null when nothing was decided on the picture. */
  readonly watch: ScreenWatch | null;
}

/** One that may be carried out. */
interface JudgedRequest extends ActionRequest {
  /** The person said yes to it. */
  readonly isApproved: boolean;
}

export type Taken =
  | { readonly kind: 'performed'; readonly result: ActionResult; readonly note: string }
  | { readonly kind: 'denied' }
  | { readonly kind: 'expired' }
  /** Nothing was done: what was decided on is not there any more. */
  | { readonly kind: 'stale' }
  /** The desktop went away in the middle: nobody knows whether it happened. */
  | { readonly kind: 'unknown' };

/** Rejects with the run's abort reason when stopped, with `JournalFailed` before anything unrecorded is done. */
export async function takeAction(request: ActionRequest, run: ActiveRun, ports: RunPorts): Promise<Taken> {
  const { action, step } = request;
  const aim = aimAt(action, request.observation);
  const { element } = aim;
  let { observation } = request;
  let used: { readonly confirmation?: string } = {};
  const judgement = await judge(request, aim, run, ports);
  // A person is not asked about what is refused anyway.
  const asks = needsApproval(judgement.risk) && judgement.rule !== NEVER_SENT;
  if (asks && !isGranted({ action, judgement, ...aim }, run)) {
    const judgeAgain = (now: Aim): Promise<Judgement> => judge(request, now, run, ports);
    const isFollowUp = request.isFollowUp === true;
    const approval = await approve(
      { action, step, intent: request.intent, aim, judgement, judgeAgain, isFollowUp },
      run,
      ports,
    );
    if (approval.kind === 'gone') return { kind: 'stale' };
    if (approval.kind !== 'approved') return approval;
    observation = approval.observation;
    used = { confirmation: approval.confirmation };
  } else if (await isStale(request, aim.place)) {
    return { kind: 'stale' };
  }
  request.watch?.stop();
  // With this the yes is used up, on the disk before the act.
  run.record({
    type: 'action.intended',
    step,
    action,
    ...named(element),
    ...(aim.place === null ? {} : { point: roundPoint(toPoint(aim.place)) }),
    ...(observation.front.app === '' ? {} : { app: observation.front.app }),
    by: request.by,
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
  return isActing(action) ? await act(judged, observation, run, ports) : await look(judged, observation, run, ports);
}

/** A person is not asked about what cannot be done. */
const NOTHING_THERE: Judgement = {
  risk: 'safe',
  reason: 'there is no such element, so nothing is done',
  rule: 'element.missing',
};

/** Rules first; where they cannot tell, the fast model looks. Records risk.judged. */
async function judge(
  request: ActionRequest,
  { observation, element, place }: Aim,
  run: ActiveRun,
  ports: RunPorts,
): Promise<Judgement> {
  const { action, step } = request;
  const impossible = namesMissingElement(action, observation)
    ? NOTHING_THERE
    : objectTo(action, place) === null
      ? null
      : IMPOSSIBLE;
  const first = impossible ?? ports.gate.judge(action, contextOf({ ...request, observation }, element, run));
  const second = first.isUnsure && place !== null ? await lookTwice(action, place, observation, run, ports) : null;
  const { risk, reason, rule } =
    request.by === 'person'
      ? (second?.judgement ?? first)
      : tightenByPermissions(second?.judgement ?? first, action, observation.front.app, run.skill?.skill ?? null);
  const judgement: Judgement = { risk, reason, rule };
  run.record({
    type: 'risk.judged',
    step,
    action,
    ...named(element),
    ...judgement,
    ...(second === null ? {} : { model: second.model, usage: second.usage, cost_usd: second.costUsd }),
  });
  return judgement;
}

/** What does not go by the screen is never stale. */
async function isStale({ action, watch }: ActionRequest, place: Place | null): Promise<boolean> {
  if (watch === null || !isActing(action) || !isAboutTheScreen(action)) return false;
  const reach: Reach = place === null ? 'anywhere' : surroundings(place);
  return await watch.isStale(reach);
}

function roundPoint({ x, y }: Point): Point {
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
}

/** For the journal: what it points at by name. */
function named(element: UiElement | null): { readonly element?: NamedElement } {
  return element === null ? {} : { element: { number: element.number, role: element.role, name: element.name } };
}

const NOT_STARTED = 'It was not started.';

/** What changes nothing on the machine needs no synced intent and nothing to settle. */
async function look(request: JudgedRequest, observation: Observation, run: ActiveRun, ports: RunPorts): Promise<Taken> {
  const startedAt = ports.clock.elapsed();
  const done = await perform(
    request.action,
    observation,
    run.session,
    performPorts(request, run, ports),
    run.control.signal,
  );
  const result: ActionResult = { ...done, effect: 'unchanged' };
  run.record({
    type: 'action.performed',
    step: request.step,
    ...result,
    ms: Math.round(ports.clock.elapsed() - startedAt),
  });
  return { kind: 'performed', result, note: '' };
}

async function act(request: JudgedRequest, observation: Observation, run: ActiveRun, ports: RunPorts): Promise<Taken> {
  const before = await prepare(request.step, observation.frame.display.index, run, ports);
  try {
    run.session.acting = request.action;
    const act = (): Promise<Taken> => actAndSettle(request, observation, before, run, ports);
    const { app, title } = observation.front;
    const isOwn = isSeenOnScreen(request.action) && isOwnConversation({ app, window: title });
    return isOwn ? await ports.duringOwnInput(act) : await act();
  } finally {
    run.session.acting = null;
  }
}

async function actAndSettle(
  request: JudgedRequest,
  observation: Observation,
  before: Fingerprint,
  run: ActiveRun,
  ports: RunPorts,
): Promise<Taken> {
  const { action, step } = request;
  const { screen } = run.session;
  const startedAt = ports.clock.elapsed();
  const done = await performOrNote(request, observation, run, ports);
  if (done === null) return { kind: 'unknown' };
  rememberTyped(action, observation.front.app, done.ok, run);
  noteFocus(action, observation, run, ports);
  const ms = Math.round(ports.clock.elapsed() - startedAt);
  if (!done.ok || !isSeenOnScreen(action)) {
    if (done.ok) screen.lastAct = { atMs: ports.clock.elapsed(), isAnswered: true, unchanged: null };
    const result: ActionResult = { ...done, effect: done.ok ? 'unknown' : 'unchanged' };
    run.record({ type: 'action.performed', step, ...result, ms });
    return { kind: 'performed', result, note: '' };
  }
  const actedAt = ports.clock.elapsed();
  const settling = {
    before,
    display: observation.frame.display.index,
    memory: screen,
    isText: isAnsweredByItsText(action),
  };
  const settled = await settleOrGiveUp(settling, run, ports);
  const unchanged = settled.effect === 'unchanged' ? before : null;
  screen.lastAct = { atMs: actedAt, isAnswered: settled.isAnswered, unchanged };
  const result: ActionResult = { ...done, effect: settled.effect };
  run.record({ type: 'action.performed', step, ...result, ms });
  return { kind: 'performed', result, note: settled.note };
}

function noteFocus(action: Action, observation: Observation, run: ActiveRun, ports: RunPorts): void {
  const { focus } = run.session;
  const { app } = observation.front;
  const { element } = aimAt(action, observation);
  focus.set(app, moveFocus(focus.get(app) ?? UNKNOWN_FOCUS, action, element, ports.clock.now()));
}

/** The intent is on the disk and the screen is known as it was. What fails here fails before anything was done, and is noted so. */
async function prepare(step: string, display: number, run: ActiveRun, ports: RunPorts): Promise<Fingerprint> {
  const { signal } = run.control;
  try {
    const [before] = await Promise.all([ports.desktop.fingerprint(display, signal), run.sync()]);
    signal.throwIfAborted();
    return before;
  } catch (error) {
    if (!(error instanceof JournalFailed)) {
      run.record({ type: 'action.performed', step, ok: false, text: NOT_STARTED, effect: 'unchanged', ms: 0 });
    }
    throw error;
  }
}

/** The act is done; a desktop that goes away now only leaves its effect unknown. */
async function settleOrGiveUp(request: SettleRequest, run: ActiveRun, ports: RunPorts): Promise<Settled> {
  try {
    return await settle(request, ports, run.control.signal);
  } catch (error) {
    // Refused: its display was unplugged.
    if (!(error instanceof DesktopLost || error instanceof Refused)) throw error;
    return {
      effect: 'unknown',
      isAnswered: false,
      note: `The desktop went away after the last action: ${error.message}`,
    };
  }
}

/** null: the desktop went away in the middle. An intent without a result is noted as unknown, and never repeated blindly. */
async function performOrNote(
  request: JudgedRequest,
  observation: Observation,
  run: ActiveRun,
  ports: RunPorts,
): Promise<MachineResult | null> {
  try {
    return await perform(
      request.action,
      observation,
      run.session,
      performPorts(request, run, ports),
      run.control.signal,
    );
  } catch (error) {
    const why = run.control.signal.aborted
      ? 'the run was stopped in the middle of it'
      : error instanceof Error
        ? error.message
        : String(error);
    run.record({ type: 'action.unknown', step: request.step, why });
    if (error instanceof DesktopLost && !run.control.signal.aborted) return null;
    throw error;
  }
}

function performPorts({ isApproved }: JudgedRequest, run: ActiveRun, ports: RunPorts): PerformPorts {
  return {
    ...ports,
    askPerson: (question, signal) => askPerson(question, run, ports, signal),
    sendFile: (path, signal) => ports.sendFile(run.thread, path, signal),
    isApproved,
    // A playbook has not seen the screen: what it writes is its skill's.
    noteOrigin: run.model.needsPicture
      ? `written by Deskhand in ${nameRun(run.runId)}, from what was on the screen`
      : '',
  };
}
