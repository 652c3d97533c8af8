/** Parses which machine a message is for, from its beginning and without guessing. Pure. */
import { parseCommand } from '../../commands/parse-command.ts';
import { readPlainWord } from '../../commands/plain-words.ts';
import { closestWord } from '../../words/closest.ts';

export type Address =
  /** No machine is named. */
  | { readonly kind: 'none' }
  /** `/machines`. */
  | { readonly kind: 'list' }
  /** `/on` alone. */
  | { readonly kind: 'which' }
  /** A name without further words: it becomes the thread's machine. */
  | { readonly kind: 'choose'; readonly machine: string }
  | { readonly kind: 'one'; readonly machine: string; readonly rest: string }
  /** All machines, for commands that only look; any idle machine, for a goal. */
  | { readonly kind: 'all' | 'any'; readonly rest: string }
  | { readonly kind: 'unknown'; readonly name: string; readonly closest: string | null };

/** `names`: machines that this person may work, in small letters. */
export function readAddress(text: string, names: readonly string[]): Address {
  const trimmed = text.trim();
  if (/^\/?machines[.!?]?$/i.test(trimmed)) return { kind: 'list' };
  if (/^\/[ \t]*on$/i.test(trimmed)) return { kind: 'which' };
  const slash = /^\/[ \t]*on\s+@?(\S+)(?:\s+([\s\S]*))?$/i.exec(trimmed);
  const at = /^@(\S+?)[,:]?(?:\s+([\s\S]*))?$/.exec(trimmed);
  // “on my desktop create …” is a goal: without the slash the name must be one that is known.
  const plain = /^on\s+@?(\S+?)[,:]?(?:\s+([\s\S]*))?$/i.exec(trimmed);
  const [, name, words = ''] = slash ?? at ?? (plain !== null && isName(plain[1], names) ? plain : []) ?? [];
  if (name === undefined) return { kind: 'none' };
  const wanted = name.toLowerCase().replace(/[,:]$/, '');
  const rest = asCommand(words);
  if (wanted === 'all' || wanted === 'any') return { kind: wanted, rest };
  if (!names.includes(wanted)) return { kind: 'unknown', name: name.slice(0, 40), closest: closestWord(wanted, names) };
  return rest === '' ? { kind: 'choose', machine: wanted } : { kind: 'one', machine: wanted, rest };
}

function isName(word: string | undefined, names: readonly string[]): boolean {
  const wanted = word?.toLowerCase() ?? '';
  return wanted === 'all' || names.includes(wanted);
}

/** After a machine's name a command needs no slash: `/on studio run tidy up`. */
function asCommand(words: string): string {
  const trimmed = words.trim();
  return trimmed.startsWith('/') ? trimmed : (readPlainWord(trimmed) ?? trimmed);
}

/** Commands that only look, and stops: these may go to every machine at once. */
const FOR_ALL: readonly string[] = ['status', 'screenshot', 'queue', 'cost', 'orders', 'allowed', 'stop'];

export function isForAll(words: string): boolean {
  const parsed = parseCommand(words);
  if (parsed.kind !== 'command') return false;
  const { command } = parsed;
  // With an argument these commands change something.
  return FOR_ALL.includes(command.name) && !('rest' in command && command.rest !== '');
}

export function isStop(words: string): boolean {
  const parsed = parseCommand(words);
  return parsed.kind === 'command' && parsed.command.name === 'stop';
}

/** Whether the words ask for a run; only that may go to any machine. */
export function isGoal(words: string): boolean {
  const parsed = parseCommand(words);
  return parsed.kind === 'plain' ? parsed.text !== '' : parsed.kind === 'command' && parsed.command.name === 'run';
}
