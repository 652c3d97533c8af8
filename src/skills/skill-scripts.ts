/** Scripts that came with a skill, run as commands that hold their whole text: what is judged and approved is what runs, byte for byte. */
import { createHash } from 'node:crypto';
import type { Skill } from './skill.ts';
import { findText, isSkillText } from './skill-texts.ts';

export const SCRIPTS = 'scripts/';

/** A command takes 64 KB. */
const MOST_CHARACTERS = 48_000;

/** How a script that comes by standard input is started, by its ending. */
const BY_ENDING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sh: 'sh -s --',
    bash: 'bash -s --',
    py: 'python3 -',
    js: 'node -',
    cjs: 'node -',
    mjs: 'node --input-type=module -',
    rb: 'ruby -',
    pl: 'perl -',
  }),
);

/** One plain word, or a quoted one in which nothing is replaced: no way to begin another command. */
const ARGUMENT = /^(?:[\w@%+=:,./~-]+|'[^'\n]*'|"[^"$`\\!\n]*")+/;

/** `skill:scripts/fill.py form.pdf` as the command that is meant; null where it names no script that can be run, or is more than one plain command. */
export function expandScript(command: string, skill: Pick<Skill, 'references'>): string | null {
  const [name = '', ...rest] = command.trim().split(/\s/);
  const start = BY_ENDING.get(/\.([a-z]+)$/.exec(name)?.[1] ?? '');
  const text = isScript(name) ? findText(skill, name) : null;
  const values = command.trim().slice(name.length).trim();
  if (start === undefined || text === null || text.length > MOST_CHARACTERS) return null;
  if (rest.length > 0 && !areArguments(values)) return null;
  const whole = text.replaceAll('\r\n', '\n').replace(/\n?$/, '\n');
  // In digits: it must read as no word that tells of an effect.
  const end = `END_${createHash('sha256').update(text).digest().readBigUInt64BE()}`;
  // What a shell would not hand on as it is, or what would end it early.
  if (whole.includes('\0') || whole.split('\n').includes(end)) return null;
  return `${[start, values].filter((part) => part !== '').join(' ')} <<'${end}'\n${whole}${end}`;
}

/** A command that wants one of a skill's scripts, whether it can be had or not. */
export function wantsScript(command: string): boolean {
  return isScript(command.trim());
}

function isScript(name: string): boolean {
  return isSkillText(name) && name.slice(name.indexOf(':') + 1).startsWith(SCRIPTS);
}

function areArguments(text: string): boolean {
  let rest = text;
  while (rest !== '') {
    const [argument] = ARGUMENT.exec(rest) ?? [];
    if (argument === undefined) return false;
    const after = rest.slice(argument.length);
    if (after !== '' && !/^[ \t]/.test(after)) return false;
    rest = after.trimStart();
  }
  return true;
}
