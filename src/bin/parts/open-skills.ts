/** The skills of this data folder: what is shipped, plugins' and the person's own. */
import { join } from 'node:path';
import { createSkillFiles } from '../../../adapters/files/skill-files.ts';
import { createSkillShelf, type SkillShelf, type SkillShelfPorts } from '../../skills/skill-shelf.ts';
import { PROJECT_ROOT } from '../own-files.ts';

/** Watches their folders until `life` ends. */
export async function openSkills(
  dataFolder: string,
  ports: Omit<SkillShelfPorts, 'files'>,
  life: AbortSignal,
): Promise<SkillShelf> {
  const files = await createSkillFiles({
    shipped: join(PROJECT_ROOT, 'skills'),
    plugins: join(dataFolder, 'plugins'),
    own: join(dataFolder, 'skills', 'own'),
  });
  return await createSkillShelf({ ...ports, files }, life);
}
