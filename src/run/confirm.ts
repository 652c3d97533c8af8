/** Asks the person about one exact action, and after a yes looks again: what was approved must still be what is there. */
import { createHash, randomBytes } from 'node:crypto';
import { fingerprintAction } from '../action/fingerprint.ts';
import { isAboutTheScreen } from '../action/kinds.ts';
import type { Action } from '../action/schema.ts';
import type { Answer } from '../gateway/questions.ts';
import type { SpokenSpan } from '../gateway/spoken.ts';
import type { Fingerprint, Place, UiElement } from '../ports/desktop.ts';
import type { Judgement } from '../safety/risk.ts';
import { findDifference, type Seen, surroundings } from '../safety/seen.ts';
import { cutAround } from '../screen/cut-around.ts';
import { type Observation, observe } from '../screen/observe.ts';
import { say } from '../words/say.ts';
import { type CardFacts, renderCard, renderChoices } from './confirmation-card.ts';
import type { ActiveRun, RunPorts } from './run-ports.ts';

export interface ConfirmRequest {
  readonly action: Action;
  readonly step: string;
  readonly judgement: Judgement;
  readonly observation: Observation;
  /** Where the action points; null when nowhere. */
  readonly place: Place | null;
  readonly element: UiElement | null;
  readonly intent: string;
}

export type Approval =
  | { readonly kind: 'approved'; readonly observation: Observation }
  | { readonly kind: 'denied'; readonly text: string }
  | { readonly kind: 'expired' };

/** A screen that changes after every yes is not worth a fourth question. */
const MAX_ASKS = 3;
const SAMPLES = 14;
const SAMPLE_EVERY_MS = 160;
/** The card's picture: this much around the target, so that a phone shows what it is about. */
const CARD_BOX = { width: 720, height: 450 };

export async function confirm(request: ConfirmRequest, run: ActiveRun, ports: RunPorts): Promise<Approval> {
  let again = '';
  let { observation } = request;
  for (let asked = 0; asked < MAX_ASKS; asked += 1) {
    const watched = watchBlinking({ ...request, observation }, run, ports);
    const answer = await askOnce({ ...request, observation }, again, run, ports);
    const samples = await watched.stop();
    if (answer.kind !== 'approved') return answer;
    const now = await lookAgain(run, ports);
    again = isAboutTheScreen(request.action)
      ? findDifference(seenThen(request, observation, samples), now, sameElement(request.element, now))
      : '';
    if (again === '') {
      if (answer.forThisRun) run.session.grants.add(grantOf(request));
      return { kind: 'approved', observation: now };
    }
    run.record({
      type: 'confirmation.answered',
      confirmation: answer.id,
      answer: 'changed',
      by: 'deskhand',
      text: again,
    });
    observation = now;
  }
  return { kind: 'denied', text: 'the screen kept changing after each yes' };
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
  const isCommand = ['shell', 'applescript', 'type', 'key'].includes(action.action);
  return judgement.risk === 'high' && !isCommand;
}

/** Exactly this kind of action on this target in this application. */
function grantOf({ action, observation, element }: Pick<ConfirmRequest, 'action' | 'observation' | 'element'>): string {
  const target = element === null ? fingerprintAction(action) : `${action.action} ${element.role} ${element.name}`;
  return JSON.stringify([observation.front.app, target]);
}

type Asked =
  | { readonly kind: 'approved'; readonly id: string; readonly forThisRun: boolean }
  | { readonly kind: 'denied'; readonly text: string }
  | { readonly kind: 'expired' };

async function askOnce(request: ConfirmRequest, again: string, run: ActiveRun, ports: RunPorts): Promise<Asked> {
  const { action, step, judgement, observation } = request;
  const { clock, settings } = ports;
  const id = randomBytes(16).toString('base64url');
  const expiresAt = clock.now() + settings.confirmTimeoutMs;
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
    expiresAt,
    again,
  };
  const card = renderCard(facts);
  const picture = ports.showsPictures(run.thread)
    ? {
        jpeg: await drawCardPicture(request, run, ports),
        alt:
          facts.app === ''
            ? say`The screen around what I want to do in this window.`
            : say`The screen around what I want to do in ${facts.app}.`,
        stored: null,
      }
    : null;
  const bound = JSON.stringify([
    run.runId,
    step,
    action,
    run.session.cwd,
    run.sender.id,
    run.thread,
    facts.app,
    facts.window,
    facts.element,
  ]);
  run.record({
    type: 'confirmation.asked',
    step,
    confirmation: id,
    action,
    ...judgement,
    bound_to: createHash('sha256').update(bound).digest('hex'),
    expires_at: new Date(expiresAt).toISOString(),
  });
  await run.sync();
  const answer = await run.control.offTheClock(() =>
    ports.questions.ask(
      {
        thread: run.thread,
        of: run.sender.id,
        text: card.text,
        picture,
        file: card.file,
        choices: renderChoices(mayGrant(request)),
        acceptsText: false,
        isSecret: false,
        timeoutMs: settings.confirmTimeoutMs,
        closing: (end) => [...card.text, '\n\n', ...describeEnd(end)],
      },
      run.control.signal,
    ),
  );
  return await noteAnswer(id, answer, run, ports);
}

async function noteAnswer(id: string, answer: Answer, run: ActiveRun, ports: RunPorts): Promise<Asked> {
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
  const text = value === 'explain' ? await askForReason(run, ports) : '';
  note(value === 'explain' ? 'explain' : 'deny', text);
  return { kind: 'denied', text };
}

/** “Explain…” denies; what the person writes next steers the run. */
async function askForReason(run: ActiveRun, ports: RunPorts): Promise<string> {
  const text = [say`Denied. What should I do instead? Write it here, or go on without.`];
  const answer = await run.control.offTheClock(() =>
    ports.questions.ask(
      {
        thread: run.thread,
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

function seenThen(request: ConfirmRequest, observation: Observation, samples: readonly Fingerprint[]): Seen {
  const { element } = request;
  return {
    display: observation.frame.display,
    app: observation.front.app,
    window: observation.front.title,
    element: element === null ? null : { role: element.role, name: element.name, value: element.value },
    box: request.place === null ? null : surroundings(request.place),
    samples: [observation.frame.fingerprint, ...samples],
  };
}

function sameElement(element: UiElement | null, now: Observation): Seen['element'] {
  if (element === null) return null;
  const there = now.elements.find((candidate) => candidate.role === element.role && candidate.name === element.name);
  return there === undefined ? null : { role: there.role, name: there.name, value: there.value };
}

function lookAgain(run: ActiveRun, ports: RunPorts): Promise<Observation> {
  return observe(
    { displayIndex: ports.settings.displayIndex, ring: null, zoom: null },
    ports.desktop,
    run.control.signal,
  );
}

/** While the card is new, learns which pixels around the target blink by themselves. */
function watchBlinking(
  request: ConfirmRequest,
  run: ActiveRun,
  ports: RunPorts,
): { stop(): Promise<readonly Fingerprint[]> } {
  const samples: Fingerprint[] = [];
  if (request.place === null) return { stop: async () => samples };
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, run.control.signal]);
  const { index } = request.observation.frame.display;
  const watching = (async () => {
    for (let count = 0; count < SAMPLES; count += 1) {
      await ports.clock.sleep(SAMPLE_EVERY_MS, signal);
      samples.push(await ports.desktop.fingerprint(index, signal));
    }
  })().catch(() => undefined);
  return {
    async stop() {
      over.abort();
      await watching;
      return samples;
    },
  };
}
