/** Triggers that programs may call from outside, by their names. The values they send are data. */

import type { Text } from '../words/say.ts';

/** Why a call was refused, in kinds that a program can distinguish. */
export type CallProblem =
  | 'unknown'
  | 'seen_before'
  | 'paused'
  | 'wrong_fields'
  | 'too_many'
  | 'too_many_waiting'
  | 'not_saved';

export type CallAnswer =
  /** On the disk: the call will be carried out, or its person told why not, even after a crash. */
  | { readonly ok: true; readonly order: string }
  | {
      readonly ok: false;
      readonly code: CallProblem;
      /** One sentence. */
      readonly text: Text;
      /** When it may be tried again, seconds; left out where that changes nothing. */
      readonly retryAfterS?: number;
    };

export interface TriggerCall {
  readonly name: string;
  /** The caller's own name for this call: it counts once. */
  readonly id: string;
  /** The value of each field. */
  readonly fields: unknown;
}

export interface Triggers {
  /** Secret that signs calls of this trigger; null: there is no such trigger, or it has none. */
  secretOf(name: string): string | null;
  /** Never rejects. */
  take(call: TriggerCall): Promise<CallAnswer>;
}

/** A name that fits into an address and a command line. */
const NAME = /^[a-z][a-z0-9-]{0,39}$/;

export function isTriggerName(name: string): boolean {
  return NAME.test(name);
}

/** The caller's own name for a call. */
export function isCallId(id: string): boolean {
  return /^[A-Za-z0-9._-]{8,64}$/.test(id);
}

/** A trigger as a program may see it. */
export interface ToldTrigger {
  readonly name: string;
  readonly order: string;
  readonly fields: readonly string[];
  readonly isPaused: boolean;
  /** Whether calls can be signed. */
  readonly hasSecret: boolean;
}
