/** Judges one simple command of a command line: its program, its arguments, and the files it reads and writes. */

import { type Sentence, say } from '../../words/say.ts';
import { cite, critical, high, moderate, safe, name as sayName, unknown, unlessGranted } from '../levels.ts';
import type { Reach, WalkBudget } from '../places/below.ts';
import type { Finding, Places } from '../places/places.ts';
import { type Judgement, needsApproval, strictest } from '../risk.ts';
import { findProtected } from './danger.ts';
import { findDangerAnywhere, type LookupBudget } from './danger-anywhere.ts';
import { effectOf } from './effects/effect-of.ts';
import { findHarmfulSetting, type GitSetting } from './git-settings.ts';
import { isTried, onlyWritesFiles } from './only-unknown.ts';
import { peel } from './peel.ts';
import type { ScriptCommand } from './script.ts';
import type { ToolJudge } from './tool-judge.ts';
import type { CallSite } from './tool-rule.ts';
import { namesSecret } from './tools/narrow-pattern.ts';
import { ABOUT_FILES } from './tools/search.ts';
import { judgeTyped } from './typed-tools.ts';
import { unknownUse } from './unknown-use.ts';
import { plainWord, type ShellWord } from './words.ts';
import { findXargsReason } from './xargs.ts';

/** State shared by all commands of a line. */
export interface ShellScope {
  readonly places: Places;
  readonly tools: ToolJudge;
  /** Folders a relative path may start from: the working directory, and every `cd` so far. */
  readonly bases: string[];
  /** Judges a command line inside this one. */
  readonly judgeInner: (source: string, bases: readonly string[]) => Judgement;
  /** Judges AppleScript given to osascript. */
  readonly judgeAppleScript: (script: string) => Judgement;
  readonly budget: ShellBudget;
  /** Typed into a terminal, whose environment is the person's own. */
  readonly isTyped: boolean;
  /** Git's settings that hold in a folder; null: not known, and git asks. */
  readonly gitSettings: (folder: string) => readonly GitSetting[] | null;
  /** Effects of the commands that ask, in order, or what is known of them: for the reason. */
  readonly effects: Sentence[];
}

/** Remaining look-ups; beyond them everything asks. */
export interface ShellBudget extends LookupBudget, WalkBudget {
  paths: number;
  commands: number;
  scripts: number;
}

/** Only programs in these folders are known; one of the same name elsewhere could be anything. */
const SYSTEM_FOLDER = /^\/(?:usr\/)?s?bin\/(?=[^/]+$)/;
const MAX_BASES = 6;

const READ_ONLY = safe('shell.read-only', say`It only reads`);
const UNCERTAIN = say`I can't know all of it before it runs`;

export function judgeCommand(command: ScriptCommand, scope: ShellScope): Judgement {
  const streams = judgeStreams(command, scope);
  if (command.words.length === 0)
    return strictest(
      streams,
      unknown('shell.no-program', say`It redirects or sets something without running a program`),
    );
  const judged = judgeWords(command.words, command, scope, 0);
  for (const { risk, reason } of [judged, streams])
    if (needsApproval(risk) && reason !== UNCERTAIN) scope.effects.push(reason);
  // A command that is not understood keeps that judgement, whatever files it writes.
  const whole = judged.confined === true && streams.within === 'run' ? judged : strictest(judged, streams);
  if (whole.risk === 'safe' || whole.risk === 'moderate') {
    followFolder(command.words, scope);
    return whole;
  }
  const danger = findDangerAnywhere(command, scope);
  return danger === null ? whole : strictest(whole, danger);
}

function judgeStreams(command: ScriptCommand, scope: ShellScope): Judgement {
  let worst: Judgement = READ_ONLY;
  for (const output of command.outputs) {
    const found = findProtected(output.text, scope.places, scope.bases);
    const write =
      found === null
        ? unlessGranted('run', high('shell.write', say`It writes to ${sayName(output.text)}`))
        : critical(found.rule, found.reason);
    worst = strictest(worst, write);
  }
  for (const input of command.inputs) {
    const reason = findSecret(input, scope);
    if (reason !== null) worst = strictest(worst, high('shell.secret-path', reason));
  }
  return worst;
}

