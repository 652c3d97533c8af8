/** Runs the steps of setup in order; the person may go back. */
import { join, say } from '../../words/say.ts';
import { call } from '../call.ts';
import { checkMachine, checkPrograms } from './check-machine.ts';
import { STEPS } from './steps.ts';
import { LEFT, SetupLeft, type Talk } from './talk.ts';

const PERMISSIONS = say`Deskhand needs two permissions of this Mac: Accessibility, and Screen & System Audio Recording. It asks for them at its first start; ${call('doctor')} says which is missing.`;

/** False: the person left. Values stored so far are kept either way. */
export async function runSetup(talk: Talk, signal: AbortSignal): Promise<boolean> {
  talk.begin('Deskhand');
  talk.tell(
    say`After a look at this computer: a chat, a model, a first run that you watch, and whether it starts by itself. Each can be skipped; Ctrl+C loses nothing.`,
  );
  try {
    const programs = await checkPrograms(signal);
    talk.tell(join([...(await talk.busy(checkMachine())), programs], '\n'), say`This computer`);
    if (process.platform === 'darwin') talk.tell(PERMISSIONS, say`Permissions`);
    for (let at = 0; at < STEPS.length; ) {
      const step = STEPS[at];
      if (step === undefined) break;
      signal.throwIfAborted();
      at = Math.max(0, (await step({ talk, signal })) === 'next' ? at + 1 : at - 1);
    }
  } catch (error) {
    const hasLeft = error instanceof SetupLeft;
    if (!hasLeft && !signal.aborted) throw error;
    if (!hasLeft) talk.warn(LEFT);
    return false;
  } finally {
    talk.close();
  }
  return true;
}
