/** Posts a confirmation card and journals the question and its answer; when nobody can be asked, the answer is no. */
import { randomBytes } from 'node:crypto';
import type { Action } from '../../action/schema.ts';
import { noteJudged } from '../../journal/said.ts';
import type { Answer } from '../../outbound/questions.ts';
import type { SpokenSpan } from '../../outbound/spoken.ts';
import type { Thread } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import { mapNames, say, type Text } from '../../words/say.ts';
import type { Ask } from '../ask.ts';
import type { RunControl } from '../control.ts';
import type { Values } from '../outside-values.ts';
import { pathIn, sayHome, type WorkingFolder } from '../perform/working-folder.ts';
import type { RunLog } from '../run-log.ts';
import { type PendingLine, type TypedText, UNKNOWN_TEXT } from '../typed-text.ts';
import { offerOf } from './allow-always.ts';
import { type AskWhereNeeds, noteElsewhere, noteUnreachable } from './ask-where.ts';
import type { Binding } from './binding.ts';
import type { CardFacts } from './card-facts.ts';
import { type CardPictureNeeds, drawCardPicture } from './card-picture.ts';
import type { ConfirmRequest } from './confirm-request.ts';
import { renderCard, renderChoices, WHOLE, WHY } from './confirmation-card.ts';
import { mayGrant } from './grants.ts';
import { tellWhy } from './tell-why.ts';

export type Asked =
  | { readonly kind: 'approved'; readonly id: string; readonly covers: 'once' | 'this_run' | 'always' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'expired' };

const COUNTDOWN_S = 10;

export interface AskForYesNeeds extends RunLog, AskWhereNeeds, CardPictureNeeds {
  readonly goal: string;
  readonly values: Values;
  readonly ask: Ask;
  readonly inTurn: <T>(ask: () => Promise<T>) => Promise<T>;
  readonly control: Pick<RunControl, 'signal' | 'isPaused'>;
  readonly confirmStyle: 'ask' | 'countdown';
  /** What the person granted for this run; null when nothing was granted or it was revoked. */
  readonly scope: () => object | null;
  readonly clock: Clock;
  readonly confirmTimeoutMs: number;
  /** Terms of a standing order; null when a person waits for the run. */
  readonly terms: object | null;
  readonly folder: Pick<WorkingFolder, 'path'>;
  readonly typed: Pick<TypedText, 'pending'>;
  readonly machine: { readonly home: string };
  readonly skill: { readonly skill: { readonly name: string } } | null;
  /** What a part without a screen may do; null when the run has a screen. */
  readonly beside: object | null;
  /** Whether pictures of the screen may go to this thread. */
  readonly showsPictures: (thread: Thread) => boolean;
}

/** Pending from here on, also on the disk. */
export function startAsking(request: ConfirmRequest, bound: Binding, run: AskForYesNeeds) {
  const id = randomBytes(16).toString('base64url');
  const expiresAt = run.clock.now() + run.confirmTimeoutMs;
  run.record({
    type: 'confirmation.asked',
    step: request.step,
    confirmation: id,
    action: request.action,
    ...noteJudged(request.judgement),
    bound_to: bound.hash,
    expires_at: new Date(expiresAt).toISOString(),
  });
  return { id, expiresAt };
}

/** Asks in this thread, once. */
export async function askForYes(
  request: ConfirmRequest,
  bound: Binding,
  thread: Thread,
  run: AskForYesNeeds,
): Promise<Asked> {
  // Parts at work side by side ask one after the other; the time limit of a question begins with its turn.
  return await run.inTurn(async () => {
    const asked = startAsking(request, bound, run);
    try {
      return await askInTime(request, asked, thread, run);
    } catch (error) {
      noteCutOff(asked, run);
      throw error;
    }
  });
}

/** Rejects when the run ends first. */
async function askInTime(
  request: ConfirmRequest,
  asked: ReturnType<typeof startAsking>,
  thread: Thread,
  run: AskForYesNeeds,
): Promise<Asked> {
  const { action, judgement, observation } = request;
  const isCounted = run.confirmStyle === 'countdown' && judgement.isUndoable === true && request.again === '';
  const facts: CardFacts = {
    runId: run.runId,
    goal: run.goal,
    values: run.values,
    askedBy: run.sender.name,
    action: withWholePath(action, run.folder),
    judgement: { ...judgement, reason: mapNames(judgement.reason, (name) => sayHome(name, run.machine.home)) },
    element: request.element,
    read: request.element?.isRead === true ? request.element.name : (request.read?.text ?? ''),
    app: observation.front.app,
    window: observation.front.title,
    cwd: sayHome(run.folder.path(), run.machine.home),
    typed: shownLine(run.typed.pending(observation.front, null)),
    intent: request.intent,
    // The question of an order's run outlives the run, until a moment that the order knows.
    expiresAt: run.terms === null ? asked.expiresAt : null,
    askedAt: run.clock.now(),
    again: request.again,
    offer: offerOf(request, run.skill),
    countdownS: isCounted ? COUNTDOWN_S : null,
  };
  const card = renderCard(facts);
  const drawn = run.beside === null && run.showsPictures(thread) ? await drawCardPicture(request, run) : null;
  const whole = drawn?.whole ?? null;
  await run.sync();
  noteElsewhere(thread, run);
  const answer = await run.ask({
    thread,
    text: card.text,
    picture: drawn === null ? null : { jpeg: drawn.jpeg, alt: describePicture(facts, whole !== null), stored: null },
    file: card.file,
    choices: renderChoices(
      { mayGrant: mayGrant(request), mayAlways: facts.offer !== null, isCut: whole !== null },
      run.runId,
    ),
    ...(whole === null
      ? {}
      : { shows: { value: WHOLE, picture: { jpeg: whole, alt: WHOLE_ALT, stored: null }, back: say`Close-up` } }),
    // A question stops the time, and an answer is awaited from then on.
    tells: { value: WHY, text: [...renderCard({ ...facts, countdownS: null }).text, ...tellWhy(facts)] },
    mustArrive: true,
    ...(isCounted
      ? { countdown: { ms: COUNTDOWN_S * 1000, mayElapse: () => !run.control.isPaused() && run.scope() !== null } }
      : {}),
    closing: (end) => [...card.text, '\n\n', ...describeEnd(end)],
  });
  if (answer.kind === 'expired' && answer.isUnreachable === true) return await denyUnasked(asked, run);
  return await noteAnswer(asked.id, answer, thread, run);
}

