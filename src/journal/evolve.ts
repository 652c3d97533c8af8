/** Folds a run's events into its state: `events.reduce(evolve, startingState)`. */

import { fingerprintAction } from '../action/fingerprint.ts';
import { noteWish, readClaims, setStatus, takeWishes, type WishStatus } from '../ledger/wish.ts';
import type { Stamp } from '../ports/journal.ts';
import { say } from '../words/say.ts';
import { addCall } from './add-call.ts';
import { afterAct, afterAnswer, afterLateAnswer, tellPersonAct } from './after-act.ts';
import { settleArrivals } from './arrivals.ts';
import type { Complexity, ComplexityBy } from './effort.ts';
import { effortFor } from './effort.ts';
import type { RunEvent } from './events.ts';
import type { HealedStep } from './healed.ts';
import type { LearnedModel } from './learned-model.ts';
import { keepNotes } from './notes.ts';
import { foldPlan, takePlan } from './plan-state.ts';
import type { NotedEffort, RunState } from './run-state.ts';
import { readResult, saidOr } from './said.ts';
import { addTrace, amendTrace, type Trace } from './trail.ts';

const RING_SIZE = 8;

/** The state after one more event. Pure; an unexpected event changes as little as possible. */
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
        isByProgram: event.by_program === true,
        values: event.values ?? {},
        ...takeOver(event.continues),
      };
    case 'run.started':
      return {
        ...(event.usage === undefined
          ? state
          : addCall(state, { usage: event.usage, cost_usd: event.cost_usd ?? null })),
        effort: event.intent === undefined ? null : beginEffort(event.intent, event.learned ?? null),
        phase: { name: 'looking' },
      };
    case 'mind.changed':
      return {
        ...state,
        effort: {
          complexity: event.intent ?? null,
          by: state.effort?.by ?? null,
          tier: event.tier,
          effort: event.effort,
          why: event.why,
          learned: state.effort?.learned ?? null,
        },
      };
    case 'tool.called':
    case 'tool.answered':
      return state;
    case 'wish.noted': {
      const { type: _type, seq: _seq, at: _at, wish: id, by: _by, ...wish } = event;
      const { [id]: _changed, ...claims } = state.claims;
      return { ...state, wishes: noteWish(state.wishes, id, wish), claims };
    }
    case 'wish.evidenced':
      return { ...state, wishes: setStatus(state.wishes, event.wish, statusOf(event)) };
    case 'wish.waived':
      return { ...state, wishes: setStatus(state.wishes, event.wish, { name: 'waived', by: event.by }) };
    case 'scope.asked':
      return { ...state, phase: { name: 'asking' } };
    case 'scope.granted':
      return { ...state, scope: event.scope, phase: { name: 'looking' } };
    case 'scope.revoked':
      return { ...state, scope: null };
    case 'arrival.noted': {
      const { arrival: id, iteration: step, kind, what } = event;
      return { ...state, arrivals: [...state.arrivals, { id, step, kind, what, settled: null }] };
    }
    case 'scope.compared':
      return { ...state, compared: { folders: event.folders, settings: event.settings } };
    case 'plan.made':
      return { ...addCall(state, event), phase: { name: 'asking' } };
    case 'plan.agreed':
    case 'part.begun':
    case 'part.ended':
      return { ...state, plan: foldPlan(state.plan, event), phase: { name: 'looking' } };
    case 'part.skipped':
      return state;
    case 'observation.taken':
      return {
        ...(event.answered_late === true ? afterLateAnswer(state) : state),
        iteration: event.iteration,
        saidBeforeLook: state.said.length,
        phase: { name: 'thinking' },
      };
    case 'reply.received':
      return {
        ...addCall(state, event),
        phase: { name: event.action.action === 'done' ? 'checking' : 'judging' },
        screen: event.screen,
        intent: event.intent,
        // A journal of before `by` names a playbook as its model.
        decidedBy: (event.by ?? event.model) === 'playbook' ? 'playbook' : 'model',
        models: noteModel(state.models, event),
        healed: noteHealed(state.healed, event.healed),
        notes: keepNotes(state.notes, {
          step: event.iteration,
          intent: event.intent,
          actions: [event.action, ...event.follow_ups],
          note: event.note,
        }),
        arrivals: settleArrivals(state.arrivals, event.note, event.iteration),
        claims: readClaims(event.note, { run: state.runId, step: event.iteration }, state.claims),
        said: state.said.slice(state.saidBeforeLook),
        saidBeforeLook: 0,
        malformed: '',
        malformedInARow: 0,
      };
    case 'reply.malformed':
      return {
        ...addCall(state, event),
        phase: { name: 'looking' },
        malformed: saidOr(event, event.reason),
        malformedInARow: state.malformedInARow + 1,
      };
    case 'call.cut':
      return addCall(state, event);
    case 'risk.judged': {
      const { risk, rule, action, element, usage, cost_usd } = event;
      const reason = saidOr(event, event.reason);
      const spent = usage === undefined ? state : addCall(state, { usage, cost_usd: cost_usd ?? null });
      return { ...spent, lastJudgement: { risk, reason, rule, action, element } };
    }
    case 'confirmation.asked':
      return {
        ...state,
        phase: { name: 'asking' },
        openConfirmation: { id: event.confirmation, action: event.action },
      };
    case 'confirmation.answered':
      return afterAnswer(state, event.answer, event.text);
    case 'confirmation.expired':
      return afterAnswer(state, 'expired', '');
    case 'action.intended':
      return {
        ...state,
        phase: { name: 'acting', action: event.action, element: event.element },
        lastCheck: null,
        intended: { step: event.step, action: event.action, element: event.element, by: event.by },
        ring: event.by === 'model' ? [...state.ring, fingerprintAction(event.action)].slice(-RING_SIZE) : state.ring,
      };
    case 'action.performed':
      return afterAct(state, {
        ok: event.ok,
        effect: event.effect,
        ...(event.confined === true ? { confined: true } : {}),
        ...readResult(event),
      });
    case 'action.unknown':
      return afterAct(state, {
        ok: false,
        text: say`It is unknown whether this happened (${saidOr(event, event.why)}). Look before doing it again.`,
        effect: 'unknown',
      });
    case 'action.checked': {
      const { passed, usage, cost_usd } = event;
      const text = saidOr(event, event.text);
      const spent = usage === undefined ? state : addCall(state, { usage, cost_usd: cost_usd ?? null });
      return {
        ...spent,
        lastCheck: passed === null ? null : { passed, text },
        trail: passed === false ? amendTrace(state.trail, state.last?.action, 'not so') : state.trail,
      };
    }
    case 'hint.received':
      return {
        ...state,
        said: [...state.said, { kind: 'hint', text: `The person says: ${event.text}`, words: event.text }],
      };
    case 'answer.received':
      return { ...state, said: [...state.said, { kind: 'answer', text: `The person answers: ${event.text}` }] };
    case 'person.acted':
      return { ...state, said: [...state.said, { kind: 'hand act', text: tellPersonAct(event) }] };
    case 'run.paused':
      return { ...state, phase: { name: 'paused', why: saidOr(event, event.why) } };
    case 'run.resumed':
      return { ...state, phase: { name: 'looking' } };
    case 'budget.reached':
      return event.answer === 'extend'
        ? { ...state, extended: { ...state.extended, [event.cap]: (state.extended[event.cap] ?? 0) + 1 } }
        : state;
    case 'verification.done':
      return {
        ...addCall(state, event),
        verifications: state.verifications + 1,
        checksInVain: isNearer(state.openAtCheck, event.open ?? null) ? 1 : state.checksInVain + 1,
        openAtCheck: event.open ?? null,
        said: event.passed
          ? state.said
          : [...state.said, { kind: 'check', text: `The check of "done" failed: ${event.text}` }],
        trail: event.passed ? state.trail : addTrace(state.trail, claimOf(state)),
        phase: { name: 'looking' },
      };
    case 'run.ended':
    case 'run.recovered': {
      const { outcome, reason, message, said, score } = event;
      return {
        ...state,
        phase: { name: 'ended' },
        openConfirmation: null,
        outcome: { outcome, reason, message, ...(said === undefined ? {} : { said }), score },
      };
    }
  }
}

