/** Asks the person about one exact action, and after a yes looks again: what was approved must still be what is there. */
import { isInput } from '../../action/kinds.ts';
import { speak } from '../../words/speak.ts';
import { type AfterYesNeeds, lookAfterYes, lookAgain } from './after-yes.ts';
import { type AllowAlwaysNeeds, allowAlways } from './allow-always.ts';
import { type AskForYesNeeds, askForYes, denyUnasked, startAsking } from './ask-for-yes.ts';
import { findAskThread } from './ask-where.ts';
import { type BindNeeds, bind, findRebound } from './binding.ts';
import { watchCard } from './card-watch.ts';
import type { Approval, ConfirmRequest } from './confirm-request.ts';
import type { Grants } from './grants.ts';

export type ConfirmNeeds = AskForYesNeeds &
  BindNeeds &
  AfterYesNeeds &
  AllowAlwaysNeeds & { readonly grants: Pick<Grants, 'add'> };

/** Asks once. */
export async function confirm(request: ConfirmRequest, run: ConfirmNeeds): Promise<Approval> {
  const thread = findAskThread(run);
  const bound = await bind(request, run);
  if (thread === null) return await denyUnasked(startAsking(request, bound, run), run);
  const watched = watchCard(request, run);
  const answer = await askForYes(request, bound, thread, run).finally(() => watched.end());
  if (answer.kind !== 'approved') return answer;
  const samples = await watched.stop();
  const seen = isInput(request.action)
    ? await lookAfterYes(request, samples, run)
    : { now: await lookAgain(request, run), why: '' };
  const { now } = seen;
  const why = findRebound(bound, await bind(request, run)) || seen.why;
  if (why !== '') {
    const text = typeof why === 'string' ? why : speak(why, 'en');
    run.record({ type: 'confirmation.answered', confirmation: answer.id, answer: 'changed', by: 'deskhand', text });
    return { kind: 'changed', observation: now, why };
  }
  if (answer.covers === 'this_run') run.grants.add(request);
  if (answer.covers === 'always') await allowAlways(request, thread, run);
  return { kind: 'approved', observation: now, confirmation: answer.id };
}
