/** OpenAI's Responses API: the body of a call, and how its answer is read, whole or streamed. */
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import { z } from 'zod';
import { FILTERED, pictureUrl, replyShape } from './openai-parts.ts';
import { type Answer, type Call, describeRefusal, systemText, TRUNCATED, UnreadableAnswer } from './provider.ts';
import { countBySize, countTokens, tokenCount } from './token-count.ts';

/** Instructions first, then the text, then the pictures: the cache works on what calls have in common from their start. Nothing is kept there. */
export function buildResponsesBody(call: Call): ResponseCreateParamsNonStreaming {
  const { effort, request, model, maxTokens, isStructured } = call;
  const { pictures, schema, text } = request;
  return {
    model,
    instructions: systemText(call),
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: text.toWellFormed() },
          ...pictures.map((jpeg) => ({
            type: 'input_image' as const,
            detail: 'high' as const,
            image_url: pictureUrl(jpeg),
          })),
        ],
      },
    ],
    max_output_tokens: maxTokens,
    store: false,
    ...(isStructured
      ? {
          text: { format: { type: 'json_schema', ...replyShape(schema) } },
        }
      : {}),
    ...(effort === null ? {} : { reasoning: { effort } }),
  };
}

/** The provider says in its answer that it failed; `code` is its own word for why. */
export class FailedAnswer extends Error {
  override readonly name = 'FailedAnswer';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const responseSchema = z.object({
  model: z.string().catch(''),
  status: z.string().catch('completed'),
  output: z.array(
    z.object({
      type: z.string(),
      content: z
        .array(z.object({ type: z.string(), text: z.string().optional(), refusal: z.string().optional() }))
        .nullish()
        .catch(null),
    }),
  ),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  usage: z
    .object({
      input_tokens: tokenCount,
      output_tokens: tokenCount,
      input_tokens_details: z.object({ cached_tokens: tokenCount, cache_write_tokens: tokenCount }).nullish(),
    })
    .nullish(),
});

/** Throws `UnreadableAnswer` and `FailedAnswer`. Items and parts are told apart by type: reasoning comes before the message. */
export function readResponse(response: unknown, call: Call): Answer {
  const parsed = responseSchema.safeParse(response);
  if (!parsed.success) throw new UnreadableAnswer('an answer that is no response', { cause: parsed.error });
  const { model, status, output, error, incomplete_details: incomplete, usage } = parsed.data;
  const parts = output.flatMap((item) => (item.type === 'message' ? (item.content ?? []) : []));
  const text = parts.flatMap((part) => (part.type === 'output_text' ? [part.text ?? ''] : [])).join('');
  const refusal = parts.find((part) => part.type === 'refusal')?.refusal;
  if (status === 'failed' || status === 'cancelled') {
    throw new FailedAnswer(error?.code ?? status, error?.message ?? '');
  }
  return {
    text,
    ...readStop(status, incomplete?.reason ?? '', refusal),
    usage: countTokens(
      {
        input: usage?.input_tokens ?? 0,
        output: usage?.output_tokens ?? 0,
        cacheRead: usage?.input_tokens_details?.cached_tokens ?? 0,
        cacheWrite: usage?.input_tokens_details?.cache_write_tokens ?? 0,
      },
      call,
      text,
    ),
    model: model === '' ? call.model : model,
  };
}

const eventSchema = z.object({
  type: z.string(),
  delta: z.string().optional().catch(undefined),
  response: z.unknown().optional(),
  code: z.string().nullish().catch(null),
  message: z.string().nullish().catch(null),
});

/** Puts a streamed answer together. Throws as `readResponse` does, also when the stream ends before the response does. */
export async function readResponseStream(events: AsyncIterable<unknown>, call: Call): Promise<Answer> {
  let text = '';
  for await (const event of events) {
    call.noteSign();
    const parsed = eventSchema.safeParse(event);
    if (!parsed.success) throw new UnreadableAnswer('a stream of something else', { cause: parsed.error });
    const { type, delta, response, code, message } = parsed.data;
    if (type === 'response.output_text.delta') {
      text += delta ?? '';
      call.noteUsage(countBySize(call, text));
      call.request.onText?.(text);
    } else if (type === 'error') {
      throw new FailedAnswer(code ?? 'error', message ?? '');
    } else if (['response.completed', 'response.incomplete', 'response.failed'].includes(type)) {
      return readResponse(response, call);
    }
  }
  throw new UnreadableAnswer('a stream that ended too early');
}

function readStop(status: string, reason: string, refusal: string | undefined): Pick<Answer, 'stop' | 'detail'> {
  if (refusal !== undefined) return { stop: 'refused', detail: describeRefusal(refusal) };
  if (status !== 'incomplete') return { stop: 'complete', detail: '' };
  if (reason === 'content_filter') return FILTERED;
  return { stop: 'truncated', detail: TRUNCATED };
}
