/** Holds a run up while something outside stands in its way: it says why, and goes on when the person says so or after a while. */

import { asWhy } from '../journal/said.ts';
import { join, say, type Text } from '../words/say.ts';
import type { Ask } from './ask.ts';
import type { End } from './outcomes.ts';
import * as outcomes from './outcomes.ts';
import type { RunLog } from './run-log.ts';

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
  /** Name of who chose to stop; null when nobody answered after the last try. */
  readonly stoppedBy: string | null;
}

export interface GoOnQuestions {
  /** Does not go on when the person said so, or when nobody answered after the last try. */
  askToGoOn(heldUp: HeldUp): Promise<WhetherToGoOn>;
  /** The provider cannot be reached: Retry goes on; otherwise how the run ends. */
  askForModel(detail: Text): Promise<End | 'go on'>;
}

/** Counts for one run how often it was held up. */
export function createGoOnQuestions({ ask, record }: Pick<RunLog, 'record'> & { readonly ask: Ask }): GoOnQuestions {
  let heldUp = 0;

  const askToGoOn: GoOnQuestions['askToGoOn'] = async ({ title, detail, label }) => {
    heldUp += 1;
    const triesAgain = heldUp < TRIES;
    record({ type: 'run.paused', ...asWhy(join([title, detail], ' ')) });
    const answer = await ask({
      text: [{ bold: title }, ' ', detail, triesAgain ? say`\nI'll try again in a minute.` : ''],
      choices: [
        [
          { label, value: 'resume', style: 'good' },
          { label: say`Stop`, value: 'stop', style: 'danger' },
        ],
      ],
      ...(triesAgain ? { timeoutMs: TRY_AGAIN_AFTER_MS } : {}),
      closing: (end) => [
        title,
        end.kind === 'stopped' || (end.kind === 'choice' && end.value === 'stop') ? say` Stopped.` : say` Tried again.`,
      ],
    });
    const goesOn = answer.kind === 'expired' ? triesAgain : answer.kind === 'choice' && answer.value === 'resume';
    if (goesOn) record({ type: 'run.resumed', by: answer.kind === 'expired' ? 'deskhand' : answer.by.id });
    return { goesOn, stoppedBy: goesOn || answer.kind === 'expired' ? null : answer.by.name };
  };

  return {
    askToGoOn,
    async askForModel(detail) {
      const title = say`I can't reach the model.`;
      const answer = await askToGoOn({ title, detail, label: say`Retry` });
      if (answer.goesOn) return 'go on';
      return answer.stoppedBy === null ? outcomes.modelFailed(detail) : outcomes.stoppedBy(answer.stoppedBy);
    },
  };
}
