/** The live message of one run: changes in place with every event, shows that time goes on, and loses its buttons at the end. */

import type { Live } from '../../outbound/live-message.ts';
import type { Outgoing } from '../../outbound/outgoing.ts';
import { say, told } from '../../words/say.ts';
import { extendCaps } from '../limits/caps.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';
import { renderProgress } from './progress.ts';
import type { RunOutlets } from './run-handle.ts';
import { renderStatus } from './status-card.ts';

export interface LiveStatus {
  /** Brings it up to date. */
  show(): void;
  end(): void;
}

/** How often it is looked at while nothing happens. */
const TICK_MS = 5000;

/** `latest`: the picture seen last. Ticks until `over` aborts. */
export function createLiveStatus(
  run: ActiveRun,
  latest: () => Uint8Array | null,
  { clock, showsPictures }: Pick<RunPorts, 'clock' | 'showsPictures'>,
  { outbox, buttons, detailOf }: RunOutlets,
  over: AbortSignal,
): LiveStatus {
  const { runId, thread, sender, control, session } = run;
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

  const render = (): Outgoing => ({
    kind: 'status',
    text: renderStatus(run.state(), {
      part: session.part?.state() ?? null,
      maxIterations: session.part === null && session.partsDone.length > 0 ? null : limitOf(session.part ?? run),
      workedMs: control.workedMs(),
      pausedWhy: control.pausedWhy(),
      isWaiting: control.isWaiting(),
      modelDelay: session.modelDelay === '' ? '' : told(session.modelDelay),
      isChecking: session.isChecking,
      coming: session.coming,
      otherSkills: run.skill?.others ?? [],
      showsRisk: detailOf(sender.id) === 'verbose',
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
    progress: renderProgress(run.state(), session.part?.state() ?? null),
    file: null,
    again: {},
  });

  const live: Live | null = detailOf(sender.id) === 'quiet' ? null : outbox.live(thread, render());
  const show = (): void => {
    if (detailOf(sender.id) !== 'quiet') live?.update(render());
  };

  /** Long steps and a model that lets wait: it shows that time goes on. Nothing is sent while it would look the same. */
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

function limitOf({ caps, state }: ActiveRun): number {
  return extendCaps(caps, state()).maxIterations;
}
