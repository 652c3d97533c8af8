/** A finding of the doctor: one line, with its repair if that can be done from here. */
import type { Text } from '../words/say.ts';

export type Mend = 'restart hands' | 'run recovery' | 'ask for permissions' | 'renew link' | 'free disk' | 'update';

/** Repairs for the owner alone, in their direct chat. */
export const OWNERS_MENDS: readonly Mend[] = ['renew link', 'free disk', 'update'];

export interface Finding {
  /** `telegram`, `disk`: the same on every computer. */
  readonly name: string;
  readonly title: Text;
  /** `off`: not used, or unknown now. */
  readonly state: 'ok' | 'bad' | 'off';
  /** One sentence. */
  readonly text: Text;
  readonly mend: Mend | null;
}

export const MARKS = { ok: '✓', bad: '✗', off: '–' } as const;
