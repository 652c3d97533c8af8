import type { TestDeskhand } from './deskhand.ts';

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
