/** Parses what a person wrote: a command, a plain message, or an unknown command (design, section 4). */
import { goalForSkill } from '../skills/match-skill.ts';
import { closestWord } from '../words/closest.ts';
import { readRunId } from '../words/run-name.ts';
import { say, slash, type Text } from '../words/say.ts';
import { type Language, speak } from '../words/speak.ts';

export type Command =
  | { readonly name: 'run'; readonly goal: string }
  | { readonly name: 'stop'; readonly all: boolean }
  /** `run`: an earlier run to continue; null: the one that is paused. */
  | { readonly name: 'resume'; readonly run: string | null }
  /** `display`: counted from 1; null: the one looked at last. */
  | { readonly name: 'screenshot'; readonly display: number | null }
  | { readonly name: 'find'; readonly wanted: string }
  | { readonly name: 'status' | 'queue' | 'pause' | 'help' | 'start' | 'doctor' | 'machines' }
  /** `isByModel`: cost by kind of goal and model. */
  | { readonly name: 'cost'; readonly isByModel: boolean }
  /** `isRaw`: the model's calls, word for word. */
  | { readonly name: 'why'; readonly isRaw: boolean }
  | { readonly name: MemoryName; readonly words: string }
  | { readonly name: 'skills' | 'tools' | 'detail' | 'allowed' | 'model' | 'stats' | 'on'; readonly rest: string }
  /** `plain`: words that say a time. */
  | { readonly name: 'at' | 'every' | 'watch' | 'orders' | 'plain'; readonly rest: string }
  | { readonly name: ByHandName; readonly rest: string };

export type ByHandName = 'click' | 'type' | 'key' | 'scroll' | 'open' | 'get';
/** Commands about memory. */
export type MemoryName = 'memory' | 'remember' | 'forget' | 'record';

export type Parsed =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'wrong'; readonly reason: Text };

const BY_HAND: readonly string[] = ['click', 'type', 'key', 'scroll', 'open', 'get'];

/** Every command word with its line in /help. */
export const COMMAND_HELP = [
  ['run', 'GOAL', say`do something on the computer`],
  ['stop', '', say`stop the current run at once; “stop all” also empties the queue`],
  ['screenshot', '', say`show the screen`],
  ['status', '', say`what I'm doing now`],
  ['doctor', '', say`what works and what does not, with buttons that fix it`],
  ['queue', '', say`what is still waiting`],
  ['pause', '', say`pause the current run`],
  ['find', 'WORD', say`where a word is on the screen, with a button to click it`],
  ['resume', '|run 12', say`go on; or go on from an earlier run`],
  ['why', 'raw', say`why I decided as I did; “raw” sends the whole exchange with the model`],
  [
    'cost',
    'models',
    say`what the model has cost: today, this run, the last 7 days; “models”: by model and kind of goal`,
  ],
  ['stats', 'NAME', say`what worked, by application: tried, changed nothing, asked, denied; and the traps I know`],
  ['model', 'main|fast|strong ID', say`which models work for you, with their prices; change one for your next runs`],
  ['memory', '', say`what I remember`],
  ['remember', 'TEXT', say`keep this in mind in every run`],
  ['forget', 'WORDS|run 12', say`forget what was remembered, or a run`],
  ['record', 'on|off', say`whether runs are recorded`],
  ['skills', 'NAME', say`what I know how to do: list, show, turn on and off, run`],
  ['tools', 'NAME', say`tools of servers: list, say which may run by themselves, turn off`],
  ['allowed', 'revoke 2', say`what I may always do; take one back`],
  ['at', 'TIME GOAL', say`do something later, or remind you: tomorrow 9:00 remind me to call`],
  ['every', 'TIMES GOAL', say`do something again and again: weekday 8:00 open the calendar; 2h check the build`],
  [
    'watch',
    'until …',
    say`tell you, or do something, when something shows, changes, arrives or ends: until text "Done"`,
  ],
  ['orders', '', say`what is ordered: when it comes, what came of it; run, pause, change, delete`],
  ['machines', '', say`your computers: which are there, and what each does`],
  [
    'on',
    'NAME WORDS',
    say`for that computer: on studio run open the calendar; without words for all that follows here`,
  ],
  ['detail', 'quiet|normal|verbose', say`how much I tell you while I work`],
  ['click', 'X Y', say`click at 0–1000 across and down`],
  ['type', 'TEXT', say`type exactly this`],
  ['key', 'COMBO', say`press keys, for example cmd+s`],
  ['scroll', 'up|down', say`scroll the page`],
  ['open', 'APP|URL', say`open an application or a page`],
  ['get', 'PATH', say`send me a file from the computer`],
  ['help', '', say`this list`],
] as const;

/** Arguments of each command as people read them: placeholders in their language, optional ones in brackets. */
const PARAMETERS: Readonly<Record<string, Text>> = {
  GOAL: say`GOAL`,
  'TIME GOAL': say`TIME GOAL`,
  'TIMES GOAL': say`TIMES GOAL`,
  'until …': say`until …`,
  '|run 12': '[run 12]',
  raw: '[raw]',
  models: '[models]',
  'main|fast|strong ID': '[main | fast | strong ID]',
  TEXT: say`TEXT`,
  'WORDS|run 12': say`WORDS | run 12`,
  'on|off': 'on | off',
  NAME: say`[NAME]`,
  'NAME WORDS': say`NAME WORDS`,
  'quiet|normal|verbose': 'quiet | normal | verbose',
  COMBO: say`KEYS`,
  'up|down': 'up | down',
  'APP|URL': say`APP | ADDRESS`,
  PATH: say`PATH`,
  WORD: say`WORD`,
};

export function sayParameters(rest: string): Text {
  return PARAMETERS[rest] ?? rest;
}

