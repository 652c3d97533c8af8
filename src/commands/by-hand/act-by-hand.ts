/** Carries out one action that a person gave by hand: through the same gate, and recorded in the paused run's journal if there is one. */
import { isSeenOnScreen } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { RunEvent } from '../../journal/events.ts';
import { startingState } from '../../journal/run-state.ts';
import type { Sender, Thread } from '../../ports/chat.ts';
import type { Journal, Stamp } from '../../ports/journal.ts';
import type { Taken } from '../../run/act/action-request.ts';
import { createActivity } from '../../run/activity.ts';
import { findAgain, type Pointed } from '../../run/confirm/still-there.ts';
import { createRunControl, type StopReason } from '../../run/control.ts';
import { assembleRun } from '../../run/life/assemble-run.ts';
import { createOwners, type Owners } from '../../run/life/owners.ts';
import type { RunUnderWay } from '../../run/life/run-handle.ts';
import type { RunPorts } from '../../run/life/run-ports.ts';
import { AS_CONFIGURED } from '../../run/model-of-run.ts';
import { createRunLog } from '../../run/run-log.ts';
import { createSaidWords } from '../../run/said-words.ts';
import { wakeScreen } from '../../run/wake-screen.ts';
import { type Observation, observe } from '../../screen/observe.ts';
import { findUnusable, notDone } from '../../screen/unusable.ts';
import { NO_RUN } from '../../words/run-name.ts';
import { clause, say, type Text } from '../../words/say.ts';

export interface ByHandRequest {
  readonly act: HandAct;
  readonly displayIndex: number;
  readonly thread: Thread;
  readonly sender: Sender;
  /** The message that asks for it. */
  readonly updateId: string;
  /** The run that is paused now; null: none. */
  readonly paused: RunUnderWay | null;
}

/** `pointed`: a click on a target of the look `on`; done only if it is still there. */
export type HandAct =
  | { readonly kind: 'action'; readonly action: Action }
  | { readonly kind: 'pointed'; readonly at: Pointed; readonly on: Observation };

export interface DoneByHand {
  /** Text for the person; null when a sent file is the answer. */
  readonly words: Text | null;
  /** Place of the act, for the picture of its result; null when it had none. */
  readonly ring: { readonly x: number; readonly y: number } | null;
  /** Whether the text already says why this screen cannot be worked. */
  readonly isToldWhy: boolean;
  /** Whether a card was posted meanwhile, below the picture. */
  readonly hasAsked: boolean;
}

const OPENING_S = 8;
/** A window exists a moment before it is painted. */
const PAINTING_MS = 300;

/** Rejects when the desktop cannot be worked, and with `RunStopped` when it was stopped. */
export async function actByHand(request: ByHandRequest, byHand: ByHandSession, ports: RunPorts): Promise<DoneByHand> {
  const { control, hands, state } = request.paused ?? byHand.standIn(request);
  const resolved = await resolve(request, control.signal, ports);
  if (!resolved.ok) return { ...resolved, ring: null, hasAsked: false };
  const { action, observation } = resolved;
  const { take: takeRequest, marks } = hands();
  const take = (next: Action): Promise<Taken> =>
    takeRequest({ action: next, step: `hand.${byHand.count()}`, by: 'person', intent: '', observation, watch: null });
  marks.pointAt(null);
  const taken = await take(action);
  const risk = state().lastJudgement?.risk;
  return {
    words: await describeTaken(taken, action, () => hasOpened(action, take, ports)),
    ring: marks.ring(),
    isToldWhy: false,
    hasAsked: risk === 'high' || risk === 'critical',
  };
}

/** The action with its look, or the reason why there is none. */
type Resolved =
  | { readonly ok: true; readonly action: Action; readonly observation: Observation }
  | { readonly ok: false; readonly words: Text; readonly isToldWhy: boolean };

/** Wait, ms, before a second look when the target may only have blinked. */
const BLINK_MS = 550;

async function resolve({ act, displayIndex }: ByHandRequest, signal: AbortSignal, ports: RunPorts): Promise<Resolved> {
  const look = async (): Promise<Observation> =>
    await observe({ displayIndex, ring: null, zoom: null }, ports.desktop, signal);
  const isForScreen = act.kind === 'pointed' || isSeenOnScreen(act.action);
  if (isForScreen) await wakeScreen(ports, signal);
  const observation = await look();
  const unusable = findUnusable(observation);
  if (isForScreen && unusable !== null)
    return { ok: false, words: notDone(unusable, observation.lacks), isToldWhy: true };
  if (act.kind === 'action') return { ok: true, action: act.action, observation };
  const found = findAgain(act.at, act.on, observation);
  if (found.ok) return { ok: true, action: found.action, observation };
  await ports.clock.sleep(BLINK_MS, signal);
  const later = await look();
  const again = findAgain(act.at, act.on, later);
  if (again.ok) return { ok: true, action: again.action, observation: later };
  return { ok: false, words: say`Not clicked: ${again.why}. This is how it looks now.`, isToldWhy: false };
}

