/** One run from its journal to its last message. */

import type { Outcome } from '../../journal/events.ts';
import { type Recordings, withoutPictures } from '../../journal/recordings.ts';
import { asMessage } from '../../journal/said.ts';
import { isAdviceOnly } from '../../skills/skill.ts';
import { say } from '../../words/say.ts';
import { look } from '../loop/look.ts';
import { letGoForPerson } from '../perform/held.ts';
import { wakeScreen } from '../wake-screen.ts';
import { changeLedger } from '../wishes/change-ledger.ts';
import { noteCompared } from '../wishes/compare-scope.ts';
import { endRun } from './end-run.ts';
import { createLiveStatus, type LiveStatus } from './live-status.ts';
import { notePerson } from './note-person.ts';
import { noteBeginning, type OpenedRun, openRun } from './open-run.ts';
import { pauseForPerson, resumeRun } from './pause-for-person.ts';
import { pursueGoal } from './run-goal.ts';
import type { RunHandle, RunOutlets, RunStart } from './run-handle.ts';
import type { RunPorts } from './run-ports.ts';

/** Resolves once the run is on the disk and under way. Rejects when its journal cannot be made. */
export async function startRun(start: RunStart, allPorts: RunPorts, allOutlets: RunOutlets): Promise<RunHandle> {
  const { recordings } = allPorts;
  // Another program's single acts come in large numbers, so only their cards notify the person.
  const isQuiet = start.command.caller?.act !== undefined;
  const outlets: RunOutlets = isQuiet ? { ...allOutlets, detailOf: () => 'quiet' } : allOutlets;
  const frames = keepFrames(start.isRecorded ? recordings : withoutPictures(recordings));
  const ports: RunPorts = { ...allPorts, recordings: frames.recordings };
  let shown: LiveStatus | null = null;
  const opened = await openRun(start, ports, () => shown?.show());
  const { run: own, decider, parts, runPart, journal } = opened;
  const run = { ...own, decider, parts, runPart, lookAgain: () => look(own) };
  try {
    await noteBeginning(opened, start, outlets);
  } catch (error) {
    journal.close();
    throw error;
  }
  const over = new AbortController();
  const live = createLiveStatus(run, frames.latest, outlets, over.signal);
  shown = live;

  const pursue = async (): Promise<Outcome> => {
    ports.desktop.stayAwake(true, over.signal).catch(() => undefined);
    ports.localStop.watch(() => outlets.failsafe('keys'), over.signal);
    pauseForPerson(run, outlets.failsafe, over.signal);
    void notePerson(run, over.signal);
    // A desktop that is away is noticed by the first look.
    await wakeScreen(ports, run.control.signal).catch(() => undefined);
    const end = await pursueGoal(run);
    await noteCompared(run);
    const outcome: Outcome = { ...end, ...asMessage(end.message) };
    over.abort();
    const { update } = start.command;
    await endRun(outcome, { run, journal, live, before: frames.first(), update, isQuiet }, outlets);
    return outcome;
  };
  return createHandle({ ...run, isQuiet }, live, pursue());
}

type StartedRun = OpenedRun['run'] & Pick<OpenedRun, 'parts'> & { readonly isQuiet: boolean };

function createHandle(run: StartedRun, live: LiveStatus, ended: Promise<Outcome>): RunHandle {
  const { control, clock, parts } = run;
  return {
    run: { ...run, hands: () => parts.onDesktop() ?? run },
    pause(by) {
      if (control.isPaused() || control.signal.aborted) return false;
      control.pause(say`by ${by}`);
      letGoForPerson(run);
      run.record({ type: 'run.paused', why: `by ${by}` });
      return true;
    },
    resume(by) {
      if (!control.isPaused()) return false;
      resumeRun(run, by, clock.elapsed());
      live.show();
      return true;
    },
    revokeScope(by) {
      if (run.state().scope === null || control.signal.aborted) return false;
      run.record({ type: 'scope.revoked', by });
      return true;
    },
    hint(by, text) {
      run.said.note(text);
      const listeners = parts.underWay();
      for (const one of listeners.length === 0 ? [run] : listeners) one.record({ type: 'hint.received', by, text });
      // A message changes the ledger only where a model reads it. Before the ledger exists the message is kept, and read when it is made.
      const { effort, wishes } = run.state();
      const hasBegun = effort !== null && (run.skill === null || isAdviceOnly(run.skill.skill));
      if (run.model !== null && (hasBegun || wishes.length > 0)) changeLedger(by, text, { ...run, state: run.ledger });
    },
    stop: (reason) => control.stop(reason),
    ended,
  };
}

interface KeptFrames {
  /** Saves as before. */
  readonly recordings: Recordings;
  /** JPEG; null before the first frame. */
  first(): Uint8Array | null;
  latest(): Uint8Array | null;
}

function keepFrames(recordings: Recordings): KeptFrames {
  let first: Uint8Array | null = null;
  let latest: Uint8Array | null = null;
  return {
    recordings: {
      ...recordings,
      saveFrame(run, name, jpeg) {
        first ??= jpeg;
        latest = jpeg;
        return recordings.saveFrame(run, name, jpeg);
      },
    },
    first: () => first,
    latest: () => latest,
  };
}
