/**
 * Says which system permission is off, for which program. The wording is exact, since it is read on a phone and carried out at the computer. Pure.
 */
import type { Lack } from '../ports/desktop.ts';
import { join, say, type Text } from '../words/say.ts';

/** The settings pane has had two names, so both are given. */
export function sayLack({ permission, program, isMoving }: Lack): Text {
  const what =
    permission === 'see'
      ? say`To see windows I need a permission: allow ${program} in System Settings › Privacy & Security › Screen & System Audio Recording (“Screen Recording” before macOS 15).`
      : say`To click and type I need a permission: allow ${program} in System Settings › Privacy & Security › Accessibility (“Device Control and Data Access” since macOS 27).`;
  if (!isMoving) return what;
  return join(
    [
      what,
      say`This path changes with the next upgrade of Node, and the permission is gone then. Node from nodejs.org keeps it.`,
    ],
    ' ',
  );
}
