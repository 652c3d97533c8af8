/** Finds the skill for a goal. */
import { findNamed, matchDescriptions } from './match-description.ts';
import { PRINTED, usedParams } from './playbook.ts';
import { isForeign, type Skill } from './skill.ts';
import { nameKey } from './skill-name.ts';
import { readGoal } from './triggers.ts';

export interface SkillMatch {
  readonly skill: Skill;
  readonly params: Readonly<Record<string, string>>;
  /** Names of other skills that fit too, best first. */
  readonly others: readonly string[];
}

export interface SkillBook {
  readonly skills: readonly Skill[];
  /** The longest match wins, those of somebody else after all others; the later skill on a tie. Where none fits, “could you … please” is taken away and looked again. A goal `skill NAME` means that skill, whatever its triggers say. Skills without triggers come last: the one a goal names, or whose description speaks of it. */
  match(goal: string): SkillMatch | null;
}

/** `courtesy`: what more may stand around a wish, in other languages. Later skills win over earlier ones of the same name: hand in the shipped ones first, then the person's own. */
export function createSkillBook(all: readonly Skill[], courtesy: readonly string[] = []): SkillBook {
  const byName = new Map(all.map((skill) => [nameKey(skill.name), skill]));
  const skills = [...byName.values()];
  const around = findAround(courtesy);
  const told = skills.filter(({ triggers }) => triggers.length === 0);
  // Whoever wrote them may have wanted every goal: they get what is left.
  const [ours, theirs] = [skills.filter((skill) => !isForeign(skill)), skills.filter(isForeign)];
  return {
    skills,
    match(goal) {
      const named = byName.get(nameKey(/^\s*skill:?\s+(\S.*)$/is.exec(goal)?.[1] ?? ''));
      if (named !== undefined) return { skill: named, params: {}, others: [] };
      const wish = withoutCourtesy(goal, around);
      // What a skill's author wrote is tried on the words as they are first: they may be meant.
      const find = (among: readonly Skill[]) => {
        const asSaid = rank(among, goal);
        return asSaid.length > 0 || wish === goal.trim() ? asSaid : rank(among, wish);
      };
      const [best, ...others] = [...find(ours), ...find(theirs)];
      if (best === undefined) return byDescription(told, goal);
      return { skill: best.skill, params: best.params, others: others.map(({ skill }) => skill.name) };
    },
  };
}

function byDescription(skills: readonly Skill[], goal: string): SkillMatch | null {
  const named = findNamed(skills, goal);
  const fitting = matchDescriptions(skills, goal);
  const best = named ?? fitting[0];
  if (best === undefined) return null;
  return { skill: best, params: {}, others: fitting.filter((one) => one !== best).map(({ name }) => name) };
}

/** The goal that asks for a skill by its name. */
export function goalForSkill(name: string): string {
  return `skill ${name}`;
}

/** Parameters the skill speaks of and the goal did not give; in advice of somebody else `{{…}}` is a sign like any other. */
export function findMissingParams({ skill, params }: Pick<SkillMatch, 'skill' | 'params'>): readonly string[] {
  if (isForeign(skill) && skill.triggers.length === 0) return [];
  return usedParams([skill.steps, skill.playbook, skill.expect]).filter(
    (name) => !(name in params) && name !== PRINTED,
  );
}

function rank(skills: readonly Skill[], text: string) {
  const goal = readGoal(text);
  return skills
    .flatMap((skill, order) => {
      const matches = skill.triggers.map((trigger) => trigger.match(goal)).filter((match) => match !== null);
      const longest = matches.toSorted((one, other) => other.length - one.length)[0];
      return longest === undefined ? [] : [{ skill, order, ...longest }];
    })
    .sort((one, other) => other.length - one.length || other.order - one.order);
}

const BEFORE = [
  /^(?:hey|hi|hello|hallo|ok|okay)(?:[\s,!]+deskhand)?[\s,!]+/i,
  /^deskhand[\s,:]+/i,
  /^(?:can|could|would|will)\s+you\s+(?:please\s+|kindly\s+|just\s+)?/i,
  /^(?:please|pls)\s+/i,
  /^i(?:\s+would|['’]d)\s+like\s+(?:you\s+)?to\s+/i,
  /^i\s+want\s+(?:you\s+)?to\s+/i,
  /^(?:kannst|könntest|würdest|magst)\s+du\s+(?:bitte\s+|mal\s+)*/i,
  /^bitte\s+/i,
];
/** German puts it anywhere. */
const BETWEEN = /\s+bitte(?=\s)/gi;
const AFTER = [/[\s,]+(?:please|pls|for\s+me|thanks|thank\s+you|bitte|für\s+mich|danke)\s*[.!?]*$/i];

const NEVER_PLAIN = /[\\^$.*+?()[\]{}|/-]/g;

/** These words at either end of a goal, and the marks that open a question in some languages. */
function findAround(courtesy: readonly string[]): readonly RegExp[] {
  if (courtesy.length === 0) return [];
  const words = courtesy.map((phrase) => phrase.replace(NEVER_PLAIN, '\\$&').replaceAll(' ', '\\s+')).join('|');
  return [/^[¿¡]\s*/, new RegExp(`^(?:${words})[\\s,]+`, 'i'), new RegExp(`[\\s,]+(?:${words})\\s*[.!?]*$`, 'i')];
}

/** The wish alone; the same text when nothing is around it. Its own words stay as they are. */
function withoutCourtesy(goal: string, around: readonly RegExp[]): string {
  let text = goal.trim().replace(BETWEEN, '');
  for (;;) {
    const shorter = [...BEFORE, ...AFTER, ...around].reduce((rest, pattern) => rest.replace(pattern, ''), text);
    if (shorter === text || shorter === '') return text;
    text = shorter;
  }
}
