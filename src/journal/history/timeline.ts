/** The timeline of a run from its journal: each step with its risk, what was decided about it and what came of it. Pure. */
import { describeAction, type NamedElement, nameElements } from '../../action/describe.ts';
import type { Action } from '../../action/schema.ts';
import type { Stamp } from '../../ports/journal.ts';
import { RISK_NAMES } from '../../safety/risk.ts';
import { oneLine, shorten } from '../../words/amounts.ts';
import { capital, say, type Text, told } from '../../words/say.ts';
import { goalLine } from '../../words/sent-files.ts';
import { type Language, speak } from '../../words/speak.ts';
import { showHidden, showHiddenIn } from '../../words/visible.ts';
import { combineStates } from '../combine.ts';
import { describeMind } from '../describe-effort.ts';
import type { RunEvent } from '../events.ts';
import { evolve } from '../evolve.ts';
import { OUTCOME_TITLES } from '../outcome-titles.ts';
import { END_FRAME } from '../recordings.ts';
import { startingState } from '../run-state.ts';
import type { RunSummary, Timeline, TimelineEntry } from './run-history.ts';

type Event = RunEvent & Stamp;

/** `parts`: of its plan, each a run of its own. */
export function summarizeRun(events: readonly Event[], parts: readonly (readonly Event[])[] = []): RunSummary {
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
  events: readonly Event[],
  parts: readonly (readonly Event[])[],
  language: Language,
): Timeline {
  const entries: TimelineEntry[] = [];
  /** Entries by their step, so that what comes later is told where it belongs. */
  const bySteps = new Map<string, number>();
  const stepOfConfirmation = new Map<string, string>();
  let look: string | null = null;
  const said = (text: Text): string => speak(text, language);
  const note = (event: Event, title: Text, detail = ''): void =>
    void entries.push({ ...BLANK, at: event.at, kind: 'note', title: said(title), detail });
  const amend = (step: string | undefined, change: Partial<TimelineEntry>): void => {
    const index = step === undefined ? undefined : bySteps.get(step);
    const entry = index === undefined ? undefined : entries[index];
    if (index !== undefined && entry !== undefined) entries[index] = { ...entry, ...change };
  };
  const title = (action: Action, element: NamedElement | undefined): string =>
    said(capital(showHiddenIn(describeAction(action, nameElements(element)))));

  for (const event of events) {
    switch (event.type) {
      case 'observation.taken':
        look = event.frame;
        break;
      case 'risk.judged': {
        const { risk } = event;
        const reason = said({ why: showHidden(event.reason), rule: event.rule });
        bySteps.set(event.step, entries.length);
        const step = {
          title: title(event.action, event.element),
          risk,
          riskName: said(RISK_NAMES[risk]),
          reason,
          frame: look,
        };
        entries.push({ ...BLANK, at: event.at, kind: 'step', ...step });
        // A picture is shown once, with the first step that was decided on it.
        look = null;
        break;
      }
      case 'confirmation.asked':
        stepOfConfirmation.set(event.confirmation, event.step);
        amend(event.step, { decision: said(say`You were asked.`) });
        break;
      case 'confirmation.answered':
        amend(stepOfConfirmation.get(event.confirmation), {
          decision: said(
            event.text === '' ? DECISIONS[event.answer] : say`${DECISIONS[event.answer]} ${showHidden(event.text)}`,
          ),
        });
        break;
      case 'confirmation.expired':
        amend(stepOfConfirmation.get(event.confirmation), { decision: said(say`Nobody answered in time: no.`) });
        break;
      case 'action.performed':
        amend(event.step, { detail: said(describeResult(event)) });
        break;
      case 'action.checked': {
        const before = bySteps.get(event.step);
        const told = before === undefined ? '' : (entries[before]?.detail ?? '');
        const found = said(describeActCheck(event));
        amend(event.step, { detail: [told, found].filter((part) => part !== '').join('\n') });
        break;
      }
      case 'action.unknown':
        amend(event.step, { detail: said(say`Whether it happened is not known: ${told(event.why)}`) });
        break;
      case 'reply.malformed':
        note(event, say`A reply of the model made no sense.`, said(told(showHidden(event.reason))));
        break;
      case 'hint.received':
        note(event, say`You wrote:`, showHidden(event.text));
        break;
      case 'answer.received':
        note(event, say`You answered:`, showHidden(event.text));
        break;
      case 'run.paused':
        note(event, say`Paused ${told(event.why)}.`);
        break;
      case 'run.resumed':
        note(event, say`Going on.`);
        break;
      case 'mind.changed':
        note(event, capital(describeMind({ ...event, intent: event.intent ?? null, by: null }, null)));
        break;
      case 'budget.reached':
        note(
          event,
          event.answer === 'extend'
            ? say`A limit was reached and extended: ${told(event.cap)}`
            : say`A limit was reached: ${told(event.cap)}`,
        );
        break;
      case 'verification.done': {
        const score = event.score === null ? '' : ` (${event.score}/100)`;
        note(
          event,
          say`${event.passed ? say`Checked: it is done` : say`Checked: it is not done`}${score}`,
          said(told(showHidden(event.text))),
        );
        break;
      }
      case 'run.ended':
      case 'run.recovered':
        entries.push({
          ...BLANK,
          at: event.at,
          kind: 'end',
          title: said(OUTCOME_TITLES[event.outcome]),
          detail: showHidden(event.message),
          frame: event.type === 'run.ended' ? END_FRAME : null,
        });
        break;
    }
  }
  return { run: summarizeRun(events, parts), entries };
}

const BLANK = { detail: '', risk: null, riskName: '', reason: '', decision: '', frame: null } as const;

const DECISIONS = {
  approve: say`You approved it.`,
  this_run: say`You approved it for this run.`,
  deny: say`You denied it.`,
  explain: say`You denied it:`,
  stop: say`The run was stopped.`,
  changed: say`The screen had changed, so it did not count.`,
  restart: say`Deskhand was restarted: no.`,
} as const;

function describeActCheck({ passed, text }: Extract<Event, { readonly type: 'action.checked' }>): Text {
  const words = showHidden(shorten(oneLine(text), 300));
  if (passed === null) return say`Whether it worked could not be checked: ${words}`;
  if (passed) return words === '' ? say`Checked: it worked.` : say`Checked: it worked: ${words}`;
  return say`Checked: it did not work: ${words}`;
}

function describeResult({ ok, text, effect }: Extract<Event, { readonly type: 'action.performed' }>): Text {
  const words = showHidden(shorten(text.trim(), 600));
  if (!ok) return words === '' ? say`It did not work.` : say`It did not work: ${told(words)}`;
  if (words !== '') return told(words);
  return effect === 'unchanged' ? say`Done; nothing on the screen changed.` : say`Done.`;
}
