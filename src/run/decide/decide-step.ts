/** Decides one step and journals the decision with what it took. */

import { asIntent, asReason } from '../../journal/said.ts';
import type { Clock } from '../../ports/clock.ts';
import { isNothing } from '../../ports/usage.ts';
import { shortenWords } from '../../words/amounts.ts';
import type { RunControl } from '../control.ts';
import type { RunLog } from '../run-log.ts';
import type { Decider, Decision, DecisionRequest } from './decider.ts';

/** Characters of an unusable reply that are kept for /why. */
const KEPT_CHARACTERS = 2000;

export interface DecideNeeds extends Pick<RunLog, 'record'> {
  readonly control: Pick<RunControl, 'signal'>;
  readonly clock: Clock;
}

/** Rejects with the run's abort reason when it is stopped. */
export async function decideStep(
  request: DecisionRequest,
  decider: Decider,
  { control, record, clock }: DecideNeeds,
): Promise<Decision> {
  const startedAt = clock.elapsed();
  const decision = await decider.decide(request, control.signal);
  if (decision.kind === 'overtaken') return decision;
  const { iteration } = request.state;
  const spent = { usage: decision.usage, cost_usd: decision.costUsd, model: decision.model };
  switch (decision.kind) {
    case 'unavailable':
    case 'rejected':
      if (!isNothing(decision.usage)) record({ type: 'call.cut', ...spent });
      break;
    case 'malformed': {
      const { reason, text } = decision;
      record({
        type: 'reply.malformed',
        iteration,
        ...asReason(reason),
        text: shortenWords(text, KEPT_CHARACTERS),
        ...spent,
      });
      break;
    }
    case 'reply': {
      const { by, words } = decision;
      const { screen, action, then, note } = decision.reply;
      const ms = Math.round(clock.elapsed() - startedAt);
      record({
        type: 'reply.received',
        iteration,
        by,
        screen,
        ...asIntent(words.intent),
        action,
        follow_ups: [...then],
        note,
        ms,
        ...spent,
        ...(decision.asked === undefined ? {} : { asked: decision.asked }),
        ...(decision.healed === undefined ? {} : { healed: decision.healed }),
      });
    }
  }
  return decision;
}
