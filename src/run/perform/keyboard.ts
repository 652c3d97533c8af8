/** The keyboard and the clipboard. */
import type { ActionOf } from '../../action/schema.ts';
import type { Desktop } from '../../ports/desktop.ts';
import type { MachineResult } from '../../ports/machine.ts';
import type { PerformContext } from './perform-ports.ts';
import { DONE, tell } from './result.ts';
import { revealSecrets } from './secret-answers.ts';

export type KeyboardAction = ActionOf<'type' | 'key' | 'hold_key' | 'clipboard_write' | 'clipboard_read'>;

export async function useKeyboard(
  action: KeyboardAction,
  { session }: PerformContext,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<MachineResult> {
  switch (action.action) {
    case 'type':
      await desktop.type(revealSecrets(action.text, session), signal);
      return DONE;
    case 'key':
      await desktop.key(action.keys, action.repeat, signal);
      return DONE;
    case 'hold_key':
      await desktop.holdKey(action.keys, action.seconds * 1000, signal);
      return DONE;
    case 'clipboard_write':
      await desktop.clipboardWrite(action.text, signal);
      return DONE;
    case 'clipboard_read':
      return tell(await desktop.clipboardRead(signal));
  }
}
