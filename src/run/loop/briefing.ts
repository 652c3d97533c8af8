/** Briefing of a run from memory and from the folder it works in, asked for once, so that the cached prompt stays the same. */
import type { RunMemory } from '../../memory/run-memory.ts';
import type { Desktop } from '../../ports/desktop.ts';
import type { RunControl } from '../control.ts';
import type { KnownNotes } from '../perform/perform-ports.ts';
import type { RunLog } from '../run-log.ts';
import type { Taint } from '../taint-tracker.ts';
import { type AgentsFileNeeds, readAgentsFile } from './agents-file.ts';

export interface BriefingNeeds extends Pick<RunLog, 'state'>, AgentsFileNeeds {
  /** null: there is no model to read the briefing. */
  readonly model: object | null;
  /** The other program that asks for the run; null: none does. */
  readonly caller: string | null;
  readonly desktop: Pick<Desktop, 'front'>;
  readonly memory: Pick<RunMemory, 'brief'>;
  readonly notes: Pick<KnownNotes, 'note'>;
  readonly taint: Pick<Taint, 'note' | 'noteRemembered'>;
  readonly control: Pick<RunControl, 'signal'>;
}

/** Makes the briefing of one run, and notes the texts it contains as known from then on. */
export function createBriefing(run: BriefingNeeds): () => Promise<string> {
  const { model, caller, desktop, memory, notes, taint, state, control } = run;
  let briefing: string | null = null;
  return async () => {
    // A playbook reads no prose; the model behind it does.
    if (model === null) return '';
    // The end of the run is told to that program, so the person's notes must not reach it.
    if (caller !== null) return '';
    if (briefing !== null) return briefing;
    const { app } = await desktop.front(control.signal);
    const { runId, goal, continues } = state();
    const brief = await memory.brief({ run: runId, goal, app, continues }, control.signal);
    for (const [path, text] of brief.notes) notes.note(path, text);
    for (const remembered of brief.elsewhere) taint.noteRemembered(remembered);
    const agents = await readAgentsFile(run);
    briefing = [brief.text, agents].filter((part) => part !== '').join('\n\n');
    return briefing;
  };
}
