/** A run as it begins: its journal, its state, its control; nothing is done yet. */

import type { Caps } from '../../config/caps.ts';
import { combineStates } from '../../journal/combine.ts';
import type { RunEvent } from '../../journal/events.ts';
import { evolve } from '../../journal/evolve.ts';
import { type RunState, startingState } from '../../journal/run-state.ts';
import type { Journal } from '../../ports/journal.ts';
import { createRunControl } from '../control.ts';
import type { Decider } from '../decide/decider.ts';
import { makeDecider } from '../decide/make-decider.ts';
import { appendOrStop, syncOrStop } from '../journal-or-stop.ts';
import { countCuts } from '../limits/count-cuts.ts';
import type { ActiveRun, MatchedSkill, RunPorts } from '../run-ports.ts';
import { createRunSession, type RunSession } from '../session.ts';
import type { RunOutlets, RunStart } from './run-handle.ts';

export interface OpenedRun {
  readonly run: ActiveRun;
  readonly decider: Decider;
  readonly journal: Journal<RunEvent>;
}

/** Resolves when its journal is there. `refresh`: called whenever there is something new to show. */
export async function openRun(start: RunStart, ports: RunPorts, refresh: () => void): Promise<OpenedRun> {
  const { command, skill, decided, model, continued } = start;
  const { runId, journal } = await ports.recordings.create();
  const control = createRunControl(ports.clock, refresh);
  let own = startingState;
  const run: ActiveRun = {
    runId,
    goal: command.goal,
    thread: command.thread,
    sender: command.sender,
    skill,
    model:
      model === null
        ? null
        : countCuts(model, (event) => {
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
  const before = continued?.performed.map(({ action }) => action) ?? [];
  return { run, decider: makeDecider(decided, before, run, ports), journal };
}

/** Two witnesses on the disk before the first act: whatever is lost of one, the command is not started a second time. */
export async function noteBeginning(
  { run, decider }: OpenedRun,
  { command, skill, continued, isRecorded }: RunStart,
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
    model: decider.name,
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
