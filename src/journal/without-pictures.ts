/** Recordings for a run the person does not want recorded: its pictures are named in the journal and kept nowhere. */
import type { Recordings } from './recordings.ts';

export function withoutPictures(recordings: Recordings): Recordings {
  return {
    ...recordings,
    saveFrame: async (_runId, name) => name,
    saveRecording: async () => undefined,
    saveReport: async () => undefined,
  };
}
