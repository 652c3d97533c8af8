/** Finds what is critical in one command: entries of the list, and deleting or rewriting important places. */
import { type Sentence, say } from '../../words/say.ts';
import { name as sayName } from '../levels.ts';
import type { Places } from '../places/places.ts';
import { DANGERS, FETCHERS, INTERPRETERS } from './danger-list.ts';
import { UNKNOWN_PART } from './words.ts';

export interface DangerCall {
  /** The program's bare name. */
  readonly name: string;
  /** It stands where a program does; false: it may be an argument, too. */
  readonly isProgram: boolean;
  /** The known arguments. */
  readonly args: readonly string[];
  /** Names of the programs before it in the pipeline. */
  readonly upstream: readonly string[];
}

export interface FoundDanger {
  readonly rule: string;
  readonly reason: Sentence;
}

/** Which arguments of a tool name the files it changes. */
const WRITERS: Readonly<Record<string, 'all' | 'last' | 'after-first'>> = {
  rm: 'all',
  grm: 'all',
  rmdir: 'all',
  unlink: 'all',
  shred: 'all',
  srm: 'all',
  trash: 'all',
  truncate: 'all',
  touch: 'all',
  mkdir: 'all',
  mv: 'all',
  gmv: 'all',
  cp: 'last',
  gcp: 'last',
  install: 'last',
  ln: 'last',
  rsync: 'last',
  ditto: 'last',
  scp: 'last',
  tee: 'all',
  sponge: 'all',
  chmod: 'after-first',
  chown: 'after-first',
  chgrp: 'after-first',
  chflags: 'after-first',
  chattr: 'after-first',
  setfacl: 'all',
  xattr: 'all',
  patch: 'all',
  sed: 'after-first',
  perl: 'after-first',
  ed: 'all',
  ex: 'all',
  vim: 'all',
  vi: 'all',
  nvim: 'all',
  nano: 'all',
  emacs: 'all',
  dd: 'all',
  split: 'last',
  crontab: 'all',
  plutil: 'all',
  defaults: 'all',
  PlistBuddy: 'all',
};

const DELETERS = /^(?:rm|grm|rmdir|unlink|srm|trash|shred|mv|gmv|find|gfind|fd|chmod|chown|chgrp|chflags|rsync)$/;

/** Folders where a recursive change reaches everything of a kind. */
const TOP_FOLDER = /^\/(?:[^/]+)?(?:\/\*+)?$|^\/(?:home|users|usr|var|library|system|etc|opt)\/[^/]*$/i;

/** One expression for all listed programs, to skip the many others quickly. */
export const LISTED_TOOL = new RegExp(DANGERS.map(({ tool }) => tool.source).join('|'));

/** The first thing that makes this command critical; null when nothing does. `bases` are the folders it may run in. */
export function findDanger(call: DangerCall, places: Places, bases: readonly string[]): FoundDanger | null {
  const name = call.name.toLowerCase();
  const args = call.args.map((arg) => arg.toLowerCase());
  const listed = LISTED_TOOL.test(name)
    ? DANGERS.find(
        ({ tool, isProgram, has = [] }) =>
          tool.test(name) &&
          (isProgram !== true || call.isProgram) &&
          has.every((wanted) => args.some((arg) => wanted.test(arg))),
      )
    : undefined;
  if (listed !== undefined) return { rule: listed.rule, reason: listed.why };
  return findFetchAndRun(call) ?? findWideChange(call, places, bases) ?? findProtectedTarget(call, places, bases);
}

export function runsUnseen(source: string, name: string): Sentence {
  return say`What ${source} brings would run unseen in ${name}`;
}

/** `curl … | sh`: runs fetched code that nobody has seen. */
function findFetchAndRun({ name, args, upstream }: DangerCall): FoundDanger | null {
  if (!INTERPRETERS.test(name)) return null;
  const source = upstream.find(
    (before) => FETCHERS.test(before) || /^(?:base64|gbase64|xxd|uudecode|openssl|gpg)$/.test(before),
  );
  if (source === undefined) return null;
  const readsScript =
    args.length === 0 || args.every((arg) => arg.startsWith('-')) || /^(?:xargs|sudo|doas|env|parallel)$/.test(name);
  return readsScript ? { rule: 'danger.fetch-and-run', reason: runsUnseen(source, name) } : null;
}

