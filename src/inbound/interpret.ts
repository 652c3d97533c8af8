/** The meaning of a message as one value: read once, from its content and the present situation. Pure. */

import { type Command, type Parsed, parseCommand } from '../commands/parse-command.ts';
import { readPlainWord } from '../commands/plain-words.ts';
import type { Received } from '../inbox/queued-command.ts';
import type { ButtonMeaning } from '../outbound/buttons.ts';
import type { Questions } from '../outbound/questions.ts';
import type { InboundMessage } from '../ports/chat.ts';
import { readLastPage } from '../tools/last-page.ts';
import { say, slash, type Text } from '../words/say.ts';
import { withFiles } from '../words/sent-files.ts';
import { readFirstWords } from './first-words.ts';

/** The present situation in a message's thread, as far as its meaning depends on it. */
export interface Situation {
  /** Meaning of the tapped button; null for no tap, and for a button that is no longer known. */
  readonly meaning: ButtonMeaning | null;
  /** Whether the button was sent to another chat than the one it was tapped in. */
  readonly isElsewhere: boolean;
  /** What plain words of this person would answer in this thread. */
  readonly listening: ReturnType<Questions['listening']>;
  /** A run is under way in this thread. */
  readonly isRunHere: boolean;
  /** Whether Deskhand types into a window that shows this chat, so that the message may be its own. */
  readonly isOwnInput: boolean;
  /** Whether words of this person say when something is wanted. */
  readonly saysWhen: (text: string) => boolean;
  /** Files of this person that wait for a goal. */
  readonly waitingFiles: readonly string[];
}

/** Commands that are no goal and no stop. */
export type Order = Exclude<Command, { readonly name: 'run' | 'stop' }>;

export type Intent =
  /** `run`: the one whose Stop was tapped; null: anything under way for this person. */
  | { readonly kind: 'stop'; readonly all: boolean; readonly run: string | null }
  | { readonly kind: 'own input' }
  /** A button of another chat. */
  | { readonly kind: 'elsewhere' }
  /** A button that allows more, from a page whose link was opened long ago. */
  | { readonly kind: 'old session' }
  | { readonly kind: 'goal'; readonly goal: string }
  /** `goal`: the earlier run's; null: not looked up yet, or there is no such run. */
  | { readonly kind: 'continue'; readonly run: string; readonly goal: string | null }
  /** The goal of a button: Again, or Run it. */
  | {
      readonly kind: 'tapped goal';
      readonly button: string;
      readonly goal: string;
      readonly isAgain: boolean;
      /** The interrupted run to continue. */
      readonly continues?: string;
    }
  | { readonly kind: 'order'; readonly command: Order }
  /** To an open question. */
  | { readonly kind: 'answer'; readonly text: string; readonly isSecret: boolean }
  /** Words for the run of this thread. */
  | { readonly kind: 'hint'; readonly text: string }
  /** An unknown or incomplete command. `isSecret`: the words are stored nowhere. */
  | { readonly kind: 'wrong'; readonly reason: Text; readonly isSecret?: true }
  | { readonly kind: 'empty' }
  /** Thanks, which need no answer. */
  | { readonly kind: 'thanks' }
  /** A file or a voice note. `goal`: the text below the file; null when there is none, or when it is for a question or a run. */
  | { readonly kind: 'received'; readonly received: Received; readonly goal: string | null }
  /** Text of a voice note, confirmed by the speaker: counts as written. */
  | { readonly kind: 'heard'; readonly button: string; readonly text: string; readonly words: Intent }
  /** Words that need a tap before they count: forwarded ones, or an edited earlier message. `text`: what can be offered; null: nothing. */
  | {
      readonly kind: 'offered';
      readonly how: 'forwarded' | 'edited';
      readonly text: string | null;
      readonly of: string | null;
    }
  /** The message with this update was taken away. */
  | { readonly kind: 'deleted'; readonly of: string }
  /** Any other button. */
  | { readonly kind: 'tap'; readonly button: string; readonly meaning: ButtonMeaning | null };

export function interpret(message: InboundMessage, situation: Situation): Intent {
  const { content, thread, sender } = message;
  if (content.kind === 'stop') return { kind: 'stop', all: false, run: null };
  if (content.kind === 'tap' && message.isFromOldSession === true && allowsMore(situation.meaning))
    return { kind: 'old session' };
  if (content.kind === 'tap') return interpretTap(content.data, sender.id, situation);
  if (content.kind === 'voice')
    return situation.isOwnInput ? { kind: 'own input' } : { kind: 'received', received: content, goal: null };
  if (content.kind === 'forwarded' || content.kind === 'deleted') {
    if (situation.isOwnInput) return { kind: 'own input' };
    return content.kind === 'deleted'
      ? content
      : { kind: 'offered', how: 'forwarded', text: offer(content.text), of: null };
  }
  const parsed = parse(content.text, thread.platform === 'slack', situation);
  if (parsed.kind === 'command' && parsed.command.name === 'stop')
    return { kind: 'stop', all: parsed.command.all, run: null };
  if (situation.isOwnInput) return { kind: 'own input' };
  if (content.kind === 'edited') return { kind: 'offered', how: 'edited', text: offer(content.text), of: content.of };
  return content.kind === 'files'
    ? { kind: 'received', received: content, goal: goalOf(parsed, situation) }
    : interpretWords(parsed, situation);
}

