/** What is true of a run now, folded from its events: `events.reduce(evolve, startingState)`. */

import { describeAction, type NamedElement, nameElements } from '../action/describe.ts';
import { fingerprintAction } from '../action/fingerprint.ts';
import type { Action } from '../action/schema.ts';
import type { Stamp } from '../ports/journal.ts';
import type { Usage } from '../ports/model.ts';
import type { ActCheck, ActionResult, LastAction } from '../prompt/step-state.ts';
import type { Judgement } from '../safety/risk.ts';
import { speak } from '../words/speak.ts';
import type { Outcome, RunEvent } from './events.ts';

export interface RunState {
  readonly runId: string;
  readonly goal: string;
  readonly command: string;
  /** What it is a part of; null for a run a person asked for. */
  readonly part: PlanPart | null;
  readonly skill: string | null;
  readonly params: Readonly<Record<string, string>>;
  /** ISO 8601 of run.created; '' before it. */
  readonly createdAt: string;
  readonly lastAt: string;
  readonly phase: RunPhase;
  readonly iteration: number;
  /** What the model saw and meant last, in its words. */
  readonly screen: string;
  readonly intent: string;
  readonly notes: readonly string[];
  /** What the person said and what checks found that no reply has answered to yet. */
  readonly said: readonly string[];
  /** How many of `said` the next reply will know: what comes while the model thinks is for the one after. */
  readonly saidBeforeLook: number;
  readonly malformed: string;
  readonly malformedInARow: number;
  readonly last: LastAction | null;
  /** What the check of the last action found; null when it was not checked. */
  readonly lastCheck: ActCheck | null;
  /** The earlier run this one goes on from; null. */
  readonly continues: string | null;
  readonly isRecorded: boolean;
  /** How many of `performed` an earlier run did. */
  readonly performedBefore: number;
  readonly performed: readonly {
    readonly action: Action;
    readonly ok: boolean;
    readonly element?: NamedElement | undefined;
  }[];
  /** Intended and not yet known to have happened: at most one. */
  readonly intended: {
    readonly step: string;
    readonly action: Action;
    readonly element?: NamedElement | undefined;
    readonly by: 'model' | 'person';
  } | null;
  readonly openConfirmation: { readonly id: string; readonly action: Action } | null;
  readonly lastJudgement: (Judgement & { readonly action: Action; readonly element?: NamedElement | undefined }) | null;
  /** Fingerprints of the last 8 actions. */
  readonly ring: readonly string[];
  /** Actions in a row that left the screen as it was. */
  readonly unchangedInARow: number;
  readonly denials: number;
  readonly verifications: number;
  readonly usage: Usage;
  /** Sum of known costs; null as soon as one call's price was unknown. */
  readonly costUsd: number | null;
  /** How often each cap was extended. */
  readonly extended: Readonly<Record<string, number>>;
  readonly outcome: Outcome | null;
}

/** One part of a plan: which of how many, when it counts as done, what it is to know of earlier ones ('' for nothing). */
export interface PlanPart {
  readonly of: string;
  readonly index: number;
  readonly total: number;
  readonly check: string;
  readonly context: string;
}

export type RunPhase =
  | { readonly name: 'queued' | 'looking' | 'thinking' | 'judging' | 'checking' | 'ended' }
  | { readonly name: 'acting'; readonly action: Action; readonly element?: NamedElement | undefined }
  | { readonly name: 'asking'; readonly what: string }
  | { readonly name: 'paused'; readonly why: string };

const NOTES_KEPT = 10;
const RING_SIZE = 8;

