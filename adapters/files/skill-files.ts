/** Skills as files: the shipped folder, the plugins, and the person's own, read again only where something changed. */
import { readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AGENT_SKILL } from '../../src/skills/agent-skill.ts';
import type { SkillResult } from '../../src/skills/parse-skill.ts';
import type { Skill, SkillSource } from '../../src/skills/skill.ts';
import type { ReadSkills, SkillFiles } from '../../src/skills/skill-files.ts';
import { nameKey, slugOf } from '../../src/skills/skill-name.ts';
import type { Trigger } from '../../src/skills/triggers.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { SaidError, textOf } from '../../src/words/said-error.ts';
import { say, type Text } from '../../src/words/say.ts';
import { writeAtomically } from './atomic-write.ts';
import { readPlugins } from './plugin-files.ts';
import { type RememberedSkills, readSkill } from './read-skill.ts';
import { type RememberedTexts, readSkillTexts, TEXT_FOLDERS } from './skill-texts.ts';
import { watchFolders } from './watch-folders.ts';

export interface SkillFolders {
  readonly shipped: string;
  /** More triggers of shipped skills, by name: those of further languages. */
  readonly triggers?: ReadonlyMap<string, readonly Trigger[]>;
  readonly plugins: string;
  /** Made when it is not there. */
  readonly own: string;
}

/** The most folders that are read, since each is watched. */
const MOST_FOLDERS = 200;
const LEFT_OVER = /^\.deskhand-.*\.tmp$/;

/** A skill's file that was read. */
export interface ReadFile {
  readonly path: string;
  readonly result: SkillResult;
}

export async function createSkillFiles(folders: SkillFolders): Promise<SkillFiles> {
  await mkdir(folders.own, { recursive: true, mode: 0o700 });
  await removeLeftOvers(folders.own);
  const remembered: RememberedSkills = new Map();
  const texts: RememberedTexts = new Map();

  const readFolder = async (folder: string, sourceOf: (name: string) => SkillSource, problems: Text[]) => {
    const read: ReadFile[] = [];
    for (const path of await listMarkdown(folder, problems)) {
      const result = await readSkill(path, sourceOf(basename(path)), remembered);
      if (result !== null) read.push({ path, result });
    }
    return read;
  };

  return {
    async read() {
      const problems: Text[] = [];
      const found = sortOut(await readFolder(folders.shipped, () => 'shipped', problems), problems);
      const shipped = found.map((skill) => withTriggers(skill, folders.triggers?.get(skill.name) ?? []));
      const plugins = await readPlugins(folders.plugins, shipped);
      const own = sortOut(await readFolder(folders.own, (file) => ({ file }), problems), problems);
      const taken = [...shipped, ...plugins.skills, ...own];
      const agents = await readAgentSkills(folders.own, taken, remembered, texts, problems);
      // The person's own skills come last, since they win over Agent Skills, too.
      return {
        skills: [...shipped, ...plugins.skills, ...agents, ...own],
        problems: [...problems, ...plugins.problems],
      };
    },
    watch(changed, signal) {
      const inside = (): readonly string[] =>
        listInside(folders.own).flatMap((name) => [
          join(folders.own, name),
          ...TEXT_FOLDERS.map((inside) => join(folders.own, name, inside)),
        ]);
      watchFolders(() => [folders.shipped, folders.plugins, folders.own, ...inside()], changed, signal);
    },
    async text(name) {
      const read = await readFolder(folders.own, (file) => ({ file }), []);
      const same = read.find(({ result }) => result.ok && nameKey(result.skill.name) === nameKey(name));
      return same === undefined ? null : await readFile(same.path, 'utf8').catch(() => null);
    },
    async save(name, markdown) {
      try {
        await mkdir(folders.own, { recursive: true, mode: 0o700 });
        const path = placeFor(name, folders.own, await readFolder(folders.own, (file) => ({ file }), []));
        await writeAtomically(path, markdown, { mode: 0o600, isExclusive: false });
        return path;
      } catch (error) {
        throw new SaidError(say`The skill could not be saved in ${folders.own}: ${textOf(error)}.`, { cause: error });
      }
    },
  };
}

function withTriggers(skill: Skill, more: readonly Trigger[]): Skill {
  return more.length === 0 ? skill : { ...skill, triggers: [...skill.triggers, ...more] };
}

