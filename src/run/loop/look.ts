/** The look that an iteration decides on: taken, kept, and told apart from one at a screen nobody can work. */

import { createEarlyLook } from '../../screen/early-look.ts';
import { type Observation, observe } from '../../screen/observe.ts';
import { STILL_MS } from '../../screen/settle.ts';
import { findUnusable, heldUpBy } from '../../screen/unusable.ts';
import { askToGoOn } from '../ask-to-go-on.ts';
import type { Decider } from '../decide/decider.ts';
import type { End } from '../outcomes.ts';
import * as outcomes from '../outcomes.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';
import { wakeScreen } from '../wake-screen.ts';

/** Which window is in front, and what is on it, is told a moment after it was painted. */
const WINDOW_LAG_MS = 30;

/** From here on a look may begin while the screen comes to rest, where somebody thinks about it afterwards. */
export function startLooking({ by }: Pick<Decider, 'by'>, run: ActiveRun, ports: RunPorts): void {
  run.session.screen.early =
    by === 'model' ? createEarlyLook((isMoving) => lookEarly(isMoving, run, ports), ports.clock) : null;
}

/** A fresh look, with what the last action left to be shown; one begun while the screen came to rest is as good. */
export async function look(run: ActiveRun, ports: RunPorts): Promise<Observation> {
  const { zoom, screen } = run.session;
  const early = zoom === null ? ((await screen.early?.take()) ?? null) : null;
  const observation = early ?? (await lookNow(run, ports));
  run.session.zoom = null;
  return observation;
}

function lookNow(run: ActiveRun, { desktop, settings }: RunPorts, windowAfter?: () => Promise<void>) {
  const { lastPoint: ring, zoom } = run.session;
  const request = { displayIndex: settings.displayIndex, ring, zoom, ...(windowAfter && { windowAfter }) };
  return observe(request, desktop, run.control.signal);
}

function lookEarly(isMoving: boolean, run: ActiveRun, ports: RunPorts): Promise<Observation> {
  const lagMs = isMoving ? WINDOW_LAG_MS : WINDOW_LAG_MS - STILL_MS;
  return lookNow(run, ports, () => ports.clock.sleep(lagMs, run.control.signal));
}

/** Saves its picture, and notes it in the journal. */
export async function noteObservation(
  iteration: number,
  observation: Observation,
  { note, isLate }: { readonly note: string; readonly isLate: boolean },
  run: ActiveRun,
  ports: RunPorts,
): Promise<void> {
  const { frame, front, elements } = observation;
  const name = await ports.recordings.saveFrame(run.runId, `${String(iteration).padStart(4, '0')}.jpg`, frame.jpeg);
  run.record({
    type: 'observation.taken',
    iteration,
    frame: name,
    app: front.app,
    window: front.title,
    width: frame.width,
    height: frame.height,
    elements: elements.length,
    note,
    ...(isLate ? { answered_late: true } : {}),
  });
}

/** A screen that is locked or asleep holds the run until the person says to go on; null when it can be worked. */
export async function askAboutScreen(
  observation: Observation,
  run: ActiveRun,
  ports: RunPorts,
): Promise<End | 'look again' | null> {
  const unusable = findUnusable(observation);
  if (unusable === null) return null;
  const held = heldUpBy(unusable, observation);
  const answer = await askToGoOn(held, run, ports);
  if (answer.goesOn && unusable === 'asleep') await wakeScreen(ports, run.control.signal);
  if (answer.goesOn) return 'look again';
  return answer.stoppedBy === null ? outcomes.desktopFailed(held.detail) : outcomes.stoppedBy(answer.stoppedBy);
}
