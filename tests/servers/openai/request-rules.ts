/** Refuses what OpenAI's API refuses, and takes the rest apart: text, pictures, schema; for Responses and for Chat Completions. */
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { isWellFormed, readPicture, type SeenPicture } from '../anthropic/request-rules.ts';
import { findStrictFault } from './strict-rules.ts';

export type Api = 'responses' | 'chat';

export interface SeenCall {
  readonly api: Api;
  readonly model: string;
  /** Instructions, or the system message. */
  readonly system: string;
  readonly text: string;
  readonly pictures: readonly SeenPicture[];
  readonly schema: Readonly<Record<string, unknown>> | null;
  readonly maxTokens: number;
  readonly effort: string | null;
  readonly isStream: boolean;
  /** The body as it came, byte for byte. */
  readonly raw: string;
}

export interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
}

export interface Rules {
  /** null: a server that wants no key, and must get none. */
  readonly key: string | null;
  readonly models: readonly string[];
  readonly hasStructuredOutput: boolean;
}

export type Judged = { readonly ok: true; readonly call: SeenCall } | { readonly ok: false; readonly refusal: Refusal };

const effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);
const schema = z.record(z.string(), z.unknown());
const name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
/** Fields that the real servers know and this one refuses: sampling, tools. */
const unwanted = {
  temperature: z.unknown().optional(),
  top_p: z.unknown().optional(),
  tools: z.unknown().optional(),
  tool_choice: z.unknown().optional(),
};

const responsesBody = z.strictObject({
  model: z.string(),
  instructions: z.string().optional(),
  input: z
    .array(
      z.strictObject({
        role: z.enum(['user', 'system', 'developer']),
        content: z.array(
          z.discriminatedUnion('type', [
            z.strictObject({ type: z.literal('input_text'), text: z.string().min(1) }),
            z.strictObject({
              type: z.literal('input_image'),
              detail: z.enum(['auto', 'low', 'high', 'original']).optional(),
              image_url: z.string(),
            }),
          ]),
        ),
      }),
    )
    .min(1),
  max_output_tokens: z.number().int().min(16).max(128_000).optional(),
  store: z.boolean().optional(),
  stream: z.boolean().optional(),
  reasoning: z.strictObject({ effort }).optional(),
  text: z
    .strictObject({
      format: z.strictObject({ type: z.literal('json_schema'), name, strict: z.boolean().optional(), schema }),
    })
    .optional(),
  ...unwanted,
});

const chatBody = z.strictObject({
  model: z.string(),
  messages: z
    .array(
      z.discriminatedUnion('role', [
        z.strictObject({ role: z.literal('system'), content: z.string() }),
        z.strictObject({
          role: z.literal('user'),
          content: z.array(
            z.discriminatedUnion('type', [
              z.strictObject({ type: z.literal('text'), text: z.string().min(1) }),
              z.strictObject({
                type: z.literal('image_url'),
                image_url: z.strictObject({ url: z.string(), detail: z.enum(['auto', 'low', 'high']).optional() }),
              }),
            ]),
          ),
        }),
      ]),
    )
    .min(1),
  max_tokens: z.number().int().min(1).optional(),
  stream: z.boolean().optional(),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
  reasoning_effort: effort.optional(),
  response_format: z
    .strictObject({
      type: z.literal('json_schema'),
      json_schema: z.strictObject({ name, strict: z.boolean().optional(), schema }),
    })
    .optional(),
  ...unwanted,
});

/** The content that both forms of body have in common. */
interface Plain {
  readonly model: string;
  readonly system: string;
  readonly texts: readonly string[];
  readonly urls: readonly string[];
  readonly format: { readonly strict?: boolean | undefined; readonly schema: Readonly<Record<string, unknown>> } | null;
  readonly maxTokens: number;
  readonly effort: string | null;
  readonly isStream: boolean;
  readonly unwanted: string | null;
}

