/** Asks the person a question that a tool's server raises in the middle of a call. The answer goes to this server alone. */
import { shorten } from '../words/amounts.ts';
import { say } from '../words/say.ts';
import { showHidden, showInLine } from '../words/visible.ts';
import { type AskPersonNeeds, labelOf } from './ask-person.ts';

export interface ServerQuestion {
  readonly server: string;
  /** The server's own words. */
  readonly text: string;
  readonly options: readonly string[];
}

const MAX_TEXT = 1500;

/** null when nobody answered in time, or the person declined to answer. */
export async function askForServer(
  { server, text, options }: ServerQuestion,
  { ask, record }: Pick<AskPersonNeeds, 'ask' | 'record'>,
): Promise<string | null> {
  const who = { bold: say`The tool server “${showInLine(shorten(server, 60))}” asks: ` };
  const what = showHidden(shorten(text, MAX_TEXT));
  const answer = await ask({
    text: [who, what, '\n\n', { quiet: say`Your answer goes to this server. Never give it a password.` }],
    choices: [
      ...options.map((option) => [{ label: labelOf(option), value: `+${option}`, style: 'plain' as const }]),
      [{ label: say`Don't answer`, value: '-', style: 'danger' as const }],
    ],
    acceptsText: true,
    isSecret: false,
    closing: (end) => [
      who,
      what,
      '\n\n',
      end.kind === 'expired'
        ? say`No answer came in time.`
        : end.kind === 'stopped'
          ? say`The run was stopped.`
          : say`Answered.`,
    ],
  });
  if (answer.kind === 'expired') return null;
  const given = answer.kind === 'choice' ? (answer.value.startsWith('+') ? answer.value.slice(1) : null) : answer.text;
  record({ type: 'answer.received', by: answer.by.id, text: '(for a tool server)' });
  return given;
}
