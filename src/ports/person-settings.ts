/** What a chat with settings of its own shows one person, and may change for them. */
import type { Text } from '../words/say.ts';

export type DetailLevel = 'quiet' | 'normal' | 'verbose';
/** Of a run, but for `dayUsd`. */
export type LimitName = 'steps' | 'minutes' | 'runUsd' | 'dayUsd' | 'tokens';

export interface Limit {
  readonly name: LimitName;
  readonly value: number;
  /** What the settings of this computer allow. */
  readonly most: number;
}

export interface SettingsNow {
  readonly detail: DetailLevel;
  readonly limits: readonly Limit[];
  /** What is always allowed. */
  readonly allowed: readonly { readonly id: string; readonly text: Text }[];
}

export interface PersonSettings {
  read(senderId: string): SettingsNow;
  /** Rejects when it cannot be kept, as all of these do. */
  setDetail(senderId: string, level: DetailLevel): Promise<void>;
  /** For the next runs, of everybody. `mayRaise`: not lower ones alone, as far as this computer's settings go. */
  setLimits(
    wanted: Readonly<Partial<Record<LimitName, number>>>,
    mayRaise: boolean,
  ): Promise<'set' | 'would raise' | 'too high'>;
  /** Takes back what this person always allowed; an id of anything else is nothing. */
  revoke(senderId: string, id: string): Promise<void>;
}
