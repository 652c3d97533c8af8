/** Makes the report of a run from its journal and pictures, and keeps it beside them. */
import type { Recordings } from '../ports/recordings.ts';
import type { Language } from '../words/speak.ts';
import { renderReport } from './report.ts';

/** The document; null when there is no such run, or nothing of it was recorded. */
export async function writeReport(runId: string, language: Language, recordings: Recordings): Promise<string | null> {
  const events = await recordings.read(runId);
  if (events === null || events.length === 0) return null;
  const recording = await recordings.readRecording(runId);
  const pictures = new Map<string, Uint8Array>();
  for (const name of namesOf(events)) {
    const jpeg = await recordings.readFrame(runId, name);
    if (jpeg !== null) pictures.set(name, jpeg);
  }
  const narrative = typeof recording?.narrative === 'string' ? recording.narrative : '';
  const document = renderReport({ events, pictures, narrative, language });
  await recordings.saveReport(runId, document);
  return document;
}

function namesOf(events: Parameters<typeof renderReport>[0]['events']): readonly string[] {
  const frames = events.flatMap((event) => ('frame' in event && typeof event.frame === 'string' ? [event.frame] : []));
  return [...new Set([...frames, 'end.jpg'])];
}
