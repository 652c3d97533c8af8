/** Paths in words: files that a proven read may see in the confined place, and folders that a person's own words open there. */
import { HOME_FOLDERS } from '../places/home-folders.ts';
import { readScript, type ScriptCommand } from './script.ts';

const MAX_PATHS = 40;

/** Every word of a command that could be a path, as far as it is known before it runs; for a pattern its folder. */
export function pathsIn(command: string, home: string): readonly string[] {
  const { commands } = readScript(command, { home, user: home.slice(home.lastIndexOf('/') + 1) });
  const paths = commands.flatMap(({ words, inputs }: ScriptCommand) =>
    [...words.slice(1), ...inputs]
      .filter((word) => word.isCertain)
      .flatMap(({ text, isGlob }) =>
        [text, ...text.split('=').slice(1)].map((path) => (isGlob ? literalFolder(path) : path)),
      ),
  );
  return [...new Set(paths)].filter((path) => path !== '' && path !== '.' && !path.startsWith('-')).slice(0, MAX_PATHS);
}

function literalFolder(path: string): string {
  const wild = path.search(/[*?[]/);
  return wild < 0 ? path : path.slice(0, path.lastIndexOf('/', wild) + 1);
}

/** Absolute paths, `~/…` and the standard folders; the confined place checks whether they exist. */
export function foldersIn(words: string, home: string): readonly string[] {
  const named = [
    ...words.matchAll(/(?<![\w:/.~])(?:~|\/)[\p{L}\p{N}._~+@-]*(?:\/[\p{L}\p{N}._+@ -]*[\p{L}\p{N}_+@-])*/gu),
  ].flatMap(([path]) => [
    path,
    // A blank may belong to the name or end it.
    path.replace(/ .*$/, ''),
  ]);
  const known = HOME_FOLDERS.flatMap(({ words: called, names }) =>
    called.test(words) ? names.map((folder) => `${home}/${folder}`) : [],
  );
  return [...new Set([...named, ...known])].filter((path) => path.length > 1).slice(0, MAX_PATHS);
}
