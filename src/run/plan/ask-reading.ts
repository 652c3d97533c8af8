/** A goal that can mean two things with different effects: asked once, before anything is done. */

import { nextId } from '../../ledger/wish.ts';
import type { Answer } from '../../outbound/questions.ts';
import { say, type Text } from '../../words/say.ts';
import { showHidden } from '../../words/visible.ts';
import type { Ask } from '../ask.ts';
import { labelOf } from '../ask-person.ts';
import type { End } from '../outcomes.ts';
import * as outcomes from '../outcomes.ts';
import type { RunLog } from '../run-log.ts';
import type { SaidWords } from '../said-words.ts';

export interface AskReadingNeeds extends Pick<RunLog, 'record' | 'state'> {
  readonly ask: Ask;
  readonly said: Pick<SaidWords, 'note'>;
}

/**
 * The chosen meaning becomes a wish, so that it stays in the prompt and is checked. null: the run goes on. Rejects with the run's abort reason when
 * it is stopped.
 */
export async function askReading(readings: readonly string[], run: AskReadingNeeds): Promise<End | null> {
  if (readings.length < 2) return null;
  const text = [{ bold: say`Which do you mean?` }];
  const answer = await run.ask({
    text,
    choices: readings.map((reading) => [{ label: labelOf(reading), value: reading, style: 'plain' }]),
    acceptsText: true,
    mustArrive: true,
    closing: (end) => [...text, '\n\n', describe(end)],
  });
  if (answer.kind === 'expired') return answer.isUnreachable === true ? null : outcomes.expired();
  const meant = answer.kind === 'choice' ? answer.value : answer.text;
  // A tapped choice is the model's wording, so it does not count as the person's own words.
  if (answer.kind === 'text') run.said.note(meant);
  run.record({ type: 'answer.received', by: answer.by.id, text: meant });
  run.record({ type: 'wish.noted', wish: nextId(run.state().wishes), text: meant, by: answer.by.id });
  return null;
}

function describe(end: Answer | { readonly kind: 'stopped' }): Text {
  if (end.kind === 'expired') return say`No answer came, so nothing was done.`;
  if (end.kind === 'stopped') return say`Stopped.`;
  return say`Answered: ${showHidden(end.kind === 'choice' ? end.value : end.text)}`;
}
