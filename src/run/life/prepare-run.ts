/** Finds what a goal needs before it becomes a run: the skill that fits and who decides; a playbook first, the model where it does not fit. */
import { findMissingParams, type SkillBook } from '../../skills/match-skill.ts';
import { join, say, slash, type Text } from '../../words/say.ts';
import type { DecidedHow } from '../decide/make-decider.ts';
import type { MatchedSkill } from './run-handle.ts';

export type Preparation =
  | { readonly ok: true; readonly decided: DecidedHow; readonly skill: MatchedSkill | null }
  /** For the person: why it cannot start and what to do. */
  | { readonly ok: false; readonly reason: Text };

/** `hasModel` false: no provider is configured, and only playbooks can run. `given`: parameters the person was asked for. */
export function prepareRun(
  goal: string,
  given: Readonly<Record<string, string>>,
  book: SkillBook,
  hasModel: boolean,
): Preparation {
  const found = book.match(goal);
  const skill = found === null ? null : { ...found, params: { ...found.params, ...given } };
  if (hasModel) {
    const follows = skill !== null && skill.skill.playbook !== null && findMissingParams(skill).length === 0;
    return { ok: true, decided: follows ? 'playbook, then model' : 'model', skill };
  }
  if (skill === null) return { ok: false, reason: describeNoMatch(book) };
  if (skill.skill.playbook === null) {
    return {
      ok: false,
      reason: join(
        [say`The skill “${skill.skill.name}” fits, but it has no playbook and no model is configured.`, MODEL_CHOICES],
        ' ',
      ),
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

function describeNoMatch(book: SkillBook): Text {
  const known = book.skills.filter((skill) => skill.playbook !== null).map((skill) => skill.name);
  const lines = [
    say`No model is configured, so I can only follow a skill with a playbook, and none fits this goal.`,
    ...(known.length === 0 ? [] : [say`I know: ${known.join(', ')}. ${slash('skills')} shows what each answers to.`]),
    say`For everything else I need a model. ${MODEL_CHOICES}`,
  ];
  return join(lines, '\n');
}

const MODEL_CHOICES = say`Set one of these in .env and start again:
ANTHROPIC_API_KEY (Anthropic)
OPENAI_API_KEY (OpenAI), or OPENAI_BASE_URL and MODEL_MAIN (a server of your own: Ollama, LM Studio, vLLM)
GEMINI_API_KEY (Google Gemini)
MODEL_PROVIDER=bedrock and AWS_REGION (Amazon Bedrock)
MODEL_PROVIDER=vertex, ANTHROPIC_VERTEX_PROJECT_ID and CLOUD_ML_REGION (Google Vertex AI)`;
