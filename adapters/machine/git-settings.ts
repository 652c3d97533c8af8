/** Asks git which settings hold in a folder, before the gate judges a command of git. What is asked runs no program of a repository. */
import { spawn } from 'node:child_process';
import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withLimit } from '../../src/ports/waits/abort-signals.ts';
import type { GitLook, GitSetting } from '../../src/safety/shell/git-settings.ts';
import { UNASKED_VARIABLES } from './environment.ts';

const LIMIT_MS = 5000;
/** How long settings count as known: they are used at once, and files may change later. */
const FRESH_MS = 20_000;
/** How long a look serves further commands: several in one go are mostly about one folder. */
const JUST_NOW_MS = 200;
const MAX_KNOWN = 40;
const MAX_BYTES = 2_000_000;
const MAX_INDEX_BYTES = 64_000_000;
const MAX_REPOSITORIES = 40;

export interface GitLookOptions {
  /** The shell's environment for commands: git must read the same configuration files as theirs. */
  readonly environment: () => Readonly<Record<string, string>>;
}

interface Learned {
  readonly at: number;
  readonly settings: readonly GitSetting[] | null;
}

export function createGitLook({ environment }: GitLookOptions): GitLook {
  const learned = new Map<string, Learned>();
  return {
    known(folder) {
      const found = learned.get(folder);
      return found === undefined || performance.now() - found.at > FRESH_MS ? null : found.settings;
    },
    async look(folder, signal) {
      const before = learned.get(folder);
      if (before !== undefined && performance.now() - before.at < JUST_NOW_MS) return;
      const enough = withLimit(LIMIT_MS, signal);
      const settings = await readSettings(folder, { ...environment(), ...UNASKED_VARIABLES, LC_ALL: 'C' }, enough);
      signal.throwIfAborted();
      learned.delete(folder);
      learned.set(folder, { at: performance.now(), settings });
      for (const oldest of [...learned.keys()].slice(0, Math.max(0, learned.size - MAX_KNOWN))) learned.delete(oldest);
    },
  };
}

type Environment = Readonly<Record<string, string>>;

/** null: the settings cannot be read. */
async function readSettings(
  folder: string,
  env: Environment,
  signal: AbortSignal,
): Promise<readonly GitSetting[] | null> {
  try {
    const isFolder = await stat(folder).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    // Nothing runs in a folder that is not there.
    if (!isFolder) return [];
    return await readRepository(
      { folder, isEmbedded: false },
      { env, signal, left: { repositories: MAX_REPOSITORIES } },
    );
  } catch {
    return null;
  }
}

interface Repository {
  readonly folder: string;
  /** Whether it is a submodule, which git enters from the repository around it, whoever owns it. */
  readonly isEmbedded: boolean;
}

interface Asking {
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly left: { repositories: number };
}

async function readRepository({ folder, isEmbedded }: Repository, asking: Asking): Promise<readonly GitSetting[]> {
  asking.left.repositories -= 1;
  if (asking.left.repositories < 0) throw new Error('too many repositories in one another');
  const git = (args: readonly string[], most = MAX_BYTES): Promise<Answer> =>
    askGit([...(isEmbedded ? ['--git-dir=.git', '--work-tree=.'] : []), ...args], folder, asking, most);
  const [list, top] = await Promise.all([
    git(['config', '--list', '--includes', '-z', '--show-origin', '--show-scope']),
    git(['rev-parse', '--show-toplevel']),
  ]);
  if (list.code !== 0) throw new Error(list.errors);
  const settings = parseList(list.output, asking.env);
  // No repository, a bare one, or one that git refuses to use.
  if (
    top.code !== 0 &&
    /not a git repository|must be run in a work tree|dubious ownership|bare repository/.test(top.errors)
  )
    return settings;
  if (top.code !== 0) throw new Error(top.errors);
  const root = top.output.replace(/\n$/, '');
  const isOrdinary = isEmbedded || (await findHolder(folder)) === (await realpath(root));
  const inner = await listEmbedded(root, asking);
  return [
    // A submodule's settings name the folder it stands in.
    ...settings.filter(({ key }) => key !== 'core.worktree' || !isOrdinary),
    ...(await Promise.all(inner.map((path) => readRepository({ folder: path, isEmbedded: true }, asking)))).flat(),
  ];
}

/** The nearest folder upwards in which `.git` lies, links followed; null when there is none. */
async function findHolder(folder: string): Promise<string | null> {
  for (let at = await realpath(folder); ; at = dirname(at)) {
    const isThere = await lstat(join(at, '.git')).then(
      () => true,
      () => false,
    );
    if (isThere) return at;
    if (dirname(at) === at) return null;
  }
}

/** Repositories in this one that its index names, as far as they are there: git looks whether something changed in them. */
async function listEmbedded(root: string, asking: Asking): Promise<readonly string[]> {
  const listed = await askGit(['ls-files', '--stage', '-z'], root, asking, MAX_INDEX_BYTES, (entry) =>
    entry.startsWith('160000 '),
  );
  if (listed.code !== 0) throw new Error(listed.errors);
  const paths = listed.output
    .split('\0')
    .flatMap((entry) => (entry === '' ? [] : [entry.slice(entry.indexOf('\t') + 1)]));
  if (paths.some((path) => path.includes('\uFFFD'))) throw new Error('a name that cannot be read');
  const folders = [...new Set(paths)].map((path) => join(root, path));
  if (folders.length > MAX_REPOSITORIES) throw new Error('too many repositories in one another');
  const isThere = await Promise.all(
    folders.map((path) =>
      lstat(join(path, '.git')).then(
        () => true,
        () => false,
      ),
    ),
  );
  return folders.filter((_, at) => isThere[at]);
}

/** Scope, origin, and key with value, each ended by a zero byte. */
function parseList(output: string, env: Environment): readonly GitSetting[] {
  const home = env.HOME ?? '';
  const own = [join(home, '.gitconfig'), join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'git/config')];
  const fields = output.split('\0');
  const settings: GitSetting[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [scope = '', origin = '', entry = ''] = fields.slice(at, at + 3);
    if (scope === 'command') continue;
    const end = entry.indexOf('\n');
    const isPersons = scope === 'system' || (scope === 'global' && own.some((path) => origin === `file:${path}`));
    settings.push({
      key: end < 0 ? entry : entry.slice(0, end),
      value: end < 0 ? '' : entry.slice(end + 1),
      isPersons,
    });
  }
  return settings;
}

interface Answer {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/**
 * Runs git. With `keeps`, only entries (each ended by a zero byte) for which it is true are kept. Rejects when the output is too large or
 * takes too long.
 */
function askGit(
  args: readonly string[],
  cwd: string,
  { env, signal }: Asking,
  most: number,
  keeps?: (entry: string) => boolean,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, { cwd, env, signal, killSignal: 'SIGKILL', stdio: ['ignore', 'pipe', 'pipe'] });
    const kept: string[] = [];
    let [rest, errors, length] = ['', '', 0];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      length += text.length;
      if (length > most) {
        child.kill('SIGKILL');
        reject(new Error('git says too much'));
      } else if (keeps === undefined) kept.push(text);
      else {
        const entries = (rest + text).split('\0');
        rest = entries.pop() ?? '';
        kept.push(...entries.filter(keeps).map((entry) => `${entry}\0`));
      }
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(0, 4000);
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: kept.join(''), errors }));
  });
}
