/** A live message: its edits are coalesced, and the last one is certain to arrive where it was posted. */
import type { Clock } from '../ports/clock.ts';
import type { Outgoing } from './outgoing.ts';

export interface Live {
  /** Shows this within a few seconds; the latest wins. */
  update(message: Outgoing): void;
  /** Shows the final text; certain to arrive where the message was posted. */
  end(message: Outgoing): void;
}

/** Edits of a live message count as sends for every platform's flood control. */
const LIVE_INTERVAL_MS = 2500;

export interface LivePorts {
  readonly clock: Clock;
  /** Sends an edit, unless `isWanted` is false when its turn comes. */
  readonly edit: (message: Outgoing, isWanted: () => boolean) => void;
  readonly close: (message: Outgoing) => void;
}

export function createLive({ clock, edit, close }: LivePorts, signal: AbortSignal): Live {
  let latest = 0;
  let isEnded = false;
  let isScheduled = false;
  let lastSentAt = clock.elapsed();
  let waiting: Outgoing | null = null;

  const flush = async (): Promise<void> => {
    await clock.sleep(Math.max(0, lastSentAt + LIVE_INTERVAL_MS - clock.elapsed()), signal);
    isScheduled = false;
    if (isEnded || waiting === null) return;
    const message = waiting;
    waiting = null;
    latest += 1;
    const mine = latest;
    lastSentAt = clock.elapsed();
    // A newer edit replaces this one.
    edit(message, () => !isEnded && mine === latest);
  };

  return {
    update(message) {
      if (isEnded) return;
      waiting = message;
      if (isScheduled) return;
      isScheduled = true;
      flush().catch(() => undefined);
    },
    end(message) {
      if (isEnded) return;
      isEnded = true;
      close(message);
    },
  };
}
