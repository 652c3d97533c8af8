/** Whether a key combination ends a line: Return, Enter, or a Control key that sends the same. */
import { parseKeys } from './keys.ts';

export function isEnter(keys: string): boolean {
  const parsed = parseKeys(keys);
  if (!parsed.ok) return false;
  const { modifiers, key } = parsed.combo;
  if (key === 'enter' || key === 'kp_enter') return true;
  const isControl = modifiers.length === 1 && (modifiers[0] === 'ctrl' || modifiers[0] === 'control');
  return isControl && (key === 'm' || key === 'j');
}
