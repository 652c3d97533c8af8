/** The pictures of a run on their way to the disk: the first and the latest stay at hand. */
import type { Recordings } from '../../journal/recordings.ts';

export interface KeptFrames {
  /** Saves as before. */
  readonly recordings: Recordings;
  /** JPEG; null before there was one. */
  first(): Uint8Array | null;
  latest(): Uint8Array | null;
}

export function keepFrames(recordings: Recordings): KeptFrames {
  let first: Uint8Array | null = null;
  let latest: Uint8Array | null = null;
  return {
    recordings: {
      ...recordings,
      saveFrame(run, name, jpeg) {
        first ??= jpeg;
        latest = jpeg;
        return recordings.saveFrame(run, name, jpeg);
      },
    },
    first: () => first,
    latest: () => latest,
  };
}
