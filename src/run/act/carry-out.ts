/**
 * Carries out an allowed action. A looking action runs at once; an act gets a synced intent, a wait for the screen to settle, and its effect in the
 * journal.
 */
import { isActing, isInputBy, isSeenOnScreen } from '../../action/kinds.ts';
import type { ActionResult } from '../../journal/acted.ts';
import { noteResult } from '../../journal/said.ts';
import type { Display, Fingerprint, FrontWindow, UiElement } from '../../ports/desktop.ts';
import { identityOf } from '../../safety/apps/app-names.ts';
import { isOwnConversation } from '../../safety/conversation.ts';
import { listTold } from '../../screen/observe.ts';
import type { ScreenMemory } from '../../screen/screen-memory.ts';
import { mayShowCaret } from '../../screen/settling/caret.ts';
import { expectedAnswer } from '../../screen/settling/expected-answer.ts';
import { focusedIn, saysOtherwise } from '../../screen/told.ts';
import type { Taint } from '../taint-tracker.ts';
import type { TypedText } from '../typed-text.ts';
import type { ActUnderWay } from './act-under-way.ts';
import type { JudgedRequest, Taken } from './action-request.ts';
import type { Aim } from './aim.ts';
import type { FocusMemory } from './focus.ts';
import { type KeyReaderNeeds, readerOf } from './key-reader.ts';
import { copyBefore, type NoteClipboardNeeds, noteClipboard } from './note-clipboard.ts';
import { type PerformNotedNeeds, performIn, performOrNote, prepareAct, settleOrGiveUp } from './perform-noted.ts';

export type CarryOutNeeds = PerformNotedNeeds &
  NoteClipboardNeeds &
  KeyReaderNeeds & {
    readonly screen: ScreenMemory;
    readonly focus: FocusMemory;
    readonly typed: TypedText;
    readonly taint: Taint;
    readonly underWay: ActUnderWay;
    /** Carries out an act in a window that shows Deskhand's own conversation: what arrives from there meanwhile counts for nothing. */
    readonly duringOwnInput: <Value>(act: () => Promise<Value>) => Promise<Value>;
  };

/** `aim`: in the look that counts now; after an approval that look is newer than the request's. */
export async function carryOut(request: JudgedRequest, aim: Aim, run: CarryOutNeeds): Promise<Taken> {
  return isActing(request.action) ? await act(request, aim, run) : await look(request, aim, run);
}

/** Runs an action that changes nothing on the machine: it needs no synced intent and no settling. */
async function look(request: JudgedRequest, { observation }: Aim, run: CarryOutNeeds): Promise<Taken> {
  const startedAt = run.clock.elapsed();
  const done = await performIn(request, observation, run);
  const result: ActionResult = { ok: done.ok, text: done.text, effect: 'unchanged' };
  run.record({
    type: 'action.performed',
    step: request.step,
    ...noteResult(result),
    ms: Math.round(run.clock.elapsed() - startedAt),
  });
  return { kind: 'performed', result, note: '' };
}

async function act(request: JudgedRequest, aim: Aim, run: CarryOutNeeds): Promise<Taken> {
  const display = aim.observation.frame.display.index;
  const seen = run.screen.sample?.display === display ? run.screen.sample : null;
  // After this act the last sample no longer shows the screen before an act, so nobody may use it as that.
  run.screen.sample = null;
  const before = await prepareAct(request.step, display, seen, run);
  return await run.underWay.during(request.action, () => {
    const act = (): Promise<Taken> => actAndSettle(request, aim, before, run);
    return isSeenOnScreen(request.action) && goesToOwn(aim) ? run.duringOwnInput(act) : act();
  });
}

function goesToOwn({ observation, under }: Aim): boolean {
  const shows = (window: FrontWindow): boolean => isOwnConversation({ ...identityOf(window), window: window.title });
  return shows(observation.front) || (under !== null && shows(under));
}

async function actAndSettle(
  request: JudgedRequest,
  { observation, element, place }: Aim,
  before: Fingerprint,
  run: CarryOutNeeds,
): Promise<Taken> {
  const { action, step } = request;
  const { screen } = run;
  const startedAt = run.clock.elapsed();
  // Within a batch the look may be older than the click that moved the keys.
  const [known, shown] = [run.focus.of(observation.front.app), focusedIn(observation)];
  const isOlder = known !== null && observation.frame.takenAt <= known.at;
  const focused = (isOlder ? known.element : null) ?? shown;
  const reader = await readerOf(action, observation.front, element?.role ?? '', run);
  const copied = await copyBefore(action, observation, run);
  const done = await performOrNote(request, observation, run);
  if (done === null) return { kind: 'unknown' };
  // A click may leave the keys where they were.
  const isSecret = (element === null ? [focused, shown] : [element]).some((one) => one?.isSecure === true);
  await noteClipboard({ action, ok: done.ok, isSecret }, copied, observation, run);
  run.typed.note({ action, place: observation.front, ok: done.ok, isSecret, reader });
  if (!isSecret) run.taint.wrote(action, observation.front);
  if (done.ok || !isInputBy(action, 'element')) run.focus.note(action, observation.front.app, element);
  const ms = Math.round(run.clock.elapsed() - startedAt);
  if (!done.ok || !isSeenOnScreen(action)) {
    if (done.ok) screen.lastAct = { atMs: run.clock.elapsed(), isAnswered: true, unchanged: null };
    const { ok, text, command, confined } = done;
    const isTried =
      confined !== undefined && (confined.changed ?? []).length === 0 && (request.grants ?? []).length === 0;
    const result: ActionResult = {
      ok,
      text,
      effect: ok && !isTried ? 'unknown' : 'unchanged',
      ...(isTried && !request.isProven ? { confined: true } : {}),
      ...(command === undefined ? {} : { command }),
    };
    run.record({ type: 'action.performed', step, ...noteResult(result), ms });
    return { kind: 'performed', result, note: '', ...(confined === undefined ? {} : { denied: confined.denied }) };
  }
  const actedAt = run.clock.elapsed();
  const own = element ?? shown;
  const isListed = observation.elementsNote === '';
  const settling = {
    before,
    display: observation.frame.display.index,
    memory: screen,
    answer: expectedAnswer({ action, place, element, focused, isListed, display: observation.frame.display }),
    mayShowCaret: mayShowCaret({ focused, element, elements: observation.elements, isListed }),
    saysOtherwise: async () => own !== null && (await hasOtherWords(own, observation.frame.display, run)),
    isWatched: request.isWatched === true,
  };
  const settled = await settleOrGiveUp(settling, run);
  const unchanged = settled.effect === 'unchanged' ? before : null;
  screen.lastAct = { atMs: actedAt, isAnswered: settled.isAnswered, unchanged };
  const result: ActionResult = { ok: done.ok, text: done.text, effect: settled.effect };
  run.record({ type: 'action.performed', step, ...noteResult(result), ms });
  return { kind: 'performed', result, note: settled.note };
}

/**
 * Whether the target now has other words. A late list proves nothing, as it may lack elements that are there; nor does read text, which a caret can
 * change.
 */
async function hasOtherWords(own: UiElement, display: Display, run: CarryOutNeeds): Promise<boolean> {
  if (own.isSecure || own.isRead === true) return false;
  const { elements, isLate } = await listTold(display, run.desktop, run.control.signal, 1);
  return !isLate && saysOtherwise(own, elements);
}
