/** Makes the report of a run from its journal and pictures, and keeps it beside them. */

import type { Language } from '../../words/speak.ts';
import { END_FRAME, type Recordings } from '../recordings.ts';
import { type RunEvents, readParts } from '../whole-run.ts';
import { type ReportedRun, renderReport } from './report.ts';

/** The document; null when there is no such run, or nothing of it was recorded. */
export async function writeReport(runId: string, language: Language, recordings: Recordings): Promise<string | null> {
  const events = await recordings.read(runId);
  if (events === null || events.length === 0) return null;
  const recording = await recordings.readRecording(runId);
  const narrative = typeof recording?.narrative === 'string' ? recording.narrative : '';
  const own = await withPictures({ runId, events }, recordings);
  const parts: ReportedRun[] = [];
  for (const part of await readParts(runId, recordings)) parts.push(await withPictures(part, recordings));
  const document = renderReport({ ...own, parts, narrative, language });
  await recordings.saveReport(runId, document);
  return document;
}

async function withPictures({ runId, events }: RunEvents, recordings: Recordings): Promise<ReportedRun> {
  const pictures = new Map<string, Uint8Array>();
  for (const name of namesOf(events)) {
    const jpeg = await recordings.readFrame(runId, name);
    if (jpeg !== null) pictures.set(name, jpeg);
  }
  return { events, pictures };
}

function namesOf(events: ReportedRun['events']): readonly string[] {
  const frames = events.flatMap((event) => ('frame' in event && typeof event.frame === 'string' ? [event.frame] : []));
  return [...new Set([...frames, END_FRAME])];
}
