/**
 * Sentences in a journal. A field holds English, as always; beside it `said` holds the same as a text, when there is more to it than the string, so
 * that a timeline, a report or a later process can say it in another language. Older sentences without `said`, and somebody's own words, are shown as
 * they are.
 */

import type { Judgement } from '../safety/risk.ts';
import { type CommandFacts, type CommandNote, type CommandResult, readCommandText } from '../words/printed.ts';
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

/** How an action ended, for `action.performed`. What a command printed is kept once, in its text. */
export function noteResult({ text, command, ...result }: ActionResult) {
  return {
    ...result,
    ...(command === undefined ? asText(text) : { text: english(text), command: noteCommand(command) }),
  };
}

function noteCommand({ exitCode, endedAfterS, leftOut, notes }: CommandResult) {
  return {
    exit_code: exitCode,
    ...(endedAfterS === undefined ? {} : { ended_after_s: endedAfterS }),
    ...(leftOut === undefined ? {} : { left_out: leftOut }),
    notes: notes.map((line) =>
      line.map(({ text, isForModel, isObstacle }) => ({
        text,
        ...(isForModel === true ? { for_model: true } : {}),
        ...(isObstacle === true ? { obstacle: true } : {}),
      })),
    ),
  };
}

type Performed = Extract<RunEvent, { readonly type: 'action.performed' }>;

/** What `noteResult` kept of a result's text and command; another act and older journals have a text alone. */
export function readResult(event: Performed): Pick<ActionResult, 'text' | 'command'> {
  const { command: noted, text } = event;
  if (noted === undefined) return { text: saidOr(event, text) };
  const facts: CommandFacts = {
    exitCode: noted.exit_code,
    ...(noted.ended_after_s === undefined ? {} : { endedAfterS: noted.ended_after_s }),
    ...(noted.left_out === undefined ? {} : { leftOut: noted.left_out }),
    notes: noted.notes.map((line) =>
      line.map(
        (note): CommandNote => ({
          text: note.text,
          ...(note.for_model === true ? { isForModel: true } : {}),
          ...(note.obstacle === true ? { isObstacle: true } : {}),
        }),
      ),
    ),
  };
  const read = readCommandText(text, facts);
  return { text: read.text, command: { ...facts, output: read.output } };
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
