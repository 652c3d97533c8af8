/** Remembers what was typed and not yet sent, so that the gate can judge a line as a whole. */
import { isEnter } from '../action/enter.ts';
import { isLoneModifier } from '../action/keys.ts';
import type { Action } from '../action/schema.ts';
import type { ActiveRun } from './run-ports.ts';

/** Stands for text nobody can know: a recalled line, a completion, a paste. No gate takes it for an understood command. */
export const UNKNOWN_TEXT = '\u0000';

/** What was typed into an application since its last Enter; another application's half-typed line stays where it is. */
export function rememberTyped(action: Action, app: string, ok: boolean, run: ActiveRun): void {
  const { typed } = run.session;
  if (action.action === 'clipboard_write') run.session.hasWrittenClipboard = ok;
  const before = typed.get(app) ?? '';
  if (action.action === 'type') {
    const whole = before + action.text;
    typed.set(app, whole.slice(whole.lastIndexOf('\n') + 1));
  } else if ('keys' in action) {
    if (action.action === 'key_up' || isLoneModifier(action.keys)) return;
    if (ok && action.action === 'key' && isEnter(action.keys)) typed.delete(app);
    else typed.set(app, before + UNKNOWN_TEXT);
  } else if (action.action === 'click' && action.button === 'middle') {
    // On X11 the middle button pastes.
    typed.set(app, before + UNKNOWN_TEXT);
  }
}
