/** Deskhand's own part of a skill, in the `metadata` of an Agent Skill: texts under keys of its own, most of them JSON. */
import { z } from 'zod';
import { parseChecks } from '../ledger/check.ts';
import { say, type Text } from '../words/say.ts';
import { sayFirstIssue } from '../words/say-issue.ts';
import { parseAnswer, writeAnswer } from './answer.ts';
import { parsePlaybook } from './playbook.ts';
import { PERMISSIONS, PLATFORMS, type Skill } from './skill.ts';
import { isSkillName } from './skill-name.ts';
import { compileTrigger, readGoal, type Trigger } from './triggers.ts';

const PREFIX = 'deskhand-';

/** Fields that the standard's keys cannot hold. */
export type OwnPart = Omit<Skill, 'source' | 'references'>;
type Metadata = Readonly<Record<string, string>>;

/** `shared`: values that the standard's keys and the body hold. */
export function writeOwnPart(skill: OwnPart, shared: Pick<Skill, 'name' | 'description' | 'steps'>): Metadata {
  const values: Readonly<Record<string, unknown>> = {
    triggers: skill.triggers.map(({ pattern }) => pattern),
    ...(skill.name === shared.name ? {} : { name: skill.name }),
    ...(skill.description === shared.description ? {} : { description: skill.description }),
    ...(skill.steps === shared.steps ? {} : { steps: skill.steps }),
    ...(skill.playbook === null ? {} : { playbook: skill.playbook }),
    ...(skill.expect.length === 0 ? {} : { expect: skill.expect }),
    ...(skill.answer == null ? {} : { answer: writeAnswer(skill.answer) }),
    ...(skill.permissions === null ? {} : { permissions: skill.permissions }),
    ...(skill.maxIterations === null ? {} : { 'max-iterations': skill.maxIterations }),
    ...(skill.platforms === null ? {} : { platforms: skill.platforms }),
  };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${PREFIX}${key}`, JSON.stringify(value)]));
}

const schema = z.strictObject({
  triggers: z.array(z.string()).min(1).max(100),
  name: z.string().optional(),
  description: z.string().optional(),
  steps: z.string().optional(),
  playbook: z.array(z.unknown()).optional(),
  expect: z.array(z.unknown()).optional(),
  answer: z.array(z.unknown()).optional(),
  permissions: z.array(z.enum(PERMISSIONS)).optional(),
  'max-iterations': z.number().int().min(1).max(1000).optional(),
  platforms: z.array(z.enum(PLATFORMS)).min(1).optional(),
});

export type ReadOwnPart =
  /** null: the file has no part of Deskhand's. */
  { readonly ok: true; readonly part: OwnPart | null } | { readonly ok: false; readonly reason: Text };

export function readOwnPart(metadata: Metadata, shared: Pick<Skill, 'name' | 'description' | 'steps'>): ReadOwnPart {
  const mine = Object.entries(metadata).filter(([key]) => key.startsWith(PREFIX));
  if (mine.length === 0) return { ok: true, part: null };
  const values: Record<string, unknown> = {};
  for (const [key, json] of mine) {
    try {
      values[key.slice(PREFIX.length)] = JSON.parse(json);
    } catch {
      return wrong(say`metadata.${key} is no JSON`);
    }
  }
  const read = schema.safeParse(values);
  if (!read.success) return wrong(sayFirstIssue(read.error, values, `metadata.${PREFIX}…`));
  const { name = shared.name, description = shared.description, steps = shared.steps, ...rest } = read.data;
  if (!isSkillName(name)) return wrong(say`metadata.${PREFIX}name is no name of a skill`);
  const triggers: Trigger[] = [];
  for (const pattern of rest.triggers) {
    const compiled = compileTrigger(pattern);
    if (!compiled.ok)
      return wrong(say`the trigger \`${pattern}\` is no RE2 expression that can be used: ${compiled.reason}`);
    if (fitsAnything(compiled.trigger)) return wrong(say`the trigger \`${pattern}\` fits whatever you say`);
    triggers.push(compiled.trigger);
  }
  const playbook = rest.playbook === undefined ? null : parsePlaybook(JSON.stringify(rest.playbook));
  if (playbook?.ok === false) return playbook;
  const expect = rest.expect === undefined ? null : parseChecks(JSON.stringify(rest.expect));
  if (expect?.ok === false) return expect;
  const answer = rest.answer === undefined ? null : parseAnswer(JSON.stringify(rest.answer), false);
  if (answer?.ok === false) return answer;
  return {
    ok: true,
    part: {
      ...{ name, description, steps, triggers },
      playbook: playbook?.steps ?? null,
      expect: expect?.checks ?? [],
      ...(answer === null ? {} : { answer: answer.answer }),
      permissions: rest.permissions ?? null,
      maxIterations: rest['max-iterations'] ?? null,
      platforms: rest.platforms ?? null,
    },
  };
}

function wrong(reason: Text): Extract<ReadOwnPart, { readonly ok: false }> {
  return { ok: false, reason };
}

/** Goals that nobody has: a trigger that matches one of them was written to match every goal. */
const NONSENSE = ['', 'qxzv', 'Zqvx wjkp 7!', 'żźć ąęó', '?', 'qx zv wj kp qx zv wj kp qx zv wj kp'].map(readGoal);

function fitsAnything(trigger: Trigger): boolean {
  return NONSENSE.some((goal) => trigger.match(goal) !== null);
}