function findWideChange({ name, args }: DangerCall, places: Places, bases: readonly string[]): FoundDanger | null {
  if (!DELETERS.test(name)) return null;
  const letters = args.filter((arg) => /^-[a-zA-Z]+$/.test(arg)).join('');
  const isFind = /^(?:g?find|fd)$/.test(name);
  const deletes = isFind
    ? args.some((arg) => /^(?:-delete|-exec|-execdir|-ok|-x|-X|--exec|--exec-batch)$/.test(arg))
    : true;
  const isRecursive =
    isFind ||
    /[rR]/.test(letters) ||
    args.some((arg) => /^--(?:recursive|no-preserve-root|delete.*)$/.test(arg)) ||
    name === 'mv' ||
    name === 'gmv';
  if (!deletes || !isRecursive) return null;
  if (args.includes('--no-preserve-root'))
    return { rule: 'danger.files', reason: say`It is told not to protect the root folder` };
  for (const target of args.filter((arg) => !arg.startsWith('-'))) {
    if (target.includes(UNKNOWN_PART) && name.endsWith('rm'))
      return { rule: 'danger.files', reason: say`I can't tell beforehand what it deletes` };
    if (bases.some((base) => isWide(target, base, places)))
      return { rule: 'danger.files', reason: sayWide(name, args, target) };
  }
  return null;
}

/** Whether a name limits what is found; "or" and "not" could invert that. */
function findsSome(args: readonly string[]): boolean {
  const isTurned = args.some((arg) => /^(?:!|,|-not|-or?)$/.test(arg));
  return !isTurned && args.some((arg, at) => /^-i?(?:name|path)$/.test(arg) && /[^*?./]/.test(args[at + 1] ?? ''));
}

/** What a change of a whole folder does to it. */
function sayWide(name: string, args: readonly string[], target: string): Sentence {
  const folder = /^(?:\.\/?)?\*?$/.test(target) ? say`this folder` : sayName(target);
  if (args.includes('-delete') && findsSome(args)) return say`It deletes what it finds in ${folder}`;
  if (/^(?:rm|grm|rmdir|unlink|srm|trash|shred)$/.test(name) || args.includes('-delete'))
    return say`It deletes everything in ${folder}`;
  if (/^(?:chmod|chown|chgrp|chflags)$/.test(name)) return say`It changes who may use everything in ${folder}`;
  return say`It can change or delete everything in ${folder}`;
}

function isWide(target: string, base: string, places: Places): boolean {
  const bare = target.replace(/\/(?:\*|\.\*|\{.*)$/, '') || '/';
  const path = places.absolute(/^[*.]+$/.test(bare) && !/^\.{1,2}$/.test(bare) ? '.' : bare, base);
  return (
    TOP_FOLDER.test(path) ||
    path === places.home ||
    places.home.startsWith(`${path}/`) ||
    isHomeFolder(path, places.home)
  );
}

/** Documents, Desktop and the like are as good as the home folder itself. */
function isHomeFolder(path: string, home: string): boolean {
  return (
    path.startsWith(`${home}/`) &&
    /^(?:Documents|Desktop|Downloads|Pictures|Music|Movies|Videos|Library|Public|\.config|\.local|\.ssh)$/i.test(
      path.slice(home.length + 1),
    )
  );
}

/** A known writing program whose target is Deskhand's own state, something that runs by itself, or the system. */
function findProtectedTarget({ name, args }: DangerCall, places: Places, bases: readonly string[]): FoundDanger | null {
  const kind = WRITERS[name];
  if (kind === undefined) return null;
  const operands = args.filter((arg) => !arg.startsWith('-')).map((arg) => arg.replace(/^of=/, ''));
  const targets = kind === 'all' ? operands : kind === 'last' ? operands.slice(-1) : operands.slice(1);
  for (const target of targets) {
    const reason = findProtected(target, places, bases);
    if (reason !== null) return reason;
  }
  return null;
}

/** Why changing this path is critical; null when it is not. */
export function findProtected(target: string, places: Places, bases: readonly string[]): FoundDanger | null {
  if (target.includes(UNKNOWN_PART)) return null;
  for (const base of bases) {
    const found = places.write(target, base, true);
    if (found.kind === 'own' || found.kind === 'own-secret')
      return { rule: 'danger.own-state', reason: say`It changes ${sayName(target)}: ${found.why}` };
    if (found.kind === 'startup' || found.kind === 'system' || found.kind === 'secret') {
      return { rule: `danger.${found.kind}`, reason: say`It changes ${sayName(target)}: ${found.why}` };
    }
  }
  return null;
}
