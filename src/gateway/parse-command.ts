/** Reads what a person wrote: a command, a plain message, or a word nobody knows (design, section 4). */
import { closestWord } from '../words/closest.ts';

export type Command =
  | { readonly name: 'run'; readonly goal: string }
  | { readonly name: 'stop'; readonly all: boolean }
  | { readonly name: 'screenshot' | 'status' | 'queue' | 'pause' | 'resume' | 'help' | 'start' | 'why' }
  | { readonly name: ByHandName; readonly rest: string };

export type ByHandName = 'click' | 'type' | 'key' | 'scroll' | 'open';

export type Parsed =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'wrong'; readonly reason: string };

const BY_HAND: readonly string[] = ['click', 'type', 'key', 'scroll', 'open'];

/** Every command word with its line in /help. */
export const COMMAND_HELP = [
  ['run', 'GOAL', 'do something on the computer'],
  ['stop', '', 'stop the current run at once; “stop all” also empties the queue'],
  ['screenshot', '', 'show the screen'],
  ['status', '', 'what is going on'],
  ['queue', '', 'what is waiting'],
  ['pause', '', 'hold the current run'],
  ['resume', '', 'go on'],
  ['why', '', 'explain the last decision'],
  ['click', 'X Y', 'click at 0–1000 across and down'],
  ['type', 'TEXT', 'type exactly this'],
  ['key', 'COMBO', 'press keys, for example cmd+s'],
  ['scroll', 'up|down', 'turn the wheel'],
  ['open', 'APP|URL', 'open an application or a page'],
  ['help', '', 'this list'],
] as const;

const WORDS: readonly string[] = [...COMMAND_HELP.map(([word]) => word), 'start'];

/** `text` as typed. A whole message that is only “stop” is a stop; text without a slash is plain. */
export function parseCommand(text: string): Parsed {
  const trimmed = text.trim();
  if (/^stop[.!]?$/i.test(trimmed)) return { kind: 'command', command: { name: 'stop', all: false } };
  if (/^stop all[.!]?$/i.test(trimmed)) return { kind: 'command', command: { name: 'stop', all: true } };
  const match = /^\/(\S+)(?:\s+([\s\S]*))?$/.exec(trimmed);
  if (match === null) return { kind: 'plain', text: trimmed };
  return parseWord((match[1] ?? '').toLowerCase(), match[2] ?? '');
}

/** `word` without slash, `rest` what follows it; for platforms where the word comes apart from the rest (Slack). */
export function parseWord(word: string, rest: string): Parsed {
  const trimmed = rest.trim();
  if (word === 'run') {
    return trimmed === ''
      ? { kind: 'wrong', reason: 'What should I do? Send for example: /run open the calendar' }
      : { kind: 'command', command: { name: 'run', goal: trimmed } };
  }
  if (word === 'stop') return { kind: 'command', command: { name: 'stop', all: trimmed.toLowerCase() === 'all' } };
  if (isByHand(word)) {
    // Leading blanks of /type belong to nobody; trailing ones were typed on purpose.
    return { kind: 'command', command: { name: word, rest: word === 'type' ? rest : trimmed } };
  }
  if (isPlainCommand(word)) return { kind: 'command', command: { name: word } };
  const closest = closestWord(word, WORDS);
  const advice = closest === null ? '' : ` Did you mean /${closest}?`;
  return { kind: 'wrong', reason: `I do not know /${word.slice(0, 40)}.${advice} /help lists everything.` };
}

function isByHand(word: string): word is ByHandName {
  return BY_HAND.includes(word);
}

type PlainName = Extract<Command, { readonly name: 'screenshot' }>['name'];

const PLAIN: readonly string[] = ['screenshot', 'status', 'queue', 'pause', 'resume', 'help', 'start', 'why'];

function isPlainCommand(word: string): word is PlainName {
  return PLAIN.includes(word);
}
