/** Asks a step with Anthropic's own tools: one call, and one more when the first named what Deskhand cannot do. */
import type { Anthropic } from '@anthropic-ai/sdk';
import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import { addUsage } from '../../src/ports/usage.ts';
import { OWN_TOOL } from './hosted-words.ts';
import { type MessagesAnswer, readAnswer, readStream } from './messages-answer.ts';
import { type HostedQuestion, readHosted } from './messages-hosted.ts';
import type { Answer } from './provider.ts';
import { countBySize } from './token-count.ts';

export type HostedBody = MessageCreateParamsNonStreaming;
type Messages = Pick<Anthropic['beta']['messages'], 'create'>;

export async function sendHosted(
  messages: Messages,
  call: HostedQuestion,
  body: HostedBody,
  signal: AbortSignal,
): Promise<Answer> {
  call.noteUsage(countBySize(call, ''));
  const first = await ask(messages, call, body, signal);
  const read = readHosted(first.content, call);
  if (first.stop !== 'complete' || read.reply.ok) return finish(first, read.reply, call);
  if (call.request.mayAskAgain?.(first.usage, null) === false) return finish(first, read.reply, call);
  call.request.onText?.('');
  const taken: HostedQuestion = { ...call, noteUsage: (soFar) => call.noteUsage(addUsage(first.usage, soFar)) };
  const turns = [...body.messages, ...read.again(read.reply.told)];
  const second = await ask(messages, taken, { ...body, messages: turns }, signal);
  const usage = addUsage(first.usage, second.usage);
  return finish({ ...second, usage }, readHosted(second.content, call).reply, call);
}

async function ask(
  messages: Messages,
  call: HostedQuestion,
  body: HostedBody,
  signal: AbortSignal,
): Promise<MessagesAnswer> {
  if (call.request.onText === undefined) return readAnswer(await messages.create(body, { signal }));
  return readStream(await messages.create({ ...body, stream: true }, { signal }), call, OWN_TOOL);
}

/**
 * After a second call that could not be converted its words are passed on: the loop finds no reply in them, and the next prompt says so.
 */
function finish(
  answer: MessagesAnswer,
  reply: ReturnType<typeof readHosted>['reply'],
  { request }: HostedQuestion,
): Answer {
  const { content: _, ...rest } = answer;
  const text = reply.ok ? reply.text : `No call that could be carried out: ${reply.told}`;
  if (answer.stop === 'complete' && reply.ok) request.onText?.(text);
  return { ...rest, text };
}
