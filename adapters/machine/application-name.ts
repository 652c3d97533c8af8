/** Which application was meant by a name nobody has. */
import type { MachineResult } from '../../src/ports/machine.ts';
import { closestWord } from '../../src/words/closest.ts';
import { say, type Text } from '../../src/words/say.ts';

/** More than these is a wall on a phone. */
const NAMES_LISTED = 6;

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