function judgeWords(words: readonly ShellWord[], command: ScriptCommand, scope: ShellScope, depth: number): Judgement {
  const [program] = words;
  if (program === undefined || depth > 60)
    return high('shell.too-deep', say`Too many commands are nested in one another`);
  if (!program.isPlain || !program.isCertain || program.isGlob || program.text === '') {
    return high('shell.hidden-name', say`The program's name is written so that it hides: ${cite(program.raw)}`);
  }
  const name = program.text.replace(SYSTEM_FOLDER, '');
  if (name.includes('/'))
    return unknown('shell.own-program', say`It runs ${sayName(program.text)}, a program I don't know`);
  if (words.some((word) => !word.isCertain)) return notUnderstood('shell.uncertain', words, UNCERTAIN);
  if (name === 'command' && /^-[vV]$/.test(words[1]?.text ?? '')) return READ_ONLY;
  if (name === 'osascript') return judgeOsascript(words, scope);
  const site = siteOf(name, words, command, name === 'git' ? inGitFolders(words, scope) : scope, depth);
  if (name === 'xargs') {
    const reason = findXargsReason(words.slice(1), command.upstream, site);
    return reason === null ? READ_ONLY : notUnderstood('shell.xargs', words, reason);
  }
  const peeled = peel(name, words);
  switch (peeled.kind) {
    case 'asks':
      return notUnderstood(`shell.${name}`, words, peeled.reason);
    case 'words':
      return judgeWords(peeled.words, command, scope, depth + 1);
    case 'script':
      return scope.judgeInner(peeled.source, scope.bases);
    case 'bare':
      return judgeTool(name, words, command.upstream, site, scope);
  }
}

function judgeTool(
  name: string,
  words: readonly ShellWord[],
  upstream: readonly ScriptCommand[],
  site: CallSite,
  scope: ShellScope,
): Judgement {
  const verdict = scope.tools(name, words.slice(1), site);
  if (verdict?.reason !== null && onlyWritesFiles(name))
    return unlessGranted('run', high(`shell.${name}`, effectOf(words)?.says ?? verdict?.reason ?? unknownUse(name)));
  if (verdict === null) return notUnderstood('shell.unknown-command', words, unknownUse(name));
  if (verdict.reason !== null)
    return isTried(name)
      ? notUnderstood(`shell.${name}`, words, verdict.reason)
      : high(`shell.${name}`, effectOf(words)?.says ?? verdict.reason);
  const typed = scope.isTyped ? judgeTyped(name) : null;
  if (typed !== null) return typed;
  const setting = name === 'git' ? findConfigured(words, scope) : null;
  if (setting !== null) return unknown('shell.git-settings', setting);
  if (hunts(words, upstream)) return high('shell.hunts', say`It looks for passwords and keys in what programs said`);
  const here = findSecret(plainWord('.'), scope, 'names');
  if (here !== null && !/^(?:cd|pwd|true|echo)$/.test(name)) return high('shell.secret-folder', here);
  return verdict.risk === 'moderate'
    ? moderate(`shell.${name}`, say`It only reads, but not only on this computer`)
    : READ_ONLY;
}

/** A command known to reach beyond files and code asks with its effect as the reason. */
function notUnderstood(rule: string, words: readonly ShellWord[], reason: Sentence): Judgement {
  const known = effectOf(words);
  return (known?.isBeyond === true ? high : unknown)(rule, known?.says ?? reason);
}

/** Programs that print what other programs logged, instead of the person's files. */
const LOGS =
  /^(?:log|journalctl|dmesg|ps|defaults|ioreg|system_profiler|last|lsof|docker|kubectl|systemctl|launchctl)$/;

function hunts(words: readonly ShellWord[], upstream: readonly ScriptCommand[]): boolean {
  const isLog = upstream.some((before) => LOGS.test((before.words[0]?.text ?? '').replace(SYSTEM_FOLDER, '')));
  return isLog && words.some(({ text }) => namesSecret(text));
}

/** With `-C folder` git reads relative paths from there; since `-C` can mean something else, the current folder stays possible. */
function inGitFolders(words: readonly ShellWord[], scope: ShellScope): ShellScope {
  const elsewhere = words.flatMap((word, at) => (word.text === '-C' ? [words[at + 1]?.text ?? '.'] : []));
  if (elsewhere.length === 0) return scope;
  const folders = scope.bases.map((base) => elsewhere.reduce((at, next) => scope.places.absolute(next, at), base));
  return { ...scope, bases: [...new Set([...folders, ...scope.bases])] };
}

/** Why git could run a program named in its settings, in any folder it may be called from; null when it cannot. */
function findConfigured(words: readonly ShellWord[], scope: ShellScope): Sentence | null {
  const reasons = inGitFolders(words, scope).bases.map((folder) => {
    const settings = scope.gitSettings(folder);
    if (settings === null) return say`I couldn't look up which programs git would run in ${sayName(folder)}`;
    const found = findHarmfulSetting(settings);
    return found === null ? null : say`Git would follow its setting ${cite(found)}, which can run a program`;
  });
  return reasons.find((reason) => reason !== null) ?? null;
}

function siteOf(
  name: string,
  words: readonly ShellWord[],
  command: ScriptCommand,
  scope: ShellScope,
  depth: number,
): CallSite {
  return {
    isTyped: scope.isTyped,
    findSecret: (word) =>
      findSecret(word, scope, showsOf(name, words)) ?? (ABOUT_FILES.test(name) ? null : findExpanded(word, scope)),
    findBelow: (roots, reach) => findBelow(roots, reach, scope),
    findInnerReason: (words) => {
      const judged = judgeWords(words, command, scope, depth + 1);
      return judged.risk === 'safe' || judged.risk === 'moderate' ? null : judged.reason;
    },
  };
}

