/** Suggestions with what is installed: first things to try, and the nearest examples for a wish that no skill fits. */
import { say, type Text } from '../words/say.ts';
import { type Language, speak } from '../words/speak.ts';
import { findTerms } from '../words/terms.ts';
import { describeSkill, examplesOf } from './examples.ts';
import type { SkillBook } from './match-skill.ts';
import type { Skill } from './skill.ts';

/** Sentences for a new user; each is handled on this computer, and none needs a model. */
export const STARTERS: readonly Text[] = [
  say`How much disk space is left?`,
  say`What is slowing my computer down?`,
  say`Write a file todo.txt with buy milk`,
  say`Pause the music`,
  say`Run the demo`,
];

const MOST = 4;

/** Those of them, in this language, that an installed skill can do without a model. */
export function findStarters(book: SkillBook, language: Language): readonly string[] {
  const isDone = (goal: string): boolean => (book.match(goal)?.skill.playbook ?? null) !== null;
  // When no skill understands the translated sentence, the English one is offered.
  return STARTERS.map((starter) => [speak(starter, language), speak(starter, 'en')].find(isDone))
    .filter((goal) => goal !== undefined)
    .slice(0, MOST);
}

/** Examples of the skills that share words with this wish and need no model, best first; '' fits none. */
export function findNearest(wish: string, book: SkillBook, language: Language): readonly string[] {
  // The rest behind an apostrophe or a dot is not a word: “what's”, “todo.txt”.
  const words = wish.replace(/['’]\p{L}{1,2}(?!\p{L})|\.\p{L}{1,5}(?!\p{L})/gu, '');
  const wanted = new Set(findTerms(words).filter((term) => !SAID_OF_ANYTHING.has(term)));
  return book.skills
    .filter(({ playbook }) => playbook !== null)
    .map((skill) => ({ skill, shared: countShared(skill, wanted) }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared)
    .flatMap(({ skill }) => examplesOf(skill, language).slice(0, 1))
    .slice(0, MOST - 1);
}

/** Words at the beginning of all kinds of wishes. */
const SAID_OF_ANYTHING = new Set(findTerms('show tell give want need zeige sag gib will brauche'));

function countShared(skill: Skill, wanted: ReadonlySet<string>): number {
  const told = [skill.name, speak(describeSkill(skill), 'en'), speak(describeSkill(skill), 'de')].join(' ');
  return new Set(findTerms(told).filter((term) => wanted.has(term))).size;
}
