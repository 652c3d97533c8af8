/** Commands in a sentence where a chat keeps the slash to itself: the word in quotation marks, with what belongs to it. Pure. */

/** `slash`: `/status`. `bare`: the word alone, for Slack. */
export type Spelling = 'slash' | 'bare';

/** Every command word; a test compares them with those that are understood. */
export const COMMAND_WORDS =
  'run stop screenshot status queue pause resume why cost memory remember forget record skills detail click type key scroll open get help start'.split(
    ' ',
  );

/** What is shown behind a command and belongs to it. */
const REST =
  /(?: (?:all|alles|raw|save|learned|budget|run|on\|off|on|off|up|down|quiet|normal|verbose|\d+|[A-ZÄÖÜ]{4,}))*/u;
const COMMAND = new RegExp(`(?<![\\w/.~])/(${COMMAND_WORDS.join('|')})\\b(?!/)(${REST.source})`, 'gu');
/** An example at the end of a sentence is a command as a whole. */
const EXAMPLE = new RegExp(`(?<=: )/((?:${COMMAND_WORDS.join('|')}) [^/:]+)$`, 'u');

/** “Paused. /resume goes on.” → “Paused. “resume” goes on.” */
export function bareCommands(sentence: string): string {
  return sentence.replace(EXAMPLE, '“$1”').replace(COMMAND, '“$1$2”');
}
