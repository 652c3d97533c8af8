/** Asks the person about one exact action, and after a yes looks again: what was approved must still be what is there. */
import { randomBytes } from 'node:crypto';
import { fingerprintAction } from '../action/fingerprint.ts';
import { isAboutTheScreen } from '../action/kinds.ts';
import type { Action } from '../action/schema.ts';
import type { SpokenSpan } from '../outbox/spoken.ts';
import type { Thread } from '../ports/chat.ts';
import type { Place, UiElement } from '../ports/desktop.ts';
import type { Answer } from '../questions/questions.ts';
import type { ActiveRun, RunPorts } from '../run/run-ports.ts';
import type { Judgement } from '../safety/risk.ts';
import { cutAround } from '../screen/cut-around.ts';
import type { Observation } from '../screen/observe.ts';
import { say, type Text } from '../words/say.ts';
import { speak } from '../words/speak.ts';
import { findAskThread, noteElsewhere, noteUnreachable } from './ask-where.ts';
import { type Binding, bind, findRebound } from './binding.ts';
import { findChange, lookAgain, watchCard } from './card-watch.ts';
import { type CardFacts, renderCard, renderChoices } from './confirmation-card.ts';

export interface ConfirmRequest {
  readonly action: Action;
  readonly step: string;
  readonly judgement: Judgement;
  readonly observation: Observation;
  /** Where the action points; null when nowhere. */
  readonly place: Place | null;
  readonly element: UiElement | null;
  readonly intent: string;
  /** Why this is asked once more; '' the first time. */
  readonly again: Text;
}

export type Approval =
  /** `observation` is the look after the yes; the act must name the confirmation it uses up. */
  | { readonly kind: 'approved'; readonly observation: Observation; readonly confirmation: string }
  /** A yes that counts for nothing: what was approved is not what is there now. */
  | { readonly kind: 'changed'; readonly observation: Observation; readonly why: Text }
  | { readonly kind: 'denied' }
  | { readonly kind: 'expired' };

/** The card's picture: this much around the target, so that a phone shows what it is about. */
const CARD_BOX = { width: 720, height: 450 };

/** Asks once. */
export async function confirm(request: ConfirmRequest, run: ActiveRun, ports: RunPorts): Promise<Approval> {
  const thread = findAskThread(run, ports);
  const bound = await bind(request, run, ports);
  if (thread === null) return await denyUnasked(startAsking(request, bound, run, ports), run, ports);
  const watched = watchCard(request, run, ports);
  const answer = await ask(request, bound, thread, run, ports).finally(() => watched.end());
  if (answer.kind !== 'approved') return answer;
  const samples = await watched.stop();
  const now = await lookAgain(run, ports);
  const why =
    findRebound(bound, await bind(request, run, ports)) ||
    (isAboutTheScreen(request.action) ? await findChange(request, samples, now, run, ports) : '');
  if (why !== '') {
    const text = typeof why === 'string' ? why : speak(why, 'en');
    run.record({ type: 'confirmation.answered', confirmation: answer.id, answer: 'changed', by: 'deskhand', text });
    return { kind: 'changed', observation: now, why };
  }
  if (answer.forThisRun) run.session.grants.add(grantOf(request));
  return { kind: 'approved', observation: now, confirmation: answer.id };
}

/** The home folder as `~`, which everybody reads faster. */
function sayHome(text: string, home: string): string {
  return text === home ? '~' : text.replaceAll(`${home}/`, '~/');
}

/** Whether an earlier “This run” covers this action. */
export function isGranted(
  request: Pick<ConfirmRequest, 'action' | 'judgement' | 'observation' | 'element'>,
  run: ActiveRun,
): boolean {
  return mayGrant(request) && run.session.grants.has(grantOf(request));
}

/** Never for shell, scripts, typed commands or anything critical. */
function mayGrant({ action, judgement }: Pick<ConfirmRequest, 'action' | 'judgement'>): boolean {
  const isCommand = ['shell', 'applescript', 'type', 'key', 'hold_key'].includes(action.action);
  return judgement.risk === 'high' && !isCommand;
}

/** Exactly this kind of action on this target in this window of this application: another page has a button of that name, too. */
function grantOf({ action, observation, element }: Pick<ConfirmRequest, 'action' | 'observation' | 'element'>): string {
  const target = element === null ? fingerprintAction(action) : `${action.action} ${element.role} ${element.name}`;
  return JSON.stringify([observation.front.app, observation.front.title, target]);
}

type Asked =
  | { readonly kind: 'approved'; readonly id: string; readonly forThisRun: boolean }
  | { readonly kind: 'denied' }
  | { readonly kind: 'expired' };

/** Pending from here on, also on the disk. */
function startAsking(request: ConfirmRequest, bound: Binding, run: ActiveRun, { clock, settings }: RunPorts) {
  const id = randomBytes(16).toString('base64url');
  const expiresAt = clock.now() + settings.confirmTimeoutMs;
  run.record({
    type: 'confirmation.asked',
    step: request.step,
    confirmation: id,
    action: request.action,
    ...request.judgement,
    bound_to: bound.hash,
    expires_at: new Date(expiresAt).toISOString(),
  });
  return { id, expiresAt };
}

