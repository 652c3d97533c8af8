import { createFakeModel, type FakeAnswer, type FakeModel } from '../fakes/model.ts';
import type { TestDeskhand } from './deskhand.ts';

export const step = (action: object, more: object = {}): FakeAnswer => ({
  screen: 'A window.',
  intent: 'Go on',
  action,
  note: null,
  ...more,
});
export const DONE = step({ action: 'done', summary: 'It is done.' });
const VERDICT = { screen: 'All well.', reasons: ['The text is there'], score: 92 };

/** Takes these steps in order, the last one for ever, and approves of the result; other questions get `other`. */
export function scriptModel(
  steps: readonly FakeAnswer[],
  other: (purpose: string) => FakeAnswer = () => 'no',
): FakeModel {
  let next = 0;
  return createFakeModel((request) => {
    if (request.purpose === 'verify') return VERDICT;
    if (request.purpose !== 'step') return other(request.purpose);
    const answer = steps[Math.min(next, steps.length - 1)] ?? DONE;
    next += 1;
    return answer;
  });
}

/** Sends a command and resolves with the next message that is an answer to it. */
export async function say(bot: TestDeskhand, text: string): Promise<string> {
  const before = new Set(bot.chat.seen().map(({ id }) => id));
  await bot.chat.sendText(text);
  const answer = await bot.chat.waitFor((message) => message.kind === 'reply' && !before.has(message.id));
  return answer.text;
}

/** Runs a goal to its end; the last message. */
export async function runToEnd(bot: TestDeskhand, goal: string): Promise<string> {
  const before = new Set(bot.chat.seen().map(({ id }) => id));
  await bot.chat.sendText(`/run ${goal}`);
  return (await bot.chat.waitFor((message) => message.kind === 'end' && !before.has(message.id), 60_000)).text;
}
