/**
 * Sentences in a journal. A field holds English, as always; beside it `said` holds the same as a text, when there is more to it than the string, so
 * that a timeline, a report or a later process can say it in another language. Older sentences without `said`, and somebody's own words, are shown as
 * they are.
 */

import type { Judgement } from '../safety/risk.ts';
import type { CommandNote, CommandResult } from '../words/printed.ts';
import type { Text } from '../words/say.ts';
import { english } from '../words/speak.ts';
import type { ActionResult, CheckResult } from './acted.ts';
import type { RunEvent } from './events.ts';

/** The text of an event's sentence, for the schema's optional `said`. */
interface Said {
  readonly said?: Text;
}

export function asText(text: Text): { readonly text: string } & Said {
  return { text: english(text), ...beside(text) };
}

export function asReason(reason: Text): { readonly reason: string } & Said {
  return { reason: english(reason), ...beside(reason) };
}

export function asIntent(intent: Text): { readonly intent: string } & Said {
  return { intent: english(intent), ...beside(intent) };
}

export function asWhy(why: Text): { readonly why: string } & Said {
  return { why: english(why), ...beside(why) };
}

export function asMessage(message: Text): { readonly message: string } & Said {
  return { message: english(message), ...beside(message) };
}

/** For `part.ended`, whose summary is this in English. */
export function asNotDone(why: Text): Said {
  return beside(why);
}

export function asNote(note: Text): { readonly note: string } & Said {
  return { note: english(note), ...beside(note) };
}

/** How an action ended, for `action.performed`. */
export function noteResult({ text, command, ...result }: ActionResult) {
  return { ...result, ...asText(text), ...(command === undefined ? {} : { command: noteCommand(command, text) }) };
}

function noteCommand({ exitCode, output, notes }: CommandResult, text: Text) {
  return {
    exit_code: exitCode,
    ...(output === text ? {} : { output }),
    notes: notes.map((line) =>
      line.map((note) => (note.isForModel === true ? { text: note.text, for_model: true } : { text: note.text })),
    ),
  };
}

/** What `noteResult` kept of a command; nothing for another act, and in journals of before. */
export function readCommand(
  event: Extract<RunEvent, { readonly type: 'action.performed' }>,
): Pick<ActionResult, 'command'> {
  const { command, text } = event;
  if (command === undefined) return {};
  const notes = command.notes.map((line) =>
    line.map(
      (note): CommandNote => (note.for_model === true ? { text: note.text, isForModel: true } : { text: note.text }),
    ),
  );
  return { command: { exitCode: command.exit_code, output: command.output ?? saidOr(event, text), notes } };
}

/** Risk, reason and rule of a judgement, for `risk.judged` and `confirmation.asked`. */
export function noteJudged({ reason, isUnsure: _unsure, offer: _offer, isUndoable: _undoable, ...judged }: Judgement) {
  return { ...judged, ...asReason(reason) };
}

/** A typed check, for the list of an event. */
export function noteCheck({ check, passed, text }: CheckResult) {
  const isPlain = typeof check === 'string' && typeof text === 'string';
  const inEnglish = { check: english(check), passed, text: english(text) };
  return isPlain ? inEnglish : { ...inEnglish, said: { check, text } };
}

/** The event's sentence as a text; the English string of the journal where it has none. */
export function saidOr({ said }: { readonly said?: Text | undefined }, english: string): Text {
  return said ?? english;
}

function beside(text: Text): Said {
  return typeof text === 'string' ? {} : { said: text };
}
