/** What a person's own words name: documents, applications, sites and folders. Nothing is looked up, and nothing is guessed. */

import { appsNamedIn } from '../apps/same-app.ts';
import { WELL_KNOWN_SITES } from '../places/well-known-sites.ts';
import { foldersIn } from '../shell/shown-paths.ts';

export interface NamedTargets {
  /** Names of documents as they were written, including their path. */
  readonly files: readonly string[];
  /** Each by one of its names. */
  readonly apps: readonly string[];
  /** Hosts. */
  readonly sites: readonly string[];
  /** Absolute, or from `~` on. */
  readonly folders: readonly string[];
}

/** Applications by the documents they open: the usual family on every platform, and related ones. */
const OPENED_BY: readonly (readonly [endings: string, apps: readonly string[]])[] = [
  ['ods xls xlsx csv tsv fods', ['LibreOffice', 'Excel', 'Numbers', 'Gnumeric']],
  ['odt doc docx rtf fodt', ['LibreOffice', 'Word', 'Pages', 'AbiWord']],
  ['odp ppt pptx fodp', ['LibreOffice', 'PowerPoint', 'Keynote']],
  ['odg', ['LibreOffice']],
  ['numbers', ['Numbers']],
  ['pages', ['Pages']],
  ['key', ['Keynote']],
  [
    'txt md markdown text',
    ['TextEdit', 'Mousepad', 'gedit', 'Text Editor', 'KWrite', 'Pluma', 'Xed', 'Featherpad', 'Leafpad'],
  ],
  ['xcf', ['GIMP']],
  ['png jpg jpeg gif bmp tif tiff webp', ['GIMP', 'Preview', 'Krita', 'Pinta']],
  ['svg', ['Inkscape']],
];
const appsByEnding = new Map(
  OPENED_BY.flatMap(([endings, apps]) => endings.split(' ').map((ending) => [ending, apps] as const)),
);

const FILE = new RegExp(
  `(?<![\\p{L}\\p{N}._~/@-])((?:~/|/)?(?:[\\p{L}\\p{N}._-]+/)*[\\p{L}\\p{N}_][\\p{L}\\p{N}._-]{0,100}\\.(?:${[...appsByEnding.keys()].join('|')}))(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`,
  'giu',
);
const HOST =
  /(?<![\p{L}\p{N}@._/-])(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.)+[a-z]{2,24})(?![\p{L}\p{N}_-]|\.[a-z0-9])/giu;
const MOST = 12;

/** `words`: the person's own. */
export function findTargets(words: string, home: string): NamedTargets {
  const text = words.slice(0, 8000);
  const files = unique([...text.matchAll(FILE)].map(([, file = '']) => file));
  const rest = files.reduce((left, file) => left.replaceAll(file, ' '), text);
  const hosts = [...rest.matchAll(HOST)].map(([, host = '']) => host.toLowerCase()).filter((host) => !isFileName(host));
  const known = Object.entries(WELL_KNOWN_SITES).flatMap(([name, [host]]) =>
    host !== undefined && isGoneTo(rest, name) && !hosts.some((other) => other.includes(name)) ? [host] : [],
  );
  const inFolders = files.flatMap((file) => (file.includes('/') ? [file.slice(0, file.lastIndexOf('/'))] : []));
  return {
    files,
    apps: unique(appsNamedIn(rest)),
    sites: unique([...hosts, ...known]),
    folders: unique([...findFolders(rest, home), ...inFolders.filter((folder) => /^[~/]/.test(folder))]),
  };
}

/** Folders in the text; one that is part of a longer path does not count by itself. */
function findFolders(text: string, home: string): readonly string[] {
  const paths = foldersIn(text, home).filter((folder) => text.includes(folder));
  const rest = paths
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, path) => left.replaceAll(path, ' '), text);
  return [...paths, ...foldersIn(rest, home)];
}

/** All hosts of the plain word that means this site. */
export function hostsOf(site: string): readonly string[] {
  const others = Object.values(WELL_KNOWN_SITES).filter(([first]) => first === site);
  return [site, ...others.flat()];
}

/** Those that open such a document, best known first; empty for other files. */
export function appsFor(file: string): readonly string[] {
  return appsByEnding.get(file.slice(file.lastIndexOf('.') + 1).toLowerCase()) ?? [];
}

function isFileName(host: string): boolean {
  return /\.(?:py|rs|sh|md|zip|mov|app|pdf|txt|js|ts)$/.test(host) && !host.startsWith('www.');
}

/** “google docs” is another site than google. */
const LONGER = '(?!\\s+(?:docs|sheets|slides|drive|calendar|maps)(?![\\p{L}]))';

/** Whether the word is a destination; only then it means the site. */
function isGoneTo(text: string, word: string): boolean {
  // Compiling some sixty expressions takes 130 ms in a young process, so words that do not occur are skipped first.
  if (!text.toLowerCase().includes(word)) return false;
  const leads =
    'on|at|from|to|in|into|via|open|visit|search|browse|use|using|auf|bei|von|aus|zu|öffne|besuche|sur|en|su|op';
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${leads})\\s+(?:my |the |mein\\w* )?${word}(?![\\p{L}\\p{N}])${word.includes(' ') ? '' : LONGER}`,
    'iu',
  ).test(text);
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, MOST);
}