export const startingState: RunState = {
  runId: '',
  goal: '',
  command: '',
  part: null,
  skill: null,
  params: {},
  createdAt: '',
  lastAt: '',
  phase: { name: 'queued' },
  iteration: 0,
  screen: '',
  intent: '',
  notes: [],
  said: [],
  saidBeforeLook: 0,
  malformed: '',
  malformedInARow: 0,
  last: null,
  lastCheck: null,
  continues: null,
  isRecorded: true,
  performedBefore: 0,
  performed: [],
  intended: null,
  openConfirmation: null,
  lastJudgement: null,
  ring: [],
  unchangedInARow: 0,
  denials: 0,
  verifications: 0,
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  costUsd: 0,
  extended: {},
  outcome: null,
};

/** The state after one more event. Pure; an event that makes no sense changes nothing it need not. */
export function evolve(state: RunState, event: RunEvent & Stamp): RunState {
  return { ...step(state, event), lastAt: event.at };
}

function step(state: RunState, event: RunEvent & Stamp): RunState {
  switch (event.type) {
    case 'run.created':
      return {
        ...state,
        runId: event.run,
        goal: event.goal,
        command: event.command,
        part: event.part ?? null,
        skill: event.skill,
        params: event.params,
        createdAt: event.at,
        isRecorded: event.recorded !== false,
        ...takeOver(event.continues),
      };
    case 'run.started':
      return {
        ...(event.usage === undefined ? state : spend(state, { usage: event.usage, cost_usd: event.cost_usd ?? null })),
        phase: { name: 'looking' },
      };
    case 'plan.made':
      return { ...spend(state, event), phase: { name: 'asking', what: 'your yes' } };
    case 'observation.taken':
      return {
        ...(event.answered_late === true ? answeredLate(state) : state),
        iteration: event.iteration,
        saidBeforeLook: state.said.length,
        phase: { name: 'thinking' },
      };
    case 'reply.received':
      return {
        ...spend(state, event),
        phase: { name: event.action.action === 'done' ? 'checking' : 'judging' },
        screen: event.screen,
        intent: event.intent,
        notes: event.note === null ? state.notes : [...state.notes, event.note].slice(-NOTES_KEPT),
        said: state.said.slice(state.saidBeforeLook),
        saidBeforeLook: 0,
        malformed: '',
        malformedInARow: 0,
      };
    case 'reply.malformed':
      return {
        ...spend(state, event),
        phase: { name: 'looking' },
        malformed: event.reason,
        malformedInARow: state.malformedInARow + 1,
      };
    case 'risk.judged': {
      const { risk, reason, rule, action, element, usage, cost_usd } = event;
      const spent = usage === undefined ? state : spend(state, { usage, cost_usd: cost_usd ?? null });
      return { ...spent, lastJudgement: { risk, reason, rule, action, element } };
    }
    case 'confirmation.asked':
      return {
        ...state,
        phase: { name: 'asking', what: 'your yes' },
        openConfirmation: { id: event.confirmation, action: event.action },
      };
    case 'confirmation.answered':
      return answered(state, event.answer, event.text);
    case 'confirmation.expired':
      return answered(state, 'expired', '');
    case 'action.intended':
      return {
        ...state,
        phase: { name: 'acting', action: event.action, element: event.element },
        lastCheck: null,
        intended: { step: event.step, action: event.action, element: event.element, by: event.by },
        ring: event.by === 'model' ? [...state.ring, fingerprintAction(event.action)].slice(-RING_SIZE) : state.ring,
      };
    case 'action.performed':
      return performed(state, { ok: event.ok, text: event.text, effect: event.effect });
    case 'action.unknown':
      return performed(state, {
        ok: false,
        text: `It is unknown whether this happened (${event.why}). Look before doing it again.`,
        effect: 'unknown',
      });
    case 'action.checked': {
      const { passed, text, usage, cost_usd } = event;
      const spent = usage === undefined ? state : spend(state, { usage, cost_usd: cost_usd ?? null });
      return { ...spent, lastCheck: passed === null ? null : { passed, text } };
    }
    case 'hint.received':
      return { ...state, said: [...state.said, `The person says: ${event.text}`] };
    case 'answer.received':
      return { ...state, said: [...state.said, `The person answers: ${event.text}`] };
    case 'run.paused':
      return { ...state, phase: { name: 'paused', why: event.why } };
    case 'run.resumed':
      return { ...state, phase: { name: 'looking' } };
    case 'budget.reached':
      return event.answer === 'extend'
        ? { ...state, extended: { ...state.extended, [event.cap]: (state.extended[event.cap] ?? 0) + 1 } }
        : state;
    case 'verification.done':
      return {
        ...spend(state, event),
        verifications: state.verifications + 1,
        said: event.passed ? state.said : [...state.said, `The check of "done" failed: ${event.text}`],
        phase: { name: 'looking' },
      };
    case 'run.ended':
    case 'run.recovered': {
      const { outcome, reason, message, score } = event;
      return {
        ...state,
        phase: { name: 'ended' },
        openConfirmation: null,
        outcome: { outcome, reason, message, score },
      };
    }
  }
}

