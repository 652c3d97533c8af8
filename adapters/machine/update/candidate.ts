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
  /** The signer or publisher, as a person reads it. */
  readonly provenBy: string;
  /** Unpacks the version, with its packages, beside the present one, which is not touched. */
  prepare(signal: AbortSignal): Promise<Prepared>;
  /** Removes what was fetched for the version. */
  drop(): Promise<void>;
}

export interface Prepared {
  /** Absolute path of its `entry.mjs`. */
  readonly entry: string;
  /** The folder that `.env` is read from; null: the data folder. */
  readonly settingsFolder: string | null;
  /**
   * Puts the new version in the place of the present one, which is kept until `drop`. When it rejects, the present version is in its place.
   */
  swap(): Promise<void>;
  /** Puts the previous version back. */
  back(): Promise<void>;
}

/** The update is refused; the message says why, and what a person can do. */
export class UpdateRefused extends SaidError {
  override readonly name = 'UpdateRefused';
}
