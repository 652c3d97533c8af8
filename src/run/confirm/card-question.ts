/** The question of a card, as one person asks another: what would be done, and to what. Pure. */
import { describeAction } from '../../action/describe.ts';
import { isKeyPress, type KeyPress } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import { sayTarget } from '../../action/table/params.ts';
import { kindOfApp } from '../../safety/apps/app-names.ts';
import { shorten } from '../../words/amounts.ts';
import { sayRole } from '../../words/roles.ts';
import { say, type Text } from '../../words/say.ts';
import { showHiddenIn, showInLine } from '../../words/visible.ts';
import type { CardFacts } from './card-facts.ts';

const NAME_CHARACTERS = 60;

/** The card's question, one sentence; the text under approval follows in a block of its own. */
export function askFor(facts: Pick<CardFacts, 'action' | 'element' | 'typed' | 'app' | 'read'>): Text {
  const question = askPlainly(facts);
  if (facts.read === '') return question;
  return say`${question} It reads “${showInLine(shorten(facts.read, NAME_CHARACTERS))}” there.`;
}

function askPlainly(facts: Pick<CardFacts, 'action' | 'element' | 'typed' | 'app'>): Text {
  const { action } = facts;
  const nameOf = (number: number): Text => nameElement(number, facts.element);
  if (isKeyPress(action)) return askForKeys(action, facts);
  switch (action.action) {
    case 'shell':
      return say`May I run this command?`;
    case 'applescript':
      return say`May I run this AppleScript?`;
    case 'open_url':
      return say`May I open this address?`;
    case 'fetch':
      return say`May I read this page?`;
    case 'open_app':
      return say`May I open ${showInLine(action.app)}?`;
    case 'click':
      return askForClick(action, nameOf);
    case 'drag':
      return say`May I drag from ${sayTarget(action.from, nameOf)} to ${sayTarget(action.to, nameOf)}?`;
    case 'type':
      return askForText(action.text, facts.typed);
    case 'set_value':
      return say`May I put this into ${nameOf(action.element)}?`;
    case 'clipboard_read':
      return say`May I read the clipboard?`;
    case 'clipboard_write':
      return say`May I copy this to the clipboard?`;
    case 'file_view':
      return say`May I read ${showInLine(action.path)}?`;
    case 'file_create':
      return say`May I create ${showInLine(action.path)} with this?`;
    case 'file_replace':
      return say`May I change this in ${showInLine(action.path)}?`;
    case 'file_insert':
      return say`May I insert this into ${showInLine(action.path)} after line ${action.line}?`;
    case 'file_undo':
      return say`May I take back the last change of ${showInLine(action.path)}?`;
    case 'send_file':
      return say`May I send ${showInLine(action.path)} to this chat?`;
    case 'vault_read':
      return say`May I read the note ${showInLine(action.path)}?`;
    case 'tool':
      return say`May I use the tool ${showInLine(shorten(`${action.server}/${action.name}`, NAME_CHARACTERS))} with this?`;
    case 'vault_write':
      return say`May I write this into the note ${showInLine(action.path)}?`;
    default:
      return say`May I do this: ${showHiddenIn(describeAction(action, nameOf))}?`;
  }
}

function nameElement(number: number, element: CardFacts['element']): Text {
  if (element === null) return say`element ${number}`;
  return say`${sayRole(element.role)} “${showInLine(shorten(element.name, NAME_CHARACTERS))}”`;
}

type Of<Name extends Action['action']> = Extract<Action, { readonly action: Name }>;

function askForClick(click: Of<'click'>, nameOf: (number: number) => Text): Text {
  const target = sayTarget(click.target, nameOf);
  const other = click.button === 'right' ? say`${target} (right button)` : say`${target} (middle button)`;
  const pressed = click.button === 'left' ? target : other;
  const held = click.modifiers ?? [];
  const what = held.length === 0 ? pressed : say`${pressed} with ${held.join('+')} held`;
  if ('element' in click.target) {
    if (click.count === 1) return say`May I click ${what}?`;
    return click.count === 2 ? say`May I double-click ${what}?` : say`May I triple-click ${what}?`;
  }
  if (click.count === 1) return say`May I click at ${what}?`;
  return click.count === 2 ? say`May I double-click at ${what}?` : say`May I triple-click at ${what}?`;
}

function askForText(text: string, typed: string): Text {
  const pressesEnter = /\n/.test(text);
  if (typed === '') return pressesEnter ? say`May I type this and press Enter?` : say`May I type this?`;
  return pressesEnter ? say`May I type the rest of this and press Enter?` : say`May I type the rest of this?`;
}

const ENTER = /^(?:enter|return|kp_enter)$/i;

function askForKeys(action: KeyPress, { typed, app }: Pick<CardFacts, 'typed' | 'app'>): Text {
  const isEnter = ENTER.test(action.keys.trim());
  const keys = isEnter ? 'Enter' : showInLine(action.keys);
  if (action.action === 'hold_key') return say`May I hold ${keys} for ${action.seconds} s?`;
  if (action.action === 'key_down') return say`May I press ${keys} and keep it down?`;
  const question = say`May I press ${action.repeat > 1 ? `${keys} × ${action.repeat}` : keys}?`;
  if (typed === '') return question;
  return isEnter && kindOfApp(app, []) === 'terminal'
    ? say`${question} This command will run:`
    : say`${question} This was typed before:`;
}
