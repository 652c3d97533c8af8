/** SKILL.md files for tests. */
import { parseAgentSkill } from '../../adapters/files/read-skill.ts';
import type { Skill } from '../../src/skills/skill.ts';
import { english } from '../../src/words/speak.ts';

export interface AgentSkillText {
  readonly name: string;
  readonly description?: string;
  readonly body?: string;
  /** Further lines of the front matter. */
  readonly more?: readonly string[];
}

export function writeAgentSkill({ name, description, body, more = [] }: AgentSkillText): string {
  return [
    '---',
    `name: ${name}`,
    `description: ${JSON.stringify(description ?? `Does what ${name} is for.`)}`,
    ...more,
    '---',
    '',
    body ?? `Do ${name}.`,
    '',
  ].join('\n');
}

/** Throws with the reason. */
export async function readAgentText(text: string, folder: string): Promise<Skill> {
  const read = await parseAgentSkill(text, folder, { folder });
  if (!read.ok) throw new Error(english(read.reason));
  return read.skill;
}
