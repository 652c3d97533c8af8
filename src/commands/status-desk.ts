/** `/status`, with a button below it that revokes the run's scope. */
import type { Buttons } from '../outbound/buttons.ts';
import type { Detail } from '../outbound/detail.ts';
import type { Outbox, Posting } from '../outbound/outbox.ts';
import type { Outgoing } from '../outbound/outgoing.ts';
import { wordsAlone } from '../outbound/reply.ts';
import type { SpokenSpan } from '../outbound/spoken.ts';
import type { InboundMessage } from '../ports/chat.ts';
import type { RunQueue } from '../run/queue.ts';
import { say, type Text } from '../words/say.ts';

export interface StatusDeskPorts {
  readonly queue: Pick<RunQueue, 'current'>;
  readonly outbox: Pick<Outbox, 'post' | 'close'>;
  readonly buttons: Pick<Buttons, 'register' | 'forget'>;
  readonly describe: (isVerbose: boolean) => Promise<readonly SpokenSpan[]>;
  readonly detailOf: (senderId: string) => Detail;
}

export interface StatusDesk {
  /** Settles the message that asked for it. Rejects with a sentence for people. */
  show(asked: Pick<InboundMessage, 'thread' | 'updateId' | 'sender'>): Promise<void>;
  /** Revokes the scope; everybody who may use Deskhand may do that. Returns the toast. */
  revoke(run: string, buttonId: string, by: string): Text;
}

const CARDS_REMEMBERED = 20;

interface Card {
  readonly id: string;
  readonly posting: Posting;
  readonly message: Outgoing;
}

export function createStatusDesk({ queue, outbox, buttons, describe, detailOf }: StatusDeskPorts): StatusDesk {
  const cards: Card[] = [];
  return {
    async show({ thread, updateId, sender }) {
      const text = await describe(detailOf(sender.id) === 'verbose');
      const current = queue.current();
      const message = wordsAlone(text);
      if (current === null || current.run.state().scope === null) {
        outbox.post(thread, message, updateId);
        return;
      }
      const id = buttons.register({ kind: 'revoke', run: current.run.runId });
      const posting = outbox.post(
        thread,
        { ...message, buttons: [[{ label: say`Revoke`, data: id, style: 'danger' }]] },
        updateId,
      );
      cards.push({ id, posting, message });
      const oldest = cards.length > CARDS_REMEMBERED ? cards.shift() : undefined;
      if (oldest !== undefined) buttons.forget([oldest.id]);
    },
    revoke(run, buttonId, by) {
      const card = cards.find(({ id }) => id === buttonId);
      buttons.forget([buttonId]);
      if (card !== undefined) outbox.close(card.posting, card.message);
      const current = queue.current();
      const isRevoked = current?.run.runId === run && current.revokeScope(by);
      return isRevoked ? say`Revoked. I ask at each step from now on.` : say`There is nothing left to revoke.`;
    },
  };
}
