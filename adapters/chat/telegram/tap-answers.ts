/** Answers taps: each once, at once, beside everything else that goes on. */

import { z } from 'zod';
import type { Log } from '../../../src/ports/chat-needs.ts';
import { type Answer, describeFailure, isRefused } from './answer.ts';
import type { TelegramClient } from './client.ts';
import type { Pacing } from './options.ts';

export interface TapAnswers {
  /** Ends the spinner on the button and shows `toast`; '' shows nothing. A tap answered before is left alone. */
  answer(callbackId: string, toast: string): void;
  /** Waits for the answers under way, at most `ms`, then gives them up. */
  settle(ms: number): Promise<void>;
}

/** Characters (https://core.telegram.org/bots/api#answercallbackquery). */
const MAX_TOAST = 200;
const REMEMBERED = 1_000;

export function createTapAnswers(client: TelegramClient, log: Log, pacing: Pacing): TapAnswers {
  const end = new AbortController();
  const answered = new Set<string>();
  const underWay = new Set<Promise<void>>();

  function call(callbackId: string, toast: string): Promise<Answer<boolean>> {
    const characters = [...toast.toWellFormed()];
    const text =
      characters.length > MAX_TOAST ? `${characters.slice(0, MAX_TOAST - 1).join('')}…` : characters.join('');
    const also = text === '' ? {} : { text };
    return client.call(
      (api) => api.answerCallbackQuery(callbackId, also),
      z.boolean(),
      pacing.callTimeoutMs,
      end.signal,
    );
  }

  async function deliver(callbackId: string, toast: string): Promise<void> {
    let answer = await call(callbackId, toast);
    // A call without an answer is tried once more: that does no harm, and a button that spins for ever looks broken.
    if (!answer.ok && answer.failure.kind === 'unreachable') answer = await call(callbackId, toast);
    if (answer.ok || isRefused(answer, /query is too old/i)) return;
    log.info({ chat: 'telegram', problem: describeFailure(answer.failure) }, 'A tap could not be answered.');
  }

  return {
    answer(callbackId, toast) {
      if (answered.has(callbackId)) return;
      answered.add(callbackId);
      const [oldest] = answered;
      if (answered.size > REMEMBERED && oldest !== undefined) answered.delete(oldest);
      const delivering = deliver(callbackId, toast)
        .catch(() => undefined)
        .finally(() => underWay.delete(delivering));
      underWay.add(delivering);
    },
    async settle(ms) {
      const giveUp = setTimeout(() => end.abort(new Error('stopped')), ms);
      await Promise.all(underWay);
      clearTimeout(giveUp);
    },
  };
}
