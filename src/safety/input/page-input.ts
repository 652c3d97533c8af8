/** What can be told of keys and text on a page: areas of several lines, lists of choices, what is pasted within one site. */
import { say } from '../../words/say.ts';
import { kindOfApp } from '../apps/app-names.ts';
import { moderate } from '../levels.ts';
import type { GateContext, Judgement } from '../risk.ts';
import { judgeClick } from './clicks.ts';
import { TERMINAL_TITLE } from './input-place.ts';

/** Terminals in a page have such an area for their keys. */
const TAKES_COMMANDS = /terminal|console|konsole|command|befehl|shell|prompt|eingabeaufforderung|ssh|repl/i;

/** On a page, and named: lines of a text go into it by paste, and only one at the very end is a press of Enter. */
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

/** Enter opens the list, or takes what is chosen in it. */
export function judgeChoice(context: GateContext): Judgement {
  return /[\p{L}\p{N}]/u.test(context.element?.name ?? '')
    ? judgeClick(context)
    : moderate('typing.choice', say`It opens a list of choices, or takes the one that is chosen`);
}

/** What the run copied on a page and pastes into another of the same origin was there before. */
export function isOfSamePage({ address, copiedIn }: GateContext): boolean {
  if (address === undefined || copiedIn?.address === undefined) return false;
  if (!URL.canParse(address) || !URL.canParse(copiedIn.address)) return false;
  const { origin } = new URL(address);
  return /^https?:/.test(origin) && origin === new URL(copiedIn.address).origin;
}
