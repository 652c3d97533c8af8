/** Writes a skill of ours as an Agent Skill, which `readAgentSkill` reads back as the same skill. */
import { oneLine } from '../words/amounts.ts';
import { MOST_PROPERTIES } from './agent-skill.ts';
import { writeOwnPart } from './own-part.ts';
import type { Skill } from './skill.ts';
import { slugOf } from './skill-name.ts';

export interface WrittenAgentSkill {
  /** Name of its folder, and of the skill in the standard's form. */
  readonly name: string;
  /** The text of its SKILL.md. */
  readonly text: string;
}

const MOST_DESCRIPTION = 1024;

/** null: Deskhand's own part exceeds 32 KB. */
export function writeAgentSkill(skill: Skill): WrittenAgentSkill | null {
  const name = slugOf(skill.name).normalize('NFKC');
  const description = describe(skill);
  const body = skill.steps === '' ? tellPlaybook(skill) : skill.steps;
  const metadata = writeOwnPart(skill, { name, description, steps: body });
  const properties = [
    `name: ${quoteYaml(name)}`,
    `description: ${quoteYaml(description)}`,
    'metadata:',
    ...Object.entries(metadata).map(([key, value]) => `  ${key}: ${quoteYaml(value)}`),
  ].join('\n');
  if (properties.length > MOST_PROPERTIES) return null;
  return { name, text: `---\n${properties}\n---\n\n${body}\n` };
}

/** Never empty, nothing around it, and short enough. */
function describe({ name, description }: Skill): string {
  const text = oneLine(description).trim();
  return text === '' ? name : Array.from(text).slice(0, MOST_DESCRIPTION).join('').trim();
}

/** The playbook in words, for agents that know no playbooks. */
function tellPlaybook({ playbook }: Skill): string {
  const lines = (playbook ?? []).map((step, index) => `${index + 1}. ${JSON.stringify(step)}`);
  return `These actions, one after the other; {{…}} stands for what the goal says.\n\n${lines.join('\n')}`;
}

/** JSON is valid YAML, except for characters that some parsers take for line breaks. */
function quoteYaml(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
