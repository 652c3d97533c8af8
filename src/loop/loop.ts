/** The reactive loop: every iteration looks afresh, decides one action, and takes it. No history but the run's own state. */

import { askAboutCap } from '../costs/ask-about-cap.ts';
import { reachedCap } from '../costs/caps.ts';
import { spentBy } from '../costs/spent.ts';
import { canEscalate, escalateOutgrown, escalateStuck, escalateUnfinished } from '../mind/escalate.ts';
import { DesktopLost, Refused } from '../ports/desktop.ts';
import { JournalFailed } from '../ports/journal.ts';
import { briefRun } from '../prompt/brief-run.ts';
import { buildStepState } from '../prompt/build-step-state.ts';
import { renderSystemPrompt } from '../prompt/prompt.ts';
import { askForModel, askToGoOn } from '../run/ask-to-go-on.ts';
import { RunStopped } from '../run/control.ts';
import type { End } from '../run/outcomes.ts';
import * as outcomes from '../run/outcomes.ts';
import type { ActiveRun, RunPorts } from '../run/run-ports.ts';
import { isStuck } from '../run/stuck.ts';
import { wakeScreen } from '../run/wake-screen.ts';
import { createEarlyLook } from '../screen/early-look.ts';
import { type Observation, observe } from '../screen/observe.ts';
import { isAnsweredLate } from '../screen/screen-memory.ts';
import { findUnusable, HELD_UP } from '../screen/unusable.ts';
import { watchScreen } from '../screen/watch.ts';
import { checkAct } from '../verify/check-act.ts';
import { verifyDone } from '../verify/verify-done.ts';
import { told } from '../words/say.ts';
import { decide } from './decide.ts';
import { AFTER_PAUSE, LOOK_AGAIN, takeBatch } from './take-batch.ts';

const MALFORMED_LIMIT = 3;
const VERIFICATION_RETRIES = 2;
/** How often in a row a decision is dropped because the screen changed meanwhile: one that changes for ever must not starve the run. */
const RELOOK_LIMIT = 2;
/** A desktop that went away gets this long to come back. */
const DESKTOP_PATIENCE_MS = 30_000;
const DESKTOP_POLL_MS = 500;
/** Applications tell what is on their windows a moment after they have painted it. */
const ELEMENTS_LAG_MS = 30;
/** More than anybody plugs in one run. */
const MOST_DISPLAY_CHANGES = 10;

/** Runs to the run's end, whatever happens; never rejects. */
export async function runLoop(run: ActiveRun, ports: RunPorts): Promise<End> {
  for (let displayChanges = 0; ; ) {
    try {
      return await iterate(run, ports);
    } catch (error) {
      // What an act refuses is its result; what is refused outside of one is a look at a display that was unplugged.
      if (error instanceof Refused && displayChanges < MOST_DISPLAY_CHANGES) {
        displayChanges += 1;
        continue;
      }
      // The run's state is in its journal: once the desktop is back, the loop goes on from a fresh look.
      if (error instanceof DesktopLost && (await isBackInTime(run, ports))) continue;
      return describeFailure(error, run);
    }
  }
}

/** Whether a desktop that went away came back while there was hope; false also when the run was stopped meanwhile. */
async function isBackInTime({ control }: ActiveRun, { clock, desktop }: RunPorts): Promise<boolean> {
  const until = clock.elapsed() + DESKTOP_PATIENCE_MS;
  while (!control.signal.aborted && clock.elapsed() < until) {
    const isBack = await desktop.describe(control.signal).then(
      () => true,
      () => false,
    );
    if (isBack) return true;
    await clock.sleep(DESKTOP_POLL_MS, control.signal).catch(() => undefined);
  }
  return false;
}

/** How a run ends that something went wrong in. */
export function describeFailure(error: unknown, { control }: ActiveRun): End {
  if (control.signal.aborted && control.signal.reason instanceof RunStopped)
    return outcomes.stopped(control.signal.reason);
  if (error instanceof JournalFailed) return outcomes.journalFailed(error.message);
  if (error instanceof DesktopLost) return outcomes.desktopFailed(error.message);
  return outcomes.broke(error);
}

