/** Taps that wait for the bot: each can be answered once, within its life. */

import { badRequest } from './refusal.ts';

/** What the person sees for a tap: a toast ('' = the spinner just ends), or an alert to close. */
export interface TapAnswer {
  readonly text: string;
  readonly isAlert: boolean;
}

export interface CallbackQueries {
  /** A new query; `answered` resolves with what the person sees, or null when the query's life ends unanswered. */
  open(): { readonly id: string; readonly answered: Promise<TapAnswer | null> };
  /** Refuses a second answer and one that comes too late. */
  answer(id: string, answer: TapAnswer): void;
  /** Ends the life of every open query, and how many there were. */
  expireAll(): number;
}

const LIFE_MS = 60_000;
const MAX_ANSWER = 200;
const TOO_OLD = 'query is too old and response timeout expired or query ID is invalid';

export function createCallbackQueries(): CallbackQueries {
  const open = new Map<string, (answer: TapAnswer | null) => void>();
  let lastId = 7_000_000_000;

  function end(id: string, answer: TapAnswer | null): boolean {
    const resolve = open.get(id);
    open.delete(id);
    resolve?.(answer);
    return resolve !== undefined;
  }

  return {
    open() {
      lastId += 1;
      const id = String(lastId);
      const { promise, resolve } = Promise.withResolvers<TapAnswer | null>();
      open.set(id, resolve);
      setTimeout(() => end(id, null), LIFE_MS).unref();
      return { id, answered: promise };
    },
    answer(id, answer) {
      if ([...answer.text].length > MAX_ANSWER) throw badRequest('MESSAGE_TOO_LONG');
      if (!end(id, answer)) throw badRequest(TOO_OLD);
    },
    expireAll() {
      const ids = [...open.keys()];
      for (const id of ids) end(id, null);
      return ids.length;
    },
  };
}
