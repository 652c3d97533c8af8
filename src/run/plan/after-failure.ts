/** What happens to a plan after a part failed: it is repeated once with what was learnt, else planned anew, else the person decides. */

import type { Answer, Choice } from '../../outbound/questions.ts';
import { shorten } from '../../words/amounts.ts';
import { say, type Text } from '../../words/say.ts';
import { showHiddenIn } from '../../words/visible.ts';
import type { Ask } from '../ask.ts';
import type { End } from '../outcomes.ts';
import type { PartStatus } from './schedule.ts';

/** Whether another try of a part may come to another end; false for what a person or the computer has ended. */
export function mayBeRepeated({ outcome, reason }: Pick<End, 'outcome' | 'reason'>): boolean {
  if (outcome !== 'failed') return false;
  return reason === 'not-done' || reason === 'stuck' || reason === 'malformed' || reason === 'budget';
}

export type WhatNow =
  /** `words`: what the person says about it; ''. */
  | { readonly kind: 'again'; readonly words: string; readonly by: string }
  | { readonly kind: 'skip'; readonly by: string }
  | { readonly kind: 'stop'; readonly by: string }
  | { readonly kind: 'expired' };

const AGAIN: Choice = { label: say`Try again`, value: 'again', style: 'good' };
const SKIP: Choice = { label: say`Go on without it`, value: 'skip', style: 'plain' };
const STOP: Choice = { label: say`Stop`, value: 'stop', style: 'danger' };

/** Rejects with the run's abort reason when it is stopped. */
export async function askWhatNow(number: number, goal: string, why: Text, ask: Ask): Promise<WhatNow> {
  const text = [
    { bold: say`Part ${number} could not be done.` },
    ` ${shorten(goal, 200)}\n`,
    showHiddenIn(why),
    '\n',
    { quiet: say`Write what I should do differently, or choose.` },
  ];
  const answer = await ask({
    text,
    choices: [[AGAIN, SKIP], [STOP]],
    acceptsText: true,
    closing: (end) => [...text.slice(0, 3), '\n\n', describeEnd(end)],
  });
  if (answer.kind === 'expired') return { kind: 'expired' };
  if (answer.kind === 'text') return { kind: 'again', words: answer.text, by: answer.by.id };
  const by = answer.by;
  if (answer.value === 'skip') return { kind: 'skip', by: by.id };
  return answer.value === 'again' ? { kind: 'again', words: '', by: by.id } : { kind: 'stop', by: by.name };
}

function describeEnd(end: Answer | { readonly kind: 'stopped' }): Text {
  if (end.kind === 'expired') return say`No answer came, so I stopped.`;
  if (end.kind === 'stopped' || (end.kind === 'choice' && end.value === 'stop')) return say`Stopped.`;
  if (end.kind === 'text') return say`Noted. I'm trying it again.`;
  return end.value === 'skip' ? say`I go on without it.` : say`I'm trying it again.`;
}

/** A mark for each part of the list at the end. */
export function sayStatus(status: PartStatus): Text {
  switch (status) {
    case 'done':
      return say`done`;
    case 'failed':
      return say`failed`;
    case 'skipped':
      return say`left out`;
    case 'under way':
      return say`stopped midway`;
    case 'waiting':
      return say`not begun`;
  }
}
