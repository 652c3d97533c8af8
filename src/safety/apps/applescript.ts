/** Judges AppleScript: scripts that only read, and scripts that only start applications, run; everything else asks. */

import { type Sentence, say } from '../../words/say.ts';
import { cite, critical, high, moderate, name } from '../levels.ts';
import { type Judgement, strictest } from '../risk.ts';
import { isPlainAppName, kindOfApp } from './app-names.ts';
import { readAppleScript, type Token } from './applescript-tokens.ts';
import { ACTING_WORDS, CONTENT_WORDS, READING_WORDS } from './applescript-words.ts';

/** Judges a command line found in a script. */
export type JudgeCommandLine = (source: string) => Judgement;

const MAX_LENGTH = 16_384;

/** Why reading what lies at this path asks; null when it is an ordinary place. */
export type FindSecretPath = (path: string) => Sentence | null;

export function judgeAppleScript(
  script: string,
  judgeCommandLine: JudgeCommandLine,
  findSecretPath: FindSecretPath = () => null,
): Judgement {
  const worst = findDestructive(script);
  const shell = /do\s+shell\s+script|doShellScript|do\s+script/i.test(script)
    ? judgeShellOut(script, judgeCommandLine)
    : null;
  const first = [worst, shell]
    .filter((judgement) => judgement !== null)
    .reduce(strictest, moderate('applescript.reads', say`The script only reads or opens an app`));
  if (first.risk === 'critical' || first.risk === 'high') return first;
  if (script.length > MAX_LENGTH) return high('applescript.too-long', say`The script is too long for me to judge`);
  const read = readAppleScript(script);
  if (!read.ok) return high('applescript.not-understood', read.reason);
  const reason = findActing(read.lines) ?? findSecretString(read.lines, findSecretPath);
  return reason === null ? first : high('applescript.acts', reason);
}

const DESTRUCTIVE: readonly { readonly pattern: RegExp; readonly why: Sentence }[] = [
  {
    pattern: /\bempty\b[^\n]{0,20}\btrash\b|\berase\b|tell\s[^\n]{0,20}"?finder"?\s+to\s+empty\b/i,
    why: say`The script empties the trash or erases a disk`,
  },
  {
    pattern:
      /\b(?:shut\s*down|restart|log\s*out|sleep)\b\s*(?:$|\n|--|end\b)|«event aevt(?:rlgo|rsdn|rest|shut|rrst|rslp)»/im,
    why: say`The script ends the session or shuts this computer down, and Deskhand with it`,
  },
  { pattern: /\bkeychain\b|password\s+of\b|hidden\s+answer/i, why: say`The script reaches for passwords` },
  { pattern: /login\s+item|LaunchAgents|LaunchDaemons/i, why: say`The script makes something run by itself later` },
];

function findDestructive(script: string): Judgement | null {
  const source = script.slice(0, 70_000);
  const found = DESTRUCTIVE.find(({ pattern }) => pattern.test(source));
  return found === undefined ? null : critical('applescript.destructive', found.why);
}

/** A script that runs commands asks, whatever they are; a critical command makes it critical. */
function judgeShellOut(script: string, judgeCommandLine: JudgeCommandLine): Judgement {
  let worst = high('applescript.shell', say`The script runs commands of its own`);
  for (const string of listStrings(script.slice(0, 70_000))) {
    const text = string.replaceAll(/\\([\s\S])/g, (_, char: string) => (char === 'n' ? '\n' : char));
    if (!/\s|\//.test(text)) continue;
    const judged = judgeCommandLine(text);
    if (judged.risk === 'critical') worst = strictest(worst, judged);
  }
  return worst;
}

const MAX_STRINGS = 60;

/** Contents of all quotes of any kind; reads each character once. */
function listStrings(script: string): readonly string[] {
  const strings: string[] = [];
  let [open, start] = ['', 0];
  for (let at = 0; at < script.length && strings.length < MAX_STRINGS; at += 1) {
    const char = script.charAt(at);
    if (open === '') {
      if (char === '"' || char === "'" || char === '`') [open, start] = [char, at + 1];
    } else if (char === '\\' && open === '"') at += 1;
    else if (char === open) {
      strings.push(script.slice(start, at));
      open = '';
    } else if (char === '\n' && open === "'") open = '';
  }
  return strings;
}

/** The first secret path in a string: too many words can read it to list them all. The Mac's older path syntax has colons. */
function findSecretString(lines: readonly (readonly Token[])[], findSecretPath: FindSecretPath): Sentence | null {
  for (const { kind, text } of lines.flat()) {
    if (kind !== 'string') continue;
    const isOld = /^[^/]+:(?:[^/:]+:)*[^/:]*$/.test(text) && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text);
    const path = isOld ? `/${text.split(':').slice(1).join('/')}` : text;
    const reason = /^(?:~|\/)/.test(path) ? findSecretPath(path) : null;
    if (reason !== null) return say`The script reaches ${name(text)}: ${reason}`;
  }
  return null;
}

