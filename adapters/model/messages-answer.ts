/** Reads a Messages API answer, whole or streamed: its text, why it stopped, what it cost in tokens. */
import { z } from 'zod';
import type { Usage } from '../../src/ports/model.ts';
import { say } from '../../src/words/say.ts';
import { createBlocks } from './messages-blocks.ts';
import { type Answer, type Call, describeRefusal, TRUNCATED, UnreadableAnswer } from './provider.ts';
import { countText, tokenCount } from './token-count.ts';

const usageSchema = z.object({
  input_tokens: tokenCount,
  output_tokens: tokenCount,
  cache_read_input_tokens: tokenCount,
  cache_creation_input_tokens: tokenCount,
});

const answerSchema = z.object({
  model: z.string(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullable(),
  stop_details: z.object({ explanation: z.string().nullish(), category: z.string().nullish() }).nullish(),
  usage: usageSchema,
});

/** The parts of a stream's events that are read here. */
const eventSchema = z.object({
  type: z.string(),
  message: z.looseObject({ usage: z.looseObject({}) }).optional(),
  delta: z
    .looseObject({
      type: z.string().optional(),
      text: z.string().optional(),
      thinking: z.string().optional(),
      signature: z.string().optional(),
      partial_json: z.string().optional(),
    })
    .optional(),
  content_block: z.looseObject({}).optional(),
  usage: z.looseObject({}).nullish(),
});

/** The answer, with its content blocks as they came. */
export type MessagesAnswer = Answer & { readonly content: unknown };

/** Throws `UnreadableAnswer`. Blocks are told apart by type: thinking may come before the text. */
export function readAnswer(message: unknown): MessagesAnswer {
  const parsed = answerSchema.safeParse(message);
  if (!parsed.success) throw new UnreadableAnswer('an answer that is not a message', { cause: parsed.error });
  const { content, model, stop_reason: reason, stop_details: details, usage } = parsed.data;
  return {
    text: content.flatMap((block) => (block.type === 'text' ? [block.text ?? ''] : [])).join(''),
    ...readStop(reason, details?.explanation ?? details?.category ?? ''),
    usage: readUsage(usage),
    model,
    content,
  };
}

function readUsage(counts: z.infer<typeof usageSchema>): Usage {
  return {
    input: counts.input_tokens,
    output: counts.output_tokens,
    cacheRead: counts.cache_read_input_tokens,
    cacheWrite: counts.cache_creation_input_tokens,
  };
}

/**
 * Puts a streamed answer together, telling its text as it comes, or what is written into the tool of this name. Throws
 * `UnreadableAnswer` when the stream ends before the message does.
 */
export async function readStream(
  events: AsyncIterable<unknown>,
  call: Call,
  toldTool: string | null = null,
): Promise<MessagesAnswer> {
  let message: object = {};
  let usage: object = {};
  let written = '';
  let told: Usage | null = null;
  const blocks = createBlocks();
  const noteUsage = (): void => {
    // The real count of output tokens comes at the end only, so it is estimated from the text until then.
    if (told !== null) call.noteUsage({ ...told, output: Math.max(told.output, countText(written)) });
  };
  for await (const event of events) {
    call.noteSign();
    const parsed = eventSchema.safeParse(event);
    if (!parsed.success) throw new UnreadableAnswer('a stream of something else', { cause: parsed.error });
    const { type, message: start, delta, usage: counts, content_block: block } = parsed.data;
    if (type === 'message_start') {
      message = { ...start };
      usage = { ...start?.usage };
      const counted = usageSchema.safeParse(usage);
      told = counted.success ? readUsage(counted.data) : null;
      noteUsage();
    } else if (type === 'content_block_start') {
      blocks.begin(block ?? {});
    } else if (type === 'content_block_delta') {
      written += delta?.text ?? delta?.thinking ?? delta?.partial_json ?? '';
      noteUsage();
      blocks.add(delta ?? {});
      const soFar = blocks.told(toldTool);
      if (soFar !== null) call.request.onText?.(soFar);
    } else if (type === 'message_delta') {
      message = { ...message, ...delta };
      usage = { ...usage, ...withoutNulls(counts ?? {}) };
    } else if (type === 'message_stop') {
      return readAnswer({ ...message, usage, content: blocks.all() });
    }
  }
  throw new UnreadableAnswer('a stream that ended too early');
}

/** Drops empty counts: the end of a stream repeats the counts of its start, or leaves them null. */
function withoutNulls(counts: object): object {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== null && count !== undefined));
}

function readStop(reason: string | null, explanation: string): Pick<Answer, 'stop' | 'detail'> {
  switch (reason) {
    case 'refusal':
      return { stop: 'refused', detail: describeRefusal(explanation) };
    case 'max_tokens':
      return { stop: 'truncated', detail: TRUNCATED };
    case 'model_context_window_exceeded':
      return { stop: 'truncated', detail: say`What the model was shown did not fit its context. Try a smaller goal.` };
    case 'pause_turn':
      return { stop: 'paused', detail: say`The model paused its turn twice without answering. Try again.` };
    default:
      return { stop: 'complete', detail: '' };
  }
}