function takeOver(
  continues: Extract<RunEvent, { readonly type: 'run.created' }>['continues'],
): Pick<RunState, 'continues' | 'notes' | 'performed' | 'performedBefore'> {
  const performed = continues?.performed ?? [];
  return {
    continues: continues?.run ?? null,
    notes: continues?.notes ?? [],
    performed,
    performedBefore: performed.length,
  };
}

function answeredLate(state: RunState): RunState {
  const { last } = state;
  if (last === null) return state;
  return { ...state, last: { ...last, result: { ...last.result, effect: 'changed' } }, unchangedInARow: 0 };
}

interface Call {
  readonly usage: Usage;
  readonly cost_usd: number | null;
  readonly given_up?: number | undefined;
}

function spend(state: RunState, call: Call): RunState {
  const { usage } = state;
  const times = 1 + (call.given_up ?? 0);
  return {
    ...state,
    usage: {
      input: usage.input + times * call.usage.input,
      output: usage.output + times * call.usage.output,
      cacheRead: usage.cacheRead + times * call.usage.cacheRead,
      cacheWrite: usage.cacheWrite + times * call.usage.cacheWrite,
    },
    costUsd: state.costUsd === null || call.cost_usd === null ? null : state.costUsd + times * call.cost_usd,
  };
}

function answered(state: RunState, answer: string, text: string): RunState {
  const closed: RunState = { ...state, openConfirmation: null, phase: { name: 'judging' } };
  if (answer === 'approve' || answer === 'this_run' || answer === 'changed') return closed;
  const reason = text === '' ? '' : ` and says: ${text}`;
  const what = state.openConfirmation === null ? 'that' : state.openConfirmation.action.action;
  return {
    ...closed,
    denials: state.denials + 1,
    said: [...state.said, `The person denied ${what}${reason}. Do not try the same again; find another way or fail.`],
  };
}

function performed(state: RunState, result: ActionResult): RunState {
  const { intended } = state;
  if (intended === null) return state;
  if (intended.by === 'person') {
    return {
      ...state,
      intended: null,
      phase: { name: 'looking' },
      said: result.ok ? [...state.said, tellHandAct(intended.action, intended.element)] : state.said,
    };
  }
  return {
    ...state,
    intended: null,
    phase: { name: 'looking' },
    last: { action: intended.action, element: intended.element, result },
    performed: [
      ...state.performed,
      {
        action: intended.action,
        ok: result.ok,
        ...(intended.element === undefined ? {} : { element: intended.element }),
      },
    ],
    unchangedInARow: result.effect === 'unchanged' ? state.unchangedInARow + 1 : 0,
  };
}

/** For the model. What a person typed is theirs: it may be a password. */
function tellHandAct(action: Action, element: NamedElement | undefined): string {
  const done =
    action.action === 'type'
      ? `typing ${action.text.length} characters`
      : speak(describeAction(action, nameElements(element)), 'en');
  return `The person did this by hand, while you were held: ${done}`;
}
