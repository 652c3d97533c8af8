/** Rules about keys and text on a page: text areas, lists of choices, pasting within one site. */
import { say } from '../../words/say.ts';
import { kindOfApp } from '../apps/app-names.ts';
import { moderate } from '../levels.ts';
import type { GateContext, Judgement } from '../risk.ts';
import { judgeClick } from './clicks.ts';
import { TERMINAL_TITLE } from './input-place.ts';

/** Terminals in a page have such an area for their keys. */
const TAKES_COMMANDS = /terminal|console|konsole|command|befehl|shell|prompt|eingabeaufforderung|ssh|repl/i;

/** Whether it is a text area of a page with a name: lines are pasted into it, and only a final one is a press of Enter. */
export function isTextArea(context: GateContext): boolean {
  const { role = '', name = '' } = context.element ?? {};
  return (
    kindOfApp(context, []) === 'browser' &&
    /^text ?area$/i.test(role) &&
    /\p{L}/u.test(name) &&
    !TAKES_COMMANDS.test(`${name} ${context.window ?? ''}`) &&
    !TERMINAL_TITLE.test(context.window ?? '')
  );
}

/** Judges Enter on a list of choices, which opens it or takes the selected choice. */
export function judgeChoice(context: GateContext): Judgement {
  return /[\p{L}\p{N}]/u.test(context.element?.name ?? '')
    ? judgeClick(context)
    : moderate('typing.choice', say`It opens a list of choices, or takes the one that is chosen`);
}

/** Whether the pasted text was copied from a page of the same origin, which has it already. */
export function isOfSamePage({ address, copiedIn }: GateContext): boolean {
  if (address === undefined || copiedIn?.address === undefined) return false;
  if (!URL.canParse(address) || !URL.canParse(copiedIn.address)) return false;
  const { origin } = new URL(address);
  return /^https?:/.test(origin) && origin === new URL(copiedIn.address).origin;
}
