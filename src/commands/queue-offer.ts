/** A message to a run with fixed steps, which cannot use it, is offered as the next run. */
import type { Buttons } from '../outbound/buttons.ts';
import type { Outbox } from '../outbound/outbox.ts';
import { wordsAlone } from '../outbound/reply.ts';
import type { InboundMessage } from '../ports/chat.ts';
import { say } from '../words/say.ts';

/** Settles the message that asked for it; nothing waits before the tap. */
export type OfferQueue = (asked: Pick<InboundMessage, 'thread' | 'updateId'>, goal: string) => void;

export function createQueueOffer({
  outbox,
  buttons,
}: {
  readonly outbox: Pick<Outbox, 'post'>;
  readonly buttons: Pick<Buttons, 'register'>;
}): OfferQueue {
  return ({ thread, updateId }, goal) => {
    const id = buttons.register({ kind: 'run', goal });
    outbox.post(
      thread,
      {
        ...wordsAlone([say`I'm following fixed steps and can't take that in now. I can do it next.`]),
        buttons: [[{ label: say`Queue it`, data: id, style: 'good' }]],
        again: { [id]: goal },
      },
      updateId,
    );
  };
}
