/** One part of a plan as a run of its own: its own journal and looks, the same stop, the same caps. */

import { mindFor } from '../../journal/effort.ts';
import { evolve } from '../../journal/evolve.ts';
import { buildRecording } from '../../journal/report/recording.ts';
import { type RunState, startingState } from '../../journal/run-state.ts';
import { speak } from '../../words/speak.ts';
import { makeModelDecider } from '../decide/make-decider.ts';
import { appendOrStop, syncOrStop } from '../journal-or-stop.ts';
import { runLoop } from '../loop/loop.ts';
import type { End } from '../outcomes.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';
import { renewSession } from '../session.ts';
import { judgeByRules } from './intent.ts';
import type { PlannedPart } from './plan.ts';

export interface PartRequest {
  readonly part: PlannedPart;
  /** From 1. */
  readonly index: number;
  readonly total: number;
  /** What earlier parts found out that this one needs; ''. */
  readonly context: string;
}

export interface PartEnd {
  readonly end: End;
  readonly state: RunState;
}

/** Rejects with `JournalFailed` when the part cannot be written down. */
export async function runPart(request: PartRequest, parent: ActiveRun, ports: RunPorts): Promise<PartEnd> {
  const { part, index, total, context } = request;
  const { control, session } = parent;
  const { runId, journal } = await ports.recordings.create();
  let state = startingState;
  renewSession(session, ports.machine.home);
  const kind = judgeByRules(part.goal) === 'simple' ? 'simple' : 'multi-step';
  session.mind = mindFor(kind);
  const run: ActiveRun = {
    ...parent,
    runId,
    skill: null,
    caps: ports.settings.caps,
    state: () => state,
    whole: () => parent.state(),
    record(event) {
      const written = appendOrStop(journal, event, control);
      state = evolve(state, written);
      parent.refresh();
      return written;
    },
    sync: () => syncOrStop(journal, control),
  };
  session.part = run;
  try {
    run.record({
      type: 'run.created',
      run: runId,
      goal: part.goal,
      thread: parent.thread,
      sender: parent.sender,
      command: `${parent.state().command}#${index}`,
      skill: null,
      params: {},
      model: parent.model?.name ?? '',
      ...(parent.state().isRecorded ? {} : { recorded: false }),
      part: { of: parent.runId, index, total, check: part.check, context },
    });
    const desktop = await ports.desktop.describe(control.signal).then(
      ({ name }) => name,
      () => '',
    );
    run.record({ type: 'run.started', desktop, intent: { kind, by: 'rules' } });
    await run.sync();
    const end = await runLoop(run, makeModelDecider(run, ports), ports);
    run.record({ type: 'run.ended', ...end, message: speak(end.message, 'en') });
    await run.sync();
    const events = (await ports.recordings.read(runId)) ?? [];
    await ports.recordings.saveRecording(runId, buildRecording(events, new Date(ports.clock.now()).toISOString()));
    return { end, state };
  } finally {
    session.part = null;
    session.partsDone.push(state);
    journal.close();
  }
}
