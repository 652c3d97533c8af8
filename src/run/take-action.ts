/** One action from decision to result: gate, confirmation, synced intent, act, settle, journaled effect. */
import { isEnter } from '../action/enter.ts';
import { type PerformPorts, perform } from '../action/perform.ts';
import type { Action, Target } from '../action/schema.ts';
import { DesktopLost, type Fingerprint, type Place, type UiElement } from '../ports/desktop.ts';
import { JournalFailed } from '../ports/journal.ts';
import type { MachineResult } from '../ports/machine.ts';
import { type GateContext, type Judgement, needsApproval } from '../safety/risk.ts';
import { centerOf, toPlace } from '../screen/coordinates.ts';
import type { Observation } from '../screen/observe.ts';
import { type Settled, settle } from '../screen/settle.ts';
import { confirm, isGranted } from './confirm.ts';
import { lookTwice } from './look-twice.ts';
import type { ActiveRun, RunPorts } from './run-ports.ts';
import type { ActionResult } from './step-state.ts';

export interface ActionRequest {
  readonly action: Action;
  /** "3.0": iteration and index. */
  readonly step: string;
  readonly by: 'model' | 'person';
  readonly intent: string;
  /** The look it was decided on. */
  readonly observation: Observation;
}

export type Taken =
  | { readonly kind: 'performed'; readonly result: ActionResult; readonly note: string }
  | { readonly kind: 'denied' }
  | { readonly kind: 'expired' }
  /** The desktop went away in the middle: nobody knows whether it happened. */
  | { readonly kind: 'unknown' };

/** Rejects with the run's abort reason when stopped, with `JournalFailed` before anything unrecorded is done. */
export async function takeAction(request: ActionRequest, run: ActiveRun, ports: RunPorts): Promise<Taken> {
  const { action, step } = request;
  const element = elementOf(action, request.observation);
  let { observation } = request;
  const place = placeOf(action, observation);
  const judgement = await judge(request, element, place, run, ports);
  const question = { action, step, judgement, observation, place, element, intent: request.intent };
  if (needsApproval(judgement.risk) && !isGranted(question, run)) {
    const approval = await confirm(question, run, ports);
    if (approval.kind !== 'approved') return approval.kind === 'denied' ? { kind: 'denied' } : { kind: 'expired' };
    observation = carryOver(request.observation, approval.observation);
  }
  run.record({ type: 'action.intended', step, action, by: request.by });
  return isActing(action) ? await act(request, observation, run, ports) : await look(request, observation, run, ports);
}

/** Rules first; where they cannot tell, the fast model looks. Records risk.judged. */
async function judge(
  request: ActionRequest,
  element: UiElement | null,
  place: Place | null,
  run: ActiveRun,
  ports: RunPorts,
): Promise<Judgement> {
  const { action, step, observation } = request;
  const first = ports.gate.judge(action, contextOf(request, element, run));
  const second = first.isUnsure && place !== null ? await lookTwice(action, place, observation, run, ports) : null;
  const { risk, reason, rule } = second?.judgement ?? first;
  const judgement: Judgement = { risk, reason, rule };
  run.record({
    type: 'risk.judged',
    step,
    action,
    ...judgement,
    ...(second === null ? {} : { usage: second.usage, cost_usd: second.costUsd }),
  });
  return judgement;
}

const NOT_STARTED = 'It was not started.';

/** What changes nothing on the machine needs no synced intent and nothing to settle. */
async function look(request: ActionRequest, observation: Observation, run: ActiveRun, ports: RunPorts): Promise<Taken> {
  const startedAt = ports.clock.elapsed();
  const done = await perform(request.action, observation, run.session, performPorts(run, ports), run.control.signal);
  const result: ActionResult = { ...done, effect: 'unchanged' };
  run.record({
    type: 'action.performed',
    step: request.step,
    ...result,
    ms: Math.round(ports.clock.elapsed() - startedAt),
  });
  return { kind: 'performed', result, note: '' };
}

