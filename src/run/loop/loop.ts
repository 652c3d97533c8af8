/** The reactive loop: every iteration looks afresh, decides one action, and takes it. No history but the run's own state. */

import { DesktopLost, Refused } from '../../ports/desktop.ts';
import { isAnsweredLate } from '../../screen/screen-memory.ts';
import { watchScreen } from '../../screen/watch.ts';
import { told } from '../../words/say.ts';
import { askForModel } from '../ask-to-go-on.ts';
import { decideStep } from '../decide/decide-step.ts';
import type { Decider, Decision } from '../decide/decider.ts';
import { askAboutCap } from '../limits/ask-about-cap.ts';
import { reachedCap } from '../limits/caps.ts';
import { spentBy } from '../limits/spent.ts';
import type { End } from '../outcomes.ts';
import * as outcomes from '../outcomes.ts';
import { NOTHING_HELD, whenResumed } from '../perform/held.ts';
import { escalateOutgrown } from '../plan/escalate.ts';
import { briefRun } from '../prompt/brief-run.ts';
import { buildStepState } from '../prompt/build-step-state.ts';
import { renderSystemPrompt } from '../prompt/prompt.ts';
import type { ActiveRun, RunPorts } from '../run-ports.ts';
import { checkAct } from '../verify/check-act.ts';
import { endWith, mayEnd } from './ending.ts';
import { describeFailure, isBackInTime } from './failure.ts';
import { askAboutScreen, look, noteObservation, startLooking } from './look.ts';
import { AFTER_PAUSE, LOOK_AGAIN, takeBatch } from './take-batch.ts';

const MALFORMED_LIMIT = 3;
/** How often in a row a decision is dropped because the screen changed meanwhile: one that changes for ever must not starve the run. */
const RELOOK_LIMIT = 2;
/** More than anybody plugs in one run. */
const MOST_DISPLAY_CHANGES = 10;

/** Runs to the run's end, whatever happens; never rejects. */
export async function runLoop(run: ActiveRun, decider: Decider, ports: RunPorts): Promise<End> {
  for (let displayChanges = 0; ; ) {
    try {
      return await iterate(run, decider, ports);
    } catch (error) {
      // What an act refuses is its result; what is refused outside of one is a look at a display that was unplugged.
      if (error instanceof Refused && displayChanges < MOST_DISPLAY_CHANGES) {
        displayChanges += 1;
        continue;
      }
      // The run's state is in its journal: once the desktop is back, the loop goes on from a fresh look.
      // Its next life has let go of everything.
      if (error instanceof DesktopLost) run.session.held = NOTHING_HELD;
      if (error instanceof DesktopLost && (await isBackInTime(run, ports))) continue;
      return describeFailure(error, run);
    }
  }
}

async function iterate(run: ActiveRun, decider: Decider, ports: RunPorts): Promise<End> {
  const { platform } = await ports.desktop.describe(run.control.signal);
  const guidance = run.skill === null ? '' : fillGuidance(run.skill);
  const system = renderSystemPrompt({ platform, guidance, memory: await briefRun(run, ports) });
  const { caps } = run;
  startLooking(decider, run, ports);
  let lookNote = '';
  let relooks = 0;
  for (;;) {
    await whenResumed(run, ports.desktop);
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
    const shut = await askAboutScreen(observation, run, ports);
    if (shut === 'look again') continue;
    if (shut !== null) return shut;

    const state = buildStepState({
      spent: spentBy(run, ports),
      caps,
      observation,
      lookNote,
      guidance,
      mind: run.session.mind,
    });
    lookNote = '';
    const watches = decider.by === 'model' && relooks < RELOOK_LIMIT;
    using watch = watches ? watchScreen(observation, run.session.screen, ports, run.control.signal) : null;
    const decision = await decideStep({ state, observation, system, watch }, decider, run, ports.clock);
    if (decision.kind === 'overtaken') {
      relooks += 1;
      lookNote = LOOK_AGAIN;
      continue;
    }
    if (decision.kind !== 'reply') {
      const end = await endUndecided(decision, run, ports);
      if (end === null) continue;
      return end;
    }

    if (run.control.isPaused()) {
      lookNote = AFTER_PAUSE;
      continue;
    }
    const { by, reply } = decision;
    const { action } = reply;
    if (mayEnd(action, run)) {
      if ((await watch?.isStale({ kind: 'front' })) === true) {
        relooks += 1;
        lookNote = LOOK_AGAIN;
        continue;
      }
      const end = await endWith({ action, by }, run, ports);
      if (end === null) continue;
      return end;
    }
    const batch = { reply, by, iteration: number, decidedOn: observation, watch };
    const taken = await takeBatch(batch, run, ports);
    if (taken.end !== null) return taken.end;
    lookNote = taken.note;
    relooks = taken.isStale ? relooks + 1 : 0;
  }
}

type Undecided = Exclude<Decision, { readonly kind: 'reply' } | { readonly kind: 'overtaken' }>;

/** The model gave no reply that can be followed; null: it is asked again. */
async function endUndecided(decision: Undecided, run: ActiveRun, ports: RunPorts): Promise<End | null> {
  switch (decision.kind) {
    case 'rejected':
      return outcomes.modelFailed(told(decision.detail));
    case 'unavailable': {
      const answer = await askForModel(decision.detail, run, ports);
      return answer === 'go on' ? null : answer;
    }
    case 'malformed': {
      const { malformed, malformedInARow } = run.state();
      if (malformedInARow < MALFORMED_LIMIT) return null;
      return outcomes.malformedReplies(malformed, decision.detail === '' ? '' : told(decision.detail));
    }
  }
}

function fillGuidance({ skill, params }: NonNullable<ActiveRun['skill']>): string {
  return skill.steps.replace(/\{\{\s*([a-z_][a-z0-9_]*)\s*\}\}/gi, (whole, name: string) => params[name] ?? whole);
}
