/** What a question waits for besides its answer: the delivery of its card, or the failure of all deliveries. */
import type { Thread } from '../ports/chat.ts';
import type { Posting } from './outbox.ts';

/** The thread in which a chat acknowledged it first; null when none can. */
export async function whenDelivered(postings: readonly Posting[]): Promise<Thread | null> {
  const arrivals = postings.map(async ({ posted, thread }) => {
    if ((await posted) === null) throw new Error('lost');
    return thread;
  });
  return await Promise.any(arrivals).catch(() => null);
}

/** Keeps an aborted answer pending for ever, so that it decides no race. */
export function unlessAborted<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch(() => new Promise<Answer>(() => undefined));
}

/** Resolves when no card can be delivered; never resolves when one arrived. */
export async function whenLost(
  postings: readonly Posting[],
): Promise<{ readonly kind: 'expired'; readonly isUnreachable: true }> {
  const arrived = await Promise.all(postings.map(({ posted }) => posted));
  if (arrived.every((message) => message === null)) return { kind: 'expired', isUnreachable: true };
  return new Promise(() => undefined);
}
