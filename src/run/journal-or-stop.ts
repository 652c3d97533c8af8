/** A run's journal, whose failure ends the run: there is no act without a durable intent. */

import type { RunEvent } from '../journal/events.ts';
import type { Journal, Stamp } from '../ports/journal.ts';
import type { RunControl } from './control.ts';

export function appendOrStop(journal: Journal<RunEvent>, event: RunEvent, control: RunControl): RunEvent & Stamp {
  try {
    return journal.append(event);
  } catch (error) {
    endForJournal(error, control);
    throw error;
  }
}

export async function syncOrStop(journal: Journal<RunEvent>, control: RunControl): Promise<void> {
  try {
    await journal.sync();
  } catch (error) {
    endForJournal(error, control);
    throw error;
  }
}

function endForJournal(error: unknown, control: RunControl): void {
  control.stop({ kind: 'journal', detail: error instanceof Error ? error.message : String(error) });
}
