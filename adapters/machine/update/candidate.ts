/** A newer version, from where it is looked for until it lies in its place. */
import { SaidError } from '../../../src/words/said-error.ts';

export interface UpdateSource {
  /** The newest version that is newer and proven to be its makers'; null: there is none. Rejects with `UpdateRefused`. */
  find(signal: AbortSignal): Promise<Candidate | null>;
  /** The newest version by its name alone, nothing of it proven or fetched; null: this one is the newest. */
  peek(signal: AbortSignal): Promise<string | null>;
}

export interface Candidate {
  readonly version: string;
  /** Its whole CHANGELOG.md; '' when it has none. */
  readonly changelog: string;
  /** By whom it was signed, or published, as a person reads it. */
  readonly provenBy: string;
  /** Lays it out with its packages beside the present one, which is not touched. */
  prepare(signal: AbortSignal): Promise<Prepared>;
  /** Takes away what was fetched for it. */
  drop(): Promise<void>;
}

export interface Prepared {
  /** Its `entry.mjs`, absolute. */
  readonly entry: string;
  /** The folder that `.env` is read from; null: the data folder. */
  readonly settingsFolder: string | null;
  /** Puts it in the place of the present one, which is kept beside until `drop`. When it rejects, the present one is in its place. */
  swap(): Promise<void>;
  /** Puts the version before back. */
  back(): Promise<void>;
}

/** It is not taken; its message says why, and what a person can do. */
export class UpdateRefused extends SaidError {
  override readonly name = 'UpdateRefused';
}
