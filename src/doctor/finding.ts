/** What the doctor found: a line each, with what mends it where that can be done from here. */
import type { Text } from '../words/say.ts';

export type Mend = 'restart hands' | 'run recovery' | 'ask for permissions' | 'renew link' | 'free disk' | 'update';

/** For the owner alone, in the conversation with them alone. */
export const OWNERS_MENDS: readonly Mend[] = ['renew link', 'free disk', 'update'];

export interface Finding {
  /** `telegram`, `disk`: the same on every computer. */
  readonly name: string;
  readonly title: Text;
  /** `off`: not used, or not to be told now. */
  readonly state: 'ok' | 'bad' | 'off';
  /** One sentence. */
  readonly text: Text;
  readonly mend: Mend | null;
}

export const MARKS = { ok: '✓', bad: '✗', off: '–' } as const;
