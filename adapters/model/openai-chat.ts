/** The Chat Completions API, for servers that have no Responses API: the body of a call, and how its answer is read. */
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { z } from 'zod';
import { FILTERED, pictureUrl, replyShape } from './openai-parts.ts';
import { type Answer, type Call, describeRefusal, systemText, TRUNCATED, UnreadableAnswer } from './provider.ts';
import { countBySize, countTokens, tokenCount } from './token-count.ts';

/** `max_tokens` is the name that servers other than OpenAI's know. */
export function buildChatBody(call: Call): ChatCompletionCreateParamsNonStreaming {
  const { effort, request, model, maxTokens, isStructured } = call;
  const { pictures, schema, text } = request;
  return {
    model,
    messages: [
      { role: 'system', content: systemText(call) },
      {
        role: 'user',
        content: [
          { type: 'text', text: text.toWellFormed() },
          ...pictures.map((jpeg) => ({
            type: 'image_url' as const,
            image_url: { url: pictureUrl(jpeg), detail: 'high' as const },
          })),
        ],
      },
    ],
    max_tokens: maxTokens,
    ...(isStructured
      ? {
          response_format: {
            type: 'json_schema',
            json_schema: replyShape(schema),
          },
        }
      : {}),
    ...(effort === null ? {} : { reasoning_effort: effort }),
  };
}

const usageSchema = z
  .object({
    prompt_tokens: tokenCount,
    completion_tokens: tokenCount,
    prompt_tokens_details: z.object({ cached_tokens: tokenCount, cache_write_tokens: tokenCount }).nullish(),
  })
  .nullish();

const completionSchema = z.object({
  model: z.string().catch(''),
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: usageSchema,
});

/** Throws `UnreadableAnswer`. */
export function readCompletion(completion: unknown, call: Call): Answer {
  const parsed = completionSchema.safeParse(completion);
  const choice = parsed.data?.choices[0];
  if (!parsed.success || choice === undefined)
    throw new UnreadableAnswer('an answer that is no completion', { cause: parsed.error });
  const { model, usage } = parsed.data;
  const text = choice.message.content ?? '';
  return {
    text,
    ...readStop(choice.finish_reason ?? '', choice.message.refusal ?? ''),
    usage: countTokens(
      {
        input: usage?.prompt_tokens ?? 0,
        output: usage?.completion_tokens ?? 0,
        cacheRead: usage?.prompt_tokens_details?.cached_tokens ?? 0,
        cacheWrite: usage?.prompt_tokens_details?.cache_write_tokens ?? 0,
      },
      call,
      text,
    ),
    model: model === '' ? call.model : model,
  };
}

const chunkSchema = z.object({
  model: z.string().optional(),
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .catch([]),
  usage: z.unknown().optional(),
});

/** Puts a streamed answer together. Throws `UnreadableAnswer`, also when the stream ends before the answer does. */
export async function readCompletionStream(chunks: AsyncIterable<unknown>, call: Call): Promise<Answer> {
  let [text, refusal, reason, model] = ['', '', '', ''];
  let usage: unknown = null;
  for await (const chunk of chunks) {
    call.noteSign();
    const parsed = chunkSchema.safeParse(chunk);
    if (!parsed.success) throw new UnreadableAnswer('a stream of something else', { cause: parsed.error });
    const [choice] = parsed.data.choices;
    model = parsed.data.model ?? model;
    usage = parsed.data.usage ?? usage;
    refusal += choice?.delta?.refusal ?? '';
    reason = choice?.finish_reason ?? reason;
    const more = choice?.delta?.content ?? '';
    if (more === '') continue;
    text += more;
    call.noteUsage(countBySize(call, text));
    call.request.onText?.(text);
  }
  if (reason === '') throw new UnreadableAnswer('a stream that ended too early');
  const message = { content: text, refusal };
  return readCompletion({ model, choices: [{ message, finish_reason: reason }], usage }, call);
}

function readStop(reason: string, refusal: string): Pick<Answer, 'stop' | 'detail'> {
  if (refusal !== '') return { stop: 'refused', detail: describeRefusal(refusal) };
  if (reason === 'content_filter') return FILTERED;
  if (reason === 'length') return { stop: 'truncated', detail: TRUNCATED };
  return { stop: 'complete', detail: '' };
}
