/** What comes of an action: done, done with something to tell, or not done for a reason. */
import type { MachineResult } from '../../ports/machine.ts';
import type { Text } from '../../words/say.ts';

export const DONE: MachineResult = { ok: true, text: '' };

/** Done, with the text to report. */
export function tell(text: Text): MachineResult {
  return { ok: true, text };
}

/** Not done; the reason says what to do instead. */
export function refuse(reason: Text): MachineResult {
  return { ok: false, text: reason };
}
