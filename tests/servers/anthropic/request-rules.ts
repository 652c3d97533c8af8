/** Refuses what the Messages API refuses, and takes the rest apart: text, pictures, schema. */
import type { IncomingHttpHeaders } from 'node:http';
import sharp from 'sharp';
import { z } from 'zod';
import { readJpegSize } from '../../../src/ports/image-forms/jpeg-size.ts';
import { findToolFault, ruleOf } from './model-rules.ts';
import { findSchemaFault } from './schema-rules.ts';

/** One picture of a request, as the model would see it. */
export interface SeenPicture {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface SeenRequest {
  /** When the whole request had arrived, before it was examined; milliseconds since 1970. */
  readonly arrivedAt: number;
  readonly model: string;
  /** All system blocks, joined. */
  readonly system: string;
  /** All text blocks of the last user message, joined. */
  readonly text: string;
  readonly pictures: readonly SeenPicture[];
  /** Types of the last user message's blocks, in order. */
  readonly blocks: readonly string[];
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** The computer-use tool that was declared, and the schema of the tool beside it; null: none. */
  readonly tools: { readonly computer: string; readonly schema: Readonly<Record<string, unknown>> } | null;
  /** Results of calls in the last message: what the client refused to do. */
  readonly refusals: readonly string[];
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
  readonly isBedrock: boolean;
  readonly key: string;
  readonly models: readonly string[];
  readonly grammarLimitBytes: number;
}

/** The largest picture current models see unshrunk: longest side in pixels, ceil(w/28) · ceil(h/28) tokens. */
const MAX_SIDE_PX = 1568;
const MAX_PICTURE_TOKENS = 1568;
/** The signature of thinking blocks. */
export const SIGNATURE = 'c2lnbmVk';
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
const toolUseBlock = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().regex(/^toolu_[a-z0-9]+$/),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
  toolset_name: z.string().nullish(),
  caller: z.unknown().optional(),
});
const toolResultBlock = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  toolset_name: z.string().nullish(),
  is_error: z.boolean().optional(),
  content: z.string(),
  cache_control: cacheControl,
});
const thinkingBlock = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.literal(SIGNATURE),
});
/** Text of an answer has citations, and may be sent back with them. */
const echoedText = textBlock.extend({ citations: z.null().optional() });
const content = z.union([
  z.string().min(1),
  z.array(z.discriminatedUnion('type', [echoedText, imageBlock, toolUseBlock, toolResultBlock, thinkingBlock])).min(1),
]);

const size = { name: z.literal('computer'), display_width_px: z.number().int(), display_height_px: z.number().int() };
const tool = z.union([
  z.strictObject({
    type: z.literal('computer_toolset_20260801'),
    configs: z.record(z.string(), z.looseObject({})).nullish(),
    cache_control: cacheControl,
  }),
  z.strictObject({ type: z.literal('computer_20251124'), ...size, enable_zoom: z.boolean().optional() }),
  z.strictObject({ type: z.enum(['computer_20250124', 'computer_20241022']), ...size }),
  z.strictObject({
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    description: z.string().optional(),
    input_schema: z.looseObject({ type: z.literal('object') }),
    cache_control: cacheControl,
  }),
]);

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
  tools: z.array(tool).optional(),
  anthropic_beta: z.array(z.string()).optional(),
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
  const arrivedAt = Date.now();
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
  const header = headers['anthropic-beta']?.toString();
  // Bedrock reads the body alone.
  const betas = rules.isBedrock ? (body.anthropic_beta ?? []) : (header?.split(',').map((beta) => beta.trim()) ?? []);
  const fault = findFault(body, rules, betas);
  if (fault !== null) return invalid(fault);
  return takeApart(body, arrivedAt);
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

function findFault(body: RequestBody, rules: Rules, betas: readonly string[]): string | null {
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
  const rule = ruleOf(body.model);
  const effort = body.output_config?.effort ?? null;
  if (effort !== null && !rule.efforts.includes(effort))
    return `output_config.effort: '${effort}' is not supported on this model`;
  const types = (body.tools ?? []).flatMap((one) => ('type' in one ? [one.type] : []));
  const toolFault = findToolFault({ model: body.model, types, betas, isBedrock: rules.isBedrock });
  if (toolFault !== null) return toolFault;
  const sizeFault = findSizeFault(body);
  if (sizeFault !== null) return sizeFault;
  const turnFault = findTurnFault(body);
  if (turnFault !== null) return turnFault;
  const schema = body.output_config?.format?.schema;
  if (schema !== undefined && !rule.hasFormat)
    return 'output_config.format: structured outputs are not supported on this model';
  return schema === undefined ? null : findSchemaFault(schema, rules.grammarLimitBytes);
}

/** Stricter than the real API: a picture of another size than declared would be answered in the wrong pixels. */
function findSizeFault(body: RequestBody): string | null {
  const declared = (body.tools ?? []).find((one) => 'display_width_px' in one);
  const [first] = blocksOf(body.messages[0]).flatMap((block) => (block.type === 'image' ? [block.source.data] : []));
  if (declared === undefined || !('display_width_px' in declared) || first === undefined) return null;
  const size = readJpegSize(Buffer.from(first, 'base64'));
  return size?.width === declared.display_width_px && size.height === declared.display_height_px
    ? null
    : 'tools.0: the picture is not of the declared size';
}

/** Each call of an assistant's turn has its result in the next, of the same toolset, and nothing else has one. */
function findTurnFault(body: RequestBody): string | null {
  for (const [index, message] of body.messages.entries()) {
    const results = blocksOf(message).flatMap((block) => (block.type === 'tool_result' ? [block] : []));
    const before = index === 0 ? [] : blocksOf(body.messages[index - 1]);
    const uses = before.flatMap((block) => (block.type === 'tool_use' ? [block] : []));
    const missing = uses.find(({ id }) => !results.some((result) => result.tool_use_id === id));
    if (missing !== undefined)
      return `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.id}`;
    for (const { tool_use_id: id, toolset_name: toolset } of results) {
      const use = uses.find((one) => one.id === id);
      if (use === undefined)
        return `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}`;
      if ((use.toolset_name ?? null) !== (toolset ?? null))
        return `messages.${index}: tool_result.toolset_name does not match its tool_use`;
    }
  }
  return null;
}

function blocksOf(message: RequestBody['messages'][number] | undefined) {
  return typeof message?.content === 'object' ? message.content : [];
}

async function takeApart(body: RequestBody, arrivedAt: number): Promise<Judged> {
  // Messages after the first are calls that the client refused.
  const first = body.messages[0]?.content ?? '';
  const blocks = typeof first === 'string' ? [{ type: 'text' as const, text: first }] : first;
  const results = blocksOf(body.messages.at(-1)).flatMap((block) =>
    block.type === 'tool_result' ? [block.content] : [],
  );
  const tools = body.tools ?? [];
  const own = tools.find((one) => 'input_schema' in one);
  const computer = tools.find((one) => 'type' in one);
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
      arrivedAt,
      model: body.model,
      system: typeof system === 'string' ? system : system.map((block) => block.text).join(''),
      text: blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
      pictures,
      blocks: blocks.map((block) => block.type),
      schema: body.output_config?.format?.schema ?? null,
      tools:
        computer === undefined || !('type' in computer)
          ? null
          : { computer: computer.type, schema: own !== undefined && 'input_schema' in own ? own.input_schema : {} },
      refusals: results,
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
  const tools = body.tools ?? [];
  return [...system, ...messages, ...tools].filter((block) => 'cache_control' in block && block.cache_control != null)
    .length;
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
