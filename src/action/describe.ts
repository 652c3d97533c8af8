/** An action in a person's words: for the live status and the confirmation card. Nothing here comes from the model but the parameters. */
import { oneLine, shorten } from '../words/amounts.ts';
import type { Action, Target } from './schema.ts';

/** An element by what it is called; its number counts in one look only. */
export interface NamedElement {
  readonly number: number;
  readonly role: string;
  readonly name: string;
}

const MAX_NAME = 40;

/** Calls the one element that is known by its name, `button “Send”`, and any other one `element 7`. */
export function nameElements(known: NamedElement | undefined): (number: number) => string {
  return (number) => {
    if (known?.number !== number) return `element ${number}`;
    return known.name === '' ? `the ${known.role}` : `${known.role} “${shorten(oneLine(known.name), MAX_NAME)}”`;
  };
}

/** One short phrase, present tense: `clicking at 512, 340`, `typing "hello"`. */
export function describeAction(action: Action, nameOfElement: (number: number) => string): string {
  const at = (target: Target): string => `${'element' in target ? '' : 'at '}${where(target)}`;
  const where = (target: Target): string => describeTarget(target, nameOfElement);
  switch (action.action) {
    case 'click':
      return `${clickWord(action.count)}${action.button === 'left' ? '' : ` (${action.button} button)`} ${at(action.target)}`;
    case 'move':
      return `moving the pointer to ${where(action.target)}`;
    case 'mouse_down':
      return 'pressing the mouse button';
    case 'mouse_up':
      return 'releasing the mouse button';
    case 'drag':
      return `dragging from ${where(action.from)} to ${where(action.to)}`;
    case 'scroll':
      return `scrolling ${action.direction}`;
    case 'type':
      return `typing ${quote(action.text)}`;
    case 'clipboard_write':
      return `copying ${quote(action.text)} to the clipboard`;
    case 'key':
      return `pressing ${action.keys}${action.repeat > 1 ? ` × ${action.repeat}` : ''}`;
    case 'hold_key':
      return `holding ${action.keys} for ${action.seconds} s`;
    case 'focus':
      return `focusing ${at(action)}`;
    case 'set_value':
      return `setting ${at(action)} to ${quote(action.text)}`;
    case 'ui_elements':
    case 'web_elements':
      return 'listing what is on the screen';
    case 'screenshot':
      return 'looking again';
    case 'cursor_position':
      return 'asking where the pointer is';
    case 'clipboard_read':
      return 'reading the clipboard';
    case 'shell_restart':
      return 'restarting the shell';
    case 'zoom':
      return 'looking closer';
    case 'wait':
      return `waiting ${action.seconds} s`;
    case 'wait_until':
      return action.text === undefined ? 'waiting for a change' : `waiting for ${quote(action.text)}`;
    case 'open_app':
      return `opening ${action.app}`;
    case 'open_url':
      return `opening ${shorten(action.url, 80)}`;
    case 'shell':
      return `running ${quote(action.command)}`;
    case 'applescript':
      return 'running an AppleScript';
    case 'file_view':
      return `reading ${action.path}`;
    case 'file_create':
      return `creating ${action.path}`;
    case 'file_replace':
    case 'file_insert':
      return `editing ${action.path}`;
    case 'file_undo':
      return `taking back the last edit of ${action.path}`;
    case 'vault_read':
      return `reading the note ${action.path}`;
    case 'vault_write':
      return `writing the note ${action.path}`;
    case 'recall':
      return 'recalling a similar task';
    case 'ask_user':
      return 'asking you';
    case 'send_file':
      return `sending ${action.path}`;
    case 'think':
      return 'thinking';
    case 'done':
      return 'finishing';
    case 'fail':
      return 'giving up';
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

function clickWord(count: number): string {
  return count === 1 ? 'clicking' : count === 2 ? 'double-clicking' : 'triple-clicking';
}

function describeTarget(target: Target, nameOfElement: (number: number) => string): string {
  if ('element' in target) return nameOfElement(target.element);
  return `${Math.round(target.x)}, ${Math.round(target.y)}`;
}

function quote(text: string): string {
  return `“${shorten(oneLine(text), 60)}”`;
}
