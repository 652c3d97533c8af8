/** Asks in the chat, one after the other, for the parameters that a skill needs and the goal did not say. */

import type { QueuedCommand } from '../inbox/queued-command.ts';
import type { Answer, Choice, Questions } from '../outbound/questions.ts';
import type { Thread } from '../ports/chat.ts';
import { valuesOf } from '../skills/examples.ts';
import { findMissingParams, type SkillMatch } from '../skills/match-skill.ts';
import type { SkillPlatform } from '../skills/skill.ts';
import { say, type Text } from '../words/say.ts';
import type { Language } from '../words/speak.ts';
import { showHidden } from '../words/visible.ts';

export interface AskParamsPorts {
  readonly questions: Questions;
  readonly timeoutMs: number;
  readonly platform: SkillPlatform;
  readonly languageOf: (thread: Thread) => Language;
}

const CANCEL = 'cancel';
/** Prefix of a choice's value that stands for a parameter value. */
const VALUE = 'value ';
/** Terminals that are the other platform's own. */
const ELSEWHERE: Readonly<Record<SkillPlatform, readonly string[]>> = { linux: ['terminal'], macos: ['xterm'] };

/** Returns the asked parameters alone; null when the person cancels or does not answer. */
export async function askForParams(
  match: SkillMatch,
  command: QueuedCommand,
  { questions, timeoutMs, platform, languageOf }: AskParamsPorts,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>> | null> {
  const given: Record<string, string> = {};
  for (const name of findMissingParams(match)) {
    const about = say`The skill “${showHidden(match.skill.name)}” needs to know:`;
    const what = name.replaceAll('_', ' ');
    const all = valuesOf(match.skill, name, languageOf(command.thread));
    const values = all.filter((value) => !ELSEWHERE[platform].includes(value));
    const [only] = values;
    // Only one of several values exists on this platform, so there is nothing to ask.
    if (only !== undefined && values.length === 1 && all.length > 1) {
      given[name] = only;
      continue;
    }
    const answer = await questions.ask(
      {
        thread: command.thread,
        of: command.sender.id,
        text: [
          about,
          ' ',
          { bold: what },
          '. ',
          values.length === 0 ? say`Write it as your next message.` : say`Tap one, or write it as your next message.`,
        ],
        choices: [
          ...values.map((value): readonly Choice[] => [{ label: value, value: `${VALUE}${value}`, style: 'plain' }]),
          [{ label: say`Cancel`, value: CANCEL, style: 'plain' }],
        ],
        acceptsText: true,
        stopMeans: CANCEL,
        timeoutMs,
        closing: (end) => [about, ' ', { bold: what }, '. ', describeEnd(end)],
      },
      signal,
    );
    const value = readValue(answer);
    if (value === null) return null;
    given[name] = value;
  }
  return given;
}

/** The written or tapped value; null when the person cancelled or did not answer. */
function readValue(answer: Answer): string | null {
  if (answer.kind === 'text') return answer.text;
  return answer.kind === 'choice' && answer.value.startsWith(VALUE) ? answer.value.slice(VALUE.length) : null;
}

function describeEnd(end: Answer | { readonly kind: 'stopped' }): Text {
  const value = end.kind === 'stopped' ? null : readValue(end);
  if (value !== null) return say`You said: ${showHidden(value)}`;
  switch (end.kind) {
    case 'text':
    case 'choice':
      return say`Not run.`;
    case 'expired':
      return say`No answer came in time, so it was not run.`;
    case 'stopped':
      return say`Not run: Deskhand ended.`;
  }
}
