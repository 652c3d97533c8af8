/** Asks in the chat, one after the other, for the parameters that a skill needs and the goal did not say. */

import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { Answer, Questions } from '../outbound/questions.ts';
import { findMissingParams, type SkillMatch } from '../skills/match-skill.ts';
import { say, type Text } from '../words/say.ts';
import { showHidden } from '../words/visible.ts';

const CANCEL = 'cancel';

/** Only what was asked for; null when the person does not want it any more or does not answer. */
export async function askForParams(
  match: SkillMatch,
  command: QueuedCommand,
  { questions, timeoutMs }: { readonly questions: Questions; readonly timeoutMs: number },
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>> | null> {
  const given: Record<string, string> = {};
  for (const name of findMissingParams(match)) {
    const about = say`The skill “${showHidden(match.skill.name)}” needs to know:`;
    const what = name.replaceAll('_', ' ');
    const answer = await questions.ask(
      {
        thread: command.thread,
        of: command.sender.id,
        text: [about, ' ', { bold: what }, '. ', say`Write it as your next message.`],
        choices: [[{ label: say`Cancel`, value: CANCEL, style: 'plain' }]],
        acceptsText: true,
        stopMeans: CANCEL,
        timeoutMs,
        closing: (end) => [about, ' ', { bold: what }, '. ', describeEnd(end)],
      },
      signal,
    );
    if (answer.kind !== 'text') return null;
    given[name] = answer.text;
  }
  return given;
}

function describeEnd(end: Answer | { readonly kind: 'stopped' }): Text {
  switch (end.kind) {
    case 'text':
      return say`You said: ${showHidden(end.text)}`;
    case 'choice':
      return say`Not run.`;
    case 'expired':
      return say`No answer came in time, so it was not run.`;
    case 'stopped':
      return say`Not run: Deskhand ended.`;
  }
}
