/**
 * The bot's updates: kept until confirmed, handed to one consumer.
 *
 * An update is confirmed when getUpdates comes with a higher offset. Of two polls that wait, the older one is answered 409.
 * Sources: core.telegram.org/bots/api#getupdates; telegram-bot-api, Client.cpp (do_get_updates) and tdlib, TQueue.cpp.
 */

import { Refusal } from './refusal.ts';

export interface Update {
  readonly update_id: number;
  readonly [kind: string]: unknown;
}

export interface PollRequest {
  readonly offset: number;
  /** 1–100. */
  readonly limit: number;
  readonly timeoutS: number;
  /** null: as before. */
  readonly allowed: readonly string[] | null;
}

export interface UpdateQueue {
  /** Queues an update of that kind; null when the bot did not ask for that kind. */
  push(kind: string, payload: unknown): number | null;
  /** Queues an update as it is, even one that was confirmed before. */
  pushAgain(update: Update): void;
  poll(request: PollRequest): Promise<readonly Update[]>;
  /** Not confirmed yet. */
  pending(): readonly Update[];
  /** Every update there ever was. */
  history(): readonly Update[];
  allowedKinds(): readonly string[];
  /** Continues the numbering elsewhere, as Telegram does after a week without updates. */
  jumpTo(updateId: number): void;
}

const NOT_BY_DEFAULT = ['chat_member', 'message_reaction', 'message_reaction_count'];
const MAX_TIMEOUT_S = 50;
/** How far an offset may lie ahead of the queue before it is taken for one of an older numbering. */
const MAX_AHEAD = 10;
/** A repeated conflict within this time is answered as late, so that two copies do not spin. */
const CONFLICT_PAUSE_MS = 3_000;

export function createUpdateQueue(firstUpdateId: number): UpdateQueue {
  let queue: readonly Update[] = [];
  let history: readonly Update[] = [];
  let nextId = firstUpdateId;
  let allowed: readonly string[] = [];
  let waiting: { answer: () => void; conflict: () => void } | null = null;
  let last = { offset: Number.NaN, at: 0 };
  /** Updates that are delivered again: an offset confirms them only after they were handed out. */
  const again = new Set<Update>();
  let nextConflictAt = 0;

  function isWanted(kind: string): boolean {
    return allowed.length === 0 ? !NOT_BY_DEFAULT.includes(kind) : allowed.includes(kind);
  }

  function confirm(offset: number): void {
    if (offset < 0) queue = queue.slice(offset);
    const head = queue[0]?.update_id ?? nextId;
    if (offset > 0 && offset <= nextId + MAX_AHEAD && offset > head) {
      queue = queue.filter((update) => update.update_id >= offset || again.has(update));
    }
  }

  function endWaiting(): void {
    const delay = Math.max(0, nextConflictAt - performance.now());
    nextConflictAt = performance.now() + delay + CONFLICT_PAUSE_MS;
    const ended = waiting;
    waiting = null;
    setTimeout(() => ended?.conflict(), delay).unref();
  }

  function add(update: Update): void {
    queue = [...queue, update];
    waiting?.answer();
  }

  return {
    push(kind, payload) {
      if (!isWanted(kind)) return null;
      const update = { update_id: nextId, [kind]: payload };
      nextId += 1;
      history = [...history, update];
      add(update);
      return update.update_id;
    },
    pushAgain(update) {
      const copy = { ...update };
      again.add(copy);
      add(copy);
    },
    async poll({ offset, limit, timeoutS, allowed: nowAllowed }) {
      if (nowAllowed !== null) allowed = nowAllowed;
      const now = performance.now();
      const isHurried = offset === last.offset && now < last.at + 3_000;
      const waitS = isHurried ? Math.max(3, timeoutS) : timeoutS;
      const most = offset === last.offset && now < last.at + 500 ? 1 : limit;
      last = { offset, at: now };
      confirm(offset);
      if (queue.length === 0 && waitS > 0) {
        if (waiting !== null) endWaiting();
        await waitForUpdates(Math.min(waitS, MAX_TIMEOUT_S) * 1000);
      }
      const handedOut = queue.slice(0, most);
      for (const update of handedOut) again.delete(update);
      return handedOut;
    },
    pending: () => queue,
    history: () => history,
    allowedKinds: () => allowed,
    jumpTo(updateId) {
      nextId = updateId;
    },
  };

  function waitForUpdates(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(answer, ms).unref();
      const own = { answer, conflict };
      waiting = own;
      function answer(): void {
        clearTimeout(timer);
        if (waiting === own) waiting = null;
        resolve();
      }
      function conflict(): void {
        clearTimeout(timer);
        reject(
          new Refusal(
            409,
            'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
          ),
        );
      }
    });
  }
}
