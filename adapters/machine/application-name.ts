/** What an application may be called, and which one was meant. */
import type { MachineResult } from '../../src/ports/machine.ts';
import { closestWord } from '../../src/words/closest.ts';

const NAMES_LISTED = 20;

/** `text` is the bare name, or why it is none: no path, no option, no control characters. */
export function checkApplicationName(app: string): MachineResult {
  const name = app.trim();
  const isBare = name !== '' && !name.includes('/') && !name.startsWith('-') && !/\p{Cc}/u.test(name);
  return isBare
    ? { ok: true, text: name }
    : { ok: false, text: `${JSON.stringify(app)} is not the bare name of an application.` };
}

/** The answer for a name nobody has, with the closest one. */
export function refuseUnknown(name: string, known: readonly string[]): MachineResult {
  return { ok: false, text: `There is no application called ${name}. ${suggest(name, known)}` };
}

function suggest(name: string, known: readonly string[]): string {
  const closest = closestWord(name, known);
  if (closest !== null) return `The closest one is ${closest}.`;
  if (known.length === 0) return 'No applications are installed.';
  return `There are: ${known.toSorted().slice(0, NAMES_LISTED).join(', ')}.`;
}