/** Longest text that a card shows completely; a tap must be for all of it. */
const OFFERED_AT_MOST = 600;

/** The goal to offer for these words; null: they are another command, empty, or longer than a card shows. */
function offer(text: string): string | null {
  const parsed = parseCommand(text);
  const words = parsed.kind === 'plain' ? parsed.text : '';
  const goal = parsed.kind === 'command' && parsed.command.name === 'run' ? parsed.command.goal : words;
  return goal === '' || goal.length > OFFERED_AT_MOST ? null : goal;
}

/** Raises a cap, or allows something for always. */
function allowsMore(meaning: ButtonMeaning | null): boolean {
  return meaning?.kind === 'choice' && ['extend', 'always'].includes(meaning.value);
}

/** In Slack a command is written without slash, unless the person was asked something: then the word is the answer. */
function parse(text: string, isSlack: boolean, { listening }: Situation): Parsed {
  return parseCommand((isSlack && listening === 'nothing' ? readPlainWord(text) : null) ?? text);
}

function interpretWords(parsed: Parsed, situation: Situation): Intent {
  if (parsed.kind === 'wrong') return parsed;
  if (isLatePage(parsed, situation)) return { kind: 'wrong', reason: LATE, isSecret: true };
  const goal = goalOf(parsed, situation);
  if (goal !== null && parsed.kind === 'plain' && situation.saysWhen(goal))
    return { kind: 'order', command: { name: 'plain', rest: goal } };
  const first = goal !== null && parsed.kind === 'plain' ? readFirstWords(goal) : null;
  if (first === 'thanks') return { kind: 'thanks' };
  if (first !== null) return { kind: 'order', command: first };
  if (goal !== null) return { kind: 'goal', goal: withFiles(goal, situation.waitingFiles) };
  if (parsed.kind === 'command') return interpretCommand(parsed.command);
  if (parsed.text === '') return { kind: 'empty' };
  return situation.listening === 'nothing'
    ? { kind: 'hint', text: parsed.text }
    : { kind: 'answer', text: parsed.text, isSecret: situation.listening === 'secret question' };
}

function interpretCommand(command: Command): Intent {
  switch (command.name) {
    case 'run':
      return { kind: 'goal', goal: command.goal };
    case 'stop':
      return { kind: 'stop', all: command.all, run: null };
    case 'resume':
      return command.run === null ? { kind: 'order', command } : { kind: 'continue', run: command.run, goal: null };
    default:
      return { kind: 'order', command };
  }
}

/** Whether it is the address of a sign-in's last page that no sign-in waits for: neither a goal nor words for a run. */
function isLatePage(parsed: Parsed, { listening }: Situation): boolean {
  return parsed.kind === 'plain' && listening !== 'secret question' && readLastPage(parsed.text) !== null;
}

const LATE = say`I'm not waiting for that address any more, so I didn't use it. ${slash('tools')} begins a new sign-in.`;

/** The goal of a new run; null for everything else. Plain words go to an open question first, then to the run of their thread. */
function goalOf(parsed: Parsed, { listening, isRunHere }: Situation): string | null {
  if (parsed.kind === 'command') return parsed.command.name === 'run' ? parsed.command.goal : null;
  if (parsed.kind === 'wrong' || parsed.text === '') return null;
  return listening === 'nothing' && !isRunHere ? parsed.text : null;
}

function interpretTap(button: string, by: string, situation: Situation): Intent {
  const { meaning, isOwnInput } = situation;
  if (meaning?.kind === 'stop') return { kind: 'stop', all: false, run: meaning.run };
  if (situation.isElsewhere) return { kind: 'elsewhere' };
  // A pause is obeyed wherever it comes from.
  if (isOwnInput && meaning?.kind !== 'pause') return { kind: 'own input' };
  if (meaning?.kind === 'again' || meaning?.kind === 'run')
    return {
      kind: 'tapped goal',
      button,
      goal: meaning.goal,
      isAgain: meaning.kind === 'again',
      ...(meaning.continues === undefined ? {} : { continues: meaning.continues }),
    };
  if (meaning?.kind !== 'heard' || meaning.of !== by) return { kind: 'tap', button, meaning };
  const { text } = meaning;
  return { kind: 'heard', button, text, words: interpretWords({ kind: 'plain', text }, situation) };
}
