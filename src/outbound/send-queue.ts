/** The send queue of one platform, urgent messages first: a rate limit or outage of one platform never delays another. */

import type { Delivery, Platform, PostedMessage } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import { backOff } from '../ports/waits/backoff.ts';
import { english } from '../words/speak.ts';

const RETRY_CAP_MS = 60_000;

/** Smaller is sooner. */
export const PRIORITY = { question: 0, end: 1, reply: 2, status: 3 } as const;

export interface Job {
  readonly priority: number;
  /** Whether it is still wanted when its turn comes; a newer edit of the same live message replaces it. */
  readonly isWanted: () => boolean;
  readonly send: (signal: AbortSignal) => Promise<Delivery>;
  /** Called once at the end: with the sent message, or null when it was lost or not wanted any more. */
  readonly finish: (message: PostedMessage | null) => void;
}

export interface SendQueue {
  push(job: Job): void;
  isBusy(): boolean;
}

export interface SendQueuePorts {
  readonly clock: Clock;
  /** A sentence for the log. */
  readonly warn: (problem: string) => void;
}

export function createSendQueue(platform: Platform, ports: SendQueuePorts, signal: AbortSignal): SendQueue {
  const jobs: Job[] = [];
  let isWorking = false;

  const takeNext = (): Job | undefined => {
    const urgent = jobs.reduce<Job | undefined>(
      (best, job) => (best === undefined || job.priority < best.priority ? job : best),
      undefined,
    );
    if (urgent !== undefined) jobs.splice(jobs.indexOf(urgent), 1);
    return urgent;
  };

  const work = async (): Promise<void> => {
    let failures = 0;
    for (let job = takeNext(); job !== undefined && !signal.aborted; job = takeNext()) {
      if (!job.isWanted()) {
        job.finish(null);
        continue;
      }
      const delivery = await attempt(job, signal);
      if (delivery.result === 'sent') {
        failures = 0;
        job.finish(delivery.message);
      } else if (delivery.result === 'lost') {
        ports.warn(`A message to ${platform} could not be delivered: ${english(delivery.why)}`);
        job.finish(null);
      } else {
        failures += 1;
        jobs.unshift(job);
        const pauses = { firstMs: 500, capMs: 16_000, askedMs: delivery.retryAfterMs, askedCapMs: RETRY_CAP_MS };
        await ports.clock.sleep(backOff(failures, pauses), signal);
      }
    }
  };

  const start = (): void => {
    if (isWorking || signal.aborted) return;
    isWorking = true;
    work()
      .catch((error: unknown) => {
        if (!signal.aborted) ports.warn(`Sending to ${platform} broke off: ${String(error)}`);
      })
      .finally(() => {
        isWorking = false;
        if (jobs.length > 0) start();
      });
  };

  return {
    push(job) {
      jobs.push(job);
      start();
    },
    isBusy: () => isWorking || jobs.length > 0,
  };
}

async function attempt(job: Job, signal: AbortSignal): Promise<Delivery> {
  try {
    return await job.send(signal);
  } catch (error) {
    return { result: 'later', retryAfterMs: 1000, why: String(error) };
  }
}
