/** A skill's texts, under names that cannot be paths of the computer: `skill:references/forms.md`. */
import { isForeign, type Skill } from './skill.ts';

const SCHEME = 'skill:';

/** The whole text of another author's skill, of which the prompt contains only the beginning. */
export const BODY = `${SCHEME}SKILL.md`;

export function isSkillText(path: string): boolean {
  return path.startsWith(SCHEME);
}

/** Names of all that can be read. */
export function namesOfTexts(skill: Pick<Skill, 'references' | 'source'>): readonly string[] {
  return [...namesBeside(skill), ...(isForeign(skill) ? [BODY] : [])];
}

function namesBeside({ references }: Pick<Skill, 'references'>): readonly string[] {
  return [...(references?.keys() ?? [])].map((path) => `${SCHEME}${path}`);
}

/** Like `findText`, including the skill's own text. */
export function readText(skill: Pick<Skill, 'references' | 'source' | 'steps'>, name: string): string | null {
  return name === BODY && isForeign(skill) ? skill.steps : findText(skill, name);
}

/** As it was when the run began; null: there is none of this name. */
export function findText({ references }: Pick<Skill, 'references'>, name: string): string | null {
  return isSkillText(name) ? (references?.get(name.slice(SCHEME.length)) ?? null) : null;
}

/** Lines for the skill's guidance; '' when it has no texts. */
export function listSkillTexts(skill: Pick<Skill, 'references'>): string {
  const names = namesBeside(skill);
  const scripts = names.filter((name) => name.startsWith(`${SCHEME}scripts/`));
  const lines = names
    .filter((name) => !scripts.includes(name))
    .map((name) => `${name} (${findText(skill, name)?.split('\n').length ?? 0} lines)`);
  const texts = `Texts of this skill, to be read with file_view where a step needs one:\n${lines.join('\n')}`;
  const runs = `Scripts of this skill, each a shell command by itself (name, plain arguments, no other shell syntax; it gets no input):\n${scripts.join('\n')}`;
  return [...(lines.length === 0 ? [] : [texts]), ...(scripts.length === 0 ? [] : [runs])].join('\n\n');
}

/** `amount` numbered lines from `line` on; a message when there are none. */
export function showText(text: string, line: number, amount: number): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const shown = lines.slice(line - 1, line - 1 + amount);
  if (shown.length === 0) return `It has ${lines.length} lines.`;
  const numbered = shown.map((content, index) => `${String(line + index).padStart(6)}\t${content}`);
  return [`Lines ${line}–${line + shown.length - 1} of ${lines.length}:`, ...numbered].join('\n');
}
