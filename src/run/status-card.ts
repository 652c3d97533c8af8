/** The live message of a run: what it is doing, in words, with the buttons that fit. */
import { describeAction, type NamedElement, nameElements } from '../action/describe.ts';
import { isSeenOnScreen } from '../action/kinds.ts';
import type { Action } from '../action/schema.ts';
import type { Span } from '../ports/chat.ts';
import { formatCost, formatDuration, oneLine, shorten } from '../words/amounts.ts';
import { sayRun } from '../words/run-name.ts';
import { showHidden } from '../words/visible.ts';
import { OUTCOME_TITLES } from './end-card.ts';
import type { RunState } from './evolve.ts';

export interface StatusFacts {
  readonly maxIterations: number;
  /** Time at work; waiting for the person is not counted. */
  readonly workedMs: number;
  /** Whether the person is waited for. */
  readonly isWaiting: boolean;
  /** Why the model's provider makes the run wait; ''. */
  readonly modelDelay: string;
  /** Why the run is held; '' when it is not. A step under way still ends, so the phase alone cannot tell. */
  readonly pausedWhy: string;
}

/** Pure. */
export function renderStatus(state: RunState, facts: StatusFacts): readonly Span[] {
  const cost = state.costUsd === 0 ? '' : ` · ${formatCost(state.costUsd)}`;
  return [
    { bold: capital(sayRun(state.runId)) },
    ` ${showHidden(shorten(oneLine(state.goal), 120))}\n`,
    `${facts.pausedWhy === '' ? describePhase(state, facts) : `Paused ${facts.pausedWhy}.`}\n`,
    ...describeLast(state),
    {
      quiet: `step ${Math.max(1, state.iteration)} of ${facts.maxIterations} · ${formatDuration(facts.workedMs)}${cost}`,
    },
  ];
}

/** Most of a run is thinking: what was done last says more than that. */
function describeLast({ last, phase }: RunState): readonly Span[] {
  if (last === null || phase.name === 'acting' || phase.name === 'ended') return [];
  const { ok, effect } = last.result;
  const isWithoutEffect = effect === 'unchanged' && isSeenOnScreen(last.action);
  const result = !ok ? ' – it did not work' : isWithoutEffect ? ' – nothing changed' : '';
  return [{ quiet: `Last: ${describe(last)}${result}` }, '\n'];
}

function describePhase(state: RunState, { isWaiting, modelDelay }: StatusFacts): string {
  const { phase } = state;
  if (isWaiting && phase.name !== 'asking' && phase.name !== 'paused') return 'Waiting for your answer.';
  switch (phase.name) {
    case 'queued':
      return 'Starting…';
    case 'looking':
      return 'Looking at the screen…';
    case 'thinking':
      return modelDelay === '' ? 'Deciding what to do…' : `Waiting for the model: ${modelDelay}…`;
    case 'judging':
      return 'Checking the risk…';
    case 'checking':
      return 'Checking the result…';
    case 'acting':
      return `${capital(describe(phase))}…`;
    case 'asking':
      return `Waiting for ${phase.what}.`;
    case 'paused':
      return `Paused: ${phase.why}`;
    case 'ended':
      return state.outcome === null ? 'Ended.' : OUTCOME_TITLES[state.outcome.outcome];
  }
}

function describe({
  action,
  element,
}: {
  readonly action: Action;
  readonly element?: NamedElement | undefined;
}): string {
  return showHidden(describeAction(action, nameElements(element)));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
