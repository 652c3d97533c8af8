/** Judges the answers that say yes to whatever a dialog asks: OK, Yes, Ja, はい. */

import { say } from '../../words/say.ts';
import { isSystemQuestion } from '../apps/app-names.ts';
import { cite, high, moderate } from '../levels.ts';
import type { GateContext, Judgement } from '../risk.ts';
import { answers, foldName, isSwitch, KNOWN_ALPHABETS, mentionsDeed, REORDERING } from './click-name.ts';
import { HARMLESS_TITLES } from './click-words.ts';

const MOST_TITLE = 500;
const MOST_DIALOG_TEXT = 8000;

/** Yes and OK do what the dialog around them asks; where nobody can read it, that is not known. */
export function judgeAnswer(name: string, context: GateContext): Judgement {
  const { role = '', text = '' } = context.element?.container ?? {};
  const isHarmlessTitle = HARMLESS_TITLES.test((context.window ?? '').slice(0, MOST_TITLE).trim());
  const asked = text.slice(0, MOST_DIALOG_TEXT).split('\n');
  const deed = asked.find((line) => !answers.has(foldName(line)) && mentionsDeed(line));
  if (deed !== undefined) return high('click.answer', say`${cite(name)} says yes to ${cite(deed)}`);
  const isKnown = text.length <= MOST_DIALOG_TEXT && KNOWN_ALPHABETS.test(text) && !REORDERING.test(text);
  const isRead =
    /dialog|alert|sheet|popover/i.test(role) &&
    asked.some((line) => /\p{L}{3}/u.test(line) && !answers.has(foldName(line)));
  if (isKnown && (isRead || (text === '' && isHarmlessTitle)) && !isSystemQuestion(context) && !isSwitch(context))
    return moderate('click.answer', say`${cite(name)} closes a dialog that changes nothing`);
  return high('click.answer', say`I can't tell what ${cite(name)} says yes to`);
}
