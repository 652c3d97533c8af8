/** Skills as files: the shipped folder, the plugins, and the person's own, read again only where something changed. */
import { constants } from 'node:fs';
import { mkdir, open, readdir, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseSkill, type SkillResult } from '../../src/skills/parse-skill.ts';
import type { Skill, SkillSource } from '../../src/skills/skill.ts';
import type { ReadSkills, SkillFiles } from '../../src/skills/skill-files.ts';
import { nameKey, slugOf } from '../../src/skills/skill-name.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { SaidError, textOf } from '../../src/words/said-error.ts';
import { say, type Text } from '../../src/words/say.ts';
import { writeAtomically } from './atomic-write.ts';
import { readPlugins } from './plugin-files.ts';
import { watchFolders } from './watch-folders.ts';

export interface SkillFolders {
  readonly shipped: string;
  readonly plugins: string;
  /** Made when it is not there. */
  readonly own: string;
}

const LARGEST_BYTES = 262_144;
/** A file changed so recently may change again within the same tick of the disk's clock: it is read once more next time. */
const FRESH_MS = 100;
const LEFT_OVER = /^\.deskhand-.*\.tmp$/;

interface Remembered {
  readonly mark: string;
  readonly result: SkillResult;
}

/** A file of a folder of skills, read. */
export interface ReadFile {
  readonly path: string;
  readonly result: SkillResult;
}

export async function createSkillFiles(folders: SkillFolders): Promise<SkillFiles> {
  await mkdir(folders.own, { recursive: true, mode: 0o700 });
  await removeLeftOvers(folders.own);
  const remembered = new Map<string, Remembered>();

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
      const shipped = sortOut(await readFolder(folders.shipped, () => 'shipped', problems), problems);
      const plugins = await readPlugins(folders.plugins, shipped);
      const own = sortOut(await readFolder(folders.own, (file) => ({ file }), problems), problems);
      return { skills: [...shipped, ...plugins.skills, ...own], problems: [...problems, ...plugins.problems] };
    },
    watch(changed, signal) {
      watchFolders([folders.shipped, folders.plugins, folders.own], changed, signal);
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

/** Where the own skill of this name lies, whatever its file is called; else a file nobody has. */
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
  const byName = new Map<string, { readonly skill: Skill; readonly path: string }>();
  for (const { path, result } of read) {
    if (!result.ok) {
      problems.push(say`The skill ${path} is skipped: ${result.reason}.`);
      continue;
    }
    const key = nameKey(result.skill.name);
    const first = byName.get(key);
    if (first === undefined) byName.set(key, { skill: result.skill, path });
    else problems.push(say`The skill ${path} is skipped: ${basename(first.path)} is called “${first.skill.name}” too.`);
  }
  return [...byName.values()].map(({ skill }) => skill);
}

/** null: it was deleted meanwhile. */
async function readSkill(
  path: string,
  source: SkillSource,
  remembered: Map<string, Remembered>,
): Promise<SkillResult | null> {
  try {
    // Without O_NONBLOCK a pipe that is called x.md would hold everything up.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await file.stat({ bigint: true });
      const mark = [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
      const known = remembered.get(path);
      if (known?.mark === mark) return known.result;
      if (!stats.isFile()) return { ok: false, reason: say`it is not a file` };
      if (stats.size > BigInt(LARGEST_BYTES)) return { ok: false, reason: say`it is larger than 256 KB` };
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile());
      const result = parseSkill(text, source);
      if (Date.now() - Number(stats.ctimeMs) > FRESH_MS) remembered.set(path, { mark, result });
      return result;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    if (systemCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      return { ok: false, reason: say`it is not text in UTF-8` };
    return { ok: false, reason: say`it cannot be read (${textOf(error)})` };
  }
}

async function listMarkdown(folder: string, problems: Text[]): Promise<readonly string[]> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => name.toLowerCase().endsWith('.md') && !name.startsWith('.'))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') problems.push(say`The skills in ${folder} cannot be listed: ${textOf(error)}.`);
    return [];
  }
}

/** Of a life that ended in the middle of a write. Nobody reads them, and nobody would tidy them up. */
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