interface Reading {
  /** Names the script gave values to. */
  readonly variables: Set<string>;
  /** Number of open `tell` blocks. */
  depth: number;
  /** Whether the script addresses an application other than Finder, whose documents, messages or pages may be read. */
  readonly asksApplication: boolean;
}

function notUnderstood(words: string): Sentence {
  return say`I don't know what ${cite(words)} does in this script`;
}

/** Why the script acts; null when every statement is one that only reads or starts an application. */
function findActing(lines: readonly (readonly Token[])[]): Sentence | null {
  const tokens = lines.flat();
  const named = tokens.filter(({ kind }) => kind === 'string').map(({ text }) => text);
  const asksApplication =
    tokens.some(({ kind, text }) => kind === 'word' && /^(?:application|app|process|processes|tell)$/.test(text)) &&
    !(named.includes('Finder') && tokens.filter(({ text }) => text === 'application' || text === 'app').length === 1);
  const reading: Reading = { variables: new Set(), depth: 0, asksApplication };
  for (const line of lines) {
    const reason = findActingStatement(line, reading);
    if (reason !== null) return reason;
  }
  return null;
}

function findActingStatement(tokens: readonly Token[], reading: Reading): Sentence | null {
  const [head, ...rest] = tokens;
  if (head === undefined) return null;
  if (head.kind !== 'word') return findActingWords(tokens, reading);
  switch (head.text) {
    case 'tell':
      return findActingTell(rest, reading);
    case 'set':
      return findActingSet(rest, reading);
    case 'activate':
    case 'launch':
      return rest.length === 0 && reading.depth === 0
        ? say`The script starts something it doesn't name`
        : findActingWords(rest, reading);
    case 'delay':
      return rest.length === 1 && rest[0]?.kind === 'number' && Number(rest[0].text) <= 60
        ? null
        : say`The script waits for an unknown time`;
    case 'log':
    case 'return':
    case 'get':
    case 'exists':
    case 'considering':
    case 'ignoring':
      return findActingWords(rest, reading);
    case 'exit':
      return rest.length === 1 && rest[0]?.text === 'repeat' ? null : notUnderstood('exit');
    case 'if':
      return findActingIf(rest, reading);
    case 'else':
      return rest[0]?.text === 'if'
        ? findActingIf(rest.slice(1), reading)
        : rest.length === 0
          ? null
          : notUnderstood('else');
    case 'repeat':
      return findActingRepeat(rest, reading);
    case 'on':
      return findActingHandler(rest, reading);
    case 'end':
      if (rest[0]?.text === 'tell' || (rest.length === 0 && reading.depth > 0))
        reading.depth = Math.max(0, reading.depth - (rest[0]?.text === 'tell' ? 1 : 0));
      return rest.length > 1 ||
        (rest[0] !== undefined && !/^(?:tell|if|try|repeat|run|considering|ignoring|timeout|error)$/.test(rest[0].text))
        ? notUnderstood('end')
        : null;
    default:
      return findActingWords(tokens, reading);
  }
}

function findActingTell(rest: readonly Token[], reading: Reading): Sentence | null {
  const to = rest.findIndex((token) => token.kind === 'word' && token.text === 'to');
  reading.depth += 1;
  const reason = findActingWords(to < 0 ? rest : rest.slice(0, to), reading);
  if (reason !== null || to < 0) return reason;
  const inner = findActingStatement(rest.slice(to + 1), reading);
  reading.depth -= 1;
  return inner;
}

