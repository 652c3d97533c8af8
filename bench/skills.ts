/** How long a goal waits for its skill: `npm run -s bench -- skills`. */
import { createSkillBook } from '../src/skills/match-skill.ts';
import { parseSkill } from '../src/skills/parse-skill.ts';
import type { Skill } from '../src/skills/skill.ts';
import { compileTrigger, readGoal } from '../src/skills/triggers.ts';
import { english } from '../src/words/speak.ts';
import type { Figure } from './figure.ts';
import { median, quantile } from './median.ts';

const SKILLS = 300;
const GOALS = 600;
const BLOCKS = 5;
const MAX_MATCH_MS = 1;
const MAX_HOSTILE_MS = 50;

const VERBS = ['open', 'send', 'write', 'translate', 'search', 'call', 'find', 'copy', 'play', 'remind'];
const THINGS = [
  'report',
  'mail',
  'photo',
  'music',
  'window',
  'folder',
  'calendar',
  'page',
  'invoice',
  'printer',
  'coffee',
];

/** What is refused counts as answered at once. */
export const HOSTILE: readonly string[] = [
  '(a+)+$',
  '(a|a)*b',
  '(.*)*x',
  '^(\\w+\\s?)*$',
  '(?:a?){50}a{50}',
  '(x{1,30}){1,30}y',
  '.*.*.*.*.*=.*',
  '((a{0,20}){0,20}){0,2}b',
  '(?:\\pL|\\pN){1,300}x',
  '(?i)(?P<a>.{0,90})(?P<b>.{0,90})=',
  '(?i)^(?P<a>(\\w+\\s?)*)$',
  '(?i)((?P<a>a{0,15}){0,20})b',
  '(?i)(?P<a>.+?) (?P<b>.+?) (?P<c>.+?) (?P<d>.+?) (?P<e>.+?)=',
];

export function measureSkills(): readonly Figure[] {
  const book = createSkillBook(Array.from({ length: SKILLS }, (_, index) => makeSkill(index)));
  const goals = Array.from({ length: GOALS }, (_, index) => makeGoal(index));
  const isCorrect = goals.every(({ text, skill }) => (book.match(text)?.skill.name ?? null) === skill);
  const times = goals.map(({ text }) => median(repeat(() => timeOf(() => void book.match(text)))));
  const slowest = Math.max(...HOSTILE.map((pattern) => median(repeat(() => timeHostile(pattern)))));
  return [
    bounded(`skill matching with ${SKILLS} skills, p99`, quantile(times, 0.99), MAX_MATCH_MS, isCorrect, GOALS),
    bounded('hostile trigger, compiled and matched', slowest, MAX_HOSTILE_MS, true, HOSTILE.length),
  ];
}

/** A busy moment of the machine must not count as ours. */
function repeat(measure: () => number): readonly number[] {
  return Array.from({ length: BLOCKS }, measure);
}

function makeSkill(index: number): Skill {
  const verb = VERBS[index % VERBS.length] ?? '';
  const thing = `${THINGS[index % THINGS.length] ?? ''}${index}`;
  const markdown = [
    `# SKILL: ${verb}-${thing}`,
    '## Triggers',
    `- \`(?i)^\\s*(?:please\\s+)?${verb}\\s+(?:the\\s+|my\\s+)?${thing}\\s+(?P<text>.+?)\\s*$\``,
    `- \`(?i)\\b${verb}\\s+${thing}\\b\``,
    `- \`(?i)^(?:could you )?${verb} (?:a|the) (?:new |old )?${thing}(?: for (?P<text>.+))?$\``,
    '## Steps',
    'Do it.',
  ].join('\n');
  const parsed = parseSkill(markdown, { file: 'bench' });
  if (!parsed.ok) throw new Error(english(parsed.reason));
  return parsed.skill;
}

/** Every third goal fits one skill; the others share words with many and fit none. */
function makeGoal(index: number): { readonly text: string; readonly skill: string | null } {
  const verb = VERBS[index % VERBS.length] ?? '';
  const place = index % SKILLS;
  const thing = `${THINGS[place % THINGS.length] ?? ''}${place}`;
  if (index % 3 === 0)
    return {
      text: `Please ${VERBS[place % VERBS.length]} my ${thing} with words of number ${index}`,
      skill: `${VERBS[place % VERBS.length]}-${thing}`,
    };
  return {
    text: `${verb} and ${THINGS[index % 11]} or ${THINGS[(index * 7) % 11]} ${index} in the ${THINGS[(index * 3) % 11]}`,
    skill: null,
  };
}

function timeHostile(pattern: string): number {
  const goals = [`${'a'.repeat(1998)}!`, 'a '.repeat(1000), `${'ab1 '.repeat(499)}x=`].map(readGoal);
  return (
    timeOf(() => {
      const compiled = compileTrigger(pattern);
      if (compiled.ok) for (const goal of goals) compiled.trigger.match(goal);
    }) / goals.length
  );
}

function timeOf(act: () => void): number {
  const startedAt = performance.now();
  act();
  return performance.now() - startedAt;
}

function bounded(figure: string, ours: number, goal: number, correct: boolean, n: number): Figure {
  return { figure, unit: 'ms', better: 'lower', ours, theirs: null, ratio: null, goal, ok: ours <= goal, correct, n };
}
