/** Asks the person for what the confined place refused a command: the card names each wish, and a yes grants exactly these. */

import { noteJudged } from '../../journal/said.ts';
import type { SandboxAccess } from '../../ports/machine.ts';
import { high, name } from '../../safety/levels.ts';
import type { Judgement } from '../../safety/risk.ts';
import { join, say, type Text } from '../../words/say.ts';
import type { ImportantAct, JudgedRequest, Taken } from './action-request.ts';
import type { Aim } from './aim.ts';
import { type ApproveNeeds, approve } from './approve.ts';
import { type CarryOutNeeds, carryOut } from './carry-out.ts';
import { notePointing } from './note-pointing.ts';

export type GrantAccessNeeds = ApproveNeeds & CarryOutNeeds & { readonly noteImportant: (act: ImportantAct) => void };

/**
 * Runs the command a second time with what the person granted, from its start: the confined place kept nothing of the first run. A command that is
 * proven to only read and that succeeded is not run again: the error message that looked like a wish may be text it has read.
 */
export async function grantAccess(
  request: JudgedRequest,
  taken: Extract<Taken, { readonly kind: 'performed' }>,
  aim: Aim,
  run: GrantAccessNeeds,
): Promise<Taken> {
  const { action, step } = request;
  const { result, note, denied = [] } = taken;
  if (result.ok && request.isProven) return { kind: 'performed', result, note };
  const judgement = judgeAccess(denied, run.machine.home);
  run.record({ type: 'risk.judged', step, action, ...noteJudged(judgement) });
  const approval = await approve(
    {
      action,
      step,
      intent: request.by === 'model' ? request.intent : '',
      aim,
      judgement,
      judgeAgain: () => Promise.resolve(judgement),
      isFollowUp: false,
    },
    run,
  );
  if (approval.kind === 'gone') return { kind: 'stale' };
  if (approval.kind !== 'approved') return approval;
  const by = request.by === 'person' ? 'person' : 'model';
  const { confirmation } = approval;
  run.record({ type: 'action.intended', step, action, ...notePointing(action, aim), by, confirmation });
  const granted = await carryOut({ ...request, grants: denied }, approval.aim, run);
  if (granted.kind !== 'performed') return granted;
  if (by === 'model') run.noteImportant({ step, action, intent: request.intent, result: granted.result });
  return { kind: 'performed', result: granted.result, note: granted.note };
}

/** Always high: the wishes are for the network, or for a place that is neither secret nor Deskhand's own, and for this one command. */
function judgeAccess(denied: readonly SandboxAccess[], home: string): Judgement {
  const nameIn = (path: string): Text => name(path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
  const paths = (kind: 'write' | 'read'): readonly Text[] =>
    denied.flatMap((access) => (access.kind === kind ? [nameIn(access.path)] : []));
  const [writes, reads] = [paths('write'), paths('read')];
  const parts = [
    ...(denied.some(({ kind }) => kind === 'network') ? [say`It wants the network`] : []),
    ...(writes.length > 0 ? [say`It wants to write ${join(writes, ', ')}`] : []),
    ...(reads.length > 0 ? [say`It wants to read ${join(reads, ', ')}`] : []),
  ];
  const kinds = new Set(denied.map(({ kind }) => kind));
  const [only = 'network'] = kinds;
  return high(`place.${kinds.size === 1 ? only : 'several'}`, join(parts, '. '));
}
