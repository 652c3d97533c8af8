/** Finds the skill for a goal. */
import type { Skill } from './skill.ts';
import { compileTrigger, type Trigger } from './triggers.ts';

export interface SkillMatch {
  readonly skill: Skill;
  readonly params: Readonly<Record<string, string>>;
}

export interface SkillBook {
  readonly skills: readonly Skill[];
  /** The longest match wins; the earlier skill on a tie. */
  match(goal: string): SkillMatch | null;
}

/** Later skills win over earlier ones of the same name: hand in the shipped ones first, then the person's own. */
export function createSkillBook(all: readonly Skill[]): SkillBook {
  const byName = new Map(all.map((skill) => [skill.name.toLowerCase(), skill]));
  const skills = [...byName.values()];
  const compiled = skills.map((skill) => ({ skill, triggers: skill.triggers.flatMap(compileOne) }));
  return {
    skills,
    match(goal) {
      let best: (SkillMatch & { readonly length: number }) | null = null;
      for (const { skill, triggers } of compiled) {
        for (const trigger of triggers) {
          const found = trigger.match(goal);
          if (found !== null && (best === null || found.length > best.length)) best = { skill, ...found };
        }
      }
      return best === null ? null : { skill: best.skill, params: best.params };
    },
  };
}

function compileOne(pattern: string): readonly Trigger[] {
  const compiled = compileTrigger(pattern);
  return compiled.ok ? [compiled.trigger] : [];
}
