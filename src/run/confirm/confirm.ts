/** Asks the person about one exact action, and after a yes looks again: what was approved must still be what is there. */
import { isInput } from '../../action/kinds.ts';
import type { Thread } from '../../ports/chat.ts';
import { clause, say } from '../../words/say.ts';
import { speak } from '../../words/speak.ts';
import type { Proof } from '../proof.ts';
import { type AfterYesNeeds, lookAfterYes, lookAgain } from './after-yes.ts';
import { type AllowAlwaysNeeds, allowAlways } from './allow-always.ts';
import { type Asked, type AskForYesNeeds, askForYes, denyUnasked, startAsking } from './ask-for-yes.ts';
import { findAskThread } from './ask-where.ts';
import { type Binding, type BindNeeds, bind, findRebound } from './binding.ts';
import { watchCard } from './card-watch.ts';
import type { Approval, ConfirmRequest } from './confirm-request.ts';
import type { Grants } from './grants.ts';

export type ConfirmNeeds = AskForYesNeeds &
  BindNeeds &
  AfterYesNeeds &
  AllowAlwaysNeeds & {
    readonly grants: Pick<Grants, 'add'>;
    /** Proof required beside a tap; left out when taps come straight from a chat and need none. */
    readonly proof?: Proof | undefined;
  };

/** Asks once. */
export async function confirm(request: ConfirmRequest, run: ConfirmNeeds): Promise<Approval> {
  const thread = findAskThread(run);
  const bound = await bind(request, run);
  if (run.proof?.refuses(request.judgement) === true) return await denyByRule(request, bound, run);
  if (thread === null) return await denyUnasked(startAsking(request, bound, run), run);
  const watched = watchCard(request, run);
  const answer = await askProven(request, bound, thread, run).finally(() => watched.end());
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

/** Asks, and after a yes demands the proof that a person gave it, where a tap alone is not enough. */
async function askProven(request: ConfirmRequest, bound: Binding, thread: Thread, run: ConfirmNeeds): Promise<Asked> {
  const answer = await askForYes(request, bound, thread, run);
  if (answer.kind !== 'approved' || run.proof === undefined) return answer;
  const isMore = answer.covers === 'always' && run.proof.needs('scope');
  if (!run.proof.needs(request.judgement) && !isMore) return answer;
  const proven = await run.proof.prove({ thread, runId: run.runId, hash: bound.hash }, run);
  if (proven === 'proven') return answer;
  run.record({
    type: 'confirmation.answered',
    confirmation: answer.id,
    answer: 'deny',
    by: 'deskhand',
    text: proven === 'expired' ? 'no code came in time' : 'no right code came',
  });
  await run.sync();
  return { kind: proven };
}

/** Denies what this computer is set never to do, without asking anybody. */
async function denyByRule(request: ConfirmRequest, bound: Binding, run: ConfirmNeeds): Promise<Approval> {
  const { id } = startAsking(request, bound, run);
  const { reason } = request.judgement;
  run.record({
    type: 'confirmation.answered',
    confirmation: id,
    answer: 'deny',
    by: 'deskhand',
    text: speak(reason, 'en'),
  });
  await run.sync();
  run.tell(run.thread, [say`${clause(reason)}, so I didn't do it.`]);
  return { kind: 'denied' };
}
