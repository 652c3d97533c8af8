/** Whether something that must not change stayed unchanged: compares such a wish with the changes in the watched folders. Pure. */
import type { CheckResult } from '../journal/acted.ts';
import type { Wish } from '../ledger/wish.ts';
import { oneLine, shorten } from '../words/amounts.ts';
import { join, say, type Text } from '../words/say.ts';
import { fence } from '../words/untrusted.ts';
import type { FolderChanges } from './compare-folders.ts';

const FILE = /[\p{L}\p{N}_~/][\p{L}\p{N}._~/-]*\.[\p{L}\p{N}]{1,5}(?![\p{L}\p{N}_])/giu;
/** Wishes about the rest of a file that is worked on, which file listings cannot prove. */
const OF_ONE = /(?<!\p{L})(?:else|other|rest|sonst|ander\p{L}*|übrig\p{L}*)(?!\p{L})/iu;
const OF_FILES = /(?<!\p{L})(?:files?|folders?|documents?|datei(?:en)?|ordnern?|dokumenten?)(?!\p{L})/iu;
const SHOWN = 5;
const MAX_NAME = 60;

/** null when the files prove nothing about it. `said`: all the person's words. */
export function checkUntouched(wish: Wish, changes: readonly FolderChanges[], said: string): CheckResult | null {
  if (wish.never !== true || changes.length === 0) return null;
  const isOfRest = OF_ONE.test(wish.text.replace(FILE, ''));
  const named = namesIn(wish.text);
  if (named.length > 0) return isOfRest ? null : checkNamed(named, changes);
  return isOfRest && OF_FILES.test(wish.text) ? checkRest(changes, said) : null;
}

function namesIn(text: string): readonly string[] {
  return (text.match(FILE) ?? []).map((name) => name.slice(name.lastIndexOf('/') + 1).toLowerCase());
}

/** Whether each named file was in a watched folder. */
function checkNamed(names: readonly string[], changes: readonly FolderChanges[]): CheckResult | null {
  const touched = changes
    .flatMap(({ changed, gone }) => [...changed, ...gone])
    .filter((file) => names.includes(baseOf(file)));
  const check = say`${names.join(', ')} stays as it was`;
  if (touched.length > 0) return { check, passed: false, text: say`${listNames(touched)} changed` };
  return changes.every(({ isWhole }) => isWhole) ? { check, passed: true, text: say`nothing changed there` } : null;
}

function checkRest(changes: readonly FolderChanges[], said: string): CheckResult | null {
  const wanted = namesIn(said);
  const touched = changes.flatMap(({ changed, gone }) => [...changed, ...gone]);
  const others = touched.filter((file) => !wanted.includes(baseOf(file)));
  const check = say`the other files stay as they were`;
  // Without a name in the person's words it is unknown which file was meant.
  if (others.length > 0 && wanted.length === 0) return null;
  if (others.length > 0) return { check, passed: false, text: say`${listNames(others)} changed` };
  return changes.every(({ isWhole }) => isWhole) ? { check, passed: true, text: say`no other file changed` } : null;
}

function baseOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).toLowerCase();
}

/** As many names as a phone shows, and the number of others. */
export function listNames(names: readonly string[]): Text {
  const shown = names.slice(0, SHOWN).map((name) => shorten(oneLine(name), MAX_NAME));
  const more = names.length - shown.length;
  return more === 0 ? shown.join(', ') : join([shown.join(', '), say`${more} more`], ', ');
}

/** Facts for the model that checks the rest, one line for each folder; file names are fenced as data. */
export function fenceChanges(changes: readonly FolderChanges[]): readonly string[] {
  if (changes.length === 0) return [];
  return [`Files since the first act, looked up:\n${fence('files', changes.map(tellFolder).join('\n'))}`];
}

function tellFolder({ folder, made, changed, gone, isWhole }: FolderChanges): string {
  const isSame = made.length + changed.length + gone.length === 0;
  const rest = isWhole ? [isSame ? 'nothing changed' : 'nothing else changed'] : [];
  return `${folder}: ${[...tell('new', made), ...tell('changed', changed), ...tell('gone', gone), ...rest].join('; ')}`;
}

function tell(what: string, names: readonly string[]): readonly string[] {
  const shown = names.slice(0, 2 * SHOWN).map((name) => shorten(oneLine(name), MAX_NAME));
  const more = names.length - shown.length;
  return names.length === 0 ? [] : [`${what}: ${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`];
}
