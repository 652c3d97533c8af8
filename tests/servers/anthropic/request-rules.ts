/** Refuses what the Messages API refuses, and takes the rest apart: text, pictures, schema. */
import type { IncomingHttpHeaders } from 'node:http';
import sharp from 'sharp';
import { z } from 'zod';
import { findSchemaFault } from './schema-rules.ts';

/** One picture of a request, as the model would see it. */
export interface SeenPicture {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface SeenRequest {
  readonly model: string;
  /** All system blocks, joined. */
  readonly system: string;
  /** All text blocks of the last user message, joined. */
  readonly text: string;
  readonly pictures: readonly SeenPicture[];
  /** Types of the last user message's blocks, in order. */
  readonly blocks: readonly string[];
  readonly schema: Readonly<Record<string, unknown>> | null;
  readonly maxTokens: number;
  readonly isStream: boolean;
  /** The body as it was parsed; for what is not taken apart here. */
  readonly body: RequestBody;
}

export interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

export interface Rules {
  readonly key: string;
  readonly models: readonly string[];
  readonly grammarLimitBytes: number;
}

/** The largest picture current models see unshrunk: longest side in pixels, ceil(w/28) · ceil(h/28) tokens. */
const MAX_SIDE_PX = 1568;
const MAX_PICTURE_TOKENS = 1568;
const API_VERSIONS = ['2023-06-01', '2026-10-21'];
const MAX_BODY_BYTES = 32 * 1024 * 1024;

const cacheControl = z.strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() }).nullish();
const textBlock = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1).regex(/\S/),
  cache_control: cacheControl,
});
const imageBlock = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({ type: z.literal('base64'), media_type: z.literal('image/jpeg'), data: z.string() }),
  cache_control: cacheControl,
});
const content = z.union([z.string().min(1), z.array(z.discriminatedUnion('type', [textBlock, imageBlock])).min(1)]);

/** Every field of the API that this server knows; others are refused, as there. */
const bodySchema = z.strictObject({
  model: z.string(),
  max_tokens: z.number().int().min(1).max(128_000),
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content })).min(1),
  system: z.union([z.string(), z.array(textBlock)]).optional(),
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      format: z.strictObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) }).nullish(),
    })
    .optional(),
  thinking: z.looseObject({ type: z.string() }).optional(),
  metadata: z.looseObject({}).optional(),
  stop_sequences: z.array(z.string()).optional(),
  stream: z.boolean().optional(),
  tools: z.array(z.looseObject({})).optional(),
  tool_choice: z.looseObject({ type: z.string() }).optional(),
  temperature: z.unknown().optional(),
  top_p: z.unknown().optional(),
  top_k: z.unknown().optional(),
});
export type RequestBody = z.infer<typeof bodySchema>;

export type Judged =
  | { readonly ok: true; readonly request: SeenRequest }
  | { readonly ok: false; readonly refusal: Refusal };

export async function judgeRequest(headers: IncomingHttpHeaders, raw: Buffer, rules: Rules): Promise<Judged> {
  if (headers.authorization === undefined)
    return refuse(401, 'authentication_error', 'Authorization: Bearer is required');
  if (headers.authorization !== `Bearer ${rules.key}`)
    return refuse(401, 'authentication_error', 'invalid bearer token');
  if (!API_VERSIONS.includes(headers['anthropic-version']?.toString() ?? ''))
    return invalid('anthropic-version: header is required');
  if (headers['content-type'] !== 'application/json') return invalid('content-type: must be application/json');
  if (raw.length > MAX_BODY_BYTES)
    return refuse(413, 'request_too_large', 'Request exceeds the maximum allowed number of bytes.');
  const body = parseBody(raw);
  if (typeof body === 'string') return invalid(body);
  if (!rules.models.includes(body.model)) return refuse(404, 'not_found_error', `model: ${body.model}`);
  const fault = findFault(body, rules);
  if (fault !== null) return invalid(fault);
  return takeApart(body);
}

function parseBody(raw: Buffer): RequestBody | string {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    return 'The request body is not valid JSON';
  }
  if (!isWellFormed(json)) return 'The request body is not valid JSON: no low surrogate in string';
  const parsed = bodySchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`;
}

function findFault(body: RequestBody, rules: Rules): string | null {
  for (const name of ['temperature', 'top_p', 'top_k'] as const) {
    if (body[name] !== undefined) return `${name}: this parameter is not supported on this model`;
  }
  if (body.tool_choice?.type === 'any' || body.tool_choice?.type === 'tool') {
    return 'tool_choice: forcing a tool is not supported on this model';
  }
  if (body.thinking?.type === 'enabled') return 'thinking: type enabled is not supported on this model; use adaptive';
  if (body.messages[0]?.role !== 'user') return 'messages: first message must use the user role';
  if (body.messages.at(-1)?.role !== 'user') {
    return 'This model does not support assistant message prefill. The conversation must end with a user message.';
  }
  const breakpoints = countBreakpoints(body);
  if (breakpoints > 4) return `A maximum of 4 blocks with cache_control may be provided. Found ${breakpoints}.`;
  const schema = body.output_config?.format?.schema;
  return schema === undefined ? null : findSchemaFault(schema, rules.grammarLimitBytes);
}

async function takeApart(body: RequestBody): Promise<Judged> {
  const last = body.messages.at(-1)?.content ?? '';
  const blocks = typeof last === 'string' ? [{ type: 'text' as const, text: last }] : last;
  const pictures: SeenPicture[] = [];
  for (const block of blocks) {
    if (block.type !== 'image') continue;
    const picture = await readPicture(block.source.data);
    if (typeof picture === 'string') return invalid(picture);
    pictures.push(picture);
  }
  const system = body.system ?? '';
  return {
    ok: true,
    request: {
      model: body.model,
      system: typeof system === 'string' ? system : system.map((block) => block.text).join(''),
      text: blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
      pictures,
      blocks: blocks.map((block) => block.type),
      schema: body.output_config?.format?.schema ?? null,
      maxTokens: body.max_tokens,
      isStream: body.stream ?? false,
      body,
    },
  };
}

/** Stricter than the real one in one thing: a picture it would shrink silently is refused here. */
export async function readPicture(data: string): Promise<SeenPicture | string> {
  if (data === '' || !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(data)) {
    return 'messages.content.image.source.base64: invalid base64 data';
  }
  const jpeg = Buffer.from(data, 'base64');
  try {
    const { info } = await sharp(jpeg, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
    const { format } = await sharp(jpeg).metadata();
    if (format !== 'jpeg') return `messages.content.image.source.base64: the image is ${format}, not image/jpeg`;
    const tokens = Math.ceil(info.width / 28) * Math.ceil(info.height / 28);
    if (Math.max(info.width, info.height) > MAX_SIDE_PX || tokens > MAX_PICTURE_TOKENS) {
      return `messages.content.image: ${info.width}x${info.height} would be shrunk before the model sees it`;
    }
    return { jpeg, width: info.width, height: info.height };
  } catch {
    return 'messages.content.image.source.base64: could not process image';
  }
}

function countBreakpoints(body: RequestBody): number {
  const system = Array.isArray(body.system) ? body.system : [];
  const messages = body.messages.flatMap((message) => (Array.isArray(message.content) ? message.content : []));
  return [...system, ...messages].filter((block) => (block.cache_control ?? null) !== null).length;
}

export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isWellFormed);
}

function invalid(message: string): Judged {
  return refuse(400, 'invalid_request_error', message);
}

function refuse(status: number, type: string, message: string): Judged {
  return { ok: false, refusal: { status, type, message } };
}
