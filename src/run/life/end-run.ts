/** Ends a run: writes its end, releases all input, tells the person with a picture, and keeps the recording. */

import type { Outcome, RunEvent } from '../../journal/events.ts';
import type { Recordings } from '../../journal/recordings.ts';
import { buildRecording } from '../../journal/report/recording.ts';
import { saidOr } from '../../journal/said.ts';
import { readParts } from '../../journal/whole-run.ts';
import type { Outgoing } from '../../outbound/outgoing.ts';
import type { Sender, Thread } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Model } from '../../ports/model.ts';
import type { Pictures } from '../../ports/pictures.ts';
import type { MendedSkill } from '../../skills/mended-skills.ts';
import { say } from '../../words/say.ts';
import type { RunLog } from '../run-log.ts';
import { renderEnd } from './end-card.ts';
import { type EndPicture, type EndPictureNeeds, takeEndPicture } from './end-picture.ts';
import type { LiveStatus } from './live-status.ts';
import { type MendAfterRunNeeds, mendAfterRun } from './mend-after-run.ts';
import { offerAfterRun, offerAgain, offerSkill, offerUnmend } from './offer-after-run.ts';
import { type AnimatedRun, animateRun, type RunAnimation } from './run-animation.ts';
import type { MatchedSkill, RunOutlets } from './run-handle.ts';

export interface EndingRun extends RunLog, EndPictureNeeds, AnimatedRun, MendAfterRunNeeds {
  readonly goal: string;
  readonly thread: Thread;
  readonly sender: Sender;
  readonly skill: MatchedSkill | null;
  readonly model: Pick<Model, 'name' | 'offers'> | null;
  readonly clock: Clock;
  readonly recordings: Recordings;
  readonly pictures: Pick<Pictures, 'stack' | 'animate'>;
  readonly showsPictures: (thread: Thread) => boolean;
}

export interface Ending {
  readonly run: EndingRun;
  readonly journal: Journal<RunEvent>;
  readonly live: LiveStatus;
  /** The first look; null when there was none. */
  readonly before: Uint8Array | null;
  /** The command that the last message settles. */
  readonly update: string;
  /** True when the end is told to the calling program instead of the person. */
  readonly isQuiet: boolean;
}

const RELEASE_MS = 2000;

/** Resolves when the last message is handed in and the journal is closed. */
export async function endRun(outcome: Outcome, ending: Ending, outlets: RunOutlets): Promise<void> {
  const { run, journal, live, before, update, isQuiet } = ending;
  noteEnd(outcome, run, outlets);
  const written = run.sync().catch(() => undefined);
  live.end();
  // Releases keys and buttons after every end; a desktop that is gone holds none.
  const letGo = AbortSignal.timeout(RELEASE_MS);
  await run.desktop.releaseAll(letGo).catch(() => undefined);
  await run.desktop.stayAwake(false, letGo).catch(() => undefined);
  const taken = isQuiet ? { picture: null, isPair: false } : await takeEndPicture(before, run);
  const picture = run.showsPictures(run.thread) ? taken : { picture: null, isPair: false };
  // What the person is told must still be so after a power cut.
  await written;
  const moves = picture.picture !== null && outlets.detailOf(run.sender.id) !== 'quiet';
  const mended = await mendAfterRun(outcome, run, outlets.warn);
  const told: Told = { ...run, mended };
  const message = endMessage(told, outcome, picture, outlets);
  const posting = isQuiet ? null : outlets.outbox.post(run.thread, message, update);
  if (isQuiet) outlets.inbox.refuse(update, saidOr(outcome, outcome.message));
  await keepRecording(run, journal, outlets);
  journal.close();
  if (moves && posting !== null) {
    const still: EndPicture = { ...picture, isPair: false };
    const again = (): Outgoing => ({ ...message, text: textOf(told, outcome, still, outlets) });
    void animateRun(run.state().iteration, run).then((made) => {
      if (made !== null) outlets.outbox.close(posting, { ...again(), picture: moving(made, run.runId) });
    });
  }
}

function moving({ gif, name }: RunAnimation, run: string): Outgoing['picture'] {
  return { jpeg: gif, alt: say`The run step by step, as a moving picture.`, stored: { run, name } };
}

/** Records the end; when that fails, the person is told all the same. */
function noteEnd(outcome: Outcome, run: EndingRun, outlets: RunOutlets): void {
  try {
    run.record({ type: 'run.ended', ...outcome });
  } catch (error) {
    outlets.warn(`The end of ${run.runId} could not be written: ${String(error)}`);
  }
}

/** A run with the skill that it has mended; `mended` is null when there is none. */
type Told = EndingRun & { readonly mended: MendedSkill | null };

function textOf(run: Told, outcome: Outcome, { isPair }: EndPicture, outlets: RunOutlets): Outgoing['text'] {
  const isVerbose = outlets.detailOf(run.sender.id) === 'verbose';
  return renderEnd(run.state(), outcome, {
    isPair,
    isVerbose,
    configuredModel: configuredOf(run.model),
    mended: run.mended,
  });
}

function endMessage(run: Told, outcome: Outcome, shown: EndPicture, outlets: RunOutlets): Outgoing {
  const again = offerAgain(run.state(), outcome.outcome === 'interrupted', outlets.buttons);
  const after = run.state().isRecorded ? offerAfterRun(run.runId, outlets.buttons) : { row: [], kept: {} };
  const skill = isWorthKeeping(run, outcome) ? offerSkill(run.runId, outlets.buttons) : { row: [], kept: {} };
  const undo = run.mended === null ? { row: [], kept: {} } : offerUnmend(run.runId, outlets.buttons);
  return {
    kind: 'end',
    text: textOf(run, outcome, shown, outlets),
    picture: shown.picture,
    buttons: [[...again.row, ...skill.row, ...undo.row], after.row].filter((row) => row.length > 0),
    file: null,
    again: again.kept,
    againFrom: again.from,
    ofRun: { ...after.kept, ...skill.kept, ...undo.kept },
  };
}

/** Name of the configured model, even if the person chose another one. */
function configuredOf(model: EndingRun['model']): string | null {
  return model?.offers?.ids.main ?? model?.name ?? null;
}

/** Whether to offer a skill: only when a model found the way and the end was verified, as a playbook's way is a skill already. */
function isWorthKeeping(run: EndingRun, { outcome }: Outcome): boolean {
  const isFollowed = run.skill !== null && run.skill.skill.playbook !== null;
  const isTakenOver = run.state().performed.some(({ action }) => action.action === 'think');
  // Values sent by a program must not end up in a skill's steps.
  const isFromOutside = Object.keys(run.state().values).length > 0;
  return outcome === 'verified' && (!isFollowed || isTakenOver) && !isFromOutside;
}

async function keepRecording(run: EndingRun, journal: Journal<RunEvent>, outlets: RunOutlets): Promise<void> {
  try {
    await journal.sync();
    const events = (await run.recordings.read(run.runId)) ?? [];
    const parts = await readParts(run.runId, run.recordings);
    const now = new Date(run.clock.now()).toISOString();
    const recording = buildRecording(
      events,
      now,
      parts.map((part) => part.events),
    );
    await run.recordings.saveRecording(run.runId, recording);
  } catch (error) {
    outlets.warn(`The recording of run ${run.runId} could not be written: ${String(error)}`);
  }
}
