/** Reads an Agent Skill (agentskills.io): a folder with a SKILL.md by any author. Its body is used as advice and treated as data. */
import { z } from 'zod';
import { say, type Text } from '../words/say.ts';
import { problem, sayFirstIssue } from '../words/say-issue.ts';
import { readOwnPart } from './own-part.ts';
import type { SkillResult } from './parse-skill.ts';
import type { AgentSource, Skill } from './skill.ts';

export const AGENT_SKILL = 'SKILL.md';

/** The properties, and the text below them, unchanged from the file. */
export interface SplitSkill {
  readonly properties: string;
  readonly body: string;
}

/** Limit of the properties: six keys need no more, and a parser takes a quarter of a second for the worst input of this size. */
export const MOST_PROPERTIES = 32_768;

/** The reason says what is missing. */
export function splitAgentSkill(
  text: string,
): ({ readonly ok: true } & SplitSkill) | { readonly ok: false; readonly reason: Text } {
  const lines = text.replaceAll('\r\n', '\n').replace(/^\uFEFF/, '');
  const opening = /^---[ \t]*\n/.exec(lines);
  if (opening === null)
    return { ok: false, reason: say`it begins with no properties; they stand between two lines of ---` };
  const rest = lines.slice(opening[0].length);
  const closing = /(?:^|\n)---[ \t]*(?:\n|$)/.exec(rest);
  if (closing === null) return { ok: false, reason: say`its properties have no end; write --- on a line below them` };
  const properties = rest.slice(0, closing.index);
  if (properties.length > MOST_PROPERTIES) return { ok: false, reason: say`its properties are longer than 32 KB` };
  return { ok: true, properties, body: rest.slice(closing.index + closing[0].length) };
}

const NAME = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u;
const name = z
  .string()
  .transform((text) => text.trim().normalize('NFKC'))
  .refine(
    (text) => Array.from(text).length <= 64 && NAME.test(text) && text === text.toLowerCase(),
    problem(say`it is at most 64 small letters, digits and single - between them`),
  );

function words(most: number) {
  return z
    .string()
    .transform((text) => text.trim())
    .refine((text) => text !== '' && Array.from(text).length <= most, problem(say`it has 1 to ${most} characters`));
}

/** Every scalar is read as text, whatever it looks like. */
const properties = z.strictObject({
  name,
  description: words(1024),
  license: z.string().optional(),
  compatibility: words(500).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  /** Read for compatibility; it grants nothing. */
  'allowed-tools': z.union([z.string(), z.array(z.string())]).optional(),
});

export interface AgentSkillFile {
  /** As its YAML says, with every scalar as text. */
  readonly properties: unknown;
  readonly body: string;
  /** Name of the folder it lies in. */
  readonly folder: string;
}

/** Never throws; the reason names what to change. */
export function readAgentSkill(file: AgentSkillFile, source: AgentSource): SkillResult {
  const read = properties.safeParse(file.properties);
  if (!read.success) return { ok: false, reason: sayFirstIssue(read.error, file.properties) };
  const { name, description, metadata = {} } = read.data;
  if (name !== file.folder.normalize('NFKC'))
    return { ok: false, reason: say`its name is “${name}”, and its folder is not called so` };
  const shared = { name, description, steps: file.body.trim() };
  const own = readOwnPart(metadata, shared);
  if (!own.ok) return own;
  return { ok: true, skill: { ...NOTHING, ...shared, ...own.part, source } };
}

/** Fields that only Deskhand's own part can fill. */
const NOTHING: Omit<Skill, 'name' | 'description' | 'steps' | 'source'> = {
  triggers: [],
  playbook: null,
  expect: [],
  permissions: null,
  maxIterations: null,
  platforms: null,
};
