/** An action in a person's words: for the live status and the confirmation card. Nothing here comes from the model but the parameters. */
import { oneLine, shorten } from '../words/amounts.ts';
import { quoted, say, type Text, told } from '../words/say.ts';
import type { Action, Target } from './schema.ts';

/** An element by what it is called; its number counts in one look only. */
export interface NamedElement {
  readonly number: number;
  readonly role: string;
  readonly name: string;
}

const MAX_NAME = 40;

/** Calls the one element that is known by its name, `button “Send”`, and any other one `element 7`. */
export function nameElements(known: NamedElement | undefined): (number: number) => Text {
  return (number) => {
    if (known?.number !== number) return say`element ${number}`;
    return known.name === ''
      ? say`the ${told(known.role)}`
      : say`${told(known.role)} “${shorten(oneLine(known.name), MAX_NAME)}”`;
  };
}

/** One short phrase, present tense: `clicking at 512, 340`, `typing "hello"`. */
export function describeAction(action: Action, nameOfElement: (number: number) => Text): Text {
  const where = (target: Target): Text => describeTarget(target, nameOfElement);
  switch (action.action) {
    case 'click':
      return describeClick(action, nameOfElement);
    case 'move':
      return say`moving the pointer to ${where(action.target)}`;
    case 'mouse_down':
      return say`pressing the mouse button`;
    case 'mouse_up':
      return say`releasing the mouse button`;
    case 'drag':
      return say`dragging from ${where(action.from)} to ${where(action.to)}`;
    case 'scroll':
      return SCROLLING[action.direction];
    case 'type':
      return say`typing ${quote(action.text)}`;
    case 'clipboard_write':
      return say`copying ${quote(action.text)} to the clipboard`;
    case 'key':
      return say`pressing ${action.keys}${action.repeat > 1 ? ` × ${action.repeat}` : ''}`;
    case 'hold_key':
      return say`holding ${action.keys} for ${action.seconds} s`;
    case 'focus':
      return say`focusing ${where(action)}`;
    case 'set_value':
      return say`setting ${where(action)} to ${quote(action.text)}`;
    case 'ui_elements':
    case 'web_elements':
      return say`listing what is on the screen`;
    case 'screenshot':
      return say`looking again`;
    case 'cursor_position':
      return say`asking where the pointer is`;
    case 'clipboard_read':
      return say`reading the clipboard`;
    case 'shell_restart':
      return say`restarting the shell`;
    case 'zoom':
      return say`looking closer`;
    case 'wait':
      return say`waiting ${action.seconds} s`;
    case 'wait_until':
      return action.text === undefined ? say`waiting for a change` : say`waiting for ${quote(action.text)}`;
    case 'open_app':
      return say`opening ${action.app}`;
    case 'open_url':
      return say`opening ${shorten(action.url, 80)}`;
    case 'shell':
      return say`running ${quote(action.command)}`;
    case 'applescript':
      return say`running an AppleScript`;
    case 'file_view':
      return say`reading ${action.path}`;
    case 'file_create':
      return say`creating ${action.path}`;
    case 'file_replace':
    case 'file_insert':
      return say`editing ${action.path}`;
    case 'file_undo':
      return say`taking back the last edit of ${action.path}`;
    case 'vault_read':
      return say`reading the note ${action.path}`;
    case 'vault_write':
      return say`writing the note ${action.path}`;
    case 'recall':
      return say`recalling a similar task`;
    case 'ask_user':
      return say`asking you`;
    case 'send_file':
      return say`sending ${action.path}`;
    case 'think':
      return say`thinking`;
    case 'done':
      return say`finishing`;
    case 'fail':
      return say`giving up`;
  }
}

/** Exactly what will run, whole: the text under approval. null when the short phrase already is everything. */
export function fullText(action: Action): string | null {
  switch (action.action) {
    case 'shell':
      return action.command;
    case 'applescript':
      return action.script;
    case 'type':
    case 'clipboard_write':
    case 'set_value':
    case 'file_create':
    case 'file_insert':
    case 'vault_write':
      return action.text;
    case 'file_replace':
      return `- ${action.old}\n+ ${action.text}`;
    case 'open_url':
      return action.url;
    default:
      return null;
  }
}

const SCROLLING = {
  up: say`scrolling up`,
  down: say`scrolling down`,
  left: say`scrolling left`,
  right: say`scrolling right`,
} as const;

function describeClick(
  { target, button, count }: Extract<Action, { readonly action: 'click' }>,
  nameOfElement: (number: number) => Text,
): Text {
  const where = describeTarget(target, nameOfElement);
  const clicked = 'element' in target ? clickOn(where, count) : clickAt(where, count);
  if (button === 'left') return clicked;
  return button === 'right' ? say`${clicked} (right button)` : say`${clicked} (middle button)`;
}

function clickOn(what: Text, count: number): Text {
  if (count === 1) return say`clicking ${what}`;
  return count === 2 ? say`double-clicking ${what}` : say`triple-clicking ${what}`;
}

function clickAt(place: Text, count: number): Text {
  if (count === 1) return say`clicking at ${place}`;
  return count === 2 ? say`double-clicking at ${place}` : say`triple-clicking at ${place}`;
}

function describeTarget(target: Target, nameOfElement: (number: number) => Text): Text {
  if ('element' in target) return nameOfElement(target.element);
  return `${Math.round(target.x)}, ${Math.round(target.y)}`;
}

function quote(text: string): Text {
  return quoted(shorten(oneLine(text), 60));
}
