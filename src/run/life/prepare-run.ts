/** Finds what a goal needs before it becomes a run: the skill that fits and who decides; a playbook first, the model where it does not fit. */
import { findMissingParams, type SkillBook, type SkillMatch } from '../../skills/match-skill.ts';
import { isAdviceOnly } from '../../skills/skill.ts';
import { say, type Text } from '../../words/say.ts';
import type { DecidedHow } from '../decide/make-decider.ts';
import type { MatchedSkill } from './run-handle.ts';

export type Preparation =
  | { readonly ok: true; readonly decided: DecidedHow; readonly skill: MatchedSkill | null }
  /** `reason`: for the person, why the run cannot start and what to do; the nearest skills are offered beside it. */
  | { readonly ok: false; readonly reason: Text };

/** `hasModel` false: no provider is configured, and only playbooks can run. `given`: parameters the person was asked for. */
export function prepareRun(
  goal: string,
  given: Readonly<Record<string, string>>,
  book: SkillBook,
  hasModel: boolean,
): Preparation {
  const matched = book.match(goal);
  // Advice is for a model.
  const fitting = matched !== null && !hasModel && isAdviceOnly(matched.skill) ? null : matched;
  const found = fitting ?? (hasModel ? null : (openByName(goal, book) ?? matched));
  const skill = found === null ? null : { ...found, params: { ...found.params, ...given } };
  if (hasModel) {
    const follows = skill !== null && skill.skill.playbook !== null && findMissingParams(skill).length === 0;
    return { ok: true, decided: follows ? 'playbook, then model' : 'model', skill };
  }
  if (skill === null) return { ok: false, reason: NO_SKILL };
  if (skill.skill.playbook === null) {
    return {
      ok: false,
      reason: say`That takes a model, which I don't have yet: ${MODEL_SETUP}`,
    };
  }
  const missing = findMissingParams(skill);
  if (missing.length > 0) {
    return {
      ok: false,
      reason: say`The skill “${skill.skill.name}” also needs: ${missing.join(', ')}. Say it in one sentence, as its description shows: ${skill.skill.description}`,
    };
  }
  return { ok: true, decided: 'playbook', skill };
}

const NAMED_APP =
  /^(?:please\s+|bitte\s+)?(?:open|start|launch|run|öffne|starte?|abre|inicia)\s+(?:the\s+|den\s+|die\s+|das\s+|el\s+|la\s+)?(?!(?:a|an|my|me|ein|eine|einen|mein|meine|meinen|mir|un|una|mi|mis)\s)([\p{L}\p{N}][\p{L}\p{N}.+&'-]*(?:\s[\p{L}\p{N}.+&'-]+){0,2})[.!]?$/iu;

/** “open chromium”: without a model, the goal counts as the name of an application; the search for applications suggests the nearest name. */
function openByName(goal: string, book: SkillBook): SkillMatch | null {
  const app = NAMED_APP.exec(goal.trim())?.[1];
  const skill = book.skills.find(({ name, source }) => name === 'open-app' && source === 'shipped');
  return app === undefined || skill === undefined ? null : { skill, params: { app }, others: [] };
}

/** How to configure a model, in a sentence for a phone. */
export const MODEL_SETUP = say`run “deskhand setup” on the computer (“npm run setup” in a clone), then start me again.`;

const NO_SKILL = say`I can't do that without a model. To give me one, ${MODEL_SETUP}`;
