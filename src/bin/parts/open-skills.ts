/** The skills of this data folder: shipped ones, those of plugins, and the person's own. */
import { join } from 'node:path';
import { createRoleFiles } from '../../../adapters/files/role-files.ts';
import { createSkillFiles } from '../../../adapters/files/skill-files.ts';
import { createRoles, type Roles } from '../../run/parts/role-text.ts';
import { createSkillShelf, type SkillShelf, type SkillShelfPorts } from '../../skills/skill-shelf.ts';
import { trustTrigger } from '../../skills/triggers.ts';
import { readAsking } from '../../words/languages.ts';
import { PROJECT_ROOT } from '../own-files.ts';

/** Watches their folders until `life` ends. */
export async function openSkills(
  dataFolder: string,
  ports: Omit<SkillShelfPorts, 'files' | 'courtesy'>,
  life: AbortSignal,
): Promise<SkillShelf> {
  const { triggers: patterns, courtesy } = readAsking();
  const triggers = new Map(Object.entries(patterns).map(([name, some]) => [name, some.map(trustTrigger)]));
  const files = await createSkillFiles({
    triggers,
    shipped: join(PROJECT_ROOT, 'skills'),
    plugins: join(dataFolder, 'plugins'),
    own: join(dataFolder, 'skills', 'own'),
  });
  return await createSkillShelf({ ...ports, files, courtesy }, life);
}

/** How parts of a plan are told to work: the person's own file of a role, else the shipped one. */
export function openRoles(dataFolder: string, warn: (problem: string) => void): Roles {
  const folders = {
    shipped: join(PROJECT_ROOT, 'skills', 'roles'),
    own: join(dataFolder, 'skills', 'roles'),
  };
  return createRoles(createRoleFiles(folders), warn);
}
