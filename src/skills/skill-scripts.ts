/** Scripts that came with a skill, run as commands that hold their whole text: what is judged and approved is what runs, byte for byte. */
import { createHash } from 'node:crypto';
import type { Skill } from './skill.ts';
import { findText, isSkillText } from './skill-texts.ts';

export const SCRIPTS = 'scripts/';

/** A command may have 64 KB. */
const MOST_CHARACTERS = 48_000;

/** Programs that run a script from standard input, by its file extension. */
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

/** A plain word, or a quoted one without expansions, so that no other command can begin in it. */
const ARGUMENT = /^(?:[\w@%+=:,./~-]+|'[^'\n]*'|"[^"$`\\!\n]*")+/;

/** The command for `skill:scripts/fill.py form.pdf`; null when it names no such script, or is more than one plain command. */
export function expandScript(command: string, skill: Pick<Skill, 'references'>): string | null {
  const [name = '', ...rest] = command.trim().split(/\s/);
  const start = BY_ENDING.get(/\.([a-z]+)$/.exec(name)?.[1] ?? '');
  const text = isScript(name) ? findText(skill, name) : null;
  const values = command.trim().slice(name.length).trim();
  if (start === undefined || text === null || text.length > MOST_CHARACTERS) return null;
  if (rest.length > 0 && !areArguments(values)) return null;
  const whole = text.replaceAll('\r\n', '\n').replace(/\n?$/, '\n');
  // Digits, as a word could be taken for an effect word.
  const end = `END_${createHash('sha256').update(text).digest().readBigUInt64BE()}`;
  // Characters that a shell would not pass on, or a line that would end the text early.
  if (whole.includes('\0') || whole.split('\n').includes(end)) return null;
  return `${[start, values].filter((part) => part !== '').join(' ')} <<'${end}'\n${whole}${end}`;
}

/** Whether a command names a skill's script, existing or not. */
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
