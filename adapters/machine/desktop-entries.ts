/** Applications as Linux desktops know them: .desktop files (Desktop Entry Specification 1.5). */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

export interface DesktopEntry {
  /** Where it stands below its applications folder, without `.desktop`. */
  readonly id: string;
  /** The name without a language first, then those of all languages. */
  readonly names: readonly string[];
  /** What kind of application it is ("Text Editor"), in all languages. */
  readonly genericNames: readonly string[];
  /** Program and arguments, field codes dropped. */
  readonly command: readonly string[];
  /** Working directory it asks for; '' for none. */
  readonly folder: string;
  readonly needsTerminal: boolean;
  /** What it opens, as MIME types: `x-scheme-handler/mailto`. */
  readonly opens: readonly string[];
  /** Kinds as the Desktop Menu Specification names them: `WebBrowser`. */
  readonly categories: readonly string[];
}

/** All applications below these data folders; an earlier folder's entry hides a later one of the same id. */
export async function readDesktopEntries(dataFolders: readonly string[]): Promise<readonly DesktopEntry[]> {
  const entries = new Map<string, DesktopEntry | null>();
  for (const folder of dataFolders) {
    const applications = join(folder, 'applications');
    const files = await readdir(applications, { recursive: true, encoding: 'utf8' }).catch(() => []);
    for (const file of files.filter((name) => name.endsWith('.desktop')).toSorted()) {
      const id = file.slice(0, -'.desktop'.length).replaceAll('/', '-');
      if (entries.has(id)) continue;
      const text = await readFile(join(applications, file), 'utf8').catch(() => '');
      entries.set(id, parseDesktopEntry(id, text));
    }
  }
  return [...entries.values()].filter((entry) => entry !== null);
}

/** Null for what is no application, is marked as deleted, or has nothing to start. */
export function parseDesktopEntry(id: string, text: string): DesktopEntry | null {
  const fields = readGroup(text);
  const localized = (key: string): readonly string[] =>
    [...fields].filter(([name]) => name === key || name.startsWith(`${key}[`)).map(([, value]) => readEscapes(value));
  const command = parseExec(fields.get('Exec') ?? '');
  if (fields.get('Type') !== 'Application' || fields.get('Hidden') === 'true' || command.length === 0) return null;
  return {
    id,
    names: localized('Name'),
    genericNames: localized('GenericName'),
    command,
    folder: readEscapes(fields.get('Path') ?? ''),
    needsTerminal: fields.get('Terminal') === 'true',
    opens: readList(fields.get('MimeType')),
    categories: readList(fields.get('Categories')),
  };
}

/** The entry that is meant by a bare name: its id, name or program before its kind; case does not matter. */
export function findDesktopEntry(name: string, entries: readonly DesktopEntry[]): DesktopEntry | null {
  const wanted = fold(name).replace(/\.desktop$/, '');
  const has = (values: readonly string[]): boolean => values.some((value) => fold(value) === wanted);
  return (
    entries.find((entry) => has([entry.id, ...entry.names])) ??
    entries.find((entry) => has([entry.id.split('.').at(-1) ?? '', basename(entry.command[0] ?? '')])) ??
    entries.find((entry) => has(entry.genericNames)) ??
    null
  );
}

/** The words people use for a kind of application instead of a name. */
const KINDS: readonly (readonly [words: RegExp, category: string])[] = [
  [/^(?:(?:web|internet)[ -]?)?(?:browser|navegador)$/, 'WebBrowser'],
  [/^(?:terminal|console|konsole|consola)$/, 'TerminalEmulator'],
  [/^(?:file manager|files|file browser|dateien|dateimanager|archivos|gestor de archivos)$/, 'FileManager'],
  [/^(?:text ?editor|editor|editor de texto)$/, 'TextEditor'],
  [/^(?:calculator|rechner|taschenrechner|calculadora)$/, 'Calculator'],
];

/** The first application with a window of its own of the kind that such a word means; null for any other word. */
export function findOfKind(word: string, entries: readonly DesktopEntry[]): DesktopEntry | null {
  const category = KINDS.find(([words]) => words.test(fold(word)))?.[1];
  if (category === undefined) return null;
  return entries.find(({ categories, needsTerminal }) => categories.includes(category) && !needsTerminal) ?? null;
}

/** What its windows may be called by, the name for people first. */
export function namesOf({ id, names, command }: DesktopEntry): readonly string[] {
  const own = [...names, id.split('.').at(-1) ?? '', basename(command[0] ?? '')];
  return [...new Set(own.filter((name) => name !== ''))];
}

function readList(value: string | undefined): readonly string[] {
  return (value ?? '').split(';').filter((part) => part !== '');
}

function fold(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/** Keys of the `[Desktop Entry]` group. */
function readGroup(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let isInside = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('[')) isInside = line.trim() === '[Desktop Entry]';
    const equals = line.indexOf('=');
    if (!isInside || line.startsWith('#') || equals === -1) continue;
    const key = line.slice(0, equals).trim();
    if (!fields.has(key)) fields.set(key, line.slice(equals + 1).trim());
  }
  return fields;
}

const ESCAPES: Readonly<Record<string, string>> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' };

/** The escapes of every string value. */
function readEscapes(value: string): string {
  return value.replace(/\\(.)/g, (whole, letter: string) => ESCAPES[letter] ?? whole);
}

/** Words of an Exec value: quoted ones with their escapes, field codes (%f, %U, …) left out, `%%` a percent sign. */
function parseExec(value: string): readonly string[] {
  const words = readEscapes(value).match(/(?:"(?:\\.|[^"\\])*"|[^\s"]+)+/g) ?? [];
  return words.flatMap((word) => {
    const isQuoted = word.includes('"');
    const plain = word.replace(/"((?:\\.|[^"\\])*)"/g, (_, inside: string) => inside.replace(/\\(.)/g, '$1'));
    const filled = plain.replace(/%(.)/g, (_, code: string) => (code === '%' ? '%' : ''));
    return filled === '' && !isQuoted ? [] : [filled];
  });
}
