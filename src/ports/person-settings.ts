/** Settings that a chat with a settings page shows one person, and may change for them. */
import type { Text } from '../words/say.ts';

export type DetailLevel = 'quiet' | 'normal' | 'verbose';
/** Limits of a run, except `dayUsd`. */
export type LimitName = 'steps' | 'minutes' | 'runUsd' | 'dayUsd' | 'tokens';

export interface Limit {
  readonly name: LimitName;
  readonly value: number;
  /** Highest value that this computer's settings allow. */
  readonly most: number;
}

export interface SettingsNow {
  readonly detail: DetailLevel;
  readonly limits: readonly Limit[];
  /** Scopes that are always allowed. */
  readonly allowed: readonly { readonly id: string; readonly text: Text }[];
}

export interface PersonSettings {
  read(senderId: string): SettingsNow;
  /** Rejects when it cannot be kept, as all of these do. */
  setDetail(senderId: string, level: DetailLevel): Promise<void>;
  /** Sets the limits of everybody's next runs. `mayRaise`: also to higher values, within this computer's settings. */
  setLimits(
    wanted: Readonly<Partial<Record<LimitName, number>>>,
    mayRaise: boolean,
  ): Promise<'set' | 'would raise' | 'too high'>;
  /** Revokes one of this person's lasting permissions; any other id is ignored. */
  revoke(senderId: string, id: string): Promise<void>;
}
