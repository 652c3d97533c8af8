/** Asks the person about one exact action, and after a yes looks again: what was approved must still be what is there. */
import { isInput } from '../../action/kinds.ts';
import { speak } from '../../words/speak.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';
import { askForYes, denyUnasked, startAsking } from './ask-for-yes.ts';
import { findAskThread } from './ask-where.ts';
import { bind, findRebound } from './binding.ts';
import { findChange, lookAgain, watchCard } from './card-watch.ts';
import type { Approval, ConfirmRequest } from './confirm-request.ts';
import { grant } from './grants.ts';

/** Asks once. */
export async function confirm(request: ConfirmRequest, run: ActiveRun, ports: RunPorts): Promise<Approval> {
  const thread = findAskThread(run, ports);
  const bound = await bind(request, run, ports);
  if (thread === null) return await denyUnasked(startAsking(request, bound, run, ports), run, ports);
  const watched = watchCard(request, run, ports);
  const answer = await askForYes(request, bound, thread, run, ports).finally(() => watched.end());
  if (answer.kind !== 'approved') return answer;
  const samples = await watched.stop();
  const now = await lookAgain(request, run, ports);
  const why =
    findRebound(bound, await bind(request, run, ports)) ||
    (isInput(request.action) ? await findChange(request, samples, now, run, ports) : '');
  if (why !== '') {
    const text = typeof why === 'string' ? why : speak(why, 'en');
    run.record({ type: 'confirmation.answered', confirmation: answer.id, answer: 'changed', by: 'deskhand', text });
    return { kind: 'changed', observation: now, why };
  }
  if (answer.forThisRun) grant(request, run);
  return { kind: 'approved', observation: now, confirmation: answer.id };
}
