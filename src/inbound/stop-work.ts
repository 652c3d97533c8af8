/** `/stop`, `/stop all` and the stop at the computer itself: what is under way ends at once; what to tell of it. */

import type { Inbox } from '../inbox/inbox.ts';
import type { Orders } from '../orders/orders-ports.ts';
import type { Questions } from '../outbound/questions.ts';
import type { Reply } from '../outbound/reply.ts';
import type { Sender, Thread } from '../ports/chat.ts';
import type { StopByHand, StopReason } from '../run/control.ts';
import type { RunQueue } from '../run/queue.ts';
import { join, plural, say, slash, type Text } from '../words/say.ts';
import type { Albums } from './albums.ts';
import type { Reception } from './reception.ts';
import { runHere } from './tell-run.ts';

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
  /** Said in the chat: a run of this thread answers with its end, which tells all of it. */
  readonly isAnsweredByEnd: boolean;
}

/** What to tell; '' when the run's end tells it. Without `all` the queue goes on; of files and voice notes under way only this thread's are given up. */
export function stopWork(ports: StopPorts, request: StopRequest): Text {
  const { queue, inbox } = ports;
  const { all, by, thread, isAnsweredByEnd } = request;
  ports.callers.noteStopped();
  const cancelled = all ? [...queue.clear(), ...ports.orders.cancel()] : [];
  for (const command of cancelled) inbox.refuse(command.update, say`cancelled by ${'stop all'}`);
  const reason: StopReason = { kind: 'person', name: by.name };
  const wasByHand = ports.stopByHand(reason);
  const where = all ? null : thread;
  const wasReceiving = ports.reception.cancel(where) + ports.albums.drop(where) > 0;
  const wasAsked = ports.questions.stop(thread, by);
  const here = isAnsweredByEnd ? runHere(thread, queue) : null;
  // What is only asked about waits, too.
  const also = tellWaiting(cancelled.length + (all ? ports.questions.stopAll(by) : 0), queue.waiting().length);
  const wasRunning = queue.stop({ ...reason, ...(also.length === 0 ? {} : { also: join(also, ' ') }) });
  if (here !== null && !here.run.isQuiet) return '';
  const wasBusy = wasRunning || wasByHand || wasReceiving || wasAsked;
  return join([wasBusy ? say`Stopped.` : say`Nothing was running.`, ...also], ' ');
}

/** Stopped at the computer itself: nothing of what waits starts by itself afterwards, and each is told so. */
export function stopByHandAt(
  by: StopByHand,
  { queue, orders, stopByHand, reply }: Pick<StopPorts, 'queue' | 'orders' | 'stopByHand'> & { readonly reply: Reply },
): void {
  for (const { thread, goal, update } of [...queue.clear(), ...orders.cancel()]) {
    const text =
      by === 'corner'
        ? say`“${goal}” was not started: the mouse was pushed into the top-left corner. Send it again.`
        : say`“${goal}” was not started: the stop keys were pressed on the computer. Send it again.`;
    reply(thread, [text], update);
  }
  queue.stop({ kind: 'failsafe', by });
  stopByHand({ kind: 'failsafe', by });
}

function tellWaiting(cancelled: number, waiting: number): readonly Text[] {
  return [
    ...(cancelled === 0
      ? []
      : [plural(cancelled, say`1 waiting command cancelled.`, say`${cancelled} waiting commands cancelled.`)]),
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
}
