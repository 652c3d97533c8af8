/** Texts that come with an Agent Skill: its `references/` and `scripts/`, and what lies beside its SKILL.md, read with it and given out when a step needs one. */
import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AGENT_SKILL } from '../../src/skills/agent-skill.ts';

/** Folders in a skill's own that are read, one level deep. */
export const TEXT_FOLDERS = ['references', 'scripts'];
const MOST_TEXTS = 40;
const LARGEST_BYTES = 262_144;
const MOST_BYTES = 1_048_576;

/** By path inside the skill's folder. */
export type SkillTexts = ReadonlyMap<string, string>;
export type RememberedTexts = Map<string, { readonly mark: string; readonly text: string }>;

/** What is no plain file of text, too large or a link is not there. Never rejects. */
export async function readSkillTexts(folder: string, remembered: RememberedTexts): Promise<SkillTexts> {
  const texts = new Map<string, string>();
  let left = MOST_BYTES;
  for (const path of await listTexts(folder)) {
    const text = await readText(join(folder, path), remembered).catch(() => null);
    if (text === null || text.length > left) continue;
    left -= text.length;
    texts.set(path, text);
  }
  return texts;
}

/** The same of a plugin, whose files are known already: `skills/NAME/…` without that beginning. */
export function pickSkillTexts(files: ReadonlyMap<string, Uint8Array>, folder: string): SkillTexts {
  const texts = new Map<string, string>();
  for (const [path, bytes] of files) {
    if (!path.startsWith(`${folder}/`) || !isTextPath(path.slice(folder.length + 1))) continue;
    const text = decode(bytes);
    if (text !== null) texts.set(path.slice(folder.length + 1), text);
  }
  return texts;
}

/** Paths inside a skill's folder, one level deep, links left out. */
export async function listTexts(folder: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const name of TEXT_FOLDERS) {
    const inside = await lstat(join(folder, name)).catch(() => null);
    if (inside?.isDirectory() === true)
      paths.push(...(await listPlain(join(folder, name))).map((file) => `${name}/${file}`));
  }
  return [...paths, ...(await listPlain(folder))].filter(isTextPath).slice(0, MOST_TEXTS);
}

function isTextPath(path: string): boolean {
  const parts = path.split('/');
  if (parts.some((part) => part.startsWith('.'))) return false;
  if (parts.length === 2) return TEXT_FOLDERS.includes(parts[0] ?? '');
  return /^[^/]+\.(?:md|txt)$/i.test(path) && path !== AGENT_SKILL;
}

async function listPlain(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

async function readText(path: string, remembered: RememberedTexts): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat({ bigint: true });
    const mark = [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
    const known = remembered.get(path);
    if (known?.mark === mark) return known.text;
    if (!stats.isFile() || stats.size > BigInt(LARGEST_BYTES)) return null;
    const text = decode(await file.readFile());
    if (text !== null) remembered.set(path, { mark, text });
    return text;
  } finally {
    await file.close();
  }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