function noteModel(
  models: RunState['models'],
  { by, model }: Extract<RunEvent, { readonly type: 'reply.received' }>,
): RunState['models'] {
  return (by ?? model) === 'playbook' || models.includes(model) ? models : [...models, model];
}

function noteHealed(healed: readonly HealedStep[], now: HealedStep | undefined): readonly HealedStep[] {
  return now === undefined ? healed : [...healed.filter(({ step }) => step !== now.step), now];
}

function beginEffort(
  { kind, by }: { readonly kind: Complexity; readonly by: ComplexityBy },
  learned: LearnedModel | null,
): NotedEffort {
  const { tier, effort } = effortFor(kind, learned?.tier);
  return { complexity: kind, by, tier, effort, why: null, learned };
}

function takeOver(
  continues: Extract<RunEvent, { readonly type: 'run.created' }>['continues'],
): Pick<RunState, 'continues' | 'notes' | 'performed' | 'performedBefore' | 'wishes' | 'plan'> {
  const performed = continues?.performed ?? [];
  return {
    continues: continues?.run ?? null,
    notes: (continues?.notes ?? []).map((text) => ({ text, usedAt: 0 })),
    performed,
    performedBefore: performed.length,
    wishes: takeWishes(continues?.wishes ?? []),
    plan: continues?.plan === undefined ? null : takePlan(continues.plan),
  };
}

/** Fewer wishes are open than at the check before. */
function isNearer(before: number | null, now: number | null): boolean {
  return before !== null && now !== null && now < before;
}

/** A "done" that the check did not believe. */
function claimOf({ iteration }: RunState): Trace {
  return { step: iteration, action: { action: 'done', summary: '' }, came: 'not so', why: '' };
}

function statusOf(event: Extract<RunEvent, { readonly type: 'wish.evidenced' }>): WishStatus {
  const text = saidOr(event, event.text);
  if (event.found === 'open') return { name: 'open', against: text };
  return { name: 'done', step: event.step, how: text };
}
