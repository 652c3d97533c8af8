/** Short answers of Deskhand itself: help, queue, status, why. Pure. */
import { describeAction, nameElements } from '../action/describe.ts';
import type { Span } from '../ports/chat.ts';
import type { RunState } from '../run/evolve.ts';
import { oneLine, shorten } from '../words/amounts.ts';
import { sayRun } from '../words/run-name.ts';
import { showHidden } from '../words/visible.ts';
import type { QueuedCommand } from './inbox.ts';
import { COMMAND_HELP } from './parse-command.ts';

export function renderHelp(): readonly Span[] {
  const lines = COMMAND_HELP.flatMap(([word, rest, text]): readonly Span[] => [
    { code: `/${word}${rest === '' ? '' : ` ${rest}`}` },
    ` – ${text}\n`,
  ]);
  return [
    ...lines,
    '\nOr just write what you want done. While a run works, a message is a hint to it. Only “stop” stops everything.',
  ];
}

export function renderStart(name: string): readonly Span[] {
  return [
    { bold: `Hello ${name}.` },
    ' I work this computer for you. Write what you want done, for example ',
    { code: 'open the calendar' },
    '. I show you what I do, and ask before anything risky. ',
    { code: '/screenshot' },
    ' shows the screen, ',
    { code: '/stop' },
    ' stops at once, ',
    { code: '/help' },
    ' lists the rest.',
  ];
}

export function renderQueue(current: RunState | null, waiting: readonly QueuedCommand[]): readonly Span[] {
  if (current === null && waiting.length === 0) return ['Nothing is running and nothing is waiting.'];
  const lines: Span[] = [];
  if (current !== null) lines.push({ bold: 'Now: ' }, `${goalLine(current.goal)} (${sayRun(current.runId)})\n`);
  for (const [index, command] of waiting.entries()) lines.push(`${index + 1}. ${goalLine(command.goal)}\n`);
  if (waiting.length > 0) lines.push({ quiet: '/stop all empties the queue.' });
  return lines;
}

export function renderWhy(state: RunState | null): readonly Span[] {
  if (state === null) return ['There has been no run yet.'];
  const judged = state.lastJudgement;
  if (judged === null) return [`${capital(sayRun(state.runId))} has not decided anything yet.`];
  const phrase = describeAction(judged.action, nameElements(judged.element));
  return [
    { bold: capital(sayRun(state.runId)) },
    `, last decision: ${showHidden(phrase)}.\n`,
    { bold: judged.risk },
    ` – ${judged.reason}\n`,
    { quiet: `Rule: ${judged.rule}` },
    ...(state.intent === ''
      ? []
      : ['\n', { quiet: `The model said: ${showHidden(shorten(oneLine(state.intent), 200))}` }]),
  ];
}

function goalLine(goal: string): string {
  return showHidden(shorten(oneLine(goal), 100));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
