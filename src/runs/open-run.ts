/** A run as it begins: its journal, its state, its control; nothing is done yet. */
import type { Caps } from '../costs/caps.ts';
import { countCuts } from '../costs/count-cuts.ts';
import type { Journal } from '../ports/journal.ts';
import { combineStates } from '../run/combine.ts';
import { createRunControl } from '../run/control.ts';
import type { RunEvent } from '../run/events.ts';
import { evolve } from '../run/evolve.ts';
import { appendOrStop, syncOrStop } from '../run/journal-or-stop.ts';
import type { ActiveRun, MatchedSkill, RunPorts } from '../run/run-ports.ts';
import { type RunState, startingState } from '../run/run-state.ts';
import { createRunSession, type RunSession } from '../run/session.ts';
import type { RunOutlets, RunStart } from './run-handle.ts';

export interface OpenedRun {
  readonly run: ActiveRun;
  readonly journal: Journal<RunEvent>;
}

/** Resolves when its journal is there. `refresh`: called whenever there is something new to show. */
export async function openRun(start: RunStart, ports: RunPorts, refresh: () => void): Promise<OpenedRun> {
  const { command, skill, model } = start;
  const { runId, journal } = await ports.recordings.create();
  const control = createRunControl(ports.clock, refresh);
  let own = startingState;
  const run: ActiveRun = {
    runId,
    goal: command.goal,
    thread: command.thread,
    sender: command.sender,
    skill,
    model: countCuts(model, (event) => {
      try {
        (run.session.part ?? run).record(event);
      } catch {
        // A journal that takes no more has ended the run already.
      }
    }),
    caps: tightenCaps(ports.settings.caps, skill),
    control,
    session: createRunSession(ports.machine.home, ports.typed),
    state: () => combineStates(own, partsOf(run.session)),
    record(event) {
      const written = appendOrStop(journal, event, control);
      own = evolve(own, written);
      refresh();
      return written;
    },
    refresh,
    sync: () => syncOrStop(journal, control),
  };
  return { run, journal };
}

/** Two witnesses on the disk before the first act: whatever is lost of one, the command is not started a second time. */
export async function noteBeginning(
  run: ActiveRun,
  { command, skill, model, continued, isRecorded }: RunStart,
  { inbox }: Pick<RunOutlets, 'inbox'>,
): Promise<void> {
  inbox.begin(command.update, run.runId);
  run.record({
    type: 'run.created',
    run: run.runId,
    goal: command.goal,
    thread: command.thread,
    sender: command.sender,
    command: command.update,
    skill: skill?.skill.name ?? null,
    params: { ...skill?.params },
    model: model.name,
    ...(continued === null ? {} : { continues: continued }),
    ...(isRecorded ? {} : { recorded: false }),
  });
  await Promise.all([run.sync(), inbox.sync()]);
}

/** What its parts have come to, the one under way included. */
function partsOf({ part, partsDone }: RunSession): readonly RunState[] {
  return part === null ? partsDone : [...partsDone, part.state()];
}

function tightenCaps(caps: Caps, skill: MatchedSkill | null): Caps {
  return { ...caps, maxIterations: Math.min(caps.maxIterations, skill?.skill.maxIterations ?? caps.maxIterations) };
}
