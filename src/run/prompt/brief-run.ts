/** What memory has to say about a run's goal: asked once, so that the prompt stays the same through the run. */
import type { ActiveRun, RunPorts } from '../run-ports.ts';

export async function briefRun(run: ActiveRun, { desktop, memory }: RunPorts): Promise<string> {
  // A playbook reads no prose; the model behind it does.
  if (run.model === null) return '';
  const { session, control } = run;
  if (session.briefing === null) {
    const { app } = await desktop.front(control.signal);
    const { text, notes } = await memory.brief(
      { goal: run.state().goal, app, continues: run.state().continues },
      control.signal,
    );
    for (const [path, note] of notes) session.notes.set(path, note);
    session.briefing = text;
  }
  return session.briefing;
}