async function ask(
  request: ConfirmRequest,
  bound: Binding,
  thread: Thread,
  run: ActiveRun,
  ports: RunPorts,
): Promise<Asked> {
  const { action, judgement, observation } = request;
  const asked = startAsking(request, bound, run, ports);
  const facts: CardFacts = {
    runId: run.runId,
    goal: run.goal,
    askedBy: run.sender.name,
    action,
    judgement: { ...judgement, reason: sayHome(judgement.reason, ports.machine.home) },
    element: request.element,
    app: observation.front.app,
    window: observation.front.title,
    cwd: sayHome(run.session.cwd, ports.machine.home),
    typed: run.session.typed.get(observation.front.app) ?? '',
    // A playbook's intents are ours, and say no more than its step does.
    intent: run.model.needsPicture ? request.intent : '',
    expiresAt: asked.expiresAt,
    again: request.again,
  };
  const card = renderCard(facts);
  const picture = ports.showsPictures(thread)
    ? {
        jpeg: await drawCardPicture(request, run, ports),
        alt:
          facts.app === ''
            ? say`The screen around what I want to do in this window.`
            : say`The screen around what I want to do in ${facts.app}.`,
        stored: null,
      }
    : null;
  await run.sync();
  noteElsewhere(thread, run, ports);
  const answer = await run.control.offTheClock(() =>
    ports.questions.ask(
      {
        thread,
        of: run.sender.id,
        text: card.text,
        picture,
        file: card.file,
        choices: renderChoices(mayGrant(request)),
        acceptsText: false,
        isSecret: false,
        mustArrive: true,
        timeoutMs: ports.settings.confirmTimeoutMs,
        closing: (end) => [...card.text, '\n\n', ...describeEnd(end)],
      },
      run.control.signal,
    ),
  );
  if (answer.kind === 'expired' && answer.isUnreachable === true) return await denyUnasked(asked, run, ports);
  return await noteAnswer(asked.id, answer, thread, run, ports);
}

/** Nobody who could say yes can be asked: that is a no. */
async function denyUnasked(
  { id }: { readonly id: string },
  run: ActiveRun,
  ports: RunPorts,
): Promise<{ readonly kind: 'denied' }> {
  const text = 'nobody could be asked: there is no way to write to them directly';
  run.record({ type: 'confirmation.answered', confirmation: id, answer: 'deny', by: 'deskhand', text });
  await run.sync();
  noteUnreachable(run, ports);
  return { kind: 'denied' };
}

async function noteAnswer(id: string, answer: Answer, thread: Thread, run: ActiveRun, ports: RunPorts): Promise<Asked> {
  if (answer.kind === 'expired') {
    run.record({ type: 'confirmation.expired', confirmation: id });
    return { kind: 'expired' };
  }
  const value = answer.kind === 'choice' ? answer.value : 'deny';
  const note = (kind: 'approve' | 'this_run' | 'deny' | 'explain', text: string): void => {
    run.record({ type: 'confirmation.answered', confirmation: id, answer: kind, by: answer.by.id, text });
  };
  if (value === 'approve' || value === 'this_run') {
    note(value, '');
    await run.sync();
    return { kind: 'approved', id, forThisRun: value === 'this_run' };
  }
  const text = value === 'explain' ? await askForReason(thread, run, ports) : '';
  note(value === 'explain' ? 'explain' : 'deny', text);
  return { kind: 'denied' };
}

/** “Explain…” denies; what the person writes next steers the run. */
async function askForReason(thread: Thread, run: ActiveRun, ports: RunPorts): Promise<string> {
  const text = [say`Denied. What should I do instead? Write it here, or go on without.`];
  const answer = await run.control.offTheClock(() =>
    ports.questions.ask(
      {
        thread,
        of: run.sender.id,
        text,
        picture: null,
        file: null,
        choices: [[{ label: say`Go on`, value: 'go-on', style: 'plain' }]],
        acceptsText: true,
        isSecret: false,
        timeoutMs: ports.settings.confirmTimeoutMs,
        closing: (end) => (end.kind === 'text' ? [say`Denied, and noted.`] : [say`Denied.`]),
      },
      run.control.signal,
    ),
  );
  return answer.kind === 'text' ? answer.text : '';
}

function describeEnd(end: Answer | { readonly kind: 'stopped' }): readonly SpokenSpan[] {
  switch (end.kind) {
    case 'expired':
      return [{ bold: say`Expired` }, say`: nobody answered in time, so I did not do it.`];
    case 'stopped':
      return [{ bold: say`Stopped` }, say`: I did not do it.`];
    case 'text':
      return [{ bold: say`Denied` }, say` by ${end.by.name}.`];
    case 'choice':
      if (end.value === 'approve') return [{ bold: say`Approved` }, say` by ${end.by.name}.`];
      if (end.value === 'this_run') return [{ bold: say`Approved for this run` }, say` by ${end.by.name}.`];
      return [{ bold: say`Denied` }, say` by ${end.by.name}.`];
  }
}

async function drawCardPicture(request: ConfirmRequest, run: ActiveRun, ports: RunPorts): Promise<Uint8Array> {
  const { observation, place } = request;
  if (place === null) return observation.frame.jpeg;
  return await cutAround(observation.frame, place, CARD_BOX, ports.pictures, run.control.signal);
}
