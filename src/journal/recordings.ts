/** The folder of runs: one journal a run, with its pictures, recording and report beside it. */
import type { Journal, JournalEvent, Stamp } from '../ports/journal.ts';
import type { Redactor } from '../safety/secrets/redact.ts';
import type { RunEvent } from './events.ts';

/** Name of the picture taken when a run has ended. */
export const END_FRAME = 'end.jpg';

/** Disk space of a run's folder. */
export interface RunSize {
  readonly runId: string;
  readonly bytes: number;
  /** When something was last added to it, milliseconds since 1970. */
  readonly changedAt: number;
  /** Whether an earlier process was killed before it wrote anything there. Left out when false. */
  readonly isLeftEmpty?: boolean;
}

/** The folder of runs: one journal a run, with its pictures beside it. */
export interface Recordings {
  /** Makes the next run's folder and journal. */
  create(): Promise<{ readonly runId: string; readonly journal: Journal<RunEvent> }>;
  /** Opens an existing run for appending (recovery); null when there is no such run. */
  open(runId: string): Promise<Journal<RunEvent> | null>;
  /** Reads a run's events without opening it for writing; null when there is no such run. */
  read(runId: string): Promise<readonly (RunEvent & Stamp)[] | null>;
  /** Streams the lines of a run's journal with these types, unparsed; nothing for a run that does not exist. */
  lines(runId: string, types: ReadonlySet<string>): AsyncIterable<Readonly<Record<string, unknown>>>;
  /** Six-digit ids, oldest first. */
  list(): Promise<readonly string[]>;
  /** Writes a file beside the journal; returns its name. */
  saveFrame(runId: string, name: string, jpeg: Uint8Array): Promise<string>;
  readFrame(runId: string, name: string): Promise<Uint8Array | null>;
  /** Writes `recording.json`, whole or not at all. */
  saveRecording(runId: string, recording: object): Promise<void>;
  /** Writes `report.html`, whole or not at all. */
  saveReport(runId: string, html: string): Promise<void>;
  /** What `saveRecording` stored; null when there is none, or it cannot be read. */
  readRecording(runId: string): Promise<Readonly<Record<string, unknown>> | null>;
  /** Writes `trace.json`, whole or not at all; returns its name. */
  saveTrace(runId: string, content: string): Promise<string>;
  /** All folders of runs, also of those that never began. */
  sizes(): Promise<readonly RunSize[]>;
  /**
   * Removes a run with all its files; a run that is not there counts as removed. The newest run's number is not given again.
   */
  remove(runId: string): Promise<void>;
  /** Absolute path of a run's folder, for people. */
  folder(runId: string): string;
}

/** For a run that the person does not want recorded: pictures are named in the journal, but not stored. */
export function withoutPictures(recordings: Recordings): Recordings {
  return {
    ...recordings,
    saveFrame: async (_runId, name) => name,
    saveRecording: async () => undefined,
    saveReport: async () => undefined,
  };
}

/** Masks every secret before it is written. */
export function redactJournal<E extends JournalEvent>(journal: Journal<E>, redactor: Redactor): Journal<E> {
  // Not the whole journal, which would keep all events that were read in memory.
  const { append } = journal;
  return { ...journal, append: (event) => append(redactor.data(event)) };
}

/** Masks every secret before it is written. */
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
