/** `/stop` and `/stop all`: everything that is under way for a person ends at once; what to tell them. */

import type { Inbox } from '../inbox/inbox.ts';
import type { Orders } from '../orders/orders-ports.ts';
import type { Questions } from '../outbound/questions.ts';
import type { Sender, Thread } from '../ports/chat.ts';
import type { StopReason } from '../run/control.ts';
import type { RunQueue } from '../run/queue.ts';
import { join, plural, say, slash, type Text } from '../words/say.ts';
import type { Albums } from './albums.ts';
import type { Reception } from './reception.ts';

export interface StopPorts {
  readonly queue: RunQueue;
  readonly inbox: Inbox;
  readonly reception: Pick<Reception, 'cancel'>;
  readonly albums: Pick<Albums, 'drop'>;
  /** What standing orders have waiting. */
  readonly orders: Pick<Orders, 'cancel'>;
  readonly questions: Pick<Questions, 'stop' | 'stopAll'>;
  /** Told that the person stopped what is under way. */
  readonly callers: { noteStopped(): void };
  /** Stops what is done by hand now; false when there is nothing. */
  readonly stopByHand: (reason: StopReason) => boolean;
}

export interface StopRequest {
  /** What waits is cancelled, too. */
  readonly all: boolean;
  readonly by: Sender;
  readonly thread: Thread;
}

/** Without `all` the queue goes on; of files and voice notes under way only this thread's are given up. */
export function stopWork(ports: StopPorts, request: StopRequest): Text {
  const { queue, inbox } = ports;
  const { all, by, thread } = request;
  ports.callers.noteStopped();
  const cancelled = all ? [...queue.clear(), ...ports.orders.cancel()] : [];
  for (const command of cancelled) inbox.refuse(command.update, 'cancelled by stop all');
  const reason: StopReason = { kind: 'person', name: by.name };
  const wasByHand = ports.stopByHand(reason);
  const where = all ? null : thread;
  const wasReceiving = ports.reception.cancel(where) + ports.albums.drop(where) > 0;
  const wasAsked = ports.questions.stop(thread, by);
  const wasRunning = queue.stop(reason) || wasByHand || wasReceiving || wasAsked;
  // What is only asked about waits, too.
  const cancelledCount = cancelled.length + (all ? ports.questions.stopAll(by) : 0);
  const waiting = queue.waiting().length;
  const parts: readonly Text[] = [
    wasRunning ? say`Stopped.` : say`Nothing was running.`,
    ...(cancelledCount === 0
      ? []
      : [
          plural(cancelledCount, say`1 waiting command cancelled.`, say`${cancelledCount} waiting commands cancelled.`),
        ]),
    ...(waiting === 0
      ? []
      : [
          plural(
            waiting,
            say`1 more is waiting; ${slash('stop all')} cancels it too.`,
            say`${waiting} more are waiting; ${slash('stop all')} cancels them too.`,
          ),
        ]),
  ];
  return join(parts, ' ');
}
