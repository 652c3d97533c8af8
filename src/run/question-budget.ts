/** How often a run may ask: the model decides what it can, and a question it insists on is put to the person. Pure. */
import type { RunState } from '../journal/run-state.ts';
import { say, type Text } from '../words/say.ts';

/** Number of steps that earns one question, to be asked at any later step; the first one may come at once. */
const STEPS_PER_QUESTION = 10;
/** However much it insists. */
const MOST_INSISTED = 3;

/** Why this question is not put to the person now; '' when it is. A secret may always be asked for. */
export function refuseQuestion(
  {
    performed,
    performedBefore,
    iteration,
    last,
  }: Pick<RunState, 'performed' | 'performedBefore' | 'iteration' | 'last'>,
  isSecret: boolean,
): Text {
  const asked = performed
    .slice(performedBefore)
    .filter(({ action, ok }) => ok && action.action === 'ask_user' && !action.secret);
  const allowed = Math.max(1, Math.floor(iteration / STEPS_PER_QUESTION));
  if (isSecret || asked.length < allowed) return '';
  const isInsisted = last?.action.action === 'ask_user' && !last.result.ok;
  if (isInsisted && asked.length < allowed * MOST_INSISTED) return '';
  return say`You asked already, and may ask once in ${STEPS_PER_QUESTION} steps. Decide by the goal, the notes and what the person said, and write into "note" what you took it to mean. If nothing can be done without the answer, ask again now.`;
}
