/** Plugins: folders of skills by other authors, with a manifest. Only confirmed content is used, exactly as it was confirmed. */
import { z } from 'zod';
import { say, type Text } from '../words/say.ts';
import { problem, sayFirstIssue } from '../words/say-issue.ts';
import { PERMISSIONS, type Permission, type Skill } from './skill.ts';

const permissions = z.array(z.enum(PERMISSIONS));
/** A path inside the plugin's folder: without a way out of it, and without hidden names. */
const skillPath = z
  .string()
  .refine(
    (path) => /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\.md$/.test(path),
    problem(say`it is no path of a .md file inside the plugin`),
  );
const oldName = z
  .string()
  .refine(
    (name) => /^[a-z0-9][a-z0-9-]{0,49}$/.test(name),
    problem(say`it must be small letters, digits and -, at most 50`),
  );
const sharedName = z
  .string()
  .refine(
    (name) => name.length <= 64 && /^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(name),
    problem(say`it is at most 64 small letters, digits and single - or . between them`),
  );
const skillPaths = z.array(skillPath).max(100);

/** `plugin.json` as it was before it followed the standard. */
const oldManifest = z.strictObject({
  name: oldName,
  version: z.string().min(1).max(50),
  description: z.string().max(500).default(''),
  permissions,
  skills: skillPaths.min(1),
});

/** Agent Plugins 1.0.0 (agent-plugins.org). The address is a name: it is never fetched. */
const SCHEMA = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json';
/** Key of Deskhand's own part. */
const OURS = 'app.deskhand';

const author = z.strictObject({
  name: z.string().optional(),
  email: z.string().optional(),
  url: z.string().optional(),
});
const sharedManifest = z.object({
  name: sharedName,
  version: z.string().optional(),
  description: z.string().optional(),
  author: author.optional(),
  homepage: z.string().optional(),
  repository: z.string().optional(),
  license: z.string().optional(),
  keywords: z.array(z.string()).optional(),
  extensions: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});
const SHARED_FIELDS = ['$schema', ...Object.keys(sharedManifest.shape)];

const ourPart = z.strictObject({ permissions: permissions.optional(), skills: skillPaths.default([]) });

export interface PluginManifest {
  readonly name: string;
  /** '' when absent. */
  readonly version: string;
  readonly description: string;
  /** The most that any of its skills may use; null: not limited. */
  readonly permissions: readonly Permission[] | null;
  /** Paths of skills in our markdown. */
  readonly skills: readonly string[];
  /** Whether it follows the standard: Agent Skills are in `skills/`. */
  readonly isShared: boolean;
  /** Parts of the standard that are reported and not used. */
  readonly ignored: readonly string[];
}

export function isPluginName(text: string): boolean {
  return sharedName.safeParse(text).success || oldName.safeParse(text).success;
}

export const MANIFEST = 'plugin.json';

export type ReadManifest =
  | { readonly ok: true; readonly manifest: PluginManifest }
  | { readonly ok: false; readonly reason: Text };

/** `value`: the parsed JSON; the reason names the first thing to change. Without `$schema` it is read as the form before the standard. */
export function readManifest(value: unknown): ReadManifest {
  const given = z.record(z.string(), z.unknown()).safeParse(value);
  if (given.success && Object.hasOwn(given.data, '$schema')) return readShared(given.data);
  const parsed = oldManifest.safeParse(value);
  return parsed.success
    ? { ok: true, manifest: { ...parsed.data, isShared: false, ignored: [] } }
    : wrong(sayFirstIssue(parsed.error, value));
}

function readShared(given: Readonly<Record<string, unknown>>): ReadManifest {
  const { $schema, ...rest } = given;
  if ($schema !== SCHEMA) return wrong(say`$schema: only ${SCHEMA} is known`);
  const { extensions, ...others } = rest;
  const isObject = typeof extensions === 'object' && extensions !== null && !Array.isArray(extensions);
  const isLeftAside = extensions !== undefined && !isObject;
  const ignored = [
    ...Object.keys(others).filter((field) => !SHARED_FIELDS.includes(field)),
    ...(isLeftAside ? ['extensions'] : []),
  ];
  const fields = isLeftAside ? others : rest;
  const parsed = sharedManifest.safeParse(fields);
  if (!parsed.success) return wrong(sayFirstIssue(parsed.error, fields));
  const { name, version = '', description = '' } = parsed.data;
  const mine = parsed.data.extensions?.[OURS] ?? {};
  const ours = ourPart.safeParse(mine);
  if (!ours.success) return wrong(sayFirstIssue(ours.error, mine, `extensions.${OURS}`));
  const { permissions: allowed = null, skills } = ours.data;
  return {
    ok: true,
    manifest: { name, version, description, permissions: allowed, skills, isShared: true, ignored },
  };
}

function wrong(reason: Text): ReadManifest {
  return { ok: false, reason: say`${MANIFEST}: ${reason}` };
}

const installedPlugin = z.object({
  version: z.string(),
  /** What it was added from, for people. */
  source: z.string(),
  /** null: it named none. */
  permissions: permissions.nullable(),
  isEnabled: z.boolean(),
  /** Names of its tool servers in mcp.json. */
  servers: z.array(z.string()).default([]),
  /** SHA-256 of each of its files, hex, by path inside its folder. */
  files: z.record(z.string(), z.string()),
});
export type InstalledPlugin = z.infer<typeof installedPlugin>;

/** `installed.json` beside the plugins: what the person confirmed. */
export const installedSchema = z.object({ plugins: z.record(z.union([sharedName, oldName]), installedPlugin) });
export type Installed = z.infer<typeof installedSchema>;

export type PluginSkill = { readonly ok: true; readonly skill: Skill } | { readonly ok: false; readonly reason: Text };

/** A plugin's skill within the plugin's permissions: without permissions of its own it gets the plugin's, and wider ones are refused. */
export function limitSkill(skill: Skill, allowed: readonly Permission[] | null): PluginSkill {
  if (allowed === null) return { ok: true, skill };
  const excess = (skill.permissions ?? []).find((permission) => !allowed.includes(permission));
  if (excess !== undefined)
    return { ok: false, reason: say`it wants ${excess}, which the plugin does not name among its permissions` };
  return { ok: true, skill: { ...skill, permissions: skill.permissions ?? allowed } };
}