/** Part of a place that a program shows: `names` and sizes, the `start` of an endless file, or `all` of it. */
type Shown = 'names' | 'start' | 'all';

function showsOf(name: string, words: readonly ShellWord[]): Shown {
  if (/^g?(?:ls|stat|du|df|find|basename|dirname|readlink|realpath|test|cd)$|^\[$/.test(name)) return 'names';
  return /^g?head$/.test(name) && words.some(({ text }) => /^(?:-c|--bytes=)\d*$/.test(text)) ? 'start' : 'all';
}

/** Whether it may be shown: names and sizes of hidden files reveal nothing, their content may. */
function isShown(found: Finding, path: string, shown: Shown): boolean {
  if (found.kind === 'hidden' || found.kind === 'device')
    return shown === 'names' || (shown === 'start' && /^\/dev\/(?:zero|u?random)$/.test(path));
  return found.kind === 'plain';
}

/** Why reading below these folders asks. A wildcard can stand for any name in its folder; a named file is read even if it is hidden or a link. */
function findBelow(roots: readonly ShellWord[], reach: Reach, scope: ShellScope): Sentence | null {
  for (const root of roots) {
    const wild = root.isGlob ? root.text.search(/[*?[]/) : -1;
    const folder = wild < 0 ? root.text : root.text.slice(0, wild).replace(/[^/]*$/, '') || '.';
    if (wild >= 0 && root.text.includes('..'))
      return say`I can't tell where ${sayName(root.text)} leads before it runs`;
    // The terminal's own folder is not known.
    if (scope.isTyped && !folder.startsWith('/')) return say`I can't tell which folder ${sayName(folder)} is there`;
    // In a terminal a settings file of the search program may include hidden files.
    const wider = wild < 0 && !scope.isTyped ? reach : { ...reach, passes: () => false, followsLinks: true };
    for (const base of scope.bases) {
      const found = scope.places.findBelow(folder, base, wider, scope.budget);
      if (found !== null) return found;
    }
  }
  return null;
}

/** Why reading this path asks; null when it is an ordinary one. */
function findSecret(word: ShellWord, scope: ShellScope, shown: Shown = 'all'): Sentence | null {
  scope.budget.paths -= word.isGlob ? 8 : 1;
  if (scope.budget.paths < 0) return say`It names more files than I can look at`;
  // `HEAD:path` and `name=path` name a file behind the mark, `@path` a file with further words.
  const spellings = new Set([word.text, word.text.replace(/^@/, ''), ...word.text.split(/[:=]/).slice(1)]);
  if (/^[a-z][a-z0-9+.-]*:\/\/|^[\w.-]+@[\w.-]+:/i.test(word.text))
    return say`${sayName(word.text)} may be fetched from another computer`;
  for (const text of spellings) {
    if (text === '' || text === '-') continue;
    for (const base of scope.bases) {
      const found = scope.places.read(text, base, word.isGlob);
      if (!isShown(found, text, shown)) return explain(text, found);
    }
  }
  return null;
}

/** Whether a wildcard matches a secret file now, although the pattern does not look like one. */
function findExpanded(word: ShellWord, scope: ShellScope): Sentence | null {
  if (!word.isGlob) return null;
  for (const base of scope.bases) {
    const found = scope.places.findExpanded(word.text, base, scope.budget);
    if (found !== null) return found;
  }
  return null;
}

function explain(text: string, found: Finding): Sentence {
  return say`It reads ${sayName(text)}: ${found.why}`;
}

/** After `cd x`, relative paths can start there; the old folder stays possible, because cd may fail. */
function followFolder(words: readonly ShellWord[], scope: ShellScope): void {
  if (words[0]?.text !== 'cd') return;
  const target = words.slice(1).find((word) => !word.text.startsWith('-'))?.text ?? scope.places.home;
  for (const base of [...scope.bases]) {
    const folder = scope.places.absolute(target, base);
    if (!scope.bases.includes(folder)) scope.bases.push(folder);
  }
  // Too many places to look at: from here on every path counts as too many.
  if (scope.bases.length > MAX_BASES) scope.budget.paths = 0;
}

function judgeOsascript(words: readonly ShellWord[], scope: ShellScope): Judgement {
  const rest = words.slice(1);
  const lines: string[] = [];
  for (let at = 0; at < rest.length; at += 2) {
    const line = rest[at + 1];
    if (rest[at]?.text !== '-e' || line === undefined)
      return high('shell.osascript', say`It runs AppleScript that is not shown`);
    lines.push(line.text);
  }
  return lines.length === 0
    ? high('shell.osascript', say`It runs AppleScript that is not shown`)
    : scope.judgeAppleScript(lines.join('\n'));
}
