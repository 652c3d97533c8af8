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
  /**
   * The longest match wins, with skills of other authors after all others; the later skill on a tie. When none fits, “could you … please” is removed
   * and the search repeated. A goal `skill NAME` means that skill, whatever its triggers. Skills without triggers come last: the one that the goal
   * names, or whose description matches.
   */
  match(goal: string): SkillMatch | null;
}

/**
 * `courtesy`: further polite phrases, in other languages. Later skills replace earlier ones of the same name: pass the shipped ones first, then the
 * person's own.
 */
export function createSkillBook(all: readonly Skill[], courtesy: readonly string[] = []): SkillBook {
  const byName = new Map(all.map((skill) => [nameKey(skill.name), skill]));
  const skills = [...byName.values()];
  const around = findAround(courtesy);
  const told = skills.filter(({ triggers }) => triggers.length === 0);
  // Skills of other authors could match every goal, so they come last.
  const [ours, theirs] = [skills.filter((skill) => !isForeign(skill)), skills.filter(isForeign)];
  return {
    skills,
    match(goal) {
      const named = byName.get(nameKey(/^\s*skill:?\s+(\S.*)$/is.exec(goal)?.[1] ?? ''));
      if (named !== undefined) return { skill: named, params: {}, others: [] };
      const wish = withoutCourtesy(goal, around);
      // An author's trigger is first matched against the complete words, which may be meant literally.
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

/** Parameters that the skill uses and the goal did not give; in advice by other authors `{{…}}` has no meaning. */
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

/** Polite phrases at either end of a goal, and opening question marks of some languages. */
function findAround(courtesy: readonly string[]): readonly RegExp[] {
  if (courtesy.length === 0) return [];
  const words = courtesy.map((phrase) => phrase.replace(NEVER_PLAIN, '\\$&').replaceAll(' ', '\\s+')).join('|');
  return [/^[¿¡]\s*/, new RegExp(`^(?:${words})[\\s,]+`, 'i'), new RegExp(`[\\s,]+(?:${words})\\s*[.!?]*$`, 'i')];
}

/** The wish without polite phrases; the same text when there are none. Its own words stay unchanged. */
function withoutCourtesy(goal: string, around: readonly RegExp[]): string {
  let text = goal.trim().replace(BETWEEN, '');
  for (;;) {
    const shorter = [...BEFORE, ...AFTER, ...around].reduce((rest, pattern) => rest.replace(pattern, ''), text);
    if (shorter === text || shorter === '') return text;
    text = shorter;
  }
}
