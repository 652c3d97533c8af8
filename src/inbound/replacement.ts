/** Finds out whether another copy reads this bot's messages while this one has no other way in, so that waiting is useless. */
import type { Chat, Platform } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { Text } from '../words/say.ts';

/** A copy that is just being replaced is gone by then. */
const PATIENCE_MS = 60_000;
const CHECK_MS = 2_000;

/** What happened, in a sentence; null while the copy may go away or there is another way in. */
export function findReplacement(chats: Iterable<Chat>, now: number): Text | null {
  const healths = [...chats].map((chat) => chat.health());
  if (healths.some(({ isConnected }) => isConnected)) return null;
  const taken = healths.find(({ takenSince }) => takenSince !== undefined && now - takenSince >= PATIENCE_MS);
  return taken === undefined ? null : taken.detail;
}

/** Resolves with that sentence. Rejects when `signal` aborts. */
export async function watchForReplacement(
  chats: ReadonlyMap<Platform, Chat>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Text> {
  for (;;) {
    await clock.sleep(CHECK_MS, signal);
    const found = findReplacement(chats.values(), clock.now());
    if (found !== null) return found;
  }
}
