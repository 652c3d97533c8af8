/** Actions of the keyboard. */
import { formatKeys, parseKeys } from '../../action/keys.ts';
import type { InputAction } from '../../action/kinds.ts';
import type { Desktop, Typed } from '../../ports/desktop.ts';
import type { MachineResult } from '../../ports/machine.ts';
import { shorten } from '../../words/amounts.ts';
import { say } from '../../words/say.ts';
import type { PerformContext } from './perform-ports.ts';
import { DONE, refuse } from './result.ts';

export async function pressKeys(
  action: InputAction<'keys'>,
  { secrets, held }: PerformContext,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<MachineResult> {
  const keepDown = async (keys: readonly string[]): Promise<MachineResult> => {
    await desktop.keepDown(keys, signal);
    held.note({ keys });
    return DONE;
  };
  switch (action.action) {
    case 'type':
      return tellTyped(action.text, await desktop.type(secrets.reveal(action.text), signal));
    case 'key':
      await desktop.key(action.keys, action.repeat, signal);
      return DONE;
    case 'hold_key':
      await desktop.holdKey(action.keys, action.seconds * 1000, signal);
      return DONE;
    case 'key_down':
      return await keepDown([...held.now().keys.filter((key) => !isSame(key, action.keys)), action.keys]);
    case 'key_up': {
      const left = held.now().keys.filter((key) => !isSame(key, action.keys));
      return left.length < held.now().keys.length
        ? await keepDown(left)
        : refuse(say`${action.keys} is not held down.`);
    }
  }
}

/** Result of typing; for a secret nothing of the field's content is told, since it may be a part of the secret. */
function tellTyped(text: string, typed: Typed): MachineResult {
  if (typed.arrived !== 'otherwise') return DONE;
  if (/\{\{secret:\d+\}\}/.test(text)) return refuse(say`The field now shows something other than what was typed.`);
  const shown = shorten(typed.shown.replaceAll(/\s+/g, ' ').trim(), 200);
  return refuse(
    shown === ''
      ? say`The field now shows nothing of what was typed.`
      : say`The field now shows “${shown}”, not what was typed.`,
  );
}

/** The same key by another name. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [parseKeys(one), parseKeys(other)];
  return first.ok && second.ok ? formatKeys(first.combo) === formatKeys(second.combo) : one === other;
}
