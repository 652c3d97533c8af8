/** Reads plugins that were added: every file must be what was confirmed, byte for byte, and none may have come to it. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { AGENT_SKILL } from '../../src/skills/agent-skill.ts';
import { parseSkill, type SkillResult } from '../../src/skills/parse-skill.ts';
import {
  type Installed,
  type InstalledPlugin,
  installedSchema,
  limitSkill,
  MANIFEST,
  type PluginManifest,
  type PluginSkill,
  readManifest,
} from '../../src/skills/plugin.ts';
import type { Skill } from '../../src/skills/skill.ts';
import type { ReadSkills } from '../../src/skills/skill-files.ts';
import { nameKey } from '../../src/skills/skill-name.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { SaidError, textOf } from '../../src/words/said-error.ts';
import { say, type Text } from '../../src/words/say.ts';
import { parseAgentSkill } from './read-skill.ts';
import { pickSkillTexts } from './skill-texts.ts';

export const INSTALLED = 'installed.json';
const LARGEST_BYTES = 262_144;

/** Rejects with a sentence when the list is damaged; absent, nothing is installed. */
export async function readInstalled(folder: string): Promise<Installed> {
  const path = join(folder, INSTALLED);
  try {
    const bytes = await readSmallFile(path);
    return installedSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { plugins: {} };
    throw new SaidError(say`The list of plugins ${path} cannot be used; remove it and add them again.`, {
      cause: error,
    });
  }
}

/** `shipped` keep their names: a plugin cannot stand in for them. */
export async function readPlugins(folder: string, shipped: readonly Skill[]): Promise<ReadSkills> {
  const problems: Text[] = [];
  const skills: Skill[] = [];
  const installed = await readInstalled(folder).catch((error: unknown) => {
    problems.push(textOf(error));
    return { plugins: {} };
  });
  const taken = new Set(shipped.map(({ name }) => nameKey(name)));
  for (const [name, plugin] of Object.entries(installed.plugins)) {
    if (!plugin.isEnabled) continue;
    const read = await readPlugin(join(folder, name), name, plugin);
    if (!read.ok) {
      problems.push(
        say`The plugin ${name} is not used: ${read.reason}. Add it again, or take it away with the command plugin remove ${name}.`,
      );
      continue;
    }
    for (const skill of read.skills) {
      const key = nameKey(skill.name);
      if (taken.has(key))
        problems.push(say`The skill “${skill.name}” of the plugin ${name} is skipped: that name is taken.`);
      else skills.push(skill);
      taken.add(key);
    }
  }
  for (const name of await listFolders(folder))
    if (!Object.hasOwn(installed.plugins, name))
      problems.push(say`The folder ${join(folder, name)} is not used: it was not added with the command plugin add.`);
  return { skills, problems };
}

type ReadPlugin =
  | { readonly ok: true; readonly skills: readonly Skill[] }
  | { readonly ok: false; readonly reason: Text };

async function readPlugin(folder: string, name: string, plugin: InstalledPlugin): Promise<ReadPlugin> {
  try {
    const there = await listFiles(folder);
    const stranger = there.find((path) => !Object.hasOwn(plugin.files, path));
    if (stranger !== undefined) return { ok: false, reason: say`${stranger} was not there when it was confirmed` };
    const files = new Map<string, Uint8Array>();
    for (const [path, hash] of Object.entries(plugin.files)) {
      if (!there.includes(path)) return { ok: false, reason: say`${path} is missing` };
      const bytes = await readSmallFile(join(folder, path));
      if (hashOf(bytes) !== hash) return { ok: false, reason: say`${path} is not what was confirmed` };
      files.set(path, bytes);
    }
    const read = readManifest(JSON.parse(new TextDecoder().decode(files.get(MANIFEST))));
    if (!read.ok) return read;
    const skills: Skill[] = [];
    for (const [path, bytes] of files) {
      const parsed = await parsePluginSkill(path, bytes, { ...read.manifest, name, permissions: plugin.permissions });
      if (parsed === null) continue;
      if (!parsed.ok) return { ok: false, reason: say`${path}: ${parsed.reason}` };
      skills.push(withTexts(parsed.skill, files));
    }
    return { ok: true, skills };
  } catch (error) {
    return { ok: false, reason: say`it cannot be read (${textOf(error)})` };
  }
}

const SHARED_SKILL = new RegExp(`^skills/([^/]+)/${AGENT_SKILL}$`);

/** Reads a skill, limited to the plugin's permissions; null: the file is no skill. */
export async function parsePluginSkill(
  path: string,
  bytes: Uint8Array,
  { name, permissions, skills, isShared }: Pick<PluginManifest, 'name' | 'permissions' | 'skills' | 'isShared'>,
): Promise<PluginSkill | null> {
  const folder = isShared ? SHARED_SKILL.exec(path)?.[1] : undefined;
  if (folder === undefined && !skills.includes(path)) return null;
  const text = decode(bytes);
  if (text === null) return { ok: false, reason: say`it is not text in UTF-8` };
  const parsed: SkillResult =
    folder === undefined
      ? parseSkill(text, { plugin: name })
      : await parseAgentSkill(text, folder, { plugin: name, folder });
  return parsed.ok ? limitSkill(parsed.skill, permissions) : parsed;
}

/** Adds to an Agent Skill the texts in its folder. */
export function withTexts(skill: Skill, files: ReadonlyMap<string, Uint8Array>): Skill {
  const { source } = skill;
  if (typeof source !== 'object' || !('folder' in source)) return skill;
  return { ...skill, references: pickSkillTexts(files, `skills/${source.folder}`) };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Paths of all that lies in a folder and is no folder, links among them. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Rejects for what is no plain file, and for a large one; follows no link. */
export async function readSmallFile(path: string, most = LARGEST_BYTES): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new SaidError(say`${path} is not a file`);
    if (stats.size > most) throw new SaidError(say`${path} is larger than ${most / 1024} KB`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function listFolders(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const kinds = await Promise.all(names.map((name) => lstat(join(folder, name)).catch(() => null)));
  return names.filter((name, index) => kinds[index]?.isDirectory() === true && !name.startsWith('.'));
}
