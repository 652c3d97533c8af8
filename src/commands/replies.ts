/** Short answers of Deskhand itself: help, queue, status, why. Pure. */
import { describeAction, nameElements } from '../action/describe.ts';
import type { QueuedCommand } from '../inbox/queued-command.ts';
import { describeEffort } from '../journal/describe-effort.ts';
import type { NotedEffort, RunState } from '../journal/run-state.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import { MODEL_SETUP } from '../run/life/prepare-run.ts';
import { describeCheck } from '../run/life/status-card.ts';
import { RISK_NAMES } from '../safety/risk.ts';
import { sayScope } from '../safety/scope/say-scope.ts';
import { oneLine, shorten, shortenWords } from '../words/amounts.ts';
import { sayRun } from '../words/run-name.ts';
import { capital, join, say, slash, type Text } from '../words/say.ts';
import { goalLine } from '../words/sent-files.ts';
import { showHidden, showHiddenIn } from '../words/visible.ts';
import { COMMAND_HELP, sayParameters } from './parse-command.ts';

export function renderHelp(): readonly SpokenSpan[] {
  const lines = COMMAND_HELP.flatMap(([word, rest, text]): readonly SpokenSpan[] => [
    { code: rest === '' ? { command: word } : join([{ command: word }, sayParameters(rest)], ' ') },
    ' – ',
    text,
    '\n',
  ]);
  return [
    ...lines,
    say`\nOr just write what you want done. While I work, your messages guide me. Only “stop” stops me.`,
  ];
}

export interface Greeting {
  /** '' where the person is known by no name. */
  readonly name: string;
  readonly hasModel: boolean;
  /** Whether no speaker of the language has checked its texts. */
  readonly isMachineMade?: boolean;
  /** Whether suggestions to tap are below it. */
  readonly hasButtons: boolean;
  /** Permissions that the system denies; nothing works before they are granted. */
  readonly lacks: readonly Text[];
}

export function renderStart({
  name,
  hasModel,
  isMachineMade = false,
  hasButtons,
  lacks,
}: Greeting): readonly SpokenSpan[] {
  return [
    { bold: name === '' ? say`Hello.` : say`Hello ${name}.` },
    ' ',
    hasButtons
      ? say`I work this computer for you. Tap one of these, or write what you want done.`
      : say`I work this computer for you. Write what you want done, or send ${slash('start')} for things to try.`,
    ' ',
    say`I ask before anything risky, and ${slash('stop')} stops me at once.`,
    ...(hasModel
      ? []
      : ['\n', say`So far I can do what ${slash('skills')} lists. With a model I can do much more: ${MODEL_SETUP}`]),
    '\n',
    { quiet: say`${slash('help')} lists all commands.` },
    ...(isMachineMade ? [' ', { quiet: say`I speak this language by machine translation.` }] : []),
    ...lacks.flatMap((lack): readonly SpokenSpan[] => ['\n\n', lack]),
  ];
}

export function renderQueue(current: RunState | null, waiting: readonly QueuedCommand[]): readonly SpokenSpan[] {
  if (current === null && waiting.length === 0) return [say`Nothing is running or waiting.`];
  const lines: SpokenSpan[] = [];
  if (current !== null) lines.push({ bold: say`Now: ` }, showGoal(current.goal), say` (${sayRun(current.runId)})\n`);
  for (const [index, command] of waiting.entries()) lines.push(`${index + 1}. ${showGoal(command.goal)}\n`);
  if (waiting.length > 0) lines.push({ quiet: say`${slash('stop all')} empties the queue.` });
  return lines;
}

export function renderWhy(state: RunState | null): readonly SpokenSpan[] {
  if (state === null) return [say`Nothing has run yet.`];
  const judged = state.lastJudgement;
  if (judged === null)
    return [
      state.outcome === null
        ? say`${capital(sayRun(state.runId))} hasn't decided anything yet.`
        : say`${capital(sayRun(state.runId))} did nothing that needed a decision.`,
      ...(state.effort?.learned == null ? [] : renderEffort(state.effort)),
    ];
  const phrase = describeAction(judged.action, nameElements(judged.element));
  return [
    { bold: capital(sayRun(state.runId)) },
    say`, last decision: ${showHiddenIn(phrase)}.\n`,
    { bold: RISK_NAMES[judged.risk] },
    ' – ',
    showHiddenIn(judged.reason),
    '\n',
    { quiet: say`Rule: ${judged.rule}` },
    ...(state.scope === null ? [] : ['\n', { quiet: say`Allowed for this run: ${sayScope(state.scope)}` }]),
    ...(state.lastCheck === null ? [] : [say`\nWhat came of it${describeCheck(state.lastCheck)}.`]),
    ...(state.effort === null ? [] : renderEffort(state.effort)),
    ...(state.intent === '' || state.decidedBy === 'playbook'
      ? []
      : ['\n', { quiet: say`The model said: ${showHidden(shorten(oneLine(state.intent), 200))}` }]),
  ];
}

function renderEffort(effort: NotedEffort): readonly SpokenSpan[] {
  return ['\n', { quiet: capital(describeEffort(effort, null)) }, { quiet: '.' }];
}

function showGoal(goal: string): string {
  return showHidden(shortenWords(goalLine(goal), 100));
}
