/** Finds critical parts of a command behind any wrapper, in strings it passes on, and in the files it reads. */
import { say } from '../../words/say.ts';
import { critical } from '../levels.ts';
import type { Places } from '../places/places.ts';
import type { Judgement } from '../risk.ts';
import { findDanger } from './danger.ts';
import { FETCHERS, INTERPRETERS } from './danger-list.ts';
import { findRough } from './rough.ts';
import type { ScriptCommand } from './script.ts';
import type { ShellWord } from './words.ts';

/** Programs beside interpreters that run a string they are given. */
const RUNS_STRINGS =
  /^(?:ssh|docker|kubectl|find|nohup|watch|script|tmux|screen|trap|nice|time|timeout|command|exec|setsid|chroot|flock|strace|crontab|systemd-run|launchctl|alias)$/;

const MAX_SUFFIXES = 16;
const MAX_WORDS = 100;

/** Number of further look-ups that may be made. */
export interface LookupBudget {
  lookups: number;
}

interface Surroundings {
  readonly places: Places;
  readonly bases: readonly string[];
  readonly budget: LookupBudget;
}

/** null when nothing critical is found. Only for commands that ask already: it can raise the risk, never lower it. */
export function findDangerAnywhere(command: ScriptCommand, around: Surroundings): Judgement | null {
  const { places, bases } = around;
  const texts = command.words.map((word) => word.text);
  const upstream = command.upstream.map((before) => nameOf(before.words[0]?.text ?? ''));
  for (let at = 0; at < Math.min(texts.length, MAX_SUFFIXES); at += 1) {
    // A settings file is not a program, although /etc/passwd has a program's name.
    if (at > 0 && /^\/(?:private\/)?etc\/[^/]+$/.test(texts[at] ?? '')) continue;
    const call = { name: nameOf(texts[at] ?? ''), isProgram: at === 0, args: texts.slice(at + 1, at + 200), upstream };
    const found = findDanger(call, places, bases);
    if (found !== null) return critical(found.rule, found.reason);
  }
  return findDangerousReading(command, around) ?? findDangerInStrings(command, places, bases);
}

/** Reading Deskhand's own keys and state is critical; reading another secret is, when a program that sends is involved. */
function findDangerousReading(command: ScriptCommand, around: Surroundings): Judgement | null {
  const sends = command.words.slice(0, 4).some((word) => FETCHERS.test(nameOf(word.text)));
  const before = sends ? command.upstream.flatMap((other) => [...other.words, ...other.inputs]) : [];
  for (const word of [...command.words, ...command.inputs, ...before].slice(0, MAX_WORDS)) {
    const kind = kindOf(word, around);
    if (kind === 'own-secret') return critical('danger.own-state', say`It gets at Deskhand's own keys or records`);
    if (kind === 'secret' && sends) return critical('danger.sends-secret', say`It could send secrets away`);
  }
  return null;
}

function kindOf(word: ShellWord, { places, bases, budget }: Surroundings): 'own-secret' | 'secret' | 'other' {
  let worst: 'secret' | 'other' = 'other';
  for (const text of new Set([word.text, ...word.text.split(/[:=@]/).slice(1)])) {
    if (text === '' || text.startsWith('-')) continue;
    for (const base of bases) {
      budget.lookups -= 1;
      if (budget.lookups < 0) return worst;
      const { kind } = places.read(text, base, word.isGlob);
      if (kind === 'own-secret') return kind;
      if (kind === 'secret' || kind === 'own') worst = 'secret';
    }
  }
  return worst;
}

function findDangerInStrings(command: ScriptCommand, places: Places, bases: readonly string[]): Judgement | null {
  const texts = command.words.map((word) => word.text);
  const runsText = texts
    .slice(0, 4)
    .map(nameOf)
    .some((name) => INTERPRETERS.test(name) || RUNS_STRINGS.test(name));
  const strings = [...texts.slice(1, 40), command.hereText ?? ''].filter((text) => /\s/.test(text));
  for (const text of runsText ? strings : []) {
    const found = findRough(text, places, bases);
    if (found !== null) return critical(found.rule, found.reason);
  }
  return null;
}

function nameOf(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1);
}
