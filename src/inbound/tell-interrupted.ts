/** Tells the sender what a crash interrupted and must not be repeated by itself; they decide. */

import { isByHandCommand, parseCommand } from '../commands/parse-command.ts';
import type { Unsettled } from '../inbox/queued-command.ts';
import type { Outgoing } from '../outbound/outgoing.ts';
import { say, type Text } from '../words/say.ts';

/** The final reply to this message. */
export function tellInterrupted({ command, content, owed }: Unsettled): Outgoing {
  const parsed = content.kind === 'text' ? parseCommand(content.text) : null;
  const order = parsed?.kind === 'command' ? parsed.command : null;
  const isStop = content.kind === 'stop' || order?.name === 'stop';
  const isClick = content.kind === 'tap' && owed === 'word';
  const isByHand = isClick || (order !== null && isByHandCommand(order));
  const text: Outgoing['text'] = isStop
    ? [say`Stopped. Deskhand was restarted, and what was running ended with it.`]
    : [{ bold: say`⚠️ Interrupted` }, ' ', name(content.kind === 'tap', command.goal), '\n\n', advise(isByHand)];
  return { kind: 'end', text, picture: null, buttons: [], file: null, again: {} };
}

function name(isTap: boolean, written: string): Text {
  return isTap ? say`a button you tapped` : written;
}

function advise(isByHand: boolean): Text {
  return isByHand
    ? say`Deskhand was restarted before this was finished. It may or may not have happened, and I won't repeat it. Check the screen first.`
    : say`Deskhand was restarted before this was finished. It may or may not have been done, and I won't repeat it. Send it again if you still want it.`;
}
