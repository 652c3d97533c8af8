/** What an application may be called, and which one was meant. */
import type { MachineResult } from '../../src/ports/machine.ts';
import { closestWord } from '../../src/words/closest.ts';
import { say, type Text } from '../../src/words/say.ts';

/** What may be handed to the system, or why not. */
export type Checked = { readonly ok: true; readonly checked: string } | { readonly ok: false; readonly text: Text };

/** More than these is a wall on a phone. */
const NAMES_LISTED = 6;

/** The bare name, or why it is none: no path, no option, no control characters. */
export function checkApplicationName(app: string): Checked {
  const name = app.trim();
  const isBare = name !== '' && !name.includes('/') && !name.startsWith('-') && !/\p{Cc}/u.test(name);
  return isBare
    ? { ok: true, checked: name }
    : { ok: false, text: say`${JSON.stringify(app)} is not just the name of an application.` };
}

/** The answer for a name nobody has, with the closest one. */
export function refuseUnknown(name: string, known: readonly string[]): MachineResult {
  return { ok: false, text: say`There is no application called ${name}. ${suggest(name, known)}` };
}

function suggest(name: string, known: readonly string[]): Text {
  const closest = closestWord(name, known);
  if (closest !== null) return say`The closest one is ${closest}.`;
  if (known.length === 0) return say`No applications are installed.`;
  const sorted = known.toSorted();
  const shown = sorted.slice(0, NAMES_LISTED).join(', ');
  const more = sorted.length - NAMES_LISTED;
  return more > 0 ? say`Installed: ${shown} and ${more} more.` : say`Installed: ${shown}.`;
}
