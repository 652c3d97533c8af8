/** Finds a skill by its description: for skills of other authors, which have no triggers. Pure. */
import { findTerms } from '../words/terms.ts';
import type { Skill } from './skill.ts';

/** Words that every description and goal uses. */
const WEAK = new Set(
  findTerms(
    'use used useful using user users skill skills agent help helps helper guide guides when whenever this these any all ' +
      'work works working task tasks file files folder folders document documents make makes create creates creating build ' +
      'write writes read open opens need needs want wants ask asks mention mentions request new data text content include ' +
      'includes including various other others support supports provide provides handle handles process tool tools thing ' +
      'things best good well find get show tell look give put set add save send start page pages app apps computer date dates time times name names number numbers day days week',
  ),
);

const OF_NAME = 2;
/** Weight of the file format that the goal names, which is most specific. */
const OF_FORM = 4;
const FILE = /[\p{L}\p{N}_~/.-]*[\p{L}\p{N}_-]\.([a-z][a-z0-9]{1,4})(?![\p{L}\p{N}])/giu;
/** The subject of a goal is at its beginning. */
const MOST_CHARACTERS = 2000;
const LEAST_WEIGHT = 3;
const LEAST_SHARE = 0.2;

/**
 * Best first. A word of the skill's name counts twice, and more when it is the format of a named file; a single word never suffices, nor do a few
 * among very many.
 */
export function matchDescriptions(skills: readonly Skill[], whole: string): readonly Skill[] {
  const goal = whole.slice(0, MOST_CHARACTERS);
  const forms = new Set(Array.from(goal.matchAll(FILE), ([, form = '']) => findTerms(form)).flat());
  // A file's name says nothing about what to do with it.
  const wanted = new Set(findTerms(goal.replaceAll(FILE, ' $1 ')).filter((term) => !WEAK.has(term)));
  return skills
    .map((skill, order) => ({ skill, order, ...weigh(skill, wanted, forms) }))
    .filter(({ weight, hits }) => hits > 1 && weight >= LEAST_WEIGHT && hits >= LEAST_SHARE * wanted.size)
    .toSorted((one, other) => other.weight - one.weight || other.order - one.order)
    .map(({ skill }) => skill);
}

function weigh(
  skill: Skill,
  wanted: ReadonlySet<string>,
  forms: ReadonlySet<string>,
): { readonly weight: number; readonly hits: number } {
  const name = new Set(findTerms(skill.name));
  const told = new Set(findTerms(skill.description));
  let [weight, hits] = [0, 0];
  for (const term of wanted) {
    const mine = name.has(term) ? (forms.has(term) ? OF_FORM : OF_NAME) : told.has(term) ? 1 : 0;
    weight += mine;
    hits += mine > 0 ? 1 : 0;
  }
  return { weight, hits };
}

/** The one that the goal names as a skill: “… with the skill pdf-forms”, “use the pdf-forms skill: …”. */
export function findNamed(skills: readonly Skill[], goal: string): Skill | null {
  const text = goal.toLowerCase();
  return (
    skills.find(({ name }) => {
      const plain = name.toLowerCase().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return new RegExp(
        `\\bskill[\\s:“”"'„]+${plain}(?![\\p{L}\\p{N}-])|(?<![\\p{L}\\p{N}-])${plain}[\\s“”"'-]+skill\\b`,
        'u',
      ).test(text);
    }) ?? null
  );
}
