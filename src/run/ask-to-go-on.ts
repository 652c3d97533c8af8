/** Something outside holds the run up: it waits, says why, and goes on when the person says so or when it has waited a while. */

import { join, say, type Text, told } from '../words/say.ts';
import { speak } from '../words/speak.ts';
import type { End } from './outcomes.ts';
import * as outcomes from './outcomes.ts';
import type { ActiveRun, RunPorts } from './run-ports.ts';

export interface HeldUp {
  /** "The model cannot be reached." */
  readonly title: Text;
  readonly detail: Text;
  /** What the button says that goes on. */
  readonly label: Text;
}

/** After this long it tries again by itself; most outages are over by then. */
const TRY_AGAIN_AFTER_MS = 60_000;
/** How often it tries by itself before it waits for the person alone. */
const TRIES = 10;

export interface WhetherToGoOn {
  readonly goesOn: boolean;
  /** Who chose to stop; null when nobody answered after the last try. */
  readonly stoppedBy: string | null;
}

/** Does not go on when the person said so, or when nobody answered after the last try. */
export async function askToGoOn(
  { title, detail, label }: HeldUp,
  run: ActiveRun,
  ports: RunPorts,
): Promise<WhetherToGoOn> {
  run.session.heldUp += 1;
  const triesAgain = run.session.heldUp < TRIES;
  run.record({ type: 'run.paused', why: speak(join([title, detail], ' '), 'en') });
  const answer = await run.control.offTheClock(() =>
    ports.questions.ask(
      {
        thread: run.thread,
        of: run.sender.id,
        text: [{ bold: title }, ' ', detail, triesAgain ? say`\nI try again in a minute by myself.` : ''],
        picture: null,
        file: null,
        choices: [
          [
            { label, value: 'resume', style: 'good' },
            { label: say`Stop`, value: 'stop', style: 'danger' },
          ],
        ],
        acceptsText: false,
        isSecret: false,
        timeoutMs: triesAgain ? TRY_AGAIN_AFTER_MS : ports.settings.confirmTimeoutMs,
        closing: (end) => [
          title,
          end.kind === 'stopped' || (end.kind === 'choice' && end.value === 'stop')
            ? say` Stopped.`
            : say` Tried again.`,
        ],
      },
      run.control.signal,
    ),
  );
  const goesOn = answer.kind === 'expired' ? triesAgain : answer.kind === 'choice' && answer.value === 'resume';
  if (goesOn) run.record({ type: 'run.resumed', by: answer.kind === 'expired' ? 'deskhand' : answer.by.id });
  return { goesOn, stoppedBy: goesOn || answer.kind === 'expired' ? null : answer.by.name };
}

/** The provider cannot be reached: Retry goes on; otherwise how the run ends. */
export async function askForModel(detail: string, run: ActiveRun, ports: RunPorts): Promise<End | 'go on'> {
  const answer = await askToGoOn(
    { title: say`The model cannot be reached.`, detail: told(detail), label: say`Retry` },
    run,
    ports,
  );
  if (answer.goesOn) return 'go on';
  return answer.stoppedBy === null ? outcomes.modelFailed(told(detail)) : outcomes.stoppedBy(answer.stoppedBy);
}
