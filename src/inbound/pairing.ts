/** Pairing: a stranger who sends the code shown on the computer is let in. Without an open code a stranger gets no answer. */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { asWhy } from '../journal/said.ts';
import { keepLanguage } from '../outbound/languages.ts';
import type { Sender } from '../ports/chat.ts';
import type { Clock } from '../ports/clock.ts';
import type { PairingDesk } from '../ports/control.ts';
import { type OpenCode, type Paired, type PairingEnd, pairedSchema } from '../ports/pairing.ts';
import type { StateStore } from '../ports/state-store.ts';
import { anySignal } from '../ports/waits/abort-signals.ts';
import { textOf } from '../words/said-error.ts';

export interface Pairing {
  isPaired(senderId: string): boolean;
  list(): readonly Paired[];
  /** False when nobody of that id was paired. */
  remove(senderId: string): Promise<boolean>;
  /** Opens a new code and ends the previous one; ends when the signal aborts. */
  begin(signal: AbortSignal): OpenCode;
  /** Whether a code is open; only then are messages of strangers read at all. */
  isOpen(): boolean;
  /**
   * Handles a stranger's message. With the code they are let in, then greeted, then the owner is told; without it nothing happens. A text that cannot
   * be a code does not count as a try. Never rejects.
   */
  tryCode(stranger: Sender, text: string, greet: (person: Paired) => Promise<void>): Promise<void>;
}

interface OpenTries {
  readonly code: string;
  readonly expiresAt: number;
  triesLeft: number;
  readonly end: (how: PairingEnd) => void;
}

/** No similar letters, and no vowels, so that no ordinary word is a code. */
const ALPHABET = 'CDFGHJKMNPQRTVWXY34679';
const CODE_LENGTH = 6;
const CODE_SHAPE = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);
const CODE_MS = 10 * 60_000;
const TRIES = 5;
const KEY = 'paired';

export function createPairing(state: StateStore, clock: Clock): Pairing {
  let open: OpenTries | null = null;
  /** Invalid entries let nobody in. */
  const list = (): readonly Paired[] => {
    const entries = z.array(z.unknown()).safeParse(state.get(KEY)).data ?? [];
    return entries.flatMap((entry) => pairedSchema.safeParse(entry).data ?? []);
  };
  const isPaired = (senderId: string): boolean => list().some(({ id }) => id === senderId);

  const close = (how: PairingEnd): void => {
    const closing = open;
    open = null;
    closing?.end(how);
  };

  const add = async (stranger: Sender): Promise<Paired> => {
    const person = { id: stranger.id, name: stranger.name, at: new Date(clock.now()).toISOString() };
    await state.set(KEY, [...list().filter(({ id }) => id !== person.id), person]);
    // The first that they hear of the Deskhand that is started next may be a question.
    await keepLanguage(stranger, state);
    return person;
  };

  return {
    isPaired,
    list,
    async remove(senderId) {
      const isThere = isPaired(senderId);
      if (isThere)
        await state.set(
          KEY,
          list().filter(({ id }) => id !== senderId),
        );
      return isThere;
    },
    begin(signal) {
      signal.throwIfAborted();
      close({ kind: 'cancelled' });
      const { promise: ended, resolve } = Promise.withResolvers<PairingEnd>();
      const over = new AbortController();
      const mine = {
        code: Array.from({ length: CODE_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''),
        expiresAt: clock.now() + CODE_MS,
        triesLeft: TRIES,
        end(how: PairingEnd) {
          over.abort();
          resolve(how);
        },
      };
      open = mine;
      const closeMine = (kind: 'expired' | 'cancelled'): void => {
        if (open === mine) close({ kind });
      };
      signal.addEventListener('abort', () => closeMine('cancelled'), { once: true, signal: over.signal });
      clock.sleep(CODE_MS, over.signal).then(
        () => closeMine('expired'),
        () => undefined,
      );
      return { code: mine.code, expiresAt: mine.expiresAt, ended };
    },
    isOpen: () => open !== null,
    async tryCode(stranger, text, greet) {
      // A link to the bot makes Telegram send `/start CODE`.
      const given = text
        .trim()
        .toUpperCase()
        .replace(/^\/START\s+/, '');
      const current = open;
      if (current === null || !CODE_SHAPE.test(given)) return;
      // A computer that slept has slept through its timers.
      if (clock.now() >= current.expiresAt) return close({ kind: 'expired' });
      current.triesLeft -= 1;
      if (!timingSafeEqual(Buffer.from(given), Buffer.from(current.code))) {
        if (current.triesLeft === 0) close({ kind: 'tried' });
        return;
      }
      // Used up before the first await, so that a second sender at the same moment fails.
      open = null;
      try {
        const person = await add(stranger);
        await greet(person).catch(() => undefined);
        current.end({ kind: 'paired', person });
      } catch (error) {
        current.end({ kind: 'failed', ...asWhy(textOf(error)) });
      }
    },
  };
}

export interface PairingDeskPorts {
  readonly pairing: Pairing;
  /** Opens and closes chats as they are wanted now. */
  readonly checkDoors: () => Promise<void>;
  readonly onRemoved: (senderId: string) => void;
  /** After somebody was let in, and greeted. */
  readonly onPaired: () => void;
}

export function createPairingDesk({ pairing, checkDoors, onRemoved, onPaired }: PairingDeskPorts): PairingDesk {
  return {
    async begin(signal) {
      const failed = new AbortController();
      const code = pairing.begin(anySignal(signal, failed.signal));
      try {
        await checkDoors();
      } catch (error) {
        failed.abort();
        throw error;
      }
      const ended = code.ended.then(async (how) => {
        await checkDoors();
        if (how.kind === 'paired') onPaired();
        return how;
      });
      return { ...code, ended };
    },
    list: async () => pairing.list(),
    async remove(senderId) {
      const isRemoved = await pairing.remove(senderId);
      onRemoved(senderId);
      await checkDoors();
      return isRemoved;
    },
  };
}
