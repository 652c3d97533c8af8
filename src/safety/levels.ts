/** Constructors of judgements, one word for each level. */
import { type Sentence, say, type Text } from '../words/say.ts';
import { type Judgement, RISKS, type Risk, weightOf } from './risk.ts';
import type { ScopeKind } from './scope.ts';

export function safe(rule: string, reason: Sentence): Judgement {
  return { risk: 'safe', rule, reason };
}

export function moderate(rule: string, reason: Sentence): Judgement {
  return { risk: 'moderate', rule, reason };
}

export function high(rule: string, reason: Sentence): Judgement {
  return { risk: 'high', rule, reason };
}

/** High, for no other reason than that the command is not understood. */
export function unknown(rule: string, reason: Sentence): Judgement {
  return { risk: 'high', rule, reason, confined: true };
}

export function critical(rule: string, reason: Sentence): Judgement {
  return { risk: 'critical', rule, reason };
}

/** Marks a high judgement as asking only for want of a scope of this kind; one with another reason stays as it is. */
export function unlessGranted(within: ScopeKind, judged: Judgement): Judgement {
  return judged.risk === 'high' && judged.confined !== true ? { ...judged, within } : judged;
}

export function isAtLeast(risk: Risk, bound: Risk): boolean {
  return RISKS.indexOf(risk) >= RISKS.indexOf(bound);
}

/** At least `bound`: raises, never lowers. */
export function raise(judgement: Judgement, bound: Judgement): Judgement {
  return weightOf(judgement) >= weightOf(bound) ? judgement : bound;
}

/** Quotes a name in a reason: one line, at most 60 characters, no invisible characters. */
export function cite(text: string): Sentence {
  return say`“${oneShortLine(text)}”`;
}

/** A path, an address or a bare name as it is; in quotation marks what could be taken for words of the sentence. */
export function name(text: string): Text {
  const line = oneShortLine(text);
  return /^[\p{L}\p{N}_~./@+:%-]+$/u.test(line) ? line : say`“${line}”`;
}

function oneShortLine(text: string): string {
  const line = text
    .slice(0, 200)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
