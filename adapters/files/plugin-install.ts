/** Adds plugins to a data folder, turns them on and off, and takes them away. What is added is text: nothing of it can be run. */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AGENT_SKILL } from '../../src/skills/agent-skill.ts';
import { type Installed, isPluginName, MANIFEST, type PluginManifest, readManifest } from '../../src/skills/plugin.ts';
import {
  PLUGIN_SERVERS,
  type PluginServer,
  type ReadServers,
  readPluginServers,
} from '../../src/skills/plugin-servers.ts';
import { isForeign, type Skill } from '../../src/skills/skill.ts';
import { nameKey } from '../../src/skills/skill-name.ts';
import { SaidError, textOf } from '../../src/words/said-error.ts';
import { join as joinTexts, say, type Text } from '../../src/words/say.ts';
import { syncFolder, writeAtomically } from './atomic-write.ts';
import {
  hashOf,
  INSTALLED,
  listFiles,
  parsePluginSkill,
  readInstalled,
  readSmallFile,
  withTexts,
} from './plugin-files.ts';
import { listTexts } from './skill-texts.ts';

/** A plugin as read from its source: shown to the person, and written if they agree. */
export interface PluginDraft {
  readonly manifest: PluginManifest;
  readonly skills: readonly Skill[];
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Files beside the plugin that are not taken. */
  readonly leftOut: readonly string[];
  /** Parts of the plugin that are not used, and why; a sentence each. */
  readonly notes: readonly Text[];
  /** Tool servers of the plugin, and all code that they may consist of. */
  readonly servers: readonly PluginServer[];
  readonly code: ReadonlyMap<string, Uint8Array>;
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
    const notes: Text[] = manifest.ignored.map(
      (field) => say`${MANIFEST} has “${field}”, which the standard does not know; it is not used.`,
    );
    for (const path of [...manifest.skills, ...(manifest.isShared ? await listAgentSkills(folder) : [])]) {
      const text = await readSmallFile(join(folder, path));
      const parsed = await parsePluginSkill(path, text, manifest);
      if (parsed === null) continue;
      const reason = !parsed.ok
        ? parsed.reason
        : names.has(nameKey(parsed.skill.name))
          ? say`the name “${parsed.skill.name}” is taken`
          : '';
      // The standard of Agent Skills wants a bad skill skipped; a skill that the manifest names in our own form must be right.
      if (reason !== '' && manifest.skills.includes(path)) return refuse(say`${path}: ${reason}`);
      if (reason !== '') notes.push(say`The skill ${path} is skipped: ${reason}.`);
      if (reason !== '' || !parsed.ok) continue;
      names.add(nameKey(parsed.skill.name));
      files.set(path, text);
      if (isForeign(parsed.skill))
        for (const beside of await listTexts(dirname(join(folder, path))))
          files.set(join(dirname(path), beside), await readSmallFile(join(folder, dirname(path), beside)));
      skills.push(withTexts(parsed.skill, files));
    }
    const brought = manifest.isShared ? await readServers(folder) : NO_SERVERS;
    notes.push(...brought.notes);
    if (brought.document !== null) files.set(PLUGIN_SERVERS, brought.document);
    if (skills.length === 0 && brought.servers.length === 0)
      return refuse(joinTexts([say`it brings no skill that can be used`, ...notes], '. '));
    const leftOut = (await listFiles(folder)).filter((path) => !files.has(path) && !brought.code.has(path));
    const { servers, code } = brought;
    return { ok: true, draft: { manifest, skills, files, leftOut, notes, servers, code } };
  } catch (error) {
    return refuse(say`${folder} is no plugin that can be read: ${textOf(error)}`);
  }
}

interface BroughtServers extends ReadServers {
  /** null: there is none that can be read. */
  readonly document: Uint8Array | null;
  readonly code: ReadonlyMap<string, Uint8Array>;
}

const NO_SERVERS: BroughtServers = { servers: [], notes: [], document: null, code: new Map() };
const MOST_CODE = 2000;
const MOST_CODE_BYTES = 33_554_432;

/** Reads the tool servers. Their code must be bundled: packages that lie beside it are no part of it. */
async function readServers(folder: string): Promise<BroughtServers> {
  const there = await lstat(join(folder, PLUGIN_SERVERS)).catch(() => null);
  if (there === null) return NO_SERVERS;
  const document = await readSmallFile(join(folder, PLUGIN_SERVERS));
  const paths = (await listFiles(folder)).filter((path) => !/(?:^|\/)(?:\.|node_modules\/)/.test(path));
  const value = parseJson(document);
  const read = readPluginServers(value, (path) => paths.includes(path));
  const code = new Map<string, Uint8Array>();
  if (read.servers.every((server) => 'url' in server)) return { ...read, document, code };
  if (paths.length > MOST_CODE) throw new SaidError(say`it brings more than ${MOST_CODE} files`);
  let left = MOST_CODE_BYTES;
  for (const path of paths) {
    const bytes = await readSmallFile(join(folder, path), left);
    left -= bytes.length;
    code.set(path, bytes);
  }
  return { ...read, document, code };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** The folders right below `skills/` that hold one; a link is none. */
async function listAgentSkills(folder: string): Promise<readonly string[]> {
  const isFolder = await lstat(join(folder, 'skills')).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) return [];
  const entries = await readdir(join(folder, 'skills'), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  const found: string[] = [];
  for (const name of names.sort()) {
    const path = join('skills', name, AGENT_SKILL);
    if ((await lstat(join(folder, path)).catch(() => null))?.isFile() === true) found.push(path);
  }
  return found;
}

/** Whole or not at all: a plugin that is not in the list yet is not used. Resolves when it is on the disk. */
export async function installPlugin(
  folder: string,
  { manifest, files }: Pick<PluginDraft, 'manifest' | 'files'>,
  source: string,
  servers: readonly string[] = [],
): Promise<void> {
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
    plugins: {
      ...plugins,
      [manifest.name]: {
        version,
        source,
        permissions: permissions === null ? null : [...permissions],
        isEnabled: true,
        servers: [...servers],
        files: hashes,
      },
    },
  });
}

/** False when there is none of this name. */
export async function removePlugin(folder: string, name: string): Promise<boolean> {
  const { plugins } = await readInstalled(folder);
  // The name becomes a path.
  if (!isPluginName(name)) return false;
  const isKnown = Object.hasOwn(plugins, name);
  const { [name]: _, ...others } = plugins;
  if (isKnown) await writeInstalled(folder, { plugins: others });
  await rm(join(folder, name), { recursive: true, force: true });
  return isKnown;
}

/** False when there is none of this name. */
export async function setPluginEnabled(folder: string, name: string, isEnabled: boolean): Promise<boolean> {
  const { plugins } = await readInstalled(folder);
  const known = Object.hasOwn(plugins, name) ? plugins[name] : undefined;
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