async function describeTaken(taken: Taken, action: Action, hasOpenedYet: () => Promise<boolean>): Promise<Text | null> {
  switch (taken.kind) {
    case 'denied':
      return say`Not done.`;
    case 'expired':
      return say`Not done: no answer came in time.`;
    case 'unknown':
      return say`I lost the screen halfway. Please check whether it happened.`;
    case 'stale':
      return say`Not done: the screen changed in the meantime.`;
    case 'performed':
      if (!taken.result.ok)
        return action.action === 'send_file'
          ? say`Couldn't send it: ${clause(taken.result.text)}.`
          : say`Not done: ${clause(taken.result.text)}.`;
      if (action.action === 'send_file') return null;
      if (taken.result.effect !== 'unchanged') return say`Done.`;
      return (await hasOpenedYet()) ? say`Done.` : say`Done. Nothing changed on the screen.`;
  }
}

/** Whether the application's window has opened, which the person wants to see and which may take a while. */
async function hasOpened(
  { action }: Action,
  take: (action: Action) => Promise<Taken>,
  ports: RunPorts,
): Promise<boolean> {
  if (action !== 'open_app' && action !== 'open_url') return false;
  const waited = await take({ action: 'wait_until', seconds: OPENING_S });
  if (waited.kind !== 'performed' || !waited.result.ok) return false;
  await ports.clock.sleep(PAINTING_MS, new AbortController().signal);
  return true;
}

/** The parts of a run that an act by hand needs, for when no run is under way. */
type StandIn = Pick<RunUnderWay, 'control' | 'state' | 'hands'>;

/** Acts by hand outside of any run: typed text is remembered between them; only the accepted message is on the disk. */
export interface ByHandSession {
  standIn(request: ByHandRequest): StandIn;
  count(): number;
  /** Carries out acts one after the other, in the order sent; a stop drops the waiting ones. */
  inTurn(act: () => Promise<void>): Promise<void>;
  /** Whether the act under way waits for a yes. */
  isAsking(): boolean;
  /** Stops the act under way and those that wait; false when there is none. */
  stop(reason: StopReason): boolean;
}

export function createByHandSession(ports: RunPorts): ByHandSession {
  const owners = createOwners(ports);
  let acts = 0;
  let open = 0;
  let stops = 0;
  let current: StandIn | null = null;
  let last = Promise.resolve();
  return {
    standIn(request) {
      const run = createStandIn(request, owners, ports);
      current = run;
      return run;
    },
    inTurn(act) {
      const stopsBefore = stops;
      open += 1;
      const turn = last
        .then(() => (stops === stopsBefore ? act() : undefined))
        .finally(() => {
          open -= 1;
          current = null;
        });
      last = turn.catch(() => undefined);
      return turn;
    },
    isAsking: () => (current?.state().openConfirmation ?? null) !== null,
    stop(reason) {
      stops += 1;
      current?.control.stop(reason);
      return open > 0;
    },
    count() {
      acts += 1;
      return acts;
    },
  };
}

function createStandIn({ act, thread, sender, updateId }: ByHandRequest, owners: Owners, ports: RunPorts): StandIn {
  const control = createRunControl(ports.clock);
  const goal = `by hand: ${act.kind === 'action' ? act.action.action : 'click'}`;
  const log = createRunLog(
    NO_RUN,
    { journal: createMemoryJournal(ports), control, changed: () => undefined },
    { ...startingState, runId: NO_RUN, goal },
  );
  const run = assembleRun(
    {
      ...log,
      goal: '',
      thread,
      sender,
      skill: null,
      model: null,
      modelUse: AS_CONFIGURED,
      caps: ports.settings.caps,
      control,
      activity: createActivity(() => undefined),
      said: createSaidWords(''),
      values: {},
      caller: null,
      terms: null,
    },
    owners,
    { ...ports, sendFile: (to, path, signal) => ports.sendFile(to, path, signal, updateId) },
  );
  return { control, state: log.state, hands: () => run };
}

/** A journal in memory: of an act by hand only the accepted message is stored, and after a crash it is never carried out again. */
function createMemoryJournal(ports: RunPorts): Pick<Journal<RunEvent>, 'append' | 'sync'> {
  let seq = 0;
  return {
    append(event): RunEvent & Stamp {
      seq += 1;
      return { ...event, seq, at: new Date(ports.clock.now()).toISOString() };
    },
    sync: () => Promise.resolve(),
  };
}
