/** Which actions change something, and which changes can be seen on the screen. */
import type { Action } from './schema.ts';

const LOOKING: readonly string[] = [
  'ui_elements',
  'web_elements',
  'screenshot',
  'cursor_position',
  'clipboard_read',
  'zoom',
  'wait',
  'wait_until',
  'think',
  'ask_user',
  'file_view',
  'vault_read',
  'recall',
];

/** True for what only looks, waits or asks. */
export function isLooking(action: Action['action']): boolean {
  return LOOKING.includes(action);
}

/** Everything but looking, thinking, asking and ending. */
export function isActing({ action }: Action): boolean {
  return !isLooking(action) && action !== 'done' && action !== 'fail';
}

/** Whether it is aimed at something on the screen, or goes to what has the focus there; shell, files and the like do not care. */
export function isAboutTheScreen(action: Action): boolean {
  return (
    !['shell', 'applescript', 'open_app', 'open_url', 'send_file', 'clipboard_read', 'clipboard_write'].includes(
      action.action,
    ) && !/^(file|vault)_/.test(action.action)
  );
}

/** Text that is typed shows up as itself; a click, a key, or text with Enter or Tab in it may be followed by more. */
export function isAnsweredByItsText(action: Action): boolean {
  return (action.action === 'type' || action.action === 'set_value') && !/[\n\t]/.test(action.text);
}

const TO_THE_WINDOW: readonly string[] = [
  'click',
  'move',
  'mouse_down',
  'mouse_up',
  'drag',
  'scroll',
  'type',
  'key',
  'hold_key',
  'focus',
  'set_value',
];

/** What goes to the window in front. */
export function isInput({ action }: Action): boolean {
  return TO_THE_WINDOW.includes(action);
}

/** Whether the effect shows on the screen; for files and commands nobody looked. */
export function isSeenOnScreen(action: Action): boolean {
  return isInput(action) || action.action === 'open_app' || action.action === 'open_url';
}
