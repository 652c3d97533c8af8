/** Commands that open a way in need a person at the computer, not a script. */
import { say } from '../../words/say.ts';
import { speak } from '../../words/speak.ts';
import { EXIT, ExitError } from '../exit.ts';
import { terminalLanguage } from './terminal-language.ts';

/** Why a command may only be called by a person at a terminal. */
const DOES = {
  'lets somebody in': say`lets somebody in`,
  'shows a secret': say`shows a secret`,
  'deletes what is yours for good': say`deletes what is yours for good`,
  'puts other code in': say`puts other code in`,
  'allows more': say`allows more`,
} as const;

/** Rejects with exit code 2 when nobody is at a terminal. */
export function needTerminal(command: string, does: keyof typeof DOES = 'lets somebody in'): void {
  if (process.stdin.isTTY && process.stdout.isTTY) return;
  throw new ExitError(
    EXIT.configuration,
    say`${command} ${DOES[does]}, so it needs a terminal with a person before it: run it there yourself.`,
  );
}

const PATIENCE_MS = 1000;

/** Says that the phone is being asked, if that takes noticeably long. */
export async function whilePhoneIsAsked<T>(work: Promise<T>): Promise<T> {
  const waiting = say`Waiting for a yes on the owner’s phone…`;
  const timer = setTimeout(() => process.stderr.write(`${speak(waiting, terminalLanguage())}\n`), PATIENCE_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
