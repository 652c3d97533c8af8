/** Rules that raise the risk when another program asks: for what the program would read, and for what its run could leave behind. Never lowers. */
import { traitsOf } from '../action/kinds.ts';
import type { Action } from '../action/schema.ts';
import { say } from '../words/say.ts';
import { high } from './levels.ts';
import { type Judgement, needsApproval, strictest } from './risk.ts';

/** Yours, and nowhere on the screen that the program was let see: notes, the clipboard, files that are sent, tools of other servers. */
function isYours(action: Action): boolean {
  const { permission, needsTools } = traitsOf(action);
  return permission === 'vault' || permission === 'clipboard' || needsTools === true || action.action === 'send_file';
}

/**
 * `by`: `model` when a model works on its goal; otherwise the program takes one act itself. Its acts are not tried in the confined place either,
 * since that shows files.
 */
export function tightenForCaller(
  judgement: Judgement,
  action: Action,
  { name, by }: { readonly name: string; readonly by: string },
): Judgement {
  const bringsBack = by !== 'model' && (traitsOf(action).answers === true || action.action === 'file_view');
  const { offer: _, ...kept } = judgement;
  if (!isYours(action) && !bringsBack) return kept;
  const { confined: __, ...asked } = kept;
  if (needsApproval(asked.risk)) return asked;
  return strictest(asked, high('caller.reads', say`The program “${name}” would get what this shows`));
}
