/** Plugins: folders of skills that somebody else wrote, with a manifest; only what was confirmed is used, and only as it was then. */
import { z } from 'zod';
import { PERMISSIONS, type Permission, type Skill } from './skill.ts';

const permissions = z.array(z.enum(PERMISSIONS));
/** Inside the plugin's folder, plainly: no way out of it, and nothing hidden. */
const skillPath = z
  .string()
  .regex(
    /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\.md$/,
    'is no path of a .md file inside the plugin',
  );
const pluginName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,49}$/, 'must be small letters, digits and -, at most 50');

/** `plugin.json` at the top of a plugin. */
export const manifestSchema = z.strictObject({
  name: pluginName,
  version: z.string().min(1).max(50),
  description: z.string().max(500).default(''),
  /** The most that any of its skills may use. */
  permissions,
  skills: z.array(skillPath).min(1).max(100),
});
export type PluginManifest = z.infer<typeof manifestSchema>;

export const MANIFEST = 'plugin.json';

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

export type PluginSkill =
  | { readonly ok: true; readonly skill: Skill }
  | { readonly ok: false; readonly reason: string };

/** A plugin's skill within what the plugin may: what it does not say is what the plugin says, and more than that is refused. */
export function limitSkill(skill: Skill, allowed: readonly Permission[]): PluginSkill {
  const excess = (skill.permissions ?? []).find((permission) => !allowed.includes(permission));
  if (excess !== undefined)
    return { ok: false, reason: `it wants ${excess}, which the plugin does not name among its permissions` };
  return { ok: true, skill: { ...skill, permissions: skill.permissions ?? allowed } };
}

/** The first problem of a manifest in words. */
export function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return `${where}${issue?.message ?? 'not valid'}`;
}