async function iterate(run: ActiveRun, ports: RunPorts): Promise<End> {
  const { platform } = await ports.desktop.describe(run.control.signal);
  const guidance = run.skill === null ? '' : fillGuidance(run.skill);
  const system = renderSystemPrompt({ platform, guidance, memory: await briefRun(run, ports) });
  const { caps } = run;
  run.session.screen.early = createEarlyLook(() => lookEarly(run, ports), ports.clock);
  let lookNote = '';
  let relooks = 0;
  for (;;) {
    await run.control.whenResumed();
    // A look of its own: it may take its time, and what is decided on must be what is there then.
    if (run.session.unchecked !== null) await checkAct(await look(run, ports), run, ports);
    const spent = spentBy(run, ports);
    const reached = reachedCap(caps, spent);
    if (reached !== null) {
      const answer = await askAboutCap(reached, run, ports);
      if (answer !== 'extend') return outcomes.budgetEnded(reached.text, answer);
      continue;
    }

    escalateOutgrown(run);
    const observation = await look(run, ports);
    const number = run.state().iteration + 1;
    run.session.first ??= { fingerprint: observation.frame.fingerprint, elements: observation.elements };
    const isLate = relooks > 0 || isAnsweredLate(observation.frame.fingerprint, run.session.screen);
    await noteObservation(number, observation, { note: lookNote, isLate }, run, ports);
    const unusable = findUnusable(observation);
    if (unusable !== null) {
      const answer = await askToGoOn(HELD_UP[unusable], run, ports);
      if (answer.goesOn && unusable === 'asleep') await wakeScreen(ports, run.control.signal);
      if (answer.goesOn) continue;
      return answer.stoppedBy === null
        ? outcomes.desktopFailed(HELD_UP[unusable].detail)
        : outcomes.stoppedBy(answer.stoppedBy);
    }

    const state = buildStepState({
      spent: spentBy(run, ports),
      caps,
      observation,
      lookNote,
      guidance,
      mind: run.session.mind,
    });
    lookNote = '';
    const watches = run.model.needsPicture && relooks < RELOOK_LIMIT;
    using watch = watches ? watchScreen(observation.frame, run.session.screen, ports, run.control.signal) : null;
    const decision = await decide({ state, observation, system, watch }, run, ports);
    if (decision.kind === 'overtaken') {
      relooks += 1;
      run.session.givenUp += 1;
      lookNote = LOOK_AGAIN;
      continue;
    }
    run.session.givenUp = 0;
    if (decision.kind === 'rejected') return outcomes.modelFailed(told(decision.detail));
    if (decision.kind === 'unavailable') {
      const answer = await askForModel(decision.detail, run, ports);
      if (answer === 'go on') continue;
      return answer;
    }
    if (decision.kind === 'malformed') {
      if (run.state().malformedInARow >= MALFORMED_LIMIT)
        return outcomes.malformedReplies(run.state().malformed, decision.detail === '' ? '' : told(decision.detail));
      continue;
    }

    if (run.control.isPaused()) {
      lookNote = AFTER_PAUSE;
      continue;
    }
    const { action } = decision.reply;
    const isLast = action.action === 'fail' || action.action === 'done' || hasStuck(run);
    if (isLast && (await watch?.isStale('nowhere')) === true) {
      relooks += 1;
      lookNote = LOOK_AGAIN;
      continue;
    }
    if (action.action === 'fail') return run.state().denials > 0 ? outcomes.denied() : outcomes.gaveUp(action.summary);
    if (action.action === 'done') {
      const end = await checkDone(action.summary, run, ports);
      if (end !== null) return end;
      continue;
    }
    if (hasStuck(run)) {
      if (!canEscalate(run)) return outcomes.stuck();
      escalateStuck(run);
      continue;
    }
    const batch = { reply: decision.reply, iteration: number, decidedOn: observation, watch };
    const taken = await takeBatch(batch, run, ports);
    if (taken.end !== null) return taken.end;
    lookNote = taken.note;
    relooks = taken.isStale ? relooks + 1 : 0;
  }
}

/** null: not done yet; what was found is in the state and the run goes on. */
async function checkDone(summary: string, run: ActiveRun, ports: RunPorts): Promise<End | null> {
  // The check of the last step costs a call, and no step.
  const reached = reachedCap({ ...run.caps, maxIterations: Number.POSITIVE_INFINITY }, spentBy(run, ports));
  if (reached !== null && run.model.needsPicture) await askAboutCap(reached, run, ports);
  const observation = await look(run, ports);
  // Locked or asleep by now: the next look holds the run, and then it is checked.
  if (findUnusable(observation) !== null) return null;
  const verification = await verifyDone(summary, observation, run, ports);
  if (verification.passed === true) return outcomes.verified(summary, verification);
  if (verification.passed === null) return outcomes.unverified(summary, verification);
  const isLast = run.state().verifications > VERIFICATION_RETRIES || isAtItsEnd(run);
  if (isLast) return outcomes.notDone(summary, verification);
  if (run.state().verifications >= VERIFICATION_RETRIES && canEscalate(run)) escalateUnfinished(run, verification.text);
  return null;
}

function hasStuck({ state, session }: ActiveRun): boolean {
  return isStuck(state(), session.mind.since);
}

/** Nobody is there who could do better than the playbook that has come to its end. */
function isAtItsEnd({ model }: ActiveRun): boolean {
  return !model.needsPicture && model.hasFallback !== true;
}

/** A fresh look, with what the last action left to be shown; one begun while the screen came to rest is as good. */
async function look(run: ActiveRun, ports: RunPorts): Promise<Observation> {
  const { zoom, screen } = run.session;
  const early = zoom === null ? ((await screen.early?.take()) ?? null) : null;
  const observation = early ?? (await lookNow(run, ports));
  run.session.zoom = null;
  return observation;
}

function lookNow(run: ActiveRun, { desktop, settings }: RunPorts, elementsAfter?: Promise<void>): Promise<Observation> {
  const { lastPoint: ring, zoom } = run.session;
  const request = { displayIndex: settings.displayIndex, ring, zoom, ...(elementsAfter && { elementsAfter }) };
  return observe(request, desktop, run.control.signal);
}

function lookEarly(run: ActiveRun, ports: RunPorts): Promise<Observation> {
  return lookNow(run, ports, ports.clock.sleep(ELEMENTS_LAG_MS, run.control.signal));
}

async function noteObservation(
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

function fillGuidance({ skill, params }: NonNullable<ActiveRun['skill']>): string {
  return skill.steps.replace(/\{\{\s*([a-z_][a-z0-9_]*)\s*\}\}/gi, (whole, name: string) => params[name] ?? whole);
}
