/** The keyboard. */
import type { InputAction } from '../../action/kinds.ts';
import type { Desktop } from '../../ports/desktop.ts';
import type { MachineResult } from '../../ports/machine.ts';
import type { PerformContext } from './perform-ports.ts';
import { DONE } from './result.ts';
import { revealSecrets } from './secret-answers.ts';

export async function pressKeys(
  action: InputAction<'keys'>,
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
  }
}
