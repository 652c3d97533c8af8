/** Reads one skill's file, again only when it changed: our own markdown, or the SKILL.md of an Agent Skill. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AGENT_SKILL, readAgentSkill, splitAgentSkill } from '../../src/skills/agent-skill.ts';
import { parseSkill, type SkillResult } from '../../src/skills/parse-skill.ts';
import type { AgentSource, SkillSource } from '../../src/skills/skill.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { textOf } from '../../src/words/said-error.ts';
import { say, type Text } from '../../src/words/say.ts';

const LARGEST_BYTES = 262_144;
/** A file changed so recently may change again within the same tick of the disk's clock: it is read once more next time. */
const FRESH_MS = 100;

export type RememberedSkills = Map<string, { readonly mark: string; readonly result: SkillResult }>;

/** null: the file was deleted meanwhile. */
export async function readSkill(
  path: string,
  source: SkillSource,
  remembered: RememberedSkills,
): Promise<SkillResult | null> {
  const isAgents = basename(path) === AGENT_SKILL && typeof source === 'object' && 'folder' in source;
  try {
    // O_NONBLOCK: a pipe named x.md would block the read. O_NOFOLLOW: a link in an Agent Skill, which others wrote, is not followed.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | (isAgents ? constants.O_NOFOLLOW : 0));
    try {
      const stats = await file.stat({ bigint: true });
      const mark = [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
      const known = remembered.get(path);
      if (known?.mark === mark) return known.result;
      if (!stats.isFile()) return { ok: false, reason: say`it is not a file` };
      if (stats.size > BigInt(LARGEST_BYTES)) return { ok: false, reason: say`it is larger than 256 KB` };
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile());
      const result = isAgents ? await parseAgentSkill(text, basename(dirname(path)), source) : parseSkill(text, source);
      if (Date.now() - Number(stats.ctimeMs) > FRESH_MS) remembered.set(path, { mark, result });
      return result;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    if (systemCode(error) === 'ELOOP') return { ok: false, reason: say`it is a link; put the file itself there` };
    if (systemCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      return { ok: false, reason: say`it is not text in UTF-8` };
    return { ok: false, reason: say`it cannot be read (${textOf(error)})` };
  }
}

/** `folder`: the name of the one it lies in. Never rejects. */
export async function parseAgentSkill(text: string, folder: string, source: AgentSource): Promise<SkillResult> {
  const split = splitAgentSkill(text);
  if (!split.ok) return split;
  const properties = await parseYaml(split.properties);
  return properties.ok
    ? readAgentSkill({ properties: properties.value, body: split.body, folder }, source)
    : properties;
}

type ParsedYaml = { readonly ok: true; readonly value: unknown } | Extract<SkillResult, { readonly ok: false }>;

/** Parses with every scalar as text, and without aliases and custom types. The parser is loaded when first needed. */
async function parseYaml(yaml: string): Promise<ParsedYaml> {
  const { parseDocument } = await import('yaml');
  try {
    const document = parseDocument(yaml, {
      schema: 'failsafe',
      version: '1.2',
      prettyErrors: false,
      logLevel: 'silent',
    });
    const [wrong] = [...document.errors, ...document.warnings];
    if (wrong !== undefined) return { ok: false, reason: sayNoYaml(wrong.message) };
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    return { ok: true, value };
  } catch (error) {
    return { ok: false, reason: sayNoYaml(textOf(error)) };
  }
}

function sayNoYaml(what: Text): Text {
  return say`its properties are no plain YAML (${what}); put a text with : or # in it into quotation marks`;
}
