/** Judges a command line: safe only when two parsers agree that every part of it is understood and only reads. */
import { join, type Sentence, say, short } from '../../words/say.ts';
import { critical, high, isAtLeast, raise, safe, unknown, unlessGranted } from '../levels.ts';
import type { Places } from '../places/places.ts';
import { type Judgement, strictest } from '../risk.ts';
import type { GitSetting } from './git-settings.ts';
import { judgeCommand, type ShellBudget, type ShellScope } from './judge-command.ts';
import {
  doesMoreThanWrite,
  findEffectWord,
  hasOrder,
  isOrdinaryRiddle,
  namesProtected,
  setsOnlyItsOwn,
  writesFile,
} from './only-unknown.ts';
import { findRough } from './rough.ts';
import { readScript, type Script } from './script.ts';
import { findDisagreement, type SecondParser } from './second-opinion.ts';
import type { ToolJudge } from './tool-judge.ts';

export interface ShellRules {
  readonly places: Places;
  readonly tools: ToolJudge;
  /** null: there is none, and every command asks. */
  readonly secondParser: SecondParser | null;
  readonly judgeAppleScript: (script: string, depth: number) => Judgement;
  /** Git's settings that hold in a folder; null: not known, and git asks. */
  readonly gitSettings: (folder: string) => readonly GitSetting[] | null;
}

export interface ShellMoment {
  /** Folders it may run in, absolute; empty when unknown, and the home folder is assumed. */
  readonly bases: readonly string[];
  /** Typed into a terminal: another shell than bash may read it, with history, aliases and its own comments. */
  readonly isTyped: boolean;
  /** Number of command lines or scripts around this one. */
  readonly depth: number;
  /** Shared with the command lines around this one; absent for the outermost. */
  readonly budget?: ShellBudget;
  readonly effects?: Sentence[];
}

/** Longer commands ask: reading ones are short, and parsers take time. */
const MAX_LENGTH = 6144;
const MAX_COMMANDS = 300;
const MAX_DEPTH = 64;
const MAX_PATHS = 300;
const MAX_SCRIPTS = 60;
const MAX_LOOKUPS = 300;
/** Limit of entries in folders that are searched: some thirty milliseconds. */
const MAX_ENTRIES = 3000;

export function judgeShell(source: string, moment: ShellMoment, rules: ShellRules): Judgement {
  const { places } = rules;
  const bases = moment.bases.length === 0 ? [places.home] : moment.bases;
  if (source.trim() === '') return safe('shell.empty', say`There is nothing in it to run`);
  if (moment.depth > MAX_DEPTH) return high('shell.too-deep', say`Too many commands are nested in one another`);
  if (source.length > MAX_LENGTH)
    return withRough(high('shell.too-long', say`It is too long for me to judge`), source, places, bases);
  const odd = findOddCharacter(source) ?? (moment.isTyped ? findTypingTrap(source) : null);
  const budget = moment.budget ?? {
    paths: MAX_PATHS,
    commands: MAX_COMMANDS,
    scripts: MAX_SCRIPTS,
    lookups: MAX_LOOKUPS,
    entries: MAX_ENTRIES,
  };
  budget.scripts -= 1;
  if (budget.scripts < 0) return high('shell.too-many', say`It holds too many commands`);
  const script = readScript(source, { home: places.home, user: userOf(places.home) });
  const effects = moment.effects ?? [];
  const { worst: judged, hasUnknown } = judgeParts(script, scopeOf(bases, { ...moment, effects }, budget, rules));
  const whole = odd === null ? judged : raise(judged, high('shell.odd-characters', odd));
  if (isAtLeast(whole.risk, 'high')) {
    const found = withRough(moment.effects === undefined ? sayEffects(whole, effects) : whole, source, places, bases);
    return weighPlace(found, hasUnknown, source, script, bases, rules);
  }
  const disagreement =
    rules.secondParser === null
      ? say`I can't check commands twice here`
      : findDisagreement(script, rules.secondParser(source));
  if (disagreement !== null) return high('shell.parsers', disagreement);
  return whole;
}

/**
 * A command that is only not understood is tried, unless it mentions an effect or a protected place. One that besides only writes files is tried
 * where the person lets commands change a folder.
 */
function weighPlace(
  found: Judgement,
  hasUnknown: boolean,
  source: string,
  script: Script,
  bases: readonly string[],
  rules: ShellRules,
): Judgement {
  const { confined, within, ...judged } = found;
  if (confined !== true && within !== 'run') return found;
  const isReadable =
    rules.secondParser?.(source)?.hasError === false &&
    setsOnlyItsOwn(source) &&
    !namesProtected(source, rules.places, bases);
  const isPlain = !hasOrder(script) && findEffectWord(source) === null;
  if (confined === true && isReadable && isPlain)
    return writesFile(script) ? unlessRunGranted({ ...judged, confined: false }, script) : found;
  return confined !== true && isReadable && (isPlain || !hasUnknown)
    ? unlessRunGranted(judged, script)
    : { ...judged, confined: false };
}

