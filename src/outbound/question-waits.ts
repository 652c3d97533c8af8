/** What a question waits for beside its answer: that its card arrives somewhere, or nowhere. */
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

/** What was called off decides nothing. */
export function unlessAborted<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch(() => new Promise<Answer>(() => undefined));
}

/** Never resolves when one of them arrived. */
export async function whenLost(
  postings: readonly Posting[],
): Promise<{ readonly kind: 'expired'; readonly isUnreachable: true }> {
  const arrived = await Promise.all(postings.map(({ posted }) => posted));
  if (arrived.every((message) => message === null)) return { kind: 'expired', isUnreachable: true };
  return new Promise(() => undefined);
}
