/** What `/skills` shows: the list, page by page, and one skill whole. Pure. */
import { describeAction, nameElements } from '../action/describe.ts';
import type { Action } from '../action/schema.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import { resolveStep } from '../skills/playbook.ts';
import type { Skill, SkillSource } from '../skills/skill.ts';
import type { ShelvedSkill } from '../skills/skill-shelf.ts';
import { oneLine, shorten } from '../words/amounts.ts';
import { join, plural, say, short, type Text } from '../words/say.ts';
import { showHidden, showHiddenIn } from '../words/visible.ts';

export const SKILLS_A_PAGE = 6;
const MOST_PROBLEMS = 5;
const MOST_STEPS = 12;

/** From 1. */
export function pagesOf(all: readonly ShelvedSkill[]): number {
  return Math.max(1, Math.ceil(all.length / SKILLS_A_PAGE));
}

/** The skills on a page, from 1; a page that is not there is the nearest one. */
export function pageOf(
  all: readonly ShelvedSkill[],
  page: number,
): { readonly page: number; readonly skills: readonly ShelvedSkill[] } {
  const at = Math.min(Math.max(1, page), pagesOf(all));
  return { page: at, skills: all.slice((at - 1) * SKILLS_A_PAGE, at * SKILLS_A_PAGE) };
}

export function renderList(
  all: readonly ShelvedSkill[],
  problems: readonly Text[],
  wanted: number,
): readonly SpokenSpan[] {
  const { page, skills } = pageOf(all, wanted);
  const pages = pagesOf(all);
  const off = all.filter(({ isEnabled }) => !isEnabled).length;
  return [
    { bold: plural(all.length, say`1 skill`, say`${all.length} skills`) },
    ...(off === 0 ? [] : [', ', say`${off} turned off`]),
    ...(pages === 1 ? [] : [', ', say`page ${page} of ${pages}`]),
    '\n',
    ...skills.flatMap(({ skill, isEnabled }): readonly SpokenSpan[] => [
      '\n',
      { bold: show(skill.name, 60) },
      isEnabled ? '' : say` (off)`,
      ' – ',
      describe(skill, 140),
      '\n',
    ]),
    ...(page === 1 ? renderProblems(problems) : []),
  ];
}

/** Shipped skills say in the reader's language what they do; what others wrote stays as it is. */
function describe({ description, source }: Skill, limit: number): Text {
  return source === 'shipped' ? { say: oneLine(description), parts: [] } : show(description, limit);
}

function saySource(source: SkillSource): Text {
  if (source === 'shipped') return say`shipped`;
  return 'file' in source ? say`yours: ${showHidden(source.file)}` : say`of the plugin ${showHidden(source.plugin)}`;
}

function renderProblems(problems: readonly Text[]): readonly SpokenSpan[] {
  if (problems.length === 0) return [];
  const left = problems.length - MOST_PROBLEMS;
  return [
    '\n',
    { bold: say`Skipped:` },
    ...problems.slice(0, MOST_PROBLEMS).map((problem) => join(['\n• ', short(showHiddenIn(problem), 300)], '')),
    ...(left > 0 ? ['\n', say`and ${left} more, in the log`] : []),
  ];
}

export function renderSkill({ skill, isEnabled }: ShelvedSkill): readonly SpokenSpan[] {
  const facts: readonly Text[] = [
    saySource(skill.source),
    isEnabled ? say`on` : say`turned off`,
    skill.playbook === null ? say`needs a model` : say`has a playbook`,
    ...(skill.maxIterations === null ? [] : [say`at most ${skill.maxIterations} steps`]),
    skill.permissions === null
      ? say`no permissions named`
      : say`may use ${skill.permissions.length === 0 ? say`nothing` : skill.permissions.join(', ')}`,
  ];
  return [
    { bold: show(skill.name, 60) },
    '\n',
    describe(skill, 600),
    '\n\n',
    { bold: say`Answers to` },
    ...skill.triggers.slice(0, 8).flatMap(({ pattern }): readonly SpokenSpan[] => ['\n', { code: show(pattern, 300) }]),
    '\n\n',
    { bold: skill.playbook === null ? say`How` : say`Playbook` },
    '\n',
    skill.playbook === null ? { block: shorten(showHidden(skill.steps), 1200) } : describePlaybook(skill),
    '\n',
    { quiet: join(facts, ' · ') },
  ];
}

function describePlaybook({ playbook }: Skill): Text {
  const steps = playbook ?? [];
  const asWritten = new Proxy<Record<string, string>>({}, { get: (_, name) => `{{${String(name)}}}`, has: () => true });
  const lines = steps.slice(0, MOST_STEPS).map((step, index): Text => {
    const resolved = resolveStep(step, asWritten, { elements: [], display: { width: 1000, height: 1000 } });
    const words = resolved.ok
      ? showHiddenIn(describeAction(showParams(resolved.action), nameElements(undefined)))
      : showHidden(`${step.action} ${shorten(oneLine(JSON.stringify(step)), 120)}`);
    return join([`${index + 1}.`, words], ' ');
  });
  return join([...lines, ...(steps.length > MOST_STEPS ? [say`and ${steps.length - MOST_STEPS} more`] : [])], '\n');
}

/** In an address what is filled in stands percent-encoded. */
function showParams(action: Action): Action {
  if (action.action !== 'open_url') return action;
  return { ...action, url: action.url.replace(/%7B%7B(\w+)%7D%7D/g, '{{$1}}') };
}

function show(text: string, limit: number): string {
  return showHidden(shorten(oneLine(text), limit));
}
