/** The model of tests: takes its steps from a script and is content with the result. */
import type { ModelRequest } from '../../src/ports/model.ts';
import { createFakeModel, type FakeAnswer, type FakeModel, type FakeModelOptions } from '../fakes/model.ts';

type Answer = FakeAnswer | { readonly action: string };
/** A reply, or only the action of one; or what makes it when it is asked for. */
export type Scripted = Answer | ((request: ModelRequest, index: number) => Answer | Promise<Answer>);
type Purpose = ModelRequest['purpose'];

export const step = (action: object, more: object = {}): Extract<FakeAnswer, { readonly [key: string]: unknown }> => ({
  screen: 'A window.',
  intent: 'Go on',
  action,
  note: null,
  ...more,
});
export const DONE = step({ action: 'done', summary: 'It is done.' });
export const verdict = (score: number, ...reasons: readonly string[]) => ({ screen: 'A window.', reasons, score });

/** Of a run with a ledger: every wish that the question lists is met. */
export function grantWishes(text: string): { readonly wishes?: readonly object[] } {
  const listed = /^Wishes:\n((?:\d+\. .*\n?)+)/m.exec(text)?.[1] ?? '';
  const numbers = [...listed.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
  return numbers.length === 0 ? {} : { wishes: numbers.map((number) => ({ number, met: 'yes', why: 'It shows' })) };
}

/**
 * Takes these steps in order, the last one for ever. `answers` are for the questions beside them, by their purpose: unless
 * told, a verification is passed and everything else gets "no".
 */
export function scriptedModel(
  steps: readonly Scripted[],
  answers: Readonly<Partial<Record<Purpose, Scripted>>> = {},
  options: FakeModelOptions = {},
): FakeModel {
  let next = 0;
  const beside: Partial<Record<Purpose, Scripted>> = {
    verify: ({ text }) => ({ ...verdict(92, 'The text is there'), ...grantWishes(text) }),
    ...answers,
  };
  return createFakeModel(
    async (request) => {
      const index = next;
      if (request.purpose === 'step') next += 1;
      const scripted =
        request.purpose === 'step'
          ? (steps[Math.min(index, steps.length - 1)] ?? DONE)
          : (beside[request.purpose] ?? 'no');
      const answer = typeof scripted === 'function' ? await scripted(request, index) : scripted;
      return isAction(answer) ? step(answer) : answer;
    },
    { answersEffects: 'effect' in answers, ...options },
  );
}

function isAction(answer: Answer): answer is { readonly action: string } {
  return typeof answer === 'object' && 'action' in answer && typeof answer.action === 'string';
}
