/** Newer versions of a clone: tags of its remote that are signed by a key which the present version, or its owner, names. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { say, type Text } from '../../../src/words/say.ts';
import { newestAfter } from '../../../src/words/versions.ts';
import { type Candidate, type Prepared, UpdateRefused, type UpdateSource } from './candidate.ts';
import { runTool } from './run-tool.ts';

export interface GitPlace {
  /** The folder of the clone. */
  readonly root: string;
  readonly version: string;
  /** ssh-keygen's list of allowed signers; absolute. */
  readonly signers: string;
  /** Program and first arguments. */
  readonly npm: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where fetched tags are kept: a tag of the remote never takes the place of one that is here. */
const FETCHED = 'refs/deskhand-update';
const BESIDE = '.update';
/** Options of git: only SSH signatures count, since any OpenPGP key of the person's keyring would do, and no hook of the clone runs. */
const GUARDED = [
  ...['gpg.program', 'gpg.openpgp.program', 'gpg.x509.program'].flatMap((name) => ['-c', `${name}=false`]),
  ...['-c', 'gpg.ssh.program=ssh-keygen', '-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'],
];

export function createGitSource(place: GitPlace): UpdateSource {
  const env = Object.fromEntries(Object.entries(place.env).filter(([name]) => !name.startsWith('GIT_')));
  const quiet = { ...env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  const git = async (args: readonly string[], what: Text, signal: AbortSignal, more = {}): Promise<string> =>
    await runTool(['git', ...GUARDED, ...args], { cwd: place.root, env: { ...quiet, ...more } }, what, signal);

  const isClone = async (signal: AbortSignal): Promise<boolean> =>
    existsSync(join(place.root, '.git')) &&
    resolve((await git(['rev-parse', '--show-toplevel'], say`Git does not know this folder.`, signal)).trim()) ===
      resolve(place.root);

  const readTags = async (signal: AbortSignal): Promise<ReadonlyMap<string, FetchedTag>> => {
    const format = '--format=%(refname:strip=2) %(objecttype) %(objectname)';
    const lines = (
      await git(['for-each-ref', format, FETCHED], say`The list of versions cannot be read.`, signal)
    ).split('\n');
    return new Map(
      lines.flatMap((line): readonly (readonly [string, FetchedTag])[] => {
        const [name = '', type = '', id = ''] = line.split(' ');
        return name.startsWith('v') ? [[name.slice(1), { type, id }]] : [];
      }),
    );
  };

  const peek = async (signal: AbortSignal): Promise<string | null> => {
    if (!(await isClone(signal))) return null;
    const words = await git(['ls-remote', '--tags', 'origin', 'v*'], NO_REMOTE, signal);
    return newestAfter(
      place.version,
      [...words.matchAll(/refs\/tags\/v([\d.]+)$/gm)].map(([, version = '']) => version),
    );
  };

  const find = async (signal: AbortSignal): Promise<Candidate | null> => {
    if (!(await isClone(signal)))
      throw new UpdateRefused(
        say`${place.root} is not a git clone, so it cannot be updated. Clone Deskhand, and move your data there.`,
      );
    const spec = `+refs/tags/v*:${FETCHED}/v*`;
    await git(['fetch', '--quiet', '--no-tags', '--prune', '--no-write-fetch-head', 'origin', spec], NO_REMOTE, signal);
    const tags = await readTags(signal);
    const version = newestAfter(place.version, [...tags.keys()]);
    const tag = version === null ? undefined : tags.get(version);
    if (version === null || tag === undefined) return null;
    const { commit, signer } = await verify(version, tag, signal);
    await checkClean(signal);
    const show = (path: string) => git(['show', `${commit}:${path}`], `v${version} has no ${path}`, signal);
    checkVersion(version, await show('package.json'));
    return {
      version,
      changelog: await show('CHANGELOG.md').catch(() => ''),
      provenBy: signer,
      prepare: (until) => prepare(commit, until),
      drop: () => rm(join(place.root, BESIDE), { recursive: true, force: true }),
    };
  };

  const verify = async (version: string, { type, id }: FetchedTag, signal: AbortSignal) => {
    if (type !== 'tag')
      throw new UpdateRefused(say`v${version} is not signed, so it is not taken. Nothing was changed.`);
    if (!existsSync(place.signers))
      throw new UpdateRefused(
        say`No key is known that may sign a version: set ${'UPDATE_SIGNERS'} to a file of allowed signers (ssh-keygen(1)) with the makers’ key. Nothing was changed.`,
      );
    const trust = ['-c', `gpg.ssh.allowedSignersFile=${place.signers}`];
    const words = await runTool(
      ['/bin/sh', '-c', 'exec git "$@" 2>&1', 'git', ...GUARDED, ...trust, 'verify-tag', id],
      { cwd: place.root, env: quiet },
      say`The signature of v${version} is not one of a known key, so it is not taken. Nothing was changed.`,
      signal,
    );
    const signer = /^Good "git" signature for (\S+) with /m.exec(words)?.[1];
    if (signer === undefined)
      throw new UpdateRefused(
        say`The signature of v${version} is not one of a known key, so it is not taken. Nothing was changed.`,
      );
    // An old tag under a new name carries a good signature, too.
    const head = (await git(['cat-file', 'tag', id], say`v${version} cannot be read.`, signal)).split('\n\n')[0] ?? '';
    const commit = /^object ([0-9a-f]{40,64})$/m.exec(head)?.[1];
    if (commit === undefined || !/^type commit$/m.test(head) || !head.split('\n').includes(`tag v${version}`))
      throw new UpdateRefused(
        say`What is called v${version} was signed under another name, so it is not taken. Nothing was changed.`,
      );
    return { commit, signer };
  };

  const checkClean = async (signal: AbortSignal): Promise<void> => {
    const changed = await git(
      ['status', '--porcelain', '--untracked-files=no'],
      say`It cannot be told which files were changed.`,
      signal,
    );
    const names = changed.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(3)]));
    if (names.length > 0)
      throw new UpdateRefused(
        say`You changed files of Deskhand itself (${names.slice(0, 3).join(', ')}): commit or undo that first. Nothing was changed.`,
      );
  };

  const prepare = async (commit: string, signal: AbortSignal): Promise<Prepared> => {
    const beside = join(place.root, BESIDE);
    const files = join(beside, 'files');
    const before = (await git(['symbolic-ref', '--quiet', '--short', 'HEAD'], '', signal).catch(() => '')).trim();
    const from = before || (await git(['rev-parse', 'HEAD'], say`Git has no commit here.`, signal)).trim();
    await rm(beside, { recursive: true, force: true });
    await mkdir(files, { recursive: true, mode: 0o700 });
    const index = { GIT_INDEX_FILE: join(beside, 'index') };
    await git(['read-tree', commit], say`The new version cannot be unpacked.`, signal, index);
    await git(
      ['checkout-index', '--all', `--prefix=${files}/`],
      say`The new version cannot be unpacked.`,
      signal,
      index,
    );
    await runTool(
      [...place.npm, 'ci', '--no-audit', '--no-fund'],
      { cwd: files, env: place.env },
      say`Its packages cannot be installed. Nothing was changed.`,
      signal,
    );
    const modules = join(place.root, 'node_modules');
    const [kept, fresh] = [join(beside, 'node_modules'), join(files, 'node_modules')];
    const never = new AbortController().signal;
    const checkOut = (to: string) =>
      git(
        ['checkout', '--quiet', ...(to === commit ? ['--detach'] : []), to],
        say`Git could not change the version.`,
        never,
      );
    const back = async (): Promise<void> => {
      await checkOut(from);
      if (!existsSync(kept)) return;
      await rm(modules, { recursive: true, force: true });
      await rename(kept, modules);
    };
    return {
      entry: join(files, 'src', 'bin', 'entry.mjs'),
      settingsFolder: files,
      async swap() {
        await checkOut(commit);
        try {
          if (existsSync(modules)) await rename(modules, kept);
          if (existsSync(fresh)) await rename(fresh, modules);
        } catch (error) {
          await back();
          throw error;
        }
      },
      back,
    };
  };

  return { find, peek };
}

interface FetchedTag {
  readonly type: string;
  readonly id: string;
}

const NO_REMOTE = say`The newest version cannot be looked up. Nothing was changed.`;

function checkVersion(version: string, manifest: string): void {
  const told: unknown = JSON.parse(manifest);
  if (typeof told === 'object' && told !== null && 'version' in told && told.version === version) return;
  throw new UpdateRefused(
    say`v${version} holds another version in its package.json, so it is not taken. Nothing was changed.`,
  );
}