function unlessRunGranted(judged: Judgement, script: Script): Judgement {
  return doesMoreThanWrite(script) ? judged : unlessGranted('run', judged);
}

function scopeOf(
  bases: readonly string[],
  moment: ShellMoment & { readonly effects: Sentence[] },
  budget: ShellBudget,
  rules: ShellRules,
): ShellScope {
  return {
    places: rules.places,
    tools: rules.tools,
    bases: [...bases],
    judgeInner: (inner, bases) => judgeShell(inner, { ...moment, bases, budget, depth: moment.depth + 1 }, rules),
    // A script reaches applications, which are in no confined place.
    judgeAppleScript: (inner) => ({ ...rules.judgeAppleScript(inner, moment.depth + 1), confined: false }),
    budget,
    isTyped: moment.isTyped,
    gitSettings: rules.gitSettings,
    effects: moment.effects,
  };
}

const MOST_EFFECTS = 3;
const LONGEST_REASON = 280;

/** The effects explain more than what made the command hard to judge; a danger explains enough by itself. */
function sayEffects(judged: Judgement, effects: readonly Sentence[]): Judgement {
  // A command with a syntax error may do anything.
  if (judged.risk !== 'high' || judged.rule === 'shell.syntax') return judged;
  const isSaid = effects.includes(judged.reason) || (judged.confined === true && effects.length > 0);
  const all = new Map([...(isSaid ? [] : [judged.reason]), ...effects].map((one) => [JSON.stringify(one), one]));
  const [first = judged.reason, ...others] = all.values();
  if (others.length === 0) return { ...judged, reason: first };
  const more = all.size - MOST_EFFECTS;
  const sentences = [first, ...others].slice(0, MOST_EFFECTS);
  return {
    ...judged,
    reason: short(join(more > 0 ? [...sentences, say`And ${more} more`] : sentences, '. '), LONGEST_REASON),
  };
}

function judgeParts(script: Script, scope: ShellScope): { readonly worst: Judgement; readonly hasUnknown: boolean } {
  let worst: Judgement = safe('shell.read-only', say`It only reads`);
  let hasUnknown = script.problems.length > 0;
  for (const problem of script.problems)
    worst = strictest(worst, (isOrdinaryRiddle(problem.rule) ? unknown : high)(problem.rule, problem.reason));
  for (const command of script.commands) {
    scope.budget.commands -= 1;
    if (scope.budget.commands < 0) {
      worst = strictest(worst, high('shell.too-many', say`It holds too many commands`));
      break;
    }
    const judged = judgeCommand(command, scope);
    hasUnknown ||= judged.confined === true;
    worst = strictest(worst, judged);
    if (worst.risk === 'critical') break;
  }
  return { worst, hasUnknown };
}

function withRough(judged: Judgement, source: string, places: Places, bases: readonly string[]): Judgement {
  if (judged.risk === 'critical') return judged;
  const found = findRough(source, places, bases);
  return found === null ? judged : critical(found.rule, found.reason);
}

/** Characters that show one thing and run another. */
function findOddCharacter(source: string): Sentence | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(source)) return say`It holds control characters`;
  return /[\p{Cf}\u2028\u2029\u3164\ufffd]/u.test(source) ? say`It holds invisible characters` : null;
}

/** What an interactive shell, or another one than bash, reads differently. */
function findTypingTrap(source: string): Sentence | null {
  if (/![^\s=]/.test(source)) return say`A ! brings back an earlier command`;
  if (/(?:^|[\s;&|(])#/.test(source)) return say`Some shells run what looks like a comment`;
  if (/(?:^|\s)=\S/.test(source)) return say`Some shells replace a word that starts with =`;
  if (source.includes("\\'")) return say`Some shells read \\' inside quotes as a quote`;
  if (source.includes('<<')) return say`A here-document typed line by line could be run as commands`;
  if (/\$\(|`|\$\{/.test(source)) return say`Some shells run what is in its brackets`;
  if (/['"][^'"]*\n/.test(source.trimEnd())) return say`Lines inside quotes could be run as commands`;
  return source.includes('\t') ? say`A tab completes what is typed` : null;
}

function userOf(home: string): string {
  return home.slice(home.lastIndexOf('/') + 1);
}
