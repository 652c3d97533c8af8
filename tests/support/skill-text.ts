/** Skill files for tests. */

export interface SkillText {
  readonly name: string;
  readonly trigger?: string;
  readonly steps?: string;
  readonly playbook?: readonly object[];
  readonly expect?: readonly object[];
  readonly permissions?: string;
  readonly maxIterations?: number;
  readonly description?: string;
}

export function writeSkill(skill: SkillText): string {
  const { name, trigger = `^${name}$`, steps, playbook, expect, permissions, maxIterations, description } = skill;
  return [
    `# SKILL: ${name}`,
    ...(description === undefined ? [] : ['## Description', description]),
    '## Triggers',
    `- \`${trigger}\``,
    ...(playbook === undefined || steps !== undefined ? ['## Steps', steps ?? `Do ${name}.`] : []),
    ...(playbook === undefined ? [] : ['## Playbook', '```json', JSON.stringify(playbook), '```']),
    ...(expect === undefined ? [] : ['## Expect', '```json', JSON.stringify(expect), '```']),
    ...(permissions === undefined ? [] : ['## Permissions', permissions]),
    ...(maxIterations === undefined ? [] : ['## MaxIterations', String(maxIterations)]),
    '',
  ].join('\n');
}
