/** One run from its journal to its last message. */

import { type Caps, extendCaps } from '../costs/caps.ts';
import { offerAfterRun, offerSkill } from '../gateway/after-run.ts';
import type { Buttons } from '../gateway/buttons.ts';
import type { Detail } from '../gateway/detail.ts';
import type { Inbox } from '../gateway/inbox.ts';
import type { Live } from '../gateway/live-message.ts';
import type { Outbox } from '../gateway/outbox.ts';
import type { Outgoing } from '../gateway/outgoing.ts';
import type { QueuedCommand } from '../gateway/queued-command.ts';
import type { Thread } from '../ports/chat.ts';
import type { Journal } from '../ports/journal.ts';
import type { Model } from '../ports/model.ts';
import { readParts } from '../recordings/whole-run.ts';
import { withoutPictures } from '../recordings/without-pictures.ts';
import { say } from '../words/say.ts';
import { type Language, speak } from '../words/speak.ts';
import { combineStates } from './combine.ts';
import { conductRun } from './conduct.ts';
import type { Continued } from './continue-run.ts';
import { createRunControl, type StopReason } from './control.ts';
import { renderEnd } from './end-card.ts';
import { type EndPicture, takeEndPicture } from './end-picture.ts';
import type { Outcome, RunEvent } from './events.ts';
import { evolve, type RunState, startingState } from './evolve.ts';
import { putHumanFirst, resumeRun } from './human-first.ts';
import { appendOrStop, syncOrStop } from './journal-or-stop.ts';
import { renderProgress } from './progress.ts';
import { buildRecording } from './recording.ts';
import type { ActiveRun, MatchedSkill, RunPorts } from './run-ports.ts';
import { createRunSession, type RunSession } from './session.ts';
import { renderStatus } from './status-card.ts';

export interface RunOutlets {
  readonly outbox: Outbox;
  readonly inbox: Pick<Inbox, 'begin' | 'sync'>;
  readonly buttons: Buttons;
  /** Stops everything: the pointer was pushed into the corner. */
  readonly failsafe: () => void;
  readonly languageOf: (thread: Thread) => Language;
  readonly detailOf: (thread: Thread) => Detail;
  readonly warn: (problem: string) => void;
}

export interface RunStart {
  readonly command: QueuedCommand;
  readonly skill: MatchedSkill | null;
  readonly model: Model;
  /** What it takes over from an earlier run; null when it begins anew. */
  readonly continued: Continued | null;
  /** False: the person does not want it recorded. */
  readonly isRecorded: boolean;
}

/** What the rest of Deskhand may do with a run under way. */
export interface RunHandle {
  readonly run: ActiveRun;
  pause(by: string): boolean;
  resume(by: string): boolean;
  hint(by: string, text: string): void;
  stop(reason: StopReason): void;
  /** Resolves when the last message is handed in and the journal is closed. */
  readonly ended: Promise<Outcome>;
}

/** How often the live message is looked at while nothing happens. */
const TICK_MS = 5000;
const RELEASE_MS = 2000;

