/** Refuses what Gemini's generateContent refuses, as its public pages describe it, and takes the rest apart. */
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { isWellFormed, readPicture, type SeenPicture } from '../anthropic/request-rules.ts';

export interface SeenCall {
  readonly model: string;
  readonly system: string;
  readonly text: string;
  readonly pictures: readonly SeenPicture[];
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** The schema of the function beside the computer-use tool; null: no tools. */
  readonly tools: { readonly computer: string; readonly schema: Readonly<Record<string, unknown>> } | null;
  /** What the client refused to do, from the last turn. */
  readonly refusals: readonly string[];
  readonly maxTokens: number;
  readonly level: string | null;
  readonly isStream: boolean;
  /** Text of the turns after the first. */
  readonly later: string;
}

export interface Refusal {
  readonly status: number;
  /** `INVALID_ARGUMENT` and its kind. */
  readonly code: string;
  readonly message: string;
}

export interface Rules {
  readonly models: readonly string[];
  /** Checks the caller by the headers; null when the caller is known. */
  readonly isKnown: (headers: IncomingHttpHeaders) => Refusal | null;
  readonly place: RegExp;
}

export type Judged = { readonly ok: true; readonly call: SeenCall } | { readonly ok: false; readonly refusal: Refusal };

/** The signature of thought parts. */
export const THOUGHT_SIGNATURE = 'dGhvdWdodA==';
/** Models of November 2026. */
const WITH_COMPUTER = /^gemini-3\.[578]-flash(?:-lite)?$|^gemini-3-flash-preview$/;
const WITH_LEVEL = /^gemini-3/;

const json = z.record(z.string(), z.unknown());
const part = z.union([
  z.strictObject({ text: z.string(), thought: z.boolean().optional(), thoughtSignature: z.string().optional() }),
  z.strictObject({ inlineData: z.strictObject({ mimeType: z.literal('image/jpeg'), data: z.string() }) }),
  z.strictObject({
    functionCall: z.strictObject({ name: z.string(), id: z.string().optional(), args: json.optional() }),
    thoughtSignature: z.string().optional(),
  }),
  z.strictObject({
    functionResponse: z.strictObject({ name: z.string(), id: z.string().optional(), response: json }),
  }),
]);
const content = z.strictObject({ role: z.enum(['user', 'model']).optional(), parts: z.array(part).min(1) });

/** Fields that this server knows; an unknown one is refused, as there. */
const bodySchema = z.strictObject({
  contents: z.array(content).min(1),
  systemInstruction: z
    .strictObject({ role: z.string().optional(), parts: z.array(z.strictObject({ text: z.string() })) })
    .optional(),
  generationConfig: z
    .strictObject({
      maxOutputTokens: z.number().int().min(1).max(65_536).optional(),
      responseMimeType: z.enum(['application/json', 'text/plain']).optional(),
      responseJsonSchema: json.optional(),
      thinkingConfig: z.strictObject({ thinkingLevel: z.enum(['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']) }).optional(),
    })
    .optional(),
  tools: z
    .array(
      z.union([
        z.strictObject({ computerUse: z.strictObject({ environment: z.literal('ENVIRONMENT_DESKTOP') }) }),
        z.strictObject({
          functionDeclarations: z.array(
            z.strictObject({
              name: z.string().regex(/^[a-zA-Z_][\w.:-]{0,127}$/),
              description: z.string(),
              parametersJsonSchema: json,
            }),
          ),
        }),
      ]),
    )
    .optional(),
});
type Body = z.infer<typeof bodySchema>;

/** What may stand in a JSON Schema there. */
const KEYWORDS = [
  '$id',
  '$defs',
  '$ref',
  '$anchor',
  'type',
  'format',
  'title',
  'description',
  'enum',
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'anyOf',
  'oneOf',
  'properties',
  'additionalProperties',
  'required',
  'propertyOrdering',
];

