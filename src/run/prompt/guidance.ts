/** What a run is told of its skill: its steps with what the goal gave filled in. */
import type { SkillMatch } from '../../skills/match-skill.ts';
import { isForeign } from '../../skills/skill.ts';
import { BODY, listSkillTexts } from '../../skills/skill-texts.ts';
import { cutToTokens } from '../../words/tokens.ts';

/** Limit that the skill standard recommends; the text is part of every step's prompt. */
const MOST_TOKENS = 5000;

/** The same for the whole run. Pure. */
export function renderGuidance({ skill, params }: Pick<SkillMatch, 'skill' | 'params'>): string {
  const steps = skill.steps.replace(
    /\{\{\s*([a-z_][a-z0-9_]*)\s*\}\}/gi,
    (whole, name: string) => params[name] ?? whole,
  );
  return isForeign(skill)
    ? [cutToTokens(steps, MOST_TOKENS, (line) => `; file_view ${BODY} from line ${line}`), listSkillTexts(skill)]
        .filter((part) => part !== '')
        .join('\n\n')
    : steps;
}