/** The commands in one language, for a platform's own menu. */
export function listCommands(
  language: Language,
): readonly { readonly word: string; readonly rest: string; readonly text: string }[] {
  return COMMAND_HELP.map(([word, rest, text]) => ({
    word,
    rest: speak(sayParameters(rest), language),
    text: speak(text, language),
  }));
}

const WORDS: readonly string[] = [...COMMAND_HELP.map(([word]) => word), 'start'];

/** `text` as typed. A whole message that is only “stop”, or “stopp” as it stands on the German button, is a stop; text without a slash is plain. */
export function parseCommand(text: string): Parsed {
  const trimmed = text.trim();
  if (/^stopp?[.!]*$/i.test(trimmed)) return { kind: 'command', command: { name: 'stop', all: false } };
  if (/^stopp? all(?:es)?[.!]*$/i.test(trimmed)) return { kind: 'command', command: { name: 'stop', all: true } };
  // A blank after the slash is a typo; a lone slash is a command without a name.
  const match = /^\/[ \t]*(\S*)(?:\s+([\s\S]*))?$/.exec(trimmed);
  if (match === null) return { kind: 'plain', text: trimmed };
  return parseWord((match[1] ?? '').toLowerCase(), match[2] ?? '');
}

/** `word` without slash, `rest` after it; for platforms that deliver them separately (Slack). */
function parseWord(word: string, rest: string): Parsed {
  const trimmed = rest.trim();
  const earlier = word === 'run' ? readAgain(trimmed) : null;
  if (earlier !== null) return { kind: 'command', command: { name: 'resume', run: earlier } };
  if (word === 'run') {
    return trimmed === ''
      ? { kind: 'wrong', reason: say`What should I do? Send for example: ${slash(say`run open the calendar`)}` }
      : { kind: 'command', command: { name: 'run', goal: trimmed } };
  }
  if (word === 'stop' || word === 'stopp')
    return { kind: 'command', command: { name: 'stop', all: /^all(?:es)?$/i.test(trimmed) } };
  if (word === 'cost') return { kind: 'command', command: { name: word, isByModel: /^models$/i.test(trimmed) } };
  if (
    word === 'detail' ||
    word === 'allowed' ||
    word === 'model' ||
    word === 'tools' ||
    word === 'stats' ||
    word === 'on'
  )
    return { kind: 'command', command: { name: word, rest: trimmed } };
  if (word === 'at' || word === 'every' || word === 'watch' || word === 'orders')
    return { kind: 'command', command: { name: word, rest: trimmed } };
  if (word === 'screenshot') return readScreenshot(trimmed);
  if (word === 'find') {
    return trimmed === ''
      ? { kind: 'wrong', reason: say`Find which word? Send for example: ${slash(say`find Save`)}` }
      : { kind: 'command', command: { name: 'find', wanted: trimmed } };
  }
  if (word === 'skills') {
    const wanted = /^run\s+(\S.*)$/is.exec(trimmed)?.[1];
    return wanted === undefined
      ? { kind: 'command', command: { name: 'skills', rest: trimmed } }
      : { kind: 'command', command: { name: 'run', goal: goalForSkill(wanted) } };
  }
  if (isByHand(word)) {
    // Leading blanks of /type separate it from the command; trailing ones were typed on purpose.
    return { kind: 'command', command: { name: word, rest: word === 'type' ? rest : trimmed } };
  }
  if (word === 'resume') return readResume(trimmed);
  if (isMemory(word)) return { kind: 'command', command: { name: word, words: trimmed } };
  if (word === 'why') return { kind: 'command', command: { name: 'why', isRaw: /^raw$/i.test(trimmed) } };
  if (isPlainCommand(word)) return { kind: 'command', command: { name: word } };
  const closest = closestWord(word, WORDS);
  const shown = word.slice(0, 40);
  return {
    kind: 'wrong',
    reason:
      closest === null
        ? say`I don't know /${shown}. ${slash('help')} lists all commands.`
        : say`I don't know /${shown}. Did you mean ${slash(closest)}? ${slash('help')} lists all commands.`,
  };
}

/** Whether this is an act on the computer, given by hand. */
export function isByHandCommand(command: Command): command is Extract<Command, { readonly name: ByHandName }> {
  return isByHand(command.name);
}

function isByHand(word: string): word is ByHandName {
  return BY_HAND.includes(word);
}

/** `/run again 12`, `/run noch einmal 12`. */
function readAgain(rest: string): string | null {
  const [, run] = /^(?:again|noch\s*einmal)\s+(\S.*)$/is.exec(rest) ?? [];
  return run === undefined ? null : readRunId(run);
}

function readResume(rest: string): Parsed {
  const run = readRunId(rest);
  if (rest !== '' && run === null)
    return {
      kind: 'wrong',
      reason: say`${slash('resume')} goes on with the paused run, ${slash('resume run 12')} with an earlier one.`,
    };
  return { kind: 'command', command: { name: 'resume', run } };
}

const MEMORY: readonly string[] = ['memory', 'remember', 'forget', 'record'];

function isMemory(word: string): word is MemoryName {
  return MEMORY.includes(word);
}

type PlainName = Extract<Command, { readonly name: 'status' }>['name'];

const PLAIN: readonly string[] = ['status', 'queue', 'pause', 'help', 'start', 'doctor', 'machines'];

function isPlainCommand(word: string): word is PlainName {
  return PLAIN.includes(word);
}

function readScreenshot(rest: string): Parsed {
  if (rest !== '' && !/^[1-9]\d?$/.test(rest))
    return {
      kind: 'wrong',
      reason: say`Which display? Send ${slash('screenshot')}, or its number: ${slash('screenshot 2')}`,
    };
  return { kind: 'command', command: { name: 'screenshot', display: rest === '' ? null : Number(rest) } };
}
