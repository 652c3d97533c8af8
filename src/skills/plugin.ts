/** Plugins: folders of skills that somebody else wrote, with a manifest; only what was confirmed is used, and only as it was then. */
import { z } from 'zod';
import { say, type Text } from '../words/say.ts';
import { problem, sayFirstIssue } from '../words/say-issue.ts';
import { PERMISSIONS, type Permission, type Skill } from './skill.ts';

const permissions = z.array(z.enum(PERMISSIONS));
/** Inside the plugin's folder, plainly: no way out of it, and nothing hidden. */
const skillPath = z
  .string()
  .refine(
    (path) => /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\.md$/.test(path),
    problem(say`it is no path of a .md file inside the plugin`),
  );
const pluginName = z
  .string()
  .refine(
    (name) => /^[a-z0-9][a-z0-9-]{0,49}$/.test(name),
    problem(say`it must be small letters, digits and -, at most 50`),
  );

/** `plugin.json` at the top of a plugin. */
const manifestSchema = z.strictObject({
  name: pluginName,
  version: z.string().min(1).max(50),
  description: z.string().max(500).default(''),
  /** The most that any of its skills may use. */
  permissions,
  skills: z.array(skillPath).min(1).max(100),
});
export type PluginManifest = z.infer<typeof manifestSchema>;

export const MANIFEST = 'plugin.json';

export type ReadManifest =
  | { readonly ok: true; readonly manifest: PluginManifest }
  | { readonly ok: false; readonly reason: Text };

/** `value`: the parsed JSON; the reason names the first thing to change. */
export function readManifest(value: unknown): ReadManifest {
  const parsed = manifestSchema.safeParse(value);
  return parsed.success
    ? { ok: true, manifest: parsed.data }
    : { ok: false, reason: say`${MANIFEST}: ${sayFirstIssue(parsed.error, value)}` };
}

const installedPlugin = z.object({
  version: z.string(),
  /** What it was added from, for people. */
  source: z.string(),
  permissions,
  isEnabled: z.boolean(),
  /** SHA-256 of each of its files, hex, by path inside its folder. */
  files: z.record(z.string(), z.string()),
});
export type InstalledPlugin = z.infer<typeof installedPlugin>;

/** `installed.json` beside the plugins: what the person confirmed. */
export const installedSchema = z.object({ plugins: z.record(pluginName, installedPlugin) });
export type Installed = z.infer<typeof installedSchema>;

export type PluginSkill = { readonly ok: true; readonly skill: Skill } | { readonly ok: false; readonly reason: Text };

/** A plugin's skill within what the plugin may: what it does not say is what the plugin says, and more than that is refused. */
export function limitSkill(skill: Skill, allowed: readonly Permission[]): PluginSkill {
  const excess = (skill.permissions ?? []).find((permission) => !allowed.includes(permission));
  if (excess !== undefined)
    return { ok: false, reason: say`it wants ${excess}, which the plugin does not name among its permissions` };
  return { ok: true, skill: { ...skill, permissions: skill.permissions ?? allowed } };
}