export async function judgeCall(api: Api, headers: IncomingHttpHeaders, raw: Buffer, rules: Rules): Promise<Judged> {
  if (rules.key === null) {
    if (headers.authorization !== undefined) return invalid('This server takes no key, and got one', 'unwanted_key');
  } else if (headers.authorization === undefined) {
    return refuse(401, 'invalid_request_error', null, "You didn't provide an API key.");
  } else if (headers.authorization !== `Bearer ${rules.key}`) {
    return refuse(401, 'invalid_request_error', 'invalid_api_key', 'Incorrect API key provided.');
  }
  if (headers['content-type'] !== 'application/json') return invalid('Unsupported content type', null);
  const body = readBody(api, raw);
  if (typeof body === 'string') return invalid(body, null);
  if (!rules.models.includes(body.model)) {
    return refuse(404, 'invalid_request_error', 'model_not_found', `The model '${body.model}' does not exist.`);
  }
  if (body.unwanted !== null) {
    return invalid(
      `Unsupported parameter: '${body.unwanted}' is not supported with this model.`,
      'unsupported_parameter',
    );
  }
  const fault = body.format === null ? null : findFormatFault(api, body.format, rules);
  if (fault !== null) return fault;
  const pictures: SeenPicture[] = [];
  for (const url of body.urls) {
    const [, data] = /^data:image\/jpeg;base64,(.*)$/s.exec(url) ?? [];
    const picture = data === undefined ? 'Invalid image URL' : await readPicture(data);
    if (typeof picture === 'string') return invalid(picture, 'invalid_image');
    pictures.push(picture);
  }
  const { model, system, texts, format, maxTokens, isStream } = body;
  const text = texts.join('\n');
  return {
    ok: true,
    call: {
      api,
      model,
      system,
      text,
      pictures,
      schema: format?.schema ?? null,
      maxTokens,
      effort: body.effort,
      isStream,
      raw: raw.toString(),
    },
  };
}

function findFormatFault(api: Api, format: NonNullable<Plain['format']>, rules: Rules): Judged | null {
  const where = api === 'chat' ? 'response_format' : 'text.format';
  if (!rules.hasStructuredOutput) return invalid(`${where}.type 'json_schema' is not supported by this model`, null);
  const fault = format.strict === true ? findStrictFault(format.schema) : null;
  return fault === null ? null : invalid(`Invalid schema for ${where} 'reply': ${fault}`, 'invalid_json_schema');
}

function readBody(api: Api, raw: Buffer): Plain | string {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    return 'We could not parse the JSON body of your request.';
  }
  if (!isWellFormed(json)) return 'Invalid unicode in the JSON body of your request.';
  return api === 'chat' ? readChat(json) : readResponses(json);
}

function readResponses(json: unknown): Plain | string {
  const parsed = responsesBody.safeParse(json);
  if (!parsed.success) return describeIssue(parsed.error);
  const { model, instructions, input, max_output_tokens: maxTokens, reasoning, stream, text, store } = parsed.data;
  if (store !== false) return 'store: nothing of a screen may be kept';
  const parts = input.flatMap(({ content }) => content);
  return {
    model,
    system: instructions ?? '',
    texts: parts.flatMap((part) => (part.type === 'input_text' ? [part.text] : [])),
    urls: parts.flatMap((part) => (part.type === 'input_image' ? [part.image_url] : [])),
    format: text?.format ?? null,
    maxTokens: maxTokens ?? 128_000,
    effort: reasoning?.effort ?? null,
    isStream: stream ?? false,
    unwanted: findUnwanted(parsed.data),
  };
}

function readChat(json: unknown): Plain | string {
  const parsed = chatBody.safeParse(json);
  if (!parsed.success) return describeIssue(parsed.error);
  const { model, messages, max_tokens: maxTokens, reasoning_effort: level, stream } = parsed.data;
  const parts = messages.flatMap((message) => (message.role === 'user' ? message.content : []));
  return {
    model,
    system: messages.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n'),
    texts: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
    urls: parts.flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : [])),
    format: parsed.data.response_format?.json_schema ?? null,
    maxTokens: maxTokens ?? 128_000,
    effort: level ?? null,
    isStream: stream ?? false,
    unwanted: findUnwanted(parsed.data),
  };
}

function findUnwanted(body: Readonly<Record<string, unknown>>): string | null {
  return Object.keys(unwanted).find((field) => body[field] !== undefined) ?? null;
}

function describeIssue({ issues: [issue] }: z.ZodError): string {
  return `Invalid value: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
}

function invalid(message: string, code: string | null): Extract<Judged, { readonly ok: false }> {
  return refuse(400, 'invalid_request_error', code, message);
}

function refuse(
  status: number,
  type: string,
  code: string | null,
  message: string,
): Extract<Judged, { readonly ok: false }> {
  return { ok: false, refusal: { status, type, code, message } };
}
