/**
 * Long polling that cannot go deaf: one update after the other is handed on, confirmed to Telegram only when it was taken,
 * and every failure is waited out.
 *
 * The loop is `bot.start()` of grammY rewritten for three things that one does not do: it confirms an update before its handler is
 * done when stopped, it gives up on 401 and 409, and it obeys any retry_after, however long.
 */

import { z } from 'zod';
import type { Log } from '../../../src/ports/chat-needs.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { SaidError, textOf } from '../../../src/words/said-error.ts';
import { say, type Text } from '../../../src/words/say.ts';
import { english } from '../../../src/words/speak.ts';
import type { Health } from '../shared/health.ts';
import type { Answer } from './answer.ts';
import { isRefused } from './answer.ts';
import type { TelegramClient } from './client.ts';
import type { Pacing } from './options.ts';
import { readTrouble } from './trouble.ts';

/** What is handled; Telegram sends nothing else. */
const ALLOWED_UPDATES = [
  'message',
  'edited_message',
  'callback_query',
  'message_reaction',
  'stopped_message_generation',
] as const;
const CONFIRM_TIMEOUT_MS = 2_000;
const NEVER = new AbortController().signal;

const updateList = z.array(z.looseObject({ update_id: z.number().int() }));
const botAccount = z.object({ username: z.string() });

export type RawUpdate = z.infer<typeof updateList>[number];

export interface PollerPorts {
  readonly client: TelegramClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly health: Health;
  readonly pacing: Pacing;
}

export interface Poller {
  /** Connects; the bot's @name without the @. Goes on trying until it works. Rejects only when stopped. */
  connect(): Promise<string>;
  /** Hands on update after update until stopped, then confirms those that were taken. Never rejects. */
  run(handle: (update: RawUpdate) => Promise<void>): Promise<void>;
  /** Gives up the poll under way for a new connection. */
  renew(why: Text): void;
}

export function createPoller({ client, clock, log, health, pacing }: PollerPorts, stop: AbortSignal): Poller {
  let attempt = new AbortController();
  /** The first update that was not taken; 0 before any was. */
  let offset = 0;
  /** The offset of the latest poll: Telegram has confirmed all before it as soon as the poll reached it. */
  let asked = { offset: 0, at: 0 };
  stop.addEventListener('abort', () => void endAttempt(), { once: true });

  async function endAttempt(): Promise<void> {
    const youngMs = asked.offset === 0 ? 0 : asked.at + pacing.confirmMs - clock.elapsed();
    if (asked.offset === offset && youngMs > 0) await clock.sleep(youngMs, NEVER);
    attempt.abort(stop.reason);
  }

  /** A probe is a poll that returns at once: after trouble it shows that all is well without waiting for the next message. */
  function getUpdates(isProbe: boolean): Promise<Answer<readonly RawUpdate[]>> {
    const timeoutMs = pacing.pollSeconds * 1000 + pacing.pollGraceMs;
    const poll = { offset, timeout: isProbe ? 0 : pacing.pollSeconds, allowed_updates: ALLOWED_UPDATES };
    asked = { offset, at: clock.elapsed() };
    return client.call((api) => api.getUpdates(poll), updateList, timeoutMs, attempt.signal);
  }

  function deleteWebhook(): Promise<Answer<boolean>> {
    const keep = { drop_pending_updates: false };
    return client.call((api) => api.deleteWebhook(keep), z.boolean(), pacing.callTimeoutMs, attempt.signal);
  }

  /** Repeats until it works, waiting as the failure asks. */
  async function persist<T>(send: (isProbe: boolean) => Promise<Answer<T>>): Promise<T> {
    let isProbe = false;
    for (let failures = 1; ; failures += 1) {
      const answer = await tryOnce(() => send(isProbe));
      if (answer.ok) {
        health.noteConnected();
        return answer.value;
      }
      const { kind, delayMs, detail, isRejected } = readTrouble(answer.failure, failures, pacing);
      if (health.noteTrouble(kind, detail, isRejected)) log.warn({ chat: 'telegram', delayMs }, english(detail));
      if (isRefused(answer, /webhook/i)) await tryOnce(deleteWebhook);
      // A probe does not conflict with another copy of the bot, so it proves nothing: only two waiting polls do.
      isProbe = !(answer.failure.kind === 'refused' && answer.failure.code === 409);
      await clock.sleep(delayMs, stop);
    }
  }

  /** Makes one attempt. A call that `renew` aborted fails like any other. */
  async function tryOnce<T>(send: () => Promise<Answer<T>>): Promise<Answer<T>> {
    stop.throwIfAborted();
    attempt = new AbortController();
    try {
      return await send();
    } catch (reason) {
      stop.throwIfAborted();
      return { ok: false, failure: { kind: 'unreachable', why: textOf(reason) } };
    }
  }

  /** The same update again until it is taken: to skip it would be to lose it. */
  async function hand(update: RawUpdate, handle: (update: RawUpdate) => Promise<void>): Promise<void> {
    for (let failures = 1; ; failures += 1) {
      try {
        await handle(update);
        if (failures > 1) health.noteConnected();
        return;
      } catch (error) {
        const detail = say`A message from Telegram could not be stored; trying again.`;
        if (health.noteTrouble('storing', detail))
          log.error({ chat: 'telegram', problem: String(error) }, english(detail));
        await clock.sleep(Math.min(pacing.retryCapMs, pacing.retryFirstMs * failures), stop);
      }
    }
  }

  async function pollUntilStopped(handle: (update: RawUpdate) => Promise<void>): Promise<void> {
    while (!stop.aborted) {
      const updates = await persist(getUpdates);
      for (const update of updates) {
        stop.throwIfAborted();
        await hand(update, handle);
        offset = update.update_id + 1;
      }
    }
  }

  async function confirm(): Promise<void> {
    if (offset === asked.offset) return;
    const last = { offset, limit: 1, timeout: 0, allowed_updates: ALLOWED_UPDATES };
    await client.call((api) => api.getUpdates(last), updateList, CONFIRM_TIMEOUT_MS, NEVER);
  }

  return {
    async connect() {
      const { username } = await persist(() =>
        client.call((api) => api.getMe(), botAccount, pacing.callTimeoutMs, attempt.signal),
      );
      await persist(deleteWebhook);
      return username;
    },
    async run(handle) {
      try {
        await pollUntilStopped(handle);
      } catch (error) {
        if (!stop.aborted) log.error({ chat: 'telegram', problem: String(error) }, 'Polling Telegram broke off.');
      }
      await confirm();
    },
    renew: (why) => attempt.abort(new SaidError(why)),
  };
}
