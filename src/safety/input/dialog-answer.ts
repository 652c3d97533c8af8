/** Judges the answers that say yes to whatever a dialog asks: OK, Yes, Ja, はい. */

import { say } from '../../words/say.ts';
import { isSystemQuestion } from '../apps/app-names.ts';
import { cite, high, moderate, unlessGranted } from '../levels.ts';
import type { GateContext, Judgement } from '../risk.ts';
import { answers, foldName, isSwitch, KNOWN_ALPHABETS, mentionsAct, REORDERING } from './click-name.ts';
import { HARMLESS_TITLES } from './click-words.ts';
import { isOwnDialog } from './own-dialog.ts';

const MOST_TITLE = 500;
const MOST_DIALOG_TEXT = 8000;

/** Yes and OK do what the dialog asks; when its text cannot be read, the effect is unknown. */
export function judgeAnswer(name: string, context: GateContext): Judgement {
  const { text = '' } = context.element?.container ?? {};
  const isHarmlessTitle = HARMLESS_TITLES.test((context.window ?? '').slice(0, MOST_TITLE).trim());
  const act = findAct(context);
  if (act !== undefined) {
    const asking = high('click.answer', say`${cite(name)} says yes to ${cite(act)}`);
    return isOwnDialog(context) ? unlessGranted('edit', asking) : asking;
  }
  const isHarmless = isReadDialog(context) || (text === '' && isHarmlessTitle);
  if (isHarmless && !isSystemQuestion(context) && !isSwitch(context))
    return moderate('click.answer', say`${cite(name)} closes a dialog that changes nothing`);
  const unread = high('click.answer', say`I can't tell what ${cite(name)} says yes to`);
  return isOwnDialog(context) ? unlessGranted('edit', unread) : unread;
}

/** Whether the element is in a dialog whose whole text is understood and mentions nothing sent, paid, allowed or lost. */
export function isReadDialog(context: GateContext): boolean {
  const { role = '', text = '' } = context.element?.container ?? {};
  const isKnown = text.length <= MOST_DIALOG_TEXT && KNOWN_ALPHABETS.test(text) && !REORDERING.test(text);
  const isSaid = linesOf(context).some((line) => /\p{L}{3}/u.test(line) && !answers.has(foldName(line)));
  return isKnown && isSaid && /dialog|alert|sheet|popover/i.test(role) && findAct(context) === undefined;
}

function findAct(context: GateContext): string | undefined {
  return linesOf(context).find((line) => !answers.has(foldName(line)) && mentionsAct(line));
}

function linesOf({ element }: GateContext): readonly string[] {
  return (element?.container?.text ?? '').slice(0, MOST_DIALOG_TEXT).split('\n');
}
