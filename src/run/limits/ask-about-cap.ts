/** Asks the person to extend a cap that was reached or to stop there; by itself a cap ends only the run of a standing order. */
import type { Answer } from '../../outbound/questions.ts';
import { say, type Text } from '../../words/say.ts';
import type { Ask } from '../ask.ts';
import type { RunLog } from '../run-log.ts';
import type { Reached } from './caps.ts';

export type CapAnswer = 'extend' | 'stop' | 'expired' | 'of order';

export async function askAboutCap(
  { cap, text }: Reached,
  run: Pick<RunLog, 'record'> & { readonly ask: Ask; readonly terms: object | null },
): Promise<CapAnswer> {
  // The order's maker set its caps, and nobody waits for the run.
  if (run.terms !== null) {
    run.record({ type: 'budget.reached', cap, answer: 'expired' });
    return 'of order';
  }
  const answer = await run.ask({
    text: [{ bold: say`Continue?` }, ' ', text],
    choices: [
      [
        { label: say`Extend`, value: 'extend', style: 'good' },
        { label: say`Stop`, value: 'stop', style: 'danger' },
      ],
    ],
    closing: (end) => [text, ' ', describeEnd(end)],
  });
  const choice =
    answer.kind === 'choice' && answer.value === 'extend' ? 'extend' : answer.kind === 'expired' ? 'expired' : 'stop';
  run.record({ type: 'budget.reached', cap, answer: choice });
  return choice;
}

function describeEnd(end: Answer | { readonly kind: 'stopped' }): Text {
  if (end.kind === 'choice')
    return end.value === 'extend' ? say`Extended by ${end.by.name}.` : say`Stopped by ${end.by.name}.`;
  return end.kind === 'expired' ? say`No answer came, so I stopped.` : say`Stopped.`;
}
