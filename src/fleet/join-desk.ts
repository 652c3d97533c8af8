/** Answers a joining machine: the first key that proves to have the line is admitted, every other one refused. */
import { z } from 'zod';
import type { Clock } from '../ports/clock.ts';
import { isProof, proofOf } from './join-line.ts';

/** Requests of a joining machine. */
const joinRequestSchema = z.discriminatedUnion('do', [
  z.object({ v: z.literal(1), do: z.literal('join'), name: z.string(), key: z.string(), proof: z.string() }),
  /** It has stored its credentials. */
  z.object({ v: z.literal(1), do: z.literal('kept'), key: z.string(), proof: z.string() }),
]);
export type JoinRequest = z.infer<typeof joinRequestSchema>;

export const joinAnswerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), jwt: z.string(), proof: z.string() }),
  z.object({ ok: z.literal(false), why: z.enum(['wrong', 'used', 'expired', 'taken', 'failed']) }),
]);
export type JoinAnswer = z.infer<typeof joinAnswerSchema>;

export type JoinEnd =
  /** `isKept`: it confirmed that it stored its credentials. */
  | { readonly kind: 'joined'; readonly isKept: boolean }
  | { readonly kind: 'expired' }
  /** Too many proofs were wrong. */
  | { readonly kind: 'tried' }
  | { readonly kind: 'cancelled' };

export const LINE_MS = 10 * 60_000;
const TRIES = 5;
/** Public key of a user, as NATS writes it. */
const USER_KEY = /^U[A-Z2-7]{55}$/;

export interface JoinDeskNeeds {
  readonly name: string;
  readonly key: Buffer;
  readonly clock: Clock;
  /** Puts the machine with this public key on the disk, then signs for it; null: another has the name by now. */
  readonly letIn: (publicKey: string) => Promise<string | null>;
  /** Tells the person at the terminal. */
  readonly tell: (what: 'second' | 'wrong') => void;
}

export interface JoinDesk {
  /** Never rejects. Requests are handled in turn: of two at once, the first is admitted. */
  answer(request: unknown): Promise<JoinAnswer>;
  readonly ended: Promise<JoinEnd>;
}

export function createJoinDesk({ name, key, clock, letIn, tell }: JoinDeskNeeds, signal: AbortSignal): JoinDesk {
  const end = Promise.withResolvers<JoinEnd>();
  const over = new AbortController();
  const until = clock.elapsed() + LINE_MS;
  const expiresAt = clock.now() + LINE_MS;
  let wrong = 0;
  let joined: { readonly publicKey: string; readonly jwt: string } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const close = (how: JoinEnd): void => {
    over.abort();
    end.resolve(how);
  };
  const giveUp = (how: JoinEnd): void => close(joined === null ? how : { kind: 'joined', isKept: false });
  signal.addEventListener('abort', () => giveUp({ kind: 'cancelled' }), { once: true, signal: over.signal });
  clock.sleep(LINE_MS, over.signal).then(
    () => giveUp({ kind: 'expired' }),
    () => undefined,
  );

  const answerNext = async (given: unknown): Promise<JoinAnswer> => {
    // Timers stop while the computer sleeps, and a clock may be set back, so both times are checked.
    if (clock.elapsed() >= until || clock.now() >= expiresAt + LINE_MS) giveUp({ kind: 'expired' });
    const parsed = joinRequestSchema.safeParse(given);
    const isRight = parsed.success && isProven(parsed.data, name, key);
    if (!isRight && !over.signal.aborted) {
      wrong += 1;
      tell('wrong');
      if (wrong >= TRIES) giveUp({ kind: 'tried' });
    }
    if (!isRight) return { ok: false, why: 'wrong' };
    const request = parsed.data;
    if (joined !== null && joined.publicKey !== request.key) {
      tell('second');
      return { ok: false, why: 'used' };
    }
    if (joined !== null) {
      if (request.do === 'kept') close({ kind: 'joined', isKept: true });
      // The first answer may have been lost, so it is repeated.
      return { ok: true, jwt: joined.jwt, proof: proofOf(key, 'joined', joined.jwt) };
    }
    if (over.signal.aborted) return { ok: false, why: 'expired' };
    if (request.do === 'kept') return { ok: false, why: 'wrong' };
    const jwt = await letIn(request.key);
    if (jwt === null) return { ok: false, why: 'taken' };
    joined = { publicKey: request.key, jwt };
    return { ok: true, jwt, proof: proofOf(key, 'joined', jwt) };
  };

  return {
    answer(request) {
      const next = last.then(() => answerNext(request)).catch((): JoinAnswer => ({ ok: false, why: 'failed' }));
      last = next;
      return next;
    },
    ended: end.promise,
  };
}

function isProven(request: JoinRequest, name: string, key: Buffer): boolean {
  if (!USER_KEY.test(request.key)) return false;
  return request.do === 'kept'
    ? isProof(key, request.proof, 'kept', request.key)
    : request.name === name && isProof(key, request.proof, 'join', request.name, request.key);
}