export async function judgeCall(url: string, headers: IncomingHttpHeaders, raw: Buffer, rules: Rules): Promise<Judged> {
  const place = rules.place.exec(url);
  if (place === null) return refuse(404, 'NOT_FOUND', 'The requested URL was not found on this server.');
  const stranger = rules.isKnown(headers);
  if (stranger !== null) return { ok: false, refusal: stranger };
  const [, model = '', method = ''] = place;
  if (!rules.models.includes(model))
    return refuse(
      404,
      'NOT_FOUND',
      `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
    );
  let parsedJson: unknown;
  try {
    parsedJson = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    return invalid('Invalid JSON payload received.');
  }
  if (!isWellFormed(parsedJson)) return invalid('Invalid JSON payload received. Unexpected token.');
  const parsed = bodySchema.safeParse(parsedJson);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return invalid(`Invalid JSON payload received. ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const fault = findFault(parsed.data, model);
  if (fault !== null) return invalid(fault);
  return takeApart(parsed.data, model, method.startsWith('stream'));
}

function findFault({ contents, generationConfig, tools = [] }: Body, model: string): string | null {
  if (generationConfig?.thinkingConfig !== undefined && !WITH_LEVEL.test(model))
    return 'Thinking level is not supported for this model.';
  const schema = generationConfig?.responseJsonSchema;
  if (schema !== undefined && generationConfig?.responseMimeType !== 'application/json')
    return 'response_json_schema is only supported with response_mime_type application/json.';
  if (schema !== undefined && tools.length > 0)
    return 'Function calling with a response mime type of application/json is unsupported.';
  const odd = schema === undefined ? null : findOdd(schema);
  if (odd !== null) return `response_json_schema: keyword "${odd}" is not supported`;
  const hasComputer = tools.some((tool) => 'computerUse' in tool);
  if (hasComputer && !WITH_COMPUTER.test(model)) return 'Computer Use is not supported for this model.';
  if (contents[0]?.role !== 'user') return 'Please ensure that the first turn is of the user.';
  return findTurnFault(contents);
}

function findTurnFault(contents: Body['contents']): string | null {
  for (const [index, { parts }] of contents.entries()) {
    const calls = parts.flatMap((one) => ('functionCall' in one ? [one] : []));
    if (calls.length === 0) continue;
    // Gemini 3 demands the signature of its thought with the first call of a turn.
    if (calls[0]?.thoughtSignature !== THOUGHT_SIGNATURE)
      return 'Function call is missing a thought_signature in functionCall parts.';
    const answers = (contents[index + 1]?.parts ?? []).filter((one) => 'functionResponse' in one);
    if (answers.length !== calls.length)
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
  }
  return null;
}

function findOdd(schema: unknown): string | null {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return null;
  for (const [name, value] of Object.entries(schema)) {
    if (!KEYWORDS.includes(name)) return name;
    const children = name === 'properties' ? Object.values(z.record(z.string(), z.unknown()).parse(value)) : [value];
    for (const child of name === 'properties' || name === 'items' ? children : []) {
      const odd = findOdd(child);
      if (odd !== null) return odd;
    }
  }
  return null;
}

async function takeApart(body: Body, model: string, isStream: boolean): Promise<Judged> {
  const [first, ...later] = body.contents;
  const pictures: SeenPicture[] = [];
  for (const one of first?.parts ?? []) {
    if (!('inlineData' in one)) continue;
    const picture = await readPicture(one.inlineData.data);
    if (typeof picture === 'string') return invalid('Unable to process input image.');
    pictures.push(picture);
  }
  const own = (body.tools ?? []).flatMap((tool) =>
    'functionDeclarations' in tool ? tool.functionDeclarations : [],
  )[0];
  const config = body.generationConfig;
  return {
    ok: true,
    call: {
      model,
      system: (body.systemInstruction?.parts ?? []).map(({ text }) => text).join(''),
      text: (first?.parts ?? []).flatMap((one) => ('text' in one ? [one.text] : [])).join('\n'),
      pictures,
      schema: config?.responseJsonSchema ?? null,
      tools: own === undefined ? null : { computer: 'gemini_desktop', schema: own.parametersJsonSchema },
      refusals: (body.contents.length > 1 ? (body.contents.at(-1)?.parts ?? []) : []).flatMap((one) =>
        'functionResponse' in one ? [String(one.functionResponse.response.error)] : [],
      ),
      maxTokens: config?.maxOutputTokens ?? 65_536,
      level: config?.thinkingConfig?.thinkingLevel ?? null,
      isStream,
      later: later.length === 0 ? '' : JSON.stringify(later),
    },
  };
}

function invalid(message: string): Extract<Judged, { readonly ok: false }> {
  return refuse(400, 'INVALID_ARGUMENT', message);
}

function refuse(status: number, code: string, message: string): Extract<Judged, { readonly ok: false }> {
  return { ok: false, refusal: { status, code, message } };
}
