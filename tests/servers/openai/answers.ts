/** Renders OpenAI answers: whole or as events, for Responses and for Chat Completions. */
import { randomBytes } from 'node:crypto';
import type { Api } from './request-rules.ts';

export interface WireTokens {
  /** Input tokens, those from the cache included. */
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

export interface Answered {
  readonly model: string;
  readonly text: string;
  readonly end: 'complete' | 'length' | 'filter' | 'refusal' | 'failed';
  /** The reason of a refusal, or the code of a failure. */
  readonly why: string;
  readonly hasReasoning: boolean;
  readonly tokens: WireTokens;
}

type JsonObject = Readonly<Record<string, unknown>>;

export function renderWhole(api: Api, answered: Answered): JsonObject {
  return api === 'chat' ? renderCompletion(answered) : renderResponse(answered);
}

/** Lines as they go over the wire. */
export function renderStream(api: Api, answered: Answered): readonly string[] {
  return api === 'chat' ? renderChunks(answered) : renderEvents(answered);
}

export function renderStreamError(code: string): string {
  return sse('error', { type: 'error', code, message: 'It broke in the middle', param: null, sequence_number: 9 });
}

function renderResponse({ model, text, end, why, hasReasoning, tokens }: Answered): JsonObject {
  const content =
    end === 'refusal'
      ? [{ type: 'refusal', refusal: why }]
      : text === ''
        ? []
        : [{ type: 'output_text', text, annotations: [], logprobs: [] }];
  const reasoning = { id: makeId('rs'), type: 'reasoning', summary: [], content: null };
  const message = { id: makeId('msg'), type: 'message', role: 'assistant', status: 'completed', content };
  const isIncomplete = end === 'length' || end === 'filter';
  return {
    id: makeId('resp'),
    object: 'response',
    created_at: 1_795_000_000,
    status: end === 'failed' ? 'failed' : isIncomplete ? 'incomplete' : 'completed',
    error: end === 'failed' ? { code: why, message: 'The server had an error' } : null,
    incomplete_details: isIncomplete ? { reason: end === 'length' ? 'max_output_tokens' : 'content_filter' } : null,
    model,
    output: [...(hasReasoning ? [reasoning] : []), ...(content.length > 0 ? [message] : [])],
    store: false,
    usage: {
      input_tokens: tokens.input,
      input_tokens_details: { cached_tokens: tokens.cached, cache_write_tokens: 0 },
      output_tokens: tokens.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: tokens.input + tokens.output,
    },
  };
}

function renderEvents(answered: Answered): readonly string[] {
  const whole = renderResponse(answered);
  const created = { ...whole, status: 'in_progress', output: [], usage: null, error: null, incomplete_details: null };
  const parts = answered.end === 'refusal' ? [answered.why] : cut(answered.text);
  const delta = answered.end === 'refusal' ? 'response.refusal.delta' : 'response.output_text.delta';
  const last =
    whole.status === 'failed'
      ? 'response.failed'
      : whole.status === 'incomplete'
        ? 'response.incomplete'
        : 'response.completed';
  const events: JsonObject[] = [
    { type: 'response.created', response: created },
    { type: 'response.in_progress', response: created },
    ...parts.map((part) => ({ type: delta, item_id: 'msg_1', output_index: 0, content_index: 0, delta: part })),
    { type: last, response: whole },
  ];
  return events.map((event, index) => sse(String(event.type), { ...event, sequence_number: index }));
}

function renderCompletion({ model, text, end, why, tokens }: Answered): JsonObject {
  return {
    id: makeId('chatcmpl'),
    object: 'chat.completion',
    created: 1_795_000_000,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: end === 'refusal' ? null : text,
          refusal: end === 'refusal' ? why : null,
        },
        finish_reason: finishReason(end),
        logprobs: null,
      },
    ],
    usage: renderUsage(tokens),
  };
}

function renderChunks({ model, text, end, why, tokens }: Answered): readonly string[] {
  const id = makeId('chatcmpl');
  const chunk = (delta: JsonObject, reason: string | null): string =>
    sse(null, {
      id,
      object: 'chat.completion.chunk',
      created: 1_795_000_000,
      model,
      choices: [{ index: 0, delta, finish_reason: reason }],
      usage: null,
    });
  return [
    chunk({ role: 'assistant', content: '' }, null),
    ...(end === 'refusal' ? [chunk({ refusal: why }, null)] : cut(text).map((content) => chunk({ content }, null))),
    chunk({}, finishReason(end)),
    sse(null, {
      id,
      object: 'chat.completion.chunk',
      created: 1_795_000_000,
      model,
      choices: [],
      usage: renderUsage(tokens),
    }),
    'data: [DONE]\n\n',
  ];
}

function renderUsage({ input, cached, output }: WireTokens): JsonObject {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  };
}

function finishReason(end: Answered['end']): string {
  return end === 'length' ? 'length' : end === 'filter' ? 'content_filter' : 'stop';
}

function cut(text: string): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / 40) }, (_, index) => text.slice(index * 40, index * 40 + 40));
}

function sse(event: string | null, data: JsonObject): string {
  return `${event === null ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}

function makeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