/** Only a new variable may be set; `set volume` or `set name of x` change something. */
function findActingSet(rest: readonly Token[], reading: Reading): Sentence | null {
  const to = rest.findIndex((token) => token.kind === 'word' && token.text === 'to');
  const target = rest.slice(0, Math.max(to, 0));
  // The separator for joining lists into text, which is a setting of the script itself.
  const isJoining = target.map((token) => token.text).join(' ') === "applescript 's text item delimiters";
  if (isJoining) return findActingWords(rest.slice(to + 1), reading);
  const names = target.filter((token) => token.kind !== 'mark');
  const isList = target.length === names.length * 2 + 1 && target[0]?.text === '{' && target.at(-1)?.text === '}';
  if (to <= 0 || (!(names.length === 1 && target.length === 1) && !isList))
    return say`The script changes something that isn't its own`;
  for (const variable of names) if (!addVariable(variable, reading)) return say`The script sets ${cite(variable.raw)}`;
  return findActingWords(rest.slice(to + 1), reading);
}

/** A name that no application could take for a command of its own: with a capital inside, a digit, or an underscore. */
function addVariable(token: Token, reading: Reading): boolean {
  const isOwn =
    token.kind === 'word' &&
    !READING_WORDS.has(token.text) &&
    !ACTING_WORDS.has(token.text) &&
    (/^[a-z]+(?:[A-Z][a-z]*)+$|[0-9_]/.test(token.raw) || token.text.length === 1);
  if (isOwn) reading.variables.add(token.text);
  return isOwn;
}

function findActingIf(rest: readonly Token[], reading: Reading): Sentence | null {
  const then = rest.findIndex((token) => token.kind === 'word' && token.text === 'then');
  if (then < 0) return findActingWords(rest, reading);
  return findActingWords(rest.slice(0, then), reading) ?? findActingStatement(rest.slice(then + 1), reading);
}

function findActingRepeat(rest: readonly Token[], reading: Reading): Sentence | null {
  if (rest[0]?.text === 'with' && rest[1] !== undefined) {
    return addVariable(rest[1], reading)
      ? findActingWords(rest.slice(2), reading)
      : say`A name that the script's loop sets could be a command`;
  }
  return rest.length === 2 && rest[0]?.kind === 'number' && rest[1]?.text === 'times'
    ? null
    : say`The script may repeat without end`;
}

function findActingHandler(rest: readonly Token[], reading: Reading): Sentence | null {
  if (rest.length === 1 && rest[0]?.text === 'run') return null;
  if (rest[0]?.text !== 'error') return say`The script defines something that runs later`;
  const names = rest.slice(1).filter((token) => token.text !== 'number');
  return names.every((name) => addVariable(name, reading)) ? null : notUnderstood('on error');
}

/** `as text` and `text items` work on what the script has already. */
function isLanguage(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text ?? '';
  return tokens[at - 1]?.text === 'as' || (word === 'text' && /^items?$/.test(tokens[at + 1]?.text ?? ''));
}

/** Every word must be one that reads, or a variable of the script; every application a plain name. */
function findActingWords(tokens: readonly Token[], reading: Reading): Sentence | null {
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'string') {
      const before = tokens[at - 1]?.text === 'id' ? tokens[at - 2]?.text : tokens[at - 1]?.text;
      if ((before === 'application' || before === 'app') && !isPlainAppName(token.text))
        return say`${cite(token.text)} is not a plain name of an app`;
      if ((before === 'application' || before === 'app') && kindOfApp(token.text, []) === 'private')
        return say`${cite(token.text)} keeps secrets`;
    }
    if (token.kind !== 'word') continue;
    if (ACTING_WORDS.has(token.text)) return say`The script does more than read: ${cite(token.text)}`;
    if (reading.variables.has(token.text)) continue;
    if (reading.asksApplication && CONTENT_WORDS.has(token.text) && !isLanguage(tokens, at))
      return say`The script reads what is written in an app: ${cite(token.text)}`;
    if (!READING_WORDS.has(token.text)) return notUnderstood(token.raw);
    const next = tokens[at + 1];
    if (
      (token.text === 'application' || token.text === 'app') &&
      next?.kind === 'word' &&
      reading.variables.has(next.text)
    )
      return say`The script doesn't name the app plainly`;
  }
  return null;
}
