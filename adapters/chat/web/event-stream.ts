/** Keeps one open page up to date: everything first (or what it missed), then each change, and a beat when nothing happens. */
import type { SSEStreamingApi } from 'hono/streaming';
import type { Clock } from '../../../src/ports/clock.ts';
import { anySignal } from '../../../src/ports/waits/abort-signals.ts';
import type { Conversation } from './conversation.ts';
import type { CommandHint } from './wire.ts';

/** The page takes a connection for dead after missing two of them: a person sees within 2 s that nobody listens. */
const BEAT_MS = 900;

export interface EventSource {
  readonly conversation: Conversation;
  /** In the language of the page. */
  readonly commands: readonly CommandHint[];
  readonly clock: Clock;
  /** Whether the session still counts. */
  readonly isOpen: () => boolean;
  /** Names this process: versions of another process mean nothing here. */
  readonly epoch: string;
}

/** Writes until `signal` aborts. `lastEventId` is the id of the last event the page has, '' for none. */
export async function pumpEvents(
  stream: SSEStreamingApi,
  { conversation, commands, clock, epoch, isOpen }: EventSource,
  lastEventId: string,
  signal: AbortSignal,
): Promise<void> {
  let known = readVersion(lastEventId, epoch);
  if (known === null) {
    known = conversation.version();
    await stream.writeSSE({
      event: 'whole',
      id: `${epoch}.${known}`,
      data: JSON.stringify({ messages: conversation.changedSince(0), commands }),
    });
  } else {
    await stream.writeSSE({ event: 'beat', data: '{}' });
  }
  while (!signal.aborted && isOpen()) {
    const messages = conversation.changedSince(known);
    known = conversation.version();
    if (messages.length > 0) {
      // One event for all of them: a page that lost its connection has either all or none of this version.
      await stream.writeSSE({ event: 'changes', id: `${epoch}.${known}`, data: JSON.stringify({ messages }) });
    }
    if (await isQuiet(conversation, known, clock, signal)) await stream.writeSSE({ event: 'beat', data: '{}' });
  }
}

/** Waits for a change or one beat's time; true when it was the time. */
async function isQuiet(conversation: Conversation, known: number, clock: Clock, signal: AbortSignal): Promise<boolean> {
  const round = new AbortController();
  const either = anySignal(signal, round.signal);
  try {
    return await Promise.race([
      conversation.waitForChange(known, either).then(() => false),
      clock.sleep(BEAT_MS, either).then(() => true),
    ]);
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    round.abort();
  }
}

/** The version that the page has; null when it has none of this process. */
function readVersion(lastEventId: string, epoch: string): number | null {
  const [ofEpoch, digits = ''] = lastEventId.split('.');
  return ofEpoch === epoch && /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}
