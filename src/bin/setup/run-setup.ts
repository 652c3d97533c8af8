/** Setup from its first word to its last: the steps in their order, as far back as the person wants. */
import { call } from '../call.ts';
import { STEPS } from './steps.ts';
import { SetupLeft, type Talk } from './talk.ts';

const PERMISSIONS = `Deskhand needs two permissions of this Mac: Accessibility, and Screen & System Audio Recording. It asks for them at its first start; ${call('doctor')} says which is missing.`;

/** False: the person left. What was set so far is kept either way. */
export async function runSetup(talk: Talk, signal: AbortSignal): Promise<boolean> {
  talk.begin('Deskhand');
  talk.tell(
    `Three things: a chat, a model, and whether it starts by itself. Each can be skipped; Ctrl+C loses nothing. This is ${process.platform === 'darwin' ? 'a Mac' : 'Linux'}, Node ${process.version}.`,
  );
  try {
    for (let at = 0; at < STEPS.length; ) {
      const step = STEPS[at];
      if (step === undefined) break;
      if (signal.aborted) return false;
      at = Math.max(0, (await step({ talk, signal })) === 'next' ? at + 1 : at - 1);
    }
  } catch (error) {
    if (error instanceof SetupLeft) return false;
    throw error;
  }
  if (process.platform === 'darwin') talk.tell(PERMISSIONS, 'Permissions');
  return true;
}