/** Resolves once the run is on the disk and under way. Rejects when its journal cannot be made. */
export async function startRun(start: RunStart, allPorts: RunPorts, outlets: RunOutlets): Promise<RunHandle> {
  const { command, skill, model, continued, isRecorded } = start;
  let first: Uint8Array | null = null;
  let shown: Uint8Array | null = null;
  const kept = isRecorded ? allPorts.recordings : withoutPictures(allPorts.recordings);
  const ports: RunPorts = {
    ...allPorts,
    recordings: {
      ...kept,
      saveFrame(ofRun, name, jpeg) {
        first ??= jpeg;
        shown = jpeg;
        return kept.saveFrame(ofRun, name, jpeg);
      },
    },
  };
  const detail = (): Detail => outlets.detailOf(command.thread);
  const showLive = (): void => {
    if (detail() !== 'quiet') live?.update(statusMessage());
  };
  const { runId, journal } = await ports.recordings.create();
  let own = startingState;
  let live: Live | null = null;
  const control = createRunControl(ports.clock, showLive);

  const record: ActiveRun['record'] = (event) => {
    const written = appendOrStop(journal, event, control);
    own = evolve(own, written);
    showLive();
    return written;
  };
  const run: ActiveRun = {
    runId,
    goal: command.goal,
    thread: command.thread,
    sender: command.sender,
    skill,
    model,
    caps: tightenCaps(ports.settings.caps, skill),
    control,
    session: createRunSession(ports.machine.home, ports.typed),
    state: () => combineStates(own, partsOf(run.session)),
    record,
    refresh: showLive,
    sync: () => syncOrStop(journal, control),
  };
  const ids = {
    stop: outlets.buttons.register({ kind: 'stop', run: runId }),
    pause: outlets.buttons.register({ kind: 'pause', run: runId }),
    resume: outlets.buttons.register({ kind: 'resume', run: runId }),
    screen: outlets.buttons.register({ kind: 'screen' }),
    takeOver: outlets.buttons.register({ kind: 'take over', run: runId }),
  };
  const livePicture = (): Outgoing['picture'] =>
    shown === null || detail() !== 'verbose' || !ports.showsPictures(command.thread)
      ? null
      : { jpeg: shown, alt: say`The screen as the run sees it.`, stored: null };
  const statusMessage = (): Outgoing => ({
    kind: 'status',
    text: renderStatus(run.state(), {
      part: run.session.part?.state() ?? null,
      maxIterations: limitOf(run.session.part ?? run),
      workedMs: control.workedMs(),
      pausedWhy: control.pausedWhy(),
      isWaiting: control.isWaiting(),
      modelDelay: run.session.modelDelay,
      isChecking: run.session.isChecking,
      coming: run.session.coming,
      otherSkills: skill?.others ?? [],
      showsRisk: detail() === 'verbose',
    }),
    picture: livePicture(),
    buttons: [
      [
        { label: say`Stop`, data: ids.stop, style: 'danger' },
        control.isPaused()
          ? { label: say`Resume`, data: ids.resume, style: 'good' }
          : { label: say`Pause`, data: ids.pause, style: 'plain' },
        { label: say`Screen`, data: ids.screen, style: 'plain' },
        { label: say`Take over`, data: ids.takeOver, style: 'plain' },
      ],
    ],
    progress: renderProgress(run.state(), run.session.part?.state() ?? null),
    file: null,
    again: {},
  });

  try {
    // Two witnesses on the disk before the first act: whatever is lost of one, the command is not started a second time.
    outlets.inbox.begin(command.update, runId);
    record({
      type: 'run.created',
      run: runId,
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
    await Promise.all([run.sync(), outlets.inbox.sync()]);
  } catch (error) {
    journal.close();
    throw error;
  }
  if (detail() !== 'quiet') live = outlets.outbox.live(command.thread, statusMessage());

  const over = new AbortController();
  /** Long steps and a model that lets wait: the live message shows that time goes on. Nothing is sent while it would look the same. */
  const tick = async (): Promise<never> => {
    for (;;) {
      await ports.clock.sleep(TICK_MS, over.signal);
      showLive();
    }
  };

  const finish = async (): Promise<Outcome> => {
    tick().catch(() => undefined);
    ports.desktop.stayAwake(true, over.signal).catch(() => undefined);
    putHumanFirst(run, ports, outlets.failsafe, over.signal);
    const end = await conductRun(run, ports);
    const outcome: Outcome = { ...end, message: speak(end.message, outlets.languageOf(run.thread)) };
    over.abort();
    outlets.buttons.forget(Object.values(ids));
    endJournal(outcome, run, outlets);
    const written = run.sync().catch(() => undefined);
    live?.end({ ...statusMessage(), buttons: [] });
    // Nothing stays pressed after any end; a desktop that is gone holds nothing.
    const letGo = AbortSignal.timeout(RELEASE_MS);
    await ports.desktop.releaseAll(letGo).catch(() => undefined);
    await ports.desktop.stayAwake(false, letGo).catch(() => undefined);
    const taken = await takeEndPicture(first, run, ports);
    const picture = ports.showsPictures(run.thread) ? taken : { picture: null, isPair: false };
    // What the person is told must still be so after a power cut.
    await written;
    outlets.outbox.post(run.thread, endMessage(run, outcome, picture, outlets), command.update);
    await keepRecording(run, journal, ports, outlets);
    journal.close();
    return outcome;
  };

  return {
    run,
    pause(by) {
      if (control.isPaused() || control.signal.aborted) return false;
      control.pause(say`by ${by}`);
      record({ type: 'run.paused', why: `by ${by}` });
      return true;
    },
    resume(by) {
      if (!control.isPaused()) return false;
      resumeRun(run, by, ports.clock.elapsed());
      showLive();
      return true;
    },
    hint(by, text) {
      run.session.words.push(text);
      (run.session.part ?? run).record({ type: 'hint.received', by, text });
    },
    stop: (reason) => control.stop(reason),
    ended: finish(),
  };
}

/** What its parts have come to, the one under way included. */
function partsOf({ part, partsDone }: RunSession): readonly RunState[] {
  return part === null ? partsDone : [...partsDone, part.state()];
}

function limitOf({ caps, state }: ActiveRun): number {
  return extendCaps(caps, state()).maxIterations;
}

function tightenCaps(caps: Caps, skill: MatchedSkill | null): Caps {
  return { ...caps, maxIterations: Math.min(caps.maxIterations, skill?.skill.maxIterations ?? caps.maxIterations) };
}

/** The end is told even when it cannot be written down. */
function endJournal(outcome: Outcome, run: ActiveRun, outlets: RunOutlets): void {
  try {
    run.record({ type: 'run.ended', ...outcome });
  } catch (error) {
    outlets.warn(`The end of ${run.runId} could not be written: ${String(error)}`);
  }
}

function endMessage(run: ActiveRun, outcome: Outcome, { picture, isPair }: EndPicture, outlets: RunOutlets): Outgoing {
  const again = outlets.buttons.register({ kind: 'again', goal: run.goal });
  const after = run.state().isRecorded ? offerAfterRun(run.runId, outlets.buttons) : { row: [], kept: {} };
  const skill = isWorthKeeping(run, outcome) ? offerSkill(run.runId, outlets.buttons) : { row: [], kept: {} };
  return {
    kind: 'end',
    text: renderEnd(run.state(), outcome, isPair),
    picture,
    buttons: [
      [{ label: say`Again`, data: again, style: 'plain' }, ...skill.row],
      ...(after.row.length === 0 ? [] : [after.row]),
    ],
    file: null,
    again: { [again]: run.goal },
    ofRun: { ...after.kept, ...skill.kept },
  };
}

/** Only where a model found the way and it was good: what a playbook did is a skill already. */
function isWorthKeeping(run: ActiveRun, { outcome }: Outcome): boolean {
  const isFollowed = run.skill !== null && run.skill.skill.playbook !== null;
  const isTakenOver = run.state().performed.some(({ action }) => action.action === 'think');
  return outcome === 'verified' && (!isFollowed || isTakenOver);
}

async function keepRecording(
  run: ActiveRun,
  journal: Journal<RunEvent>,
  ports: RunPorts,
  outlets: RunOutlets,
): Promise<void> {
  try {
    await journal.sync();
    const events = (await ports.recordings.read(run.runId)) ?? [];
    const parts = await readParts(run.runId, ports.recordings);
    const now = new Date(ports.clock.now()).toISOString();
    const recording = buildRecording(
      events,
      now,
      parts.map((part) => part.events),
    );
    await ports.recordings.saveRecording(run.runId, recording);
  } catch (error) {
    outlets.warn(`The recording of run ${run.runId} could not be written: ${String(error)}`);
  }
}
