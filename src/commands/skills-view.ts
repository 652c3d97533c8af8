/** What `/skills` shows: the list, page by page, and one skill whole. Pure. */
import { describeAction, nameElements } from '../action/describe.ts';
import type { Action } from '../action/schema.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import { describeSkill, examplesOf } from '../skills/examples.ts';
import { goalForSkill } from '../skills/match-skill.ts';
import { sayChange } from '../skills/mend-skill.ts';
import type { MendedSkill } from '../skills/mended-skills.ts';
import { resolveStep } from '../skills/playbook.ts';
import type { Skill, SkillSource } from '../skills/skill.ts';
import type { ShelvedSkill } from '../skills/skill-shelf.ts';
import { oneLine, shorten } from '../words/amounts.ts';
import { join, plural, quoted, say, short, type Text } from '../words/say.ts';
import type { Language } from '../words/speak.ts';
import { showHidden, showHiddenIn } from '../words/visible.ts';

export const SKILLS_A_PAGE = 6;
const MOST_PROBLEMS = 5;
const MOST_STEPS = 12;
const MOST_EXAMPLES = 3;

/** Counted from 1. */
export function pagesOf(all: readonly ShelvedSkill[]): number {
  return Math.max(1, Math.ceil(all.length / SKILLS_A_PAGE));
}

/** The skills on a page, from 1; for a missing page those of the nearest one. */
export function pageOf(
  all: readonly ShelvedSkill[],
  page: number,
): { readonly page: number; readonly skills: readonly ShelvedSkill[] } {
  const at = Math.min(Math.max(1, page), pagesOf(all));
  return { page: at, skills: all.slice((at - 1) * SKILLS_A_PAGE, at * SKILLS_A_PAGE) };
}

/** Each shipped skill belongs to one of them, which a test checks. */
export const GROUPS: readonly { readonly name: Text; readonly skills: readonly string[] }[] = [
  {
    name: say`This computer`,
    skills: [
      'battery',
      'busy-programs',
      'copy-text',
      'demo',
      'disk-space',
      'lock-screen',
      'mute-notifications',
      'network-programs',
      'open-app',
      'set-brightness',
      'set-volume',
      'show-notifications',
      'show-window',
    ],
  },
  {
    name: say`Files`,
    skills: [
      'find-file',
      'get-file',
      'latest-downloads',
      'make-folder',
      'print-file',
      'recent-files',
      'send-download',
      'write-file',
    ],
  },
  {
    name: say`The web`,
    skills: [
      'directions',
      'open-website',
      'summarize-page',
      'tweet',
      'weather',
      'web-search',
      'wikipedia',
      'wikipedia-deutsch',
      'youtube',
    ],
  },
  {
    name: say`Mail, messages, notes`,
    skills: ['apple-note', 'calendar-event', 'email-draft', 'reminder', 'send-message'],
  },
  { name: say`Music`, skills: ['next-song', 'pause-music'] },
];
const YOURS = say`Yours`;
const OTHERS = say`From others`;

function groupOf({ name, source }: Skill): Text {
  if (source !== 'shipped') return typeof source === 'object' && 'folder' in source ? OTHERS : YOURS;
  return GROUPS.find(({ skills }) => skills.includes(name))?.name ?? say`More`;
}

/** The person's own first, then group by group. */
export function inGroups(all: readonly ShelvedSkill[]): readonly ShelvedSkill[] {
  const order = [YOURS, OTHERS, ...GROUPS.map(({ name }) => name)];
  const placeOf = ({ skill }: ShelvedSkill): number => {
    const place = order.indexOf(groupOf(skill));
    return place === -1 ? order.length : place;
  };
  return all.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** `all` as `inGroups` puts them. */
export function renderList(
  all: readonly ShelvedSkill[],
  problems: readonly Text[],
  wanted: number,
  language: Language,
): readonly SpokenSpan[] {
  const { page, skills } = pageOf(all, wanted);
  const pages = pagesOf(all);
  const off = all.filter(({ isEnabled }) => !isEnabled).length;
  return [
    { bold: plural(all.length, say`1 skill`, say`${all.length} skills`) },
    ...(off === 0 ? [] : [', ', say`${off} turned off`]),
    ...(pages === 1 ? [] : [', ', say`page ${page} of ${pages}`]),
    '\n',
    ...skills.flatMap(({ skill, isEnabled }, index): readonly SpokenSpan[] => [
      ...(index > 0 && groupOf(skills[index - 1]?.skill ?? skill) === groupOf(skill)
        ? []
        : ['\n', { quiet: groupOf(skill) }]),
      '\n',
      { bold: show(skill.name, 60) },
      isEnabled ? '' : say` (off)`,
      ' – ',
      tellShort(skill, language),
    ]),
    '\n',
    ...(page === 1 ? renderProblems(problems) : []),
  ];
}

/** An example sentence, or its author's description. */
function tellShort(skill: Skill, language: Language): Text {
  const [example] = examplesOf(skill, language);
  return example === undefined ? describe(skill, 140) : quoted(show(example, 100));
}

function describe(skill: Skill, limit: number): Text {
  return skill.source === 'shipped' ? describeSkill(skill) : show(skill.description, limit);
}

function saySource(source: SkillSource): Text {
  if (source === 'shipped') return say`shipped`;
  if ('plugin' in source) return say`of the plugin ${showHidden(source.plugin)}`;
  return 'file' in source
    ? say`yours: ${showHidden(source.file)}`
    : say`an Agent Skill: ${showHidden(source.folder)}/SKILL.md. I take its text as advice, and ask before anything from it goes out`;
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

/** `mend`: the last mending of its file, as long as it is in place. */
export function renderSkill(
  { skill, isEnabled }: ShelvedSkill,
  mend: MendedSkill | null,
  language: Language,
): readonly SpokenSpan[] {
  const named = examplesOf(skill, language).slice(0, MOST_EXAMPLES);
  const examples = named.length > 0 ? named : [goalForSkill(skill.name)];
  const facts: readonly Text[] = [
    saySource(skill.source),
    isEnabled ? say`on` : say`turned off`,
    skill.playbook === null ? say`needs a model` : say`needs no model`,
    skill.permissions === null
      ? say`no permissions named`
      : say`may use ${skill.permissions.length === 0 ? say`nothing` : skill.permissions.join(', ')}`,
  ];
  return [
    { bold: show(skill.name, 60) },
    '\n',
    describe(skill, 600),
    '\n\n',
    { bold: say`Say for example` },
    ...examples.flatMap((example): readonly SpokenSpan[] => ['\n', { code: show(example, 120) }]),
    '\n\n',
    { bold: say`How` },
    '\n',
    skill.playbook === null ? { block: shorten(showHidden(skill.steps), 1200) } : describePlaybook(skill),
    ...renderMend(mend),
    '\n',
    { quiet: join(facts, ' · ') },
  ];
}

function renderMend(mend: MendedSkill | null): readonly SpokenSpan[] {
  if (mend === null) return [];
  return [
    '\n\n',
    { bold: say`Adjusted by run ${Number(mend.run)}` },
    ...mend.changes.flatMap((change): readonly SpokenSpan[] => ['\n• ', showHiddenIn(sayChange(change))]),
    '\n',
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

/** In an address parameters are shown without percent encoding. */
function showParams(action: Action): Action {
  if (action.action !== 'open_url' && action.action !== 'fetch') return action;
  return { ...action, url: action.url.replace(/%7B%7B(\w+)%7D%7D/g, '{{$1}}') };
}

function show(text: string, limit: number): string {
  return showHidden(shorten(oneLine(text), limit));
}
