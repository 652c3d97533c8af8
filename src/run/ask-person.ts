/** `ask_user`: a question of the run itself, with buttons or in the person's own words. */
import type { Action } from '../action/schema.ts';
import type { Answer } from '../outbound/questions.ts';
import { oneLine } from '../words/amounts.ts';
import { say, type Text } from '../words/say.ts';
import { showHidden } from '../words/visible.ts';
import type { Ask } from './ask.ts';
import { refuseQuestion } from './question-budget.ts';
import type { RunLog } from './run-log.ts';
import type { SaidWords } from './said-words.ts';

export interface AskPersonNeeds extends Pick<RunLog, 'record' | 'state'> {
  readonly ask: Ask;
  readonly said: SaidWords;
}

/** `refused`: it was not put to the person, or nobody answered in time. A secret answer goes to the caller only. */
export async function askPerson(
  question: Extract<Action, { readonly action: 'ask_user' }>,
  { ask, said, record, state }: AskPersonNeeds,
): Promise<string | { readonly refused: Text }> {
  const refused = refuseQuestion(state(), question.secret);
  if (refused !== '') return { refused };
  const answer = await ask({
    text: [{ bold: say`The run asks: ` }, showHidden(question.text)],
    choices: question.options.map((option) => [{ label: labelOf(option), value: option, style: 'plain' }]),
    acceptsText: true,
    isSecret: question.secret,
    closing: (end) => [
      { bold: say`The run asked: ` },
      showHidden(question.text),
      '\n\n',
      describeAnswer(end, question.secret),
    ],
  });
  if (answer.kind === 'expired') return { refused: say`No answer came in time.` };
  const text = answer.kind === 'choice' ? answer.value : answer.text;
  // A tapped choice is the model's wording, so it does not count as the person's own words.
  if (answer.kind === 'text' && !question.secret) said.note(text);
  record({ type: 'answer.received', by: answer.by.id, text: question.secret ? '(secret)' : text });
  return text;
}

/** Labels of Deskhand's own buttons: a choice offered by the model must not look like one of them. */
const OWN_LABELS = [
  'approve',
  'deny',
  'allow for this run',
  'deny…',
  'why?',
  'stop',
  'pause',
  'resume',
  'take over',
  'continue',
  'again',
  'extend',
  'allow always',
  'queue it',
  'skip',
  'each step',
];

export function labelOf(option: string): string {
  const shown = showHidden(oneLine(option));
  return OWN_LABELS.includes(shown.toLowerCase().replace(/\.{3}$/, '…')) ? `“${shown}”` : shown;
}

function describeAnswer(end: Answer | { readonly kind: 'stopped' }, isSecret: boolean): Text {
  if (end.kind === 'expired') return say`No answer came in time.`;
  if (end.kind === 'stopped') return say`The run was stopped.`;
  if (isSecret) return say`Answered. I use it once and don't keep it.`;
  return end.kind === 'choice' ? say`Answered: ${showHidden(oneLine(end.value))}` : say`Answered.`;
}
