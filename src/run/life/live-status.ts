/** The live message of one run: edited with every event and every few seconds; loses its buttons at the end. */

import type { Live } from '../../outbound/live-message.ts';
import type { Outgoing } from '../../outbound/outgoing.ts';
import type { Sender, Thread } from '../../ports/chat.ts';
import type { Clock } from '../../ports/clock.ts';
import { say } from '../../words/say.ts';
import type { Activity } from '../activity.ts';
import type { RunControl } from '../control.ts';
import type { Budget } from '../limits/budget.ts';
import type { PartUnderWay, PlanParts } from '../plan-parts.ts';
import type { RunLog } from '../run-log.ts';
import { renderProgress } from './progress.ts';
import type { MatchedSkill, RunOutlets } from './run-handle.ts';
import { renderStatus, type WorkFacts } from './status-card.ts';

export interface LiveStatus {
  /** Brings it up to date. */
  show(): void;
  end(): void;
}

export interface LiveRun extends Pick<RunLog, 'runId' | 'state'> {
  readonly thread: Thread;
  readonly sender: Sender;
  readonly skill: MatchedSkill | null;
  readonly control: RunControl;
  readonly activity: Pick<Activity, 'preview' | 'delay' | 'isChecking'>;
  readonly budget: Pick<Budget, 'maxIterations'>;
  readonly parts: Pick<PlanParts, 'underWay' | 'done'>;
  readonly clock: Clock;
  /** Whether pictures of the screen may go to this thread. */
  readonly showsPictures: (thread: Thread) => boolean;
}

/** Interval of updates while nothing happens, ms. */
const TICK_MS = 5000;

/** `latest`: the picture seen last. Ticks until `over` aborts. */
export function createLiveStatus(
  run: LiveRun,
  latest: () => Uint8Array | null,
  { outbox, buttons, detailOf }: RunOutlets,
  over: AbortSignal,
): LiveStatus {
  const { runId, thread, sender, control, activity, parts, clock, showsPictures } = run;
  const ids = {
    stop: buttons.register({ kind: 'stop', run: runId }),
    pause: buttons.register({ kind: 'pause', run: runId }),
    resume: buttons.register({ kind: 'resume', run: runId }),
    screen: buttons.register({ kind: 'screen' }),
    takeOver: buttons.register({ kind: 'take over', run: runId }),
  };

  const renderPicture = (): Outgoing['picture'] => {
    const jpeg = detailOf(sender.id) === 'verbose' && showsPictures(thread) ? latest() : null;
    return jpeg === null ? null : { jpeg, alt: say`The screen as the run sees it.`, stored: null };
  };

  /** Of the part alone that is at work; null between parts, and while several are. */
  const mostSteps = (): number | null => {
    const [first, ...others] = parts.underWay();
    if (first === undefined) return parts.done().length > 0 ? null : run.budget.maxIterations();
    return others.length > 0 ? null : first.budget.maxIterations();
  };
  const factsOf = (part: Pick<PartUnderWay, 'activity' | 'control'>): WorkFacts => ({
    isWaiting: part.control.isWaiting(),
    modelDelay: part.activity.delay(),
    isChecking: part.activity.isChecking(),
    preview: part.activity.preview(),
  });

  const render = (): Outgoing => ({
    kind: 'status',
    text: renderStatus(run.state(), {
      parts: parts.underWay().map((part) => ({ ...factsOf(part), state: part.state() })),
      maxIterations: mostSteps(),
      workedMs: control.workedMs(),
      pausedWhy: control.pausedWhy(),
      ...factsOf({ activity, control }),
      otherSkills: run.skill?.others ?? [],
      isVerbose: detailOf(sender.id) === 'verbose',
    }),
    picture: renderPicture(),
    buttons: [
      [
        { label: say`Stop`, data: ids.stop, style: 'danger' },
        control.isPaused()
          ? { label: say`Resume`, data: ids.resume, style: 'good' }
          : { label: say`Pause`, data: ids.pause, style: 'plain' },
      ],
      [
        { label: say`Screen`, data: ids.screen, style: 'plain' },
        { label: say`Take over`, data: ids.takeOver, style: 'plain' },
      ],
    ],
    progress: renderProgress(
      run.state(),
      parts.underWay().map((part) => part.state()),
    ),
    file: null,
    again: {},
  });

  const live: Live | null = detailOf(sender.id) === 'quiet' ? null : outbox.live(thread, render());
  const show = (): void => {
    if (detailOf(sender.id) !== 'quiet') live?.update(render());
  };

  /** Updates the message while no event arrives, so that it shows time passing. An unchanged message is not sent. */
  const tick = async (): Promise<never> => {
    for (;;) {
      await clock.sleep(TICK_MS, over);
      show();
    }
  };
  tick().catch(() => undefined);

  return {
    show,
    end() {
      buttons.forget(Object.values(ids));
      live?.end({ ...render(), buttons: [] });
    },
  };
}