async function act(request: ActionRequest, observation: Observation, run: ActiveRun, ports: RunPorts): Promise<Taken> {
  const { action, step } = request;
  const display = observation.frame.display.index;
  const before = await prepare(step, display, run, ports);
  const startedAt = ports.clock.elapsed();
  const done = await performOrNote(request, observation, run, ports);
  if (done === null) return { kind: 'unknown' };
  rememberTyped(action, observation.front.app, done.ok, run);
  const ms = Math.round(ports.clock.elapsed() - startedAt);
  if (!done.ok || !isSeenOnScreen(action)) {
    const result: ActionResult = { ...done, effect: done.ok ? 'unknown' : 'unchanged' };
    run.record({ type: 'action.performed', step, ...result, ms });
    return { kind: 'performed', result, note: '' };
  }
  const settled = await settleOrGiveUp(before, display, run, ports);
  const result: ActionResult = { ...done, effect: settled.effect };
  run.record({ type: 'action.performed', step, ...result, ms });
  return { kind: 'performed', result, note: settled.note };
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
async function settleOrGiveUp(before: Fingerprint, display: number, run: ActiveRun, ports: RunPorts): Promise<Settled> {
  try {
    return await settle(before, display, ports, run.control.signal);
  } catch (error) {
    if (!(error instanceof DesktopLost)) throw error;
    return { effect: 'unknown', note: `The desktop went away after the last action: ${error.message}` };
  }
}

/** null: the desktop went away in the middle. An intent without a result is noted as unknown, and never repeated blindly. */
async function performOrNote(
  request: ActionRequest,
  observation: Observation,
  run: ActiveRun,
  ports: RunPorts,
): Promise<MachineResult | null> {
  try {
    return await perform(request.action, observation, run.session, performPorts(run, ports), run.control.signal);
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

function performPorts(run: ActiveRun, ports: RunPorts): PerformPorts {
  return {
    ...ports,
    askPerson: (question, signal) => askPerson(question, run, ports, signal),
    sendFile: (path, signal) => ports.sendFile(run.thread, path, signal),
  };
}

async function askPerson(
  question: Extract<Action, { readonly action: 'ask_user' }>,
  run: ActiveRun,
  ports: RunPorts,
  signal: AbortSignal,
): Promise<string | null> {
  const answer = await run.control.offTheClock(() =>
    ports.questions.ask(
      {
        thread: run.thread,
        of: run.sender.id,
        text: [{ bold: 'The run asks: ' }, question.text],
        picture: null,
        file: null,
        choices: question.options.map((option) => [{ label: option, value: option, style: 'plain' }]),
        acceptsText: true,
        isSecret: question.secret,
        timeoutMs: ports.settings.confirmTimeoutMs,
        closing: (end) => [{ bold: 'The run asked: ' }, question.text, '\n\n', describeAnswer(end, question.secret)],
      },
      signal,
    ),
  );
  if (answer.kind === 'expired') return null;
  const text = answer.kind === 'choice' ? answer.value : answer.text;
  run.record({ type: 'answer.received', by: answer.by.id, text: question.secret ? '(secret)' : text });
  return text;
}

function describeAnswer(end: { readonly kind: string }, isSecret: boolean): string {
  if (end.kind === 'expired') return 'Nobody answered in time.';
  if (end.kind === 'stopped') return 'The run was stopped.';
  return isSecret ? 'Answered; the answer is used once and not kept.' : 'Answered.';
}

/** Everything but looking, thinking and asking. */
export function isActing(action: Action): boolean {
  const looking = [
    'ui_elements',
    'web_elements',
    'screenshot',
    'cursor_position',
    'clipboard_read',
    'zoom',
    'wait',
    'wait_until',
    'think',
    'done',
    'fail',
    'ask_user',
    'file_view',
    'vault_read',
    'recall',
  ];
  return !looking.includes(action.action);
}

/** Whether the effect shows on the screen; for files and commands nobody looked. */
function isSeenOnScreen(action: Action): boolean {
  return [
    'click',
    'move',
    'mouse_down',
    'mouse_up',
    'drag',
    'scroll',
    'type',
    'key',
    'hold_key',
    'focus',
    'set_value',
    'open_app',
    'open_url',
  ].includes(action.action);
}

function contextOf(request: ActionRequest, element: UiElement | null, run: ActiveRun): GateContext {
  const { front, elements } = request.observation;
  const judged =
    element ?? (isTyping(request.action) ? (elements.find((candidate) => candidate.isFocused) ?? null) : null);
  return {
    ...(front.app === '' ? {} : { app: front.app, window: front.title }),
    ...(judged === null ? {} : { element: { role: judged.role, name: judged.name, secure: judged.isSecure } }),
    cwd: run.session.cwd,
    goal: run.goal,
    typed: run.session.typed.get(front.app) ?? '',
    isByHand: request.by === 'person',
    isPlaybook: request.by === 'model' && !run.model.needsPicture && run.skill !== null,
  };
}

function isTyping(action: Action): boolean {
  return ['type', 'key', 'hold_key'].includes(action.action);
}

/** Stands for text nobody can know: a recalled line, a completion, a paste. No gate takes it for an understood command. */
const UNKNOWN_TEXT = '\u0000';

/** What was typed into an application since its last Enter; another application's half-typed line stays where it is. */
function rememberTyped(action: Action, app: string, ok: boolean, run: ActiveRun): void {
  const { typed } = run.session;
  const before = typed.get(app) ?? '';
  if (action.action === 'type') {
    const whole = before + action.text;
    typed.set(app, whole.slice(whole.lastIndexOf('\n') + 1));
  } else if (action.action === 'key' || action.action === 'hold_key') {
    if (ok && action.action === 'key' && isEnter(action.keys)) typed.delete(app);
    else typed.set(app, before + UNKNOWN_TEXT);
  } else if (action.action === 'click' && action.button === 'middle') {
    // On X11 the middle button pastes.
    typed.set(app, before + UNKNOWN_TEXT);
  }
}

function elementOf(action: Action, observation: Observation): UiElement | null {
  const target = targetOf(action);
  const number = target !== null && 'element' in target ? target.element : null;
  if (number !== null) return observation.elements.find((element) => element.number === number) ?? null;
  const place = placeOf(action, observation);
  if (place === null) return null;
  const isInside = ({ box }: UiElement): boolean =>
    place.x >= box.x && place.x < box.x + box.width && place.y >= box.y && place.y < box.y + box.height;
  const area = ({ box }: UiElement): number => box.width * box.height;
  return observation.elements.filter(isInside).sort((one, other) => area(one) - area(other))[0] ?? null;
}

function targetOf(action: Action): Target | null {
  switch (action.action) {
    case 'click':
    case 'move':
      return action.target;
    case 'mouse_down':
    case 'mouse_up':
    case 'scroll':
      return action.target ?? null;
    case 'drag':
      return action.to;
    case 'focus':
    case 'set_value':
      return { element: action.element };
    default:
      return null;
  }
}

function placeOf(action: Action, observation: Observation): Place | null {
  const target = targetOf(action);
  if (target === null) return null;
  const { display } = observation.frame;
  if (!('element' in target)) return toPlace(target, display);
  const element = observation.elements.find((candidate) => candidate.number === target.element);
  return element === undefined ? null : centerOf(element, display);
}

/** The fresh look after an approval, with the element numbers the action was decided with. */
function carryOver(decided: Observation, fresh: Observation): Observation {
  return { ...fresh, elements: decided.elements };
}
