/** Carries out what may be done: looking at once, acting with a synced intent, settled, its effect in the journal. */
import { isActing, isAnsweredByItsText, isInputBy, isSeenOnScreen } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { ActionResult } from '../../journal/acted.ts';
import type { Fingerprint, FrontWindow } from '../../ports/desktop.ts';
import { identityOf } from '../../safety/apps/app-names.ts';
import { isOwnConversation } from '../../safety/conversation.ts';
import type { Observation } from '../../screen/observe.ts';
import { aimAt } from '../confirm/approve.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';
import { rememberTyped } from '../typed-text.ts';
import type { JudgedRequest, Taken } from './action-request.ts';
import { moveFocus, UNKNOWN_FOCUS } from './focus.ts';
import { performIn, performOrNote, prepareAct, settleOrGiveUp } from './perform-noted.ts';
import { windowUnder } from './window-under.ts';

/** `observation`: the look that counts now, after an approval a newer one than that of the request. */
export async function carryOut(
  request: JudgedRequest,
  observation: Observation,
  run: ActiveRun,
  ports: RunPorts,
): Promise<Taken> {
  const isAct = isActing(request.action);
  return isAct ? await act(request, observation, run, ports) : await look(request, observation, run, ports);
}

/** What changes nothing on the machine needs no synced intent and nothing to settle. */
async function look(request: JudgedRequest, observation: Observation, run: ActiveRun, ports: RunPorts): Promise<Taken> {
  const startedAt = ports.clock.elapsed();
  const done = await performIn(request, observation, run, ports);
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
  const before = await prepareAct(request.step, observation.frame.display.index, run, ports);
  try {
    run.session.acting = request.action;
    const act = (): Promise<Taken> => actAndSettle(request, observation, before, run, ports);
    const isOwn = isSeenOnScreen(request.action) && (await goesToOwn(request.action, observation, run, ports));
    return isOwn ? await ports.duringOwnInput(act) : await act();
  } finally {
    run.session.acting = null;
  }
}

async function goesToOwn(action: Action, observation: Observation, run: ActiveRun, ports: RunPorts): Promise<boolean> {
  const shows = (window: FrontWindow): boolean => isOwnConversation({ ...identityOf(window), window: window.title });
  if (shows(observation.front)) return true;
  const under = await windowUnder(action, observation, ports, run.control.signal);
  return under !== null && shows(under);
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
  if (done.ok || !isInputBy(action, 'element')) noteFocus(action, observation, run, ports);
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
    isWatched: request.isWatched === true,
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