/** Records a denial when nobody who could approve can be asked. */
export async function denyUnasked(
  { id }: { readonly id: string },
  run: AskForYesNeeds,
): Promise<{ readonly kind: 'denied' }> {
  const text = 'nobody could be asked: there is no way to write to them directly';
  run.record({ type: 'confirmation.answered', confirmation: id, answer: 'deny', by: 'deskhand', text });
  await run.sync();
  noteUnreachable(run);
  return { kind: 'denied' };
}

/** Records that the run ended before anybody decided, so that no question stays open; the person is told of the end instead. */
function noteCutOff({ id }: { readonly id: string }, run: AskForYesNeeds): void {
  if (run.state().openConfirmation?.id !== id) return;
  try {
    run.record({ type: 'confirmation.answered', confirmation: id, answer: 'stop', by: 'deskhand', text: '' });
  } catch {
    // A journal that cannot be written has ended the run already.
  }
}

async function noteAnswer(id: string, answer: Answer, thread: Thread, run: AskForYesNeeds): Promise<Asked> {
  if (answer.kind === 'expired' && answer.isCountedDown === true) {
    run.record({ type: 'confirmation.answered', confirmation: id, answer: 'countdown', by: 'deskhand', text: '' });
    await run.sync();
    return { kind: 'approved', id, covers: 'once' };
  }
  if (answer.kind === 'expired') {
    run.record({ type: 'confirmation.expired', confirmation: id });
    return { kind: 'expired' };
  }
  const value = answer.kind === 'choice' ? answer.value : 'deny';
  const note = (kind: 'approve' | 'this_run' | 'always' | 'deny', text: string): void => {
    run.record({ type: 'confirmation.answered', confirmation: id, answer: kind, by: answer.by.id, text });
  };
  if (value === 'approve' || value === 'this_run' || value === 'always') {
    note(value, '');
    await run.sync();
    return { kind: 'approved', id, covers: value === 'approve' ? 'once' : value };
  }
  if (value !== 'deny_reason') {
    note('deny', '');
    return { kind: 'denied' };
  }
  let reason = '';
  try {
    reason = await askForReason(thread, run);
  } finally {
    // The denial is recorded also when the run is stopped before the person gives a reason.
    note('deny', reason);
  }
  return { kind: 'denied' };
}

/** Asks for the reason of a denial that already counts; the answer steers the run. */
async function askForReason(thread: Thread, run: AskForYesNeeds): Promise<string> {
  const text = [say`Denied. What should I do instead? Write it here, or skip this step.`];
  const answer = await run.ask({
    thread,
    text,
    choices: [[{ label: say`Skip`, value: 'skip', style: 'plain' }]],
    acceptsText: true,
    closing: (end) => (end.kind === 'text' ? [say`Denied, and noted.`] : [say`Denied.`]),
  });
  return answer.kind === 'text' ? answer.text : '';
}

function describeEnd(end: Answer | { readonly kind: 'stopped' }): readonly SpokenSpan[] {
  switch (end.kind) {
    case 'expired':
      if (end.isCountedDown === true) return [{ bold: say`Done` }, say`: nobody objected in time.`];
      return [{ bold: say`Expired` }, say`: no answer came in time, so I didn't do it.`];
    case 'stopped':
      return [{ bold: say`Stopped` }, say`: I didn't do it.`];
    case 'text':
      return [{ bold: say`Denied` }, say` by ${end.by.name}.`];
    case 'choice':
      if (end.value === 'approve') return [{ bold: say`Approved` }, say` by ${end.by.name}.`];
      if (end.value === 'this_run') return [{ bold: say`Approved for this run` }, say` by ${end.by.name}.`];
      if (end.value === 'always') return [{ bold: say`Approved` }, say` by ${end.by.name}, and allowed always.`];
      return [{ bold: say`Denied` }, say` by ${end.by.name}.`];
  }
}

const WHOLE_ALT = say`The whole screen; a red frame or ring marks what this is about.`;

function describePicture({ app }: CardFacts, isCut: boolean): Text {
  if (!isCut) return say`The screen before this is done.`;
  return app === ''
    ? say`The part of the screen that this is about, before it is done; a red frame or ring marks it.`
    : say`The part of ${app} that this is about, before it is done; a red frame or ring marks it.`;
}

/** The action with an absolute path: whoever reads the card need not know the shell's current folder. */
function withWholePath(action: Action, folder: Pick<WorkingFolder, 'path'>): Action {
  switch (action.action) {
    case 'file_view':
    case 'file_create':
    case 'file_replace':
    case 'file_insert':
    case 'file_undo':
    case 'send_file':
      return { ...action, path: pathIn(folder, action.path) };
    default:
      return action;
  }
}

/** The pending line as shown on a card; its beginning is marked unknown when the focus may have moved while it was typed. */
function shownLine({ whole, since }: PendingLine): string {
  return since === whole ? whole : `${UNKNOWN_TEXT}${since}`;
}
