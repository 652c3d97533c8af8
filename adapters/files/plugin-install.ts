/** Adds plugins to a data folder, turns them on and off, and takes them away. What is added is text: nothing of it can be run. */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseSkill } from '../../src/skills/parse-skill.ts';
import { type Installed, limitSkill, MANIFEST, type PluginManifest, readManifest } from '../../src/skills/plugin.ts';
import type { Skill } from '../../src/skills/skill.ts';
import { nameKey } from '../../src/skills/skill-name.ts';
import { textOf } from '../../src/words/said-error.ts';
import { say, type Text } from '../../src/words/say.ts';
import { syncFolder, writeAtomically } from './atomic-write.ts';
import { hashOf, INSTALLED, listFiles, readInstalled, readSmallFile } from './plugin-files.ts';

/** A plugin as it was read from where it comes from: what is shown, and what is written if the person says yes. */
export interface PluginDraft {
  readonly manifest: PluginManifest;
  readonly skills: readonly Skill[];
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What lies beside that and is not taken. */
  readonly leftOut: readonly string[];
}

export type InspectedPlugin =
  | { readonly ok: true; readonly draft: PluginDraft }
  | { readonly ok: false; readonly reason: Text };

/** Reads a plugin's folder. `taken`: names of skills that it must not use. */
export async function inspectPlugin(folder: string, taken: readonly string[]): Promise<InspectedPlugin> {
  const refuse = (reason: Text): InspectedPlugin => ({ ok: false, reason });
  try {
    const bytes = await readSmallFile(join(folder, MANIFEST));
    const read = readManifest(JSON.parse(new TextDecoder().decode(bytes)));
    if (!read.ok) return read;
    const { manifest } = read;
    const files = new Map([[MANIFEST, bytes]]);
    const skills: Skill[] = [];
    const names = new Set(taken.map(nameKey));
    for (const path of manifest.skills) {
      const text = await readSmallFile(join(folder, path));
      const parsed = parseSkill(new TextDecoder('utf-8', { fatal: true }).decode(text), {
        plugin: manifest.name,
      });
      const limited = parsed.ok ? limitSkill(parsed.skill, manifest.permissions) : parsed;
      if (!limited.ok) return refuse(say`${path}: ${limited.reason}`);
      if (names.has(nameKey(limited.skill.name)))
        return refuse(say`${path}: the name “${limited.skill.name}” is taken`);
      names.add(nameKey(limited.skill.name));
      files.set(path, text);
      skills.push(limited.skill);
    }
    const leftOut = (await listFiles(folder)).filter((path) => !files.has(path));
    return { ok: true, draft: { manifest, skills, files, leftOut } };
  } catch (error) {
    return refuse(say`${folder} is no plugin that can be read: ${textOf(error)}`);
  }
}

/** Whole or not at all: a plugin that is not in the list yet is not used. Resolves when it is on the disk. */
export async function installPlugin(folder: string, { manifest, files }: PluginDraft, source: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stage = join(folder, `.adding-${randomUUID()}`);
  try {
    for (const [path, bytes] of files) {
      await mkdir(dirname(join(stage, path)), { recursive: true, mode: 0o700 });
      await writeAtomically(join(stage, path), bytes, { mode: 0o600, isExclusive: true });
    }
    await removePlugin(folder, manifest.name);
    await rename(stage, join(folder, manifest.name));
    await syncFolder(folder);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  const { plugins } = await readInstalled(folder);
  const hashes = Object.fromEntries([...files].map(([path, bytes]) => [path, hashOf(bytes)]));
  const { version, permissions } = manifest;
  await writeInstalled(folder, {
    plugins: { ...plugins, [manifest.name]: { version, source, permissions, isEnabled: true, files: hashes } },
  });
}

/** False when there is none of this name. */
export async function removePlugin(folder: string, name: string): Promise<boolean> {
  const { plugins } = await readInstalled(folder);
  const { [name]: known, ...others } = plugins;
  if (known !== undefined) await writeInstalled(folder, { plugins: others });
  await rm(join(folder, name), { recursive: true, force: true });
  return known !== undefined;
}

/** False when there is none of this name. */
export async function setPluginEnabled(folder: string, name: string, isEnabled: boolean): Promise<boolean> {
  const { plugins } = await readInstalled(folder);
  const known = plugins[name];
  if (known === undefined) return false;
  await writeInstalled(folder, { plugins: { ...plugins, [name]: { ...known, isEnabled } } });
  return true;
}

async function writeInstalled(folder: string, installed: Installed): Promise<void> {
  await writeAtomically(join(folder, INSTALLED), `${JSON.stringify(installed, null, 2)}\n`, {
    mode: 0o600,
    isExclusive: false,
  });
}
