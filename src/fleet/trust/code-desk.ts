/** Checks the code for exactly one open question: each code counts once, with few tries, and a lock that survives a restart. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../ports/clock.ts';
import { findStep, readDigits, stepAt } from './totp.ts';

export const codeStateSchema = z.object({
  v: z.literal(1),
  /** Hexadecimal. */
  secret: z.string().regex(/^[0-9a-f]{40}$/),
  /** Lead of the phone's clock over this one, in steps. */
  drift: z.number().int(),
  /** Step of the last accepted code; it and earlier ones are invalid. */
  lastStep: z.number().int(),
  /** Wrong ones since the last right one. */
  wrong: z.number().int().min(0),
  /** Milliseconds since 1970. */
  lockedUntil: z.number(),
});
export type CodeState = Readonly<z.infer<typeof codeStateSchema>>;

export interface CodeStore {
  /** null: no code is set up, or the stored state cannot be read. */
  read(): Promise<CodeState | null>;
  /** Resolves when it is on the disk. */
  write(state: CodeState): Promise<void>;
}

/** What the code is for. */
export interface CodePurpose {
  readonly runId: string;
  readonly hash: string;
}

export type Tried = 'right' | 'wrong' | 'used' | 'locked' | 'expired' | 'closed' | 'none';

export interface Ticket {
  readonly id: string;
  readonly purpose: CodePurpose;
}

export interface CodeDesk {
  /** Opens a ticket, which replaces any earlier one. */
  open(purpose: CodePurpose, ms: number): Ticket;
  /** Tries are handled in turn. `right` closes the ticket, so of two at once only one is right. */
  try(ticket: Ticket, purpose: CodePurpose, text: string): Promise<Tried>;
  close(ticket: Ticket): void;
  /** `none`: no phone is set up; otherwise until when it is locked, 0: it is not. */
  state(): Promise<'none' | { readonly lockedUntil: number }>;
}

/** Tolerated difference between the phone's clock and this one beyond the known drift, in steps. */
const AROUND = 1;
export const FREE_TRIES = 5;
const LOCK_MS = 15 * 60_000;
export const MOST_LOCK_MS = 24 * 3_600_000;

/** Lock time: each try after the free ones costs twice as long as the one before. */
export function lockAfter(wrong: number): number {
  return wrong < FREE_TRIES ? 0 : Math.min(MOST_LOCK_MS, LOCK_MS * 2 ** Math.min(20, wrong - FREE_TRIES));
}

export function createCodeDesk(store: CodeStore, clock: Pick<Clock, 'now' | 'elapsed'>): CodeDesk {
  let open: (Ticket & { readonly until: number }) | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** A clock that was set back locks nobody out for years. */
  const lockOf = ({ lockedUntil }: CodeState): number => Math.min(lockedUntil, clock.now() + MOST_LOCK_MS);

  const tryNext = async (ticket: Ticket, purpose: CodePurpose, text: string): Promise<Tried> => {
    const isOpen = (): boolean =>
      open?.id === ticket.id && open.purpose.hash === purpose.hash && open.purpose.runId === purpose.runId;
    if (!isOpen()) return 'closed';
    if (clock.elapsed() >= (open?.until ?? 0)) return 'expired';
    const state = await store.read();
    if (state === null) return 'none';
    const now = clock.now();
    if (lockOf(state) > now) return 'locked';
    const digits = readDigits(text);
    if (digits === null) return 'wrong';
    // Counted before the check, so that cutting the power gives no free try.
    const wrong = state.wrong + 1;
    const lockMs = lockAfter(wrong);
    const counted: CodeState = { ...state, wrong, lockedUntil: lockMs === 0 ? 0 : now + lockMs };
    await store.write(counted);
    const expected = stepAt(now) + state.drift;
    const step = findStep(Buffer.from(state.secret, 'hex'), digits, expected, AROUND);
    if (step === null) return lockMs > 0 ? 'locked' : 'wrong';
    if (step <= state.lastStep) return 'used';
    // Used up on the disk before it counts.
    await store.write({ ...counted, drift: step - stepAt(now), lastStep: step, wrong: 0, lockedUntil: 0 });
    if (!isOpen()) return 'closed';
    open = null;
    return 'right';
  };

  return {
    open(purpose, ms) {
      const ticket = { id: randomBytes(16).toString('base64url'), purpose, until: clock.elapsed() + ms };
      open = ticket;
      return ticket;
    },
    try(ticket, purpose, text) {
      const next = last.then(() => tryNext(ticket, purpose, text));
      last = next.catch(() => undefined);
      return next;
    },
    close(ticket) {
      if (open?.id === ticket.id) open = null;
    },
    async state() {
      const state = await store.read();
      if (state === null) return 'none';
      const until = lockOf(state);
      return { lockedUntil: until > clock.now() ? until : 0 };
    },
  };
}
