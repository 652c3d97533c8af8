/** Skills as files: reads every markdown file of the shipped folder and the person's own. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseSkill } from '../../src/skills/parse-skill.ts';
import type { Skill } from '../../src/skills/skill.ts';

export interface ReadSkills {
  /** Those of earlier folders first. */
  readonly skills: readonly Skill[];
  /** One sentence for each file that could not be used. */
  readonly problems: readonly string[];
}

/** A bad or unreadable file is a problem, never an end; an absent folder is empty. */
export async function readSkillFolders(folders: readonly string[]): Promise<ReadSkills> {
  const skills: Skill[] = [];
  const problems: string[] = [];
  for (const folder of folders) {
    for (const path of await listMarkdown(folder, problems)) {
      const result = await readSkill(path);
      if (result.ok) skills.push(result.skill);
      else problems.push(`The skill ${path} is skipped: ${result.reason}.`);
    }
  }
  return { skills, problems };
}

async function readSkill(path: string): Promise<ReturnType<typeof parseSkill>> {
  try {
    return parseSkill(await readFile(path, 'utf8'), basename(path));
  } catch (error) {
    return { ok: false, reason: `it cannot be read (${error instanceof Error ? error.message : String(error)})` };
  }
}

async function listMarkdown(folder: string, problems: string[]): Promise<readonly string[]> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => name.toLowerCase().endsWith('.md'))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isAbsent)
      problems.push(
        `The skills in ${folder} cannot be listed: ${error instanceof Error ? error.message : String(error)}.`,
      );
    return [];
  }
}
