/** Judgements in one word each, so that a rule reads as a sentence. */
import { type Judgement, RISKS, type Risk, weightOf } from './risk.ts';

export function safe(rule: string, reason: string): Judgement {
  return { risk: 'safe', rule, reason };
}

export function moderate(rule: string, reason: string): Judgement {
  return { risk: 'moderate', rule, reason };
}

export function high(rule: string, reason: string): Judgement {
  return { risk: 'high', rule, reason };
}

/** It asks for no other reason than that it is not understood. */
export function unknown(rule: string, reason: string): Judgement {
  return { risk: 'high', rule, reason, confined: true };
}

export function critical(rule: string, reason: string): Judgement {
  return { risk: 'critical', rule, reason };
}

export function isAtLeast(risk: Risk, bound: Risk): boolean {
  return RISKS.indexOf(risk) >= RISKS.indexOf(bound);
}

/** At least `bound`: raises, never lowers. */
export function raise(judgement: Judgement, bound: Judgement): Judgement {
  return weightOf(judgement) >= weightOf(bound) ? judgement : bound;
}

/** In quotes what a reason names: one line, at most 60 characters, nothing invisible. */
export function quote(text: string): string {
  const line = text
    .slice(0, 200)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
  return `“${line.length > 60 ? `${line.slice(0, 59)}…` : line}”`;
}
