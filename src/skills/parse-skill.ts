/** Reads one skill's markdown (design, section 6). */
import { type Check, parseChecks } from '../ledger/check.ts';
import { say, type Text } from '../words/say.ts';
import { type ParsedAnswer, parseAnswer } from './answer.ts';
import { type PlaybookStep, parsePlaybook } from './playbook.ts';
import { PERMISSIONS, type Permission, PLATFORMS, type Skill, type SkillPlatform, type SkillSource } from './skill.ts';
import { isSkillName } from './skill-name.ts';
import { compileTrigger, type Trigger, trustTrigger } from './triggers.ts';

export type SkillResult = { readonly ok: true; readonly skill: Skill } | { readonly ok: false; readonly reason: Text };

const SECTIONS = [
  'description',
  'triggers',
  'steps',
  'playbook',
  'expect',
  'answer',
  'permissions',
  'platforms',
  'maxiterations',
];

/** Never throws; the reason names what to change. */
export function parseSkill(markdown: string, source: SkillSource): SkillResult {
  const text = markdown.replaceAll('\r\n', '\n').replace(/^\uFEFF/, '');
  const title = /^#[ \t]+SKILL:[ \t]*(\S.*?)[ \t]*$/im.exec(text);
  if (title === null) return wrong(say`it has no title; start with "# SKILL: name"`);
  const name = title[1] ?? '';
  if (!isSkillName(name))
    return wrong(say`its name is too long or has signs in it that no name needs; use letters, digits, spaces and -`);
  const sections = splitSections(text);
  const unknown = [...sections.keys()].find((section) => !SECTIONS.includes(section));
  if (unknown !== undefined) return wrong(say`"## ${unknown}" is no section; there are ${SECTIONS.join(', ')}`);

  const triggers = readTriggers(sections.get('triggers') ?? '');
  if (triggers.length === 0)
    return wrong(say`it has no triggers; write "## Triggers" with one regular expression in backquotes a line`);
  const compiled: Trigger[] = [];
  for (const pattern of triggers) {
    if (source === 'shipped') {
      compiled.push(trustTrigger(pattern));
      continue;
    }
    const result = compileTrigger(pattern);
    if (!result.ok)
      return wrong(say`the trigger \`${pattern}\` is no RE2 expression that can be used: ${result.reason}`);
    compiled.push(result.trigger);
  }

  const playbook = readPlaybook(sections.get('playbook'));
  if (!playbook.ok) return wrong(playbook.reason);
  const expect = readExpect(sections.get('expect'));
  if (!expect.ok) return wrong(expect.reason);
  if (expect.checks.length > 0 && playbook.steps === null)
    return wrong(say`"## Expect" goes with a "## Playbook"; it has none`);
  const answer = readAnswer(sections.get('answer'), source === 'shipped');
  if (!answer.ok) return wrong(answer.reason);
  if (answer.answer !== null && playbook.steps === null)
    return wrong(say`"## Answer" goes with a "## Playbook"; it has none`);
  const steps = (sections.get('steps') ?? '').trim();
  if (steps === '' && playbook.steps === null)
    return wrong(say`it has neither "## Steps" nor "## Playbook"; say how it is done`);

  const permissions = readPermissions(sections.get('permissions'));
  if (!permissions.ok) return wrong(permissions.reason);
  const platforms = readPlatforms(sections.get('platforms'));
  if (platforms === 'wrong') return wrong(say`"## Platforms" names ${PLATFORMS.join(', ')}, one or more`);
  const maxIterations = readMaxIterations(sections.get('maxiterations'));
  if (maxIterations === 'wrong') return wrong(say`"## MaxIterations" is one whole number from 1 to 1000`);

  return {
    ok: true,
    skill: {
      name,
      description: (sections.get('description') ?? '').trim(),
      triggers: compiled,
      steps,
      playbook: playbook.steps,
      expect: expect.checks,
      ...(answer.answer === null ? {} : { answer: answer.answer }),
      permissions: permissions.list,
      maxIterations,
      platforms,
      source,
    },
  };
}

function wrong(reason: Text): SkillResult {
  return { ok: false, reason };
}

/** Bodies of the `##` sections by lower-case name; a `##` inside a code fence is no section. */
function splitSections(text: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  let current: string | null = null;
  let isFenced = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isFenced = !isFenced;
    const heading = isFenced ? null : /^##[ \t]+(\S.*?)[ \t]*$/.exec(line);
    if (heading !== null) {
      current = (heading[1] ?? '').toLowerCase();
      sections.set(current, '');
    } else if (current !== null) {
      sections.set(current, `${sections.get(current) ?? ''}${line}\n`);
    }
  }
  return sections;
}

function readTriggers(body: string): readonly string[] {
  return body
    .split('\n')
    .map((line) => /`([^`]+)`/.exec(line)?.[1] ?? '')
    .filter((trigger) => trigger !== '');
}

/** The contents of the first code fence; null without one. */
function fenced(body: string): string | null {
  return /```[a-z]*\n([\s\S]*?)\n?```/i.exec(body)?.[1] ?? null;
}

function readPlaybook(
  body: string | undefined,
):
  | { readonly ok: true; readonly steps: readonly PlaybookStep[] | null }
  | { readonly ok: false; readonly reason: Text } {
  if (body === undefined) return { ok: true, steps: null };
  const json = fenced(body);
  return json === null
    ? { ok: false, reason: say`"## Playbook" holds a JSON list in a code fence (\`\`\`json)` }
    : parsePlaybook(json);
}

function readExpect(
  body: string | undefined,
): { readonly ok: true; readonly checks: readonly Check[] } | { readonly ok: false; readonly reason: Text } {
  if (body === undefined) return { ok: true, checks: [] };
  const json = fenced(body);
  return json === null
    ? { ok: false, reason: say`"## Expect" holds a JSON list of checks in a code fence (\`\`\`json)` }
    : parseChecks(json);
}

function readAnswer(body: string | undefined, isTrusted: boolean): ParsedAnswer {
  if (body === undefined) return { ok: true, answer: null };
  const json = fenced(body);
  return json === null
    ? { ok: false, reason: say`"## Answer" holds a JSON list in a code fence (\`\`\`json)` }
    : parseAnswer(json, isTrusted);
}

function readPermissions(
  body: string | undefined,
): { readonly ok: true; readonly list: readonly Permission[] | null } | { readonly ok: false; readonly reason: Text } {
  if (body === undefined) return { ok: true, list: null };
  const list: Permission[] = [];
  for (const word of body.toLowerCase().match(/[a-z]+/g) ?? []) {
    const permission = PERMISSIONS.find((candidate) => candidate === word);
    if (permission === undefined)
      return { ok: false, reason: say`"${word}" is no permission; there are ${PERMISSIONS.join(', ')}` };
    list.push(permission);
  }
  return { ok: true, list };
}

function readPlatforms(body: string | undefined): readonly SkillPlatform[] | null | 'wrong' {
  if (body === undefined) return null;
  const words: readonly string[] = body.toLowerCase().match(/[a-z]+/g) ?? [];
  const list = PLATFORMS.filter((platform) => words.includes(platform));
  return list.length > 0 && words.length === list.length ? list : 'wrong';
}

function readMaxIterations(body: string | undefined): number | null | 'wrong' {
  if (body === undefined) return null;
  const text = body.trim();
  const value = Number(text);
  return /^\d+$/.test(text) && value >= 1 && value <= 1000 ? value : 'wrong';
}
