/** Notes in the inbox what is on its way out; a full disk must not keep a message from a person: it is sent all the same, only not remembered. */

import type { Inbox } from '../inbox/inbox.ts';
import type { StoredDelivery } from '../inbox/inbox-events.ts';
import type { PostedMessage, Thread } from '../ports/chat.ts';

export interface NotePorts {
  readonly inbox: Inbox;
  /** A sentence for the log. */
  readonly warn: (problem: string) => void;
}

/** Its id; '' when it is not kept. */
export function noteQueued(ports: NotePorts, thread: Thread, message: StoredDelivery, settles: string | null): string {
  try {
    return ports.inbox.queueDelivery(thread, message, settles);
  } catch (error) {
    if (settles !== null) ports.inbox.refuse(settles, 'it was told so');
    ports.warn(`A message is sent without being kept: ${String(error)}`);
    return '';
  }
}

/** null: lost. */
export function noteDone(ports: NotePorts, delivery: string, posted: PostedMessage | null): void {
  if (delivery === '') return;
  try {
    ports.inbox.finishDelivery(delivery, posted);
  } catch (error) {
    ports.warn(`A delivered message could not be noted and may come twice: ${String(error)}`);
  }
}
