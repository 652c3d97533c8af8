/** What git's settings say for a folder: the repository's own, its submodules', the person's; for the gate, which cannot wait. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const MAX_FILES = 60;
const MAX_INCLUDES = 10;
const MAX_FILE_BYTES = 200_000;

/** The text of all of them, one behind the other; '' where there are none. */
export function readGitSettings(folder: string, home: string): string {
  const found = findGitFolder(folder);
  const files = [
    ...(found === null ? [] : listSettings(found)),
    join(home, '.gitconfig'),
    join(home, '.config', 'git', 'config'),
  ];
  return files.map((file) => readWithIncludes(file, home, MAX_INCLUDES)).join('\n');
}

/** The nearest one upwards, as git looks for it; also a folder that is a repository without files of its own. */
function findGitFolder(folder: string): string | null {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const git = join(at, '.git');
    if (isFolder(git)) return git;
    const pointer = /^gitdir:\s*(.+?)\s*$/m.exec(read(git))?.[1];
    if (pointer !== undefined) return resolve(at, pointer);
    if (isFolder(join(at, 'objects')) && isFolder(join(at, 'refs')) && read(join(at, 'HEAD')) !== '') return at;
    if (dirname(at) === at) return null;
  }
}

function listSettings(git: string): readonly string[] {
  const common = read(join(git, 'commondir')).trim();
  const base = common === '' ? git : resolve(git, common);
  return [
    join(base, 'config'),
    join(git, 'config'),
    join(git, 'config.worktree'),
    ...listModules(join(base, 'modules'), MAX_FILES),
  ];
}

/** Submodules' settings; theirs lie in folders as deep as their names. */
function listModules(folder: string, left: number): readonly string[] {
  const files: string[] = [];
  const open = [folder];
  for (let at = open.pop(); at !== undefined && files.length < left; at = open.pop()) {
    for (const entry of list(at)) {
      if (entry === 'config') files.push(join(at, entry));
      else if (!['objects', 'refs', 'hooks', 'logs', 'info'].includes(entry) && isFolder(join(at, entry)))
        open.push(join(at, entry));
    }
  }
  return files;
}

/** `[include]` and `[includeIf]` bring in other files; whether the condition holds is not asked. */
function readWithIncludes(file: string, home: string, left: number): string {
  const text = read(file);
  const paths = left > 0 ? [...text.matchAll(/^\s*path\s*=\s*"?(.+?)"?\s*$/gim)].map(([, path = '']) => path) : [];
  const included = paths
    .slice(0, left)
    .map((path) => resolve(dirname(file), path.startsWith('~/') ? join(home, path.slice(2)) : path));
  return [text, ...included.map((path) => readWithIncludes(path, home, Math.floor(left / 4)))].join('\n');
}

function read(file: string): string {
  try {
    if (statSync(file).size > MAX_FILE_BYTES) return '[core]\nworktree = too large to be looked through';
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
