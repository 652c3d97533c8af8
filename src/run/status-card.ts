/** The live message of a run: what it is doing, in words, with the buttons that fit. */
import { describeAction } from '../action/describe.ts';
import type { Span } from '../ports/chat.ts';
import { formatCost, formatDuration, oneLine, shorten } from '../words/amounts.ts';
import { sayRun } from '../words/run-name.ts';
import { showHidden } from '../words/visible.ts';
import type { RunState } from './evolve.ts';

export interface StatusFacts {
  readonly maxIterations: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Why the run is held; '' when it is not. A step under way still ends, so the phase alone cannot tell. */
  readonly pausedWhy: string;
}

/** Pure. */
export function renderStatus(state: RunState, { maxIterations, now, pausedWhy }: StatusFacts): readonly Span[] {
  const spent = state.createdAt === '' ? 0 : now - Date.parse(state.createdAt);
  const cost = state.costUsd === 0 ? '' : ` · ${formatCost(state.costUsd)}`;
  return [
    { bold: capital(sayRun(state.runId)) },
    ` ${showHidden(shorten(oneLine(state.goal), 120))}\n`,
    `${pausedWhy === '' ? describePhase(state) : `Paused ${pausedWhy}.`}\n`,
    { quiet: `step ${Math.max(1, state.iteration)} of ${maxIterations} · ${formatDuration(spent)}${cost}` },
  ];
}

function describePhase(state: RunState): string {
  const { phase } = state;
  switch (phase.name) {
    case 'queued':
      return 'Starting…';
    case 'looking':
      return 'Looking at the screen…';
    case 'thinking':
      return 'Deciding what to do…';
    case 'judging':
      return 'Checking the risk…';
    case 'checking':
      return 'Checking the result…';
    case 'acting':
      return `${capital(showHidden(describeAction(phase.action, (number) => `element ${number}`)))}…`;
    case 'asking':
      return `Waiting for ${phase.what}.`;
    case 'paused':
      return `Paused: ${phase.why}`;
    case 'ended':
      return 'Ended.';
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
