/** Text that came from a file, a command or the clipboard asks where it goes to a place that can pass it on. */
import { isKeyPress, isTextEntry } from '../action/kinds.ts';
import type { Action } from '../action/schema.ts';
import { join, say } from '../words/say.ts';
import { kindOfApp } from './apps/app-names.ts';
import { placeOfInput } from './input/input-place.ts';
import { readKeys } from './input/keys.ts';
import { high } from './levels.ts';
import { FETCH_REFUSED } from './places/fetch-address.ts';
import type { GateContext, Judgement } from './risk.ts';

/** Only raises the risk. A playbook's steps and a person's own act count as their words. */
export function weighTaint(
  action: Action,
  context: GateContext,
  judged: Judgement,
  platform: 'linux' | 'macos',
): Judgement {
  const { tainted } = context;
  if (tainted === undefined || context.isByHand === true || context.isPlaybook === true) return judged;
  if (judged.risk === 'critical' || !mayLeave(action, context, judged, platform)) return judged;
  const reason = say`This text comes from ${tainted.source}`;
  // A reason to ask that exists anyway is added.
  return high('taint.source', judged.risk === 'high' ? join([reason, judged.reason], '. ') : reason);
}

function mayLeave(action: Action, context: GateContext, judged: Judgement, platform: 'linux' | 'macos'): boolean {
  if (isTextEntry(action)) return isSending(context) || (isCommandLine(context) && /\n/.test(action.text));
  if (isKeyPress(action)) {
    const { meaning } = readKeys(action.keys, platform);
    if (meaning === 'paste' || meaning === 'character' || meaning === 'space') return isSending(context);
    return meaning === 'enter' && isCommandLine(context);
  }
  switch (action.action) {
    case 'fetch':
      return judged.rule !== FETCH_REFUSED;
    case 'open_url':
    // A tool is somebody else's program, whatever its description says.
    case 'tool':
      return true;
    case 'shell':
      // A command that is proven to only read, or is tried in the confined place, sends nothing.
      return judged.risk !== 'safe' && judged.confined !== true && judged.within !== 'run';
    default:
      return false;
  }
}

function isCommandLine(context: GateContext): boolean {
  return placeOfInput(context) === 'command-line';
}

/** Pages, chats and unknown applications can send; documents, source code and file names stay here. */
function isSending(context: GateContext): boolean {
  if (isCommandLine(context)) return false;
  const kind = kindOfApp(context, []);
  return kind !== 'editor' && kind !== 'code' && kind !== 'files';
}
