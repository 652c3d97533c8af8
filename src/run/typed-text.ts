/** What was typed and not yet sent, so that the gate can judge a line as a whole. */
import { isLoneModifier, parseKeys } from '../action/keys.ts';
import type { Action } from '../action/schema.ts';
import type { FrontWindow } from '../ports/desktop.ts';

/** Stands for text nobody can know: a recalled line, a completion, a paste. No gate takes it for an understood command. */
export const UNKNOWN_TEXT = '\u0000';

/** Where keys go. */
export type TypingPlace = Pick<FrontWindow, 'app' | 'title'>;

export interface TypedText {
  /** Text typed there since the last Enter; ''. */
  pending(place: TypingPlace): string;
  /** An act that went there, and whether it could be done. */
  note(action: Action, place: TypingPlace, ok: boolean): void;
  /** Whether this run wrote what is on the clipboard: anything else there may be a password. */
  isClipboardOurs(): boolean;
}

/** A half-typed line stays where it is while another place is typed into. `lines`: what was left there before, kept up to date. */
export function createTypedText(lines: Map<string, string> = new Map()): TypedText {
  let isClipboardOurs = false;
  return {
    pending: (place) => lines.get(keyOf(place)) ?? '',
    isClipboardOurs: () => isClipboardOurs,
    note(action, place, ok) {
      if (action.action === 'clipboard_write') isClipboardOurs = ok;
      const key = keyOf(place);
      const before = lines.get(key) ?? '';
      if (action.action === 'type') {
        const whole = before + action.text;
        lines.set(key, whole.slice(whole.lastIndexOf('\n') + 1));
      } else if ('keys' in action) {
        if (action.action === 'key_up' || isLoneModifier(action.keys)) return;
        if (ok && action.action === 'key' && isEnter(action.keys)) lines.delete(key);
        else lines.set(key, before + UNKNOWN_TEXT);
      } else if (action.action === 'click' && action.button === 'middle') {
        // On X11 the middle button pastes.
        lines.set(key, before + UNKNOWN_TEXT);
      }
    },
  };
}

/** A title changes while somebody types: all windows of an application count as one place. */
function keyOf({ app }: TypingPlace): string {
  return app;
}

function isEnter(keys: string): boolean {
  const parsed = parseKeys(keys);
  if (!parsed.ok) return false;
  const { modifiers, key } = parsed.combo;
  if (key === 'enter' || key === 'kp_enter') return true;
  const isControl = modifiers.length === 1 && (modifiers[0] === 'ctrl' || modifiers[0] === 'control');
  return isControl && (key === 'm' || key === 'j');
}
