/** What opens a way in is for a person at the computer, not for a script. */
import { EXIT, ExitError } from './exit.ts';

/** Rejects with exit code 2 where nobody sits at a terminal. */
export function needTerminal(command: string, does = 'lets somebody in'): void {
  if (process.stdin.isTTY && process.stdout.isTTY) return;
  throw new ExitError(
    EXIT.configuration,
    `${command} ${does}, so it needs a terminal with a person before it: run it there yourself.`,
  );
}

const PATIENCE_MS = 1000;

/** Says that a phone is waited for, if it takes long enough to wonder. */
export async function whilePhoneIsAsked<T>(work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => process.stderr.write('Waiting for a yes on the owner’s phone…\n'), PATIENCE_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