/** Reads the folders that hold Agent Skills. A skill that somebody else wrote never replaces one with the same name. */
async function readAgentSkills(
  own: string,
  known: readonly Skill[],
  remembered: RememberedSkills,
  texts: RememberedTexts,
  problems: Text[],
): Promise<readonly Skill[]> {
  const taken = new Set(known.map(({ name }) => nameKey(name)));
  const skills: Skill[] = [];
  for (const folder of listInside(own)) {
    const path = join(own, folder, AGENT_SKILL);
    const result = await readSkill(path, { folder }, remembered);
    const reason =
      result === null
        ? say`it is not there`
        : !result.ok
          ? result.reason
          : taken.has(nameKey(result.skill.name))
            ? say`the name “${result.skill.name}” is taken`
            : '';
    if (reason !== '') problems.push(say`The skill ${path} is skipped: ${reason}.`);
    else if (result?.ok === true)
      skills.push({ ...result.skill, references: await readSkillTexts(join(own, folder), texts) });
  }
  const links = await listLinks(own);
  for (const name of links)
    problems.push(say`The folder ${join(own, name)} is skipped: it is a link; put the folder itself there.`);
  return skills;
}

function isMarkdown(name: string): boolean {
  return name.toLowerCase().endsWith('.md');
}

function listInside(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !isMarkdown(entry.name))
      .map(({ name }) => name)
      .sort()
      .slice(0, MOST_FOLDERS);
  } catch {
    return [];
  }
}

/** Symbolic links that lead to folders. */
async function listLinks(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isSymbolicLink() && !one.name.startsWith('.'))) {
    const stats = await stat(join(folder, entry.name)).catch(() => null);
    if (stats?.isDirectory() === true) found.push(entry.name);
  }
  return found;
}

/** The file of the own skill with this name, whatever the file is called; otherwise a new file name. */
function placeFor(name: string, folder: string, read: readonly ReadFile[]): string {
  const same = read.find(({ result }) => result.ok && nameKey(result.skill.name) === nameKey(name));
  if (same !== undefined) return same.path;
  const taken = new Set(read.map(({ path }) => path.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${slugOf(name)}${number === 1 ? '' : `-${number}`}.md`);
    if (!taken.has(path.toLowerCase())) return path;
  }
}

/** The good ones; the bad ones and second ones of the same name become problems. */
function sortOut(read: readonly ReadFile[], problems: Text[]): readonly Skill[] {
  const kept: { readonly skill: Skill; readonly path: string }[] = [];
  for (const { path, result } of read) {
    if (!result.ok) {
      problems.push(say`The skill ${path} is skipped: ${result.reason}.`);
      continue;
    }
    const { skill } = result;
    const first = kept.find((one) => nameKey(one.skill.name) === nameKey(skill.name) && meet(one.skill, skill));
    if (first === undefined) kept.push({ skill, path });
    else problems.push(say`The skill ${path} is skipped: ${basename(first.path)} is called “${first.skill.name}” too.`);
  }
  return kept.map(({ skill }) => skill);
}

/** Two of one name for different platforms are one skill to whoever uses it. */
function meet(one: Skill, other: Skill): boolean {
  return (
    one.platforms === null || other.platforms === null || one.platforms.some((name) => other.platforms?.includes(name))
  );
}

async function listMarkdown(folder: string, problems: Text[]): Promise<readonly string[]> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => isMarkdown(name) && !name.startsWith('.'))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') problems.push(say`The skills in ${folder} cannot be listed: ${textOf(error)}.`);
    return [];
  }
}

/** Removes temporary files of a process that ended in the middle of a write, which nobody else would remove. */
async function removeLeftOvers(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names) if (LEFT_OVER.test(name)) await unlink(join(folder, name)).catch(() => undefined);
}

/** For tools and tests: the shipped skills, or what takes their place, by themselves. */
export async function readSkillFolder(folder: string): Promise<ReadSkills> {
  const problems: Text[] = [];
  const read: ReadFile[] = [];
  for (const path of await listMarkdown(folder, problems)) {
    const result = await readSkill(path, 'shipped', new Map());
    if (result !== null) read.push({ path, result });
  }
  return { skills: sortOut(read, problems), problems };
}
