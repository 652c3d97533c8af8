/** `/stop`, `/stop all` and the stop at the computer itself: ends what is under way at once, and makes the reply. */

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
  /** Runs of standing orders that wait. */
  readonly orders: Pick<Orders, 'cancel'>;
  readonly questions: Pick<Questions, 'stop' | 'stopAll'>;
  /** Told when the person stops what is under way. */
  readonly callers: { noteStopped(): void };
  /** Stops an act by hand; false when there is none. */
  readonly stopByHand: (reason: StopReason) => boolean;
}

export interface StopRequest {
  /** Whether waiting commands are cancelled as well. */
  readonly all: boolean;
  readonly by: Sender;
  readonly thread: Thread;
  /** The stop came from a chat: a run of the same thread replies with its end. */
  readonly isAnsweredByEnd: boolean;
}

/** The reply; '' when the run's end is the reply. Without `all` the queue goes on, and only this thread's files and voice notes are given up. */
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
  // Commands whose question is open count as waiting, too.
  const also = tellWaiting(cancelled.length + (all ? ports.questions.stopAll(by) : 0), queue.waiting().length);
  const wasRunning = queue.stop({ ...reason, ...(also.length === 0 ? {} : { also: join(also, ' ') }) });
  if (here !== null && !here.run.isQuiet) return '';
  const wasBusy = wasRunning || wasByHand || wasReceiving || wasAsked;
  return join([wasBusy ? say`Stopped.` : say`Nothing was running.`, ...also], ' ');
}

/** Stop at the computer itself: nothing that waits starts by itself afterwards, and each sender is told. */
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
