/** Examples of requests for a skill: the quoted sentences in its description, and the values they contain. */

import { oneLine } from '../words/amounts.ts';
import type { Text } from '../words/say.ts';
import { type Language, speak } from '../words/speak.ts';
import type { Skill } from './skill.ts';
import { readGoal } from './triggers.ts';

const QUOTED = /[“„«]([^“”„«»]+)[”“»]/g;
const ALTERNATIVES_SHOWN = 6;

/** Descriptions of shipped skills are translated; those of others stay unchanged. */
export function describeSkill({ description, source }: Pick<Skill, 'description' | 'source'>): Text {
  return source === 'shipped' ? { say: oneLine(description), parts: [] } : oneLine(description);
}

/**
 * Sentences that the skill matches, in the order of its description; none when its author gave none. English ones when its triggers know no other
 * language.
 */
export function examplesOf(skill: Skill, language: Language): readonly string[] {
  const understood = quotedIn(skill, language).filter((sentence) => paramsOf(skill, sentence) !== null);
  return understood.length > 0 || language === 'en' ? understood : examplesOf(skill, 'en');
}

function quotedIn(skill: Skill, language: Language): readonly string[] {
  return [...speak(describeSkill(skill), language).matchAll(QUOTED)].map(([, sentence = '']) => sentence);
}

/** Likely values of a parameter: the words listed in its triggers, or those in the examples; none when it can be anything. */
export function valuesOf(skill: Skill, name: string, language: Language): readonly string[] {
  const listed = new RegExp(`\\(\\?P<${name}>([\\p{L}\\p{N} ]+(?:\\|[\\p{L}\\p{N} ]+)+)\\)`, 'u');
  for (const { pattern } of skill.triggers) {
    const words = listed.exec(pattern)?.[1]?.split('|') ?? [];
    if (words.length > 0 && words.length <= ALTERNATIVES_SHOWN) return words;
  }
  const said = examplesOf(skill, language).map((sentence) => paramsOf(skill, sentence)?.[name] ?? '');
  return [...new Set(said.filter((value) => value !== ''))];
}

function paramsOf(skill: Skill, sentence: string): Readonly<Record<string, string>> | null {
  const goal = readGoal(sentence);
  for (const trigger of skill.triggers) {
    const match = trigger.match(goal);
    if (match !== null) return match.params;
  }
  return null;
}
