/** The journal and the recordings with every secret masked before it is written. */
import type { Journal, JournalEvent } from '../ports/journal.ts';
import type { Redactor } from '../safety/secrets/redact.ts';
import type { Recordings } from './recordings.ts';

export function redactJournal<E extends JournalEvent>(journal: Journal<E>, redactor: Redactor): Journal<E> {
  return { ...journal, append: (event) => journal.append(redactor.data(event)) };
}

export function redactRecordings(recordings: Recordings, redactor: Redactor): Recordings {
  return {
    ...recordings,
    async create() {
      const { runId, journal } = await recordings.create();
      return { runId, journal: redactJournal(journal, redactor) };
    },
    async open(runId) {
      const journal = await recordings.open(runId);
      return journal === null ? null : redactJournal(journal, redactor);
    },
    saveFrame: (runId, name, jpeg) => recordings.saveFrame(runId, redactor.text(name), jpeg),
    saveRecording: (runId, recording) => recordings.saveRecording(runId, redactor.data(recording)),
    saveReport: (runId, html) => recordings.saveReport(runId, redactor.text(html)),
    saveTrace: (runId, content) => recordings.saveTrace(runId, redactor.text(content)),
  };
}
