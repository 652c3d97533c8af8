/** The timeline of a run for the page: each act with its risk, decision and result; other events between; the end. Pure. */
import { RISK_NAMES } from '../../safety/risk.ts';
import { shorten } from '../../words/amounts.ts';
import { join, type Text } from '../../words/say.ts';
import { goalLine, withoutFiles } from '../../words/sent-files.ts';
import { type Language, speak } from '../../words/speak.ts';
import { showHidden } from '../../words/visible.ts';
import { combineStates } from '../combine.ts';
import { evolve } from '../evolve.ts';
import { END_FRAME } from '../recordings.ts';
import { startingState } from '../run-state.ts';
import { type Said, sayAct, sayActCheck, sayDecision, sayHappening, sayResult, sayWhy } from '../step-words.ts';
import { type Act, type Happening, readSteps, type StampedEvent } from '../steps.ts';
import type { RunSummary, Timeline, TimelineEntry } from './run-history.ts';

const MOST_CHARACTERS = 600;
const BLANK = { detail: '', risk: null, riskName: '', reason: '', decision: '', frame: null } as const;

/** `parts`: of its plan, each a run of its own. */
export function summarizeRun(
  events: readonly StampedEvent[],
  parts: readonly (readonly StampedEvent[])[] = [],
): RunSummary {
  const state = combineStates(
    events.reduce(evolve, startingState),
    parts.map((part) => part.reduce(evolve, startingState)),
  );
  return {
    runId: state.runId,
    goal: showHidden(goalLine(state.goal)),
    startedAt: state.createdAt,
    ms: Math.max(0, Date.parse(state.lastAt) - Date.parse(state.createdAt)) || 0,
    outcome: state.outcome?.outcome ?? null,
    score: state.outcome?.score ?? null,
    steps: state.iteration,
    costUsd: state.costUsd,
  };
}

export function buildTimeline(
  events: readonly StampedEvent[],
  parts: readonly (readonly StampedEvent[])[],
  language: Language,
): Timeline {
  const entries = readSteps(events).flatMap(({ seen, items }) => {
    const first = items.find((item) => item.type === 'act');
    return items.flatMap((item) => {
      if (item.type !== 'act') return noteEntry(item, language);
      // A picture is shown once, with the first act that was decided on it.
      return item.judged === null ? [] : actEntry(item, item === first ? (seen?.frame ?? null) : null, language);
    });
  });
  const { goal, outcome } = events.reduce(evolve, startingState);
  const again = outcome === null || withoutFiles(goal) !== goal ? null : goal;
  return { run: summarizeRun(events, parts), again, entries };
}

function actEntry(act: Act, frame: string | null, language: Language): readonly TimelineEntry[] {
  if (act.judged === null) return [];
  const say = (text: Text | null): string => (text === null ? '' : showHidden(speak(text, language)));
  const result = sayResult(act);
  const check = act.checked === null ? null : sayActCheck(act.checked);
  const { risk } = act.judged;
  return [
    {
      at: act.at,
      kind: 'step',
      title: say({ capital: sayAct(act) }),
      detail: [result, check].flatMap((said) => (said === null ? [] : [sayBoth(said, language)])).join('\n'),
      risk,
      riskName: say(RISK_NAMES[risk]),
      reason: say(sayWhy(act.judged)),
      decision: say(sayDecision(act)),
      frame,
    },
  ];
}

/** Title and detail on one line, when there is a detail. */
function sayBoth({ title, detail }: Said, language: Language): string {
  const found = speak(detail, language);
  const whole = found === '' ? title : join([title, shorten(found, MOST_CHARACTERS)], ' ');
  return showHidden(speak(whole, language));
}

function noteEntry(event: Happening, language: Language): readonly TimelineEntry[] {
  if (event.type === 'reply.received') return [];
  const { title, detail } = sayHappening(event);
  const isEnd = event.type === 'run.ended' || event.type === 'run.recovered';
  return [
    {
      ...BLANK,
      at: event.at,
      kind: isEnd ? 'end' : 'note',
      title: showHidden(speak(title, language)),
      detail: showHidden(speak(detail, language)),
      frame: event.type === 'run.ended' ? END_FRAME : null,
    },
  ];
}
