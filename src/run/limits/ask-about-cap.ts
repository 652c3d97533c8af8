/** Asks the person to extend a cap that was reached or to stop there; no cap ends a run by itself. */
import type { Answer } from '../../outbound/questions.ts';
import { say, type Text } from '../../words/say.ts';
import type { Ask } from '../ask.ts';
import type { RunLog } from '../run-log.ts';
import type { Reached } from './caps.ts';

export async function askAboutCap(
  { cap, text }: Reached,
  run: Pick<RunLog, 'record'> & { readonly ask: Ask },
): Promise<'extend' | 'stop' | 'expired'> {
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
