/** What can be said to a skill: the sentences in quotation marks of its description, and the values they give. */

import { oneLine } from '../words/amounts.ts';
import type { Text } from '../words/say.ts';
import { type Language, speak } from '../words/speak.ts';
import type { Skill } from './skill.ts';
import { readGoal } from './triggers.ts';

const QUOTED = /[“„«]([^“”„«»]+)[”“»]/g;
const ALTERNATIVES_SHOWN = 6;

/** Shipped skills say in the reader's language what they do; what others wrote stays as it is. */
export function describeSkill({ description, source }: Pick<Skill, 'description' | 'source'>): Text {
  return source === 'shipped' ? { say: oneLine(description), parts: [] } : oneLine(description);
}

/** Sentences that the skill answers to, in the order of its description; none where its author named none. English ones where its triggers know no other. */
export function examplesOf(skill: Skill, language: Language): readonly string[] {
  const understood = quotedIn(skill, language).filter((sentence) => paramsOf(skill, sentence) !== null);
  return understood.length > 0 || language === 'en' ? understood : examplesOf(skill, 'en');
}

function quotedIn(skill: Skill, language: Language): readonly string[] {
  return [...speak(describeSkill(skill), language).matchAll(QUOTED)].map(([, sentence = '']) => sentence);
}

/** Likely values of a parameter: the words its triggers list, or those of the examples; none where it can be anything. */
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
