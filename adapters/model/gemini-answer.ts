/** Gemini's generateContent: the body of a call, and how its answer is read, whole or in chunks. */
import type { Content, Environment, GenerateContentParameters, Part, ThinkingLevel } from '@google/genai';
import { z } from 'zod';
import type { ScreenPart, Usage } from '../../src/ports/model.ts';
import { say } from '../../src/words/say.ts';
import { readFunction } from './gemini-actions.ts';
import { type HostedCall, type HostedReply, toReply } from './hosted-reply.ts';
import { OWN_TOOL, OWN_TOOL_DESCRIPTION, readHostedWords } from './hosted-words.ts';
import {
  type Answer,
  type Call,
  describeRefusal,
  systemText,
  TRUNCATED,
  toBase64,
  UnreadableAnswer,
} from './provider.ts';
import { countBySize, countTokens, tokenCount } from './token-count.ts';

const WHOLE = { x: 0, y: 0, width: 1000, height: 1000 } as const;
/** As the API names them; the SDK's enums would load the SDK. */
const DESKTOP = z.custom<Environment>((value) => value === 'ENVIRONMENT_DESKTOP').parse('ENVIRONMENT_DESKTOP');
const LEVELS = { low: 'LOW', medium: 'MEDIUM', high: 'HIGH' } as const;
const LEVEL = z.custom<ThinkingLevel>((value) => typeof value === 'string');

/** System part first, then the text, then the pictures: what calls have in common from their start is cached there by itself. */
export function buildGeminiBody(call: Call, signal: AbortSignal): GenerateContentParameters {
  const { effort, isStructured, maxTokens, model, request, tool } = call;
  return {
    model,
    contents: [
      {
        role: 'user',
        parts: [
          { text: request.text.toWellFormed() },
          ...request.pictures.map((jpeg) => ({ inlineData: { mimeType: 'image/jpeg', data: toBase64(jpeg) } })),
        ],
      },
    ],
    config: {
      abortSignal: signal,
      systemInstruction: systemText(call),
      maxOutputTokens: maxTokens,
      ...(tool === null ? shape(call, isStructured) : { tools: declareTools(request.schema) }),
      ...(effort === null ? {} : { thinkingConfig: { thinkingLevel: LEVEL.parse(LEVELS[effort]) } }),
    },
  };
}

function shape({ request }: Call, isStructured: boolean) {
  return isStructured ? { responseMimeType: 'application/json', responseJsonSchema: request.schema } : {};
}

function declareTools(schema: Call['request']['schema']) {
  const own = { name: OWN_TOOL, description: OWN_TOOL_DESCRIPTION, parametersJsonSchema: schema };
  return [{ computerUse: { environment: DESKTOP } }, { functionDeclarations: [own] }];
}

const partSchema = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  functionCall: z
    .looseObject({ id: z.string().optional(), name: z.string(), args: z.looseObject({}).optional() })
    .optional(),
});
type WirePart = z.infer<typeof partSchema>;

const responseSchema = z.object({
  candidates: z
    .array(
      z.object({
        content: z.object({ parts: z.array(partSchema).optional() }).nullish(),
        finishReason: z.string().optional(),
        finishMessage: z.string().optional(),
      }),
    )
    .optional(),
  promptFeedback: z.object({ blockReason: z.string().optional(), blockReasonMessage: z.string().optional() }).nullish(),
  usageMetadata: z
    .object({
      promptTokenCount: tokenCount,
      cachedContentTokenCount: tokenCount,
      candidatesTokenCount: tokenCount,
      thoughtsTokenCount: tokenCount,
    })
    .nullish(),
  modelVersion: z.string().optional(),
});

/** The answer, with the parts of the model's turn as they came. */
export type GeminiAnswer = Answer & { readonly parts: readonly WirePart[] };

/** What came so far, chunk by chunk; a whole answer is one chunk. */
export interface Reading {
  /** Throws `UnreadableAnswer`. */
  add(response: unknown): void;
  /** Throws `UnreadableAnswer` when it never ended. */
  end(): GeminiAnswer;
}

export function readGemini(call: Call): Reading {
  const parts: WirePart[] = [];
  let [finish, finishMessage, blocked, model] = ['', '', '', call.model];
  let usage: Usage | null = null;
  const textOf = (): string =>
    parts.map(({ text, thought }) => (thought === true || text === undefined ? '' : text)).join('');
  return {
    add(response) {
      const parsed = responseSchema.safeParse(response);
      if (!parsed.success) throw new UnreadableAnswer('an answer that is no response', { cause: parsed.error });
      const { candidates, promptFeedback, usageMetadata, modelVersion } = parsed.data;
      const [candidate] = candidates ?? [];
      parts.push(...(candidate?.content?.parts ?? []));
      finish = candidate?.finishReason ?? finish;
      finishMessage = candidate?.finishMessage ?? finishMessage;
      blocked = promptFeedback?.blockReason ?? blocked;
      model = modelVersion ?? model;
      if (usageMetadata != null) {
        usage = {
          input: usageMetadata.promptTokenCount,
          output: usageMetadata.candidatesTokenCount + usageMetadata.thoughtsTokenCount,
          cacheRead: usageMetadata.cachedContentTokenCount,
          cacheWrite: 0,
        };
      }
      const text = textOf();
      const written = countBySize(call, `${text}${JSON.stringify(parts.flatMap((part) => part.functionCall ?? []))}`);
      call.noteUsage(usage === null ? written : { ...countTokens(usage, call, text), output: written.output });
      if (call.tool === null && text !== '') call.request.onText?.(text);
    },
    end() {
      if (finish === '' && blocked === '') throw new UnreadableAnswer('an answer that ended too early');
      const text = textOf();
      const none: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
      return {
        text,
        parts,
        model,
        usage: countTokens(usage ?? none, call, text),
        ...readStop(finish, blocked, finishMessage),
      };
    },
  };
}

/** What is not said to be cut or blocked is an answer; what it says is judged by who reads it. */
const BLOCKED = ['SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY'];

function readStop(finish: string, blocked: string, message: string): Pick<Answer, 'stop' | 'detail'> {
  if (blocked !== '') return { stop: 'refused', detail: describeRefusal(say`the provider's content filter`) };
  if (BLOCKED.includes(finish))
    return { stop: 'refused', detail: describeRefusal(message === '' ? say`the provider's content filter` : message) };
  if (finish === 'MAX_TOKENS') return { stop: 'truncated', detail: TRUNCATED };
  return { stop: 'complete', detail: '' };
}

export interface GeminiCalls {
  readonly reply: HostedReply;
  /** The model's turn as it came, with signatures, and a turn of ours with a result for each of its calls. */
  readonly again: (told: string) => Content[];
}

/** `check`: why a reply would be of no use, in English; null when it can be used. */
export function readGeminiCalls(answer: GeminiAnswer, call: Call, check: (text: string) => string | null): GeminiCalls {
  const { parts, text } = answer;
  const made = parts.flatMap(({ functionCall }) => functionCall ?? []);
  const part: ScreenPart | null = call.request.pictures.length === 0 ? null : (call.request.shows ?? WHOLE);
  const [first] = made;
  const words = readHostedWords(text);
  const intent = z.string().safeParse(first?.args?.intent).data ?? words.intent;
  const turned =
    made.length === 0
      ? ({ ok: true, text } as const)
      : toReply(
          { ...words, intent, caution: made.map(({ args }) => cautionOf(args)).find((one) => one !== '') ?? '' },
          made.map(({ name, args }) => readCall(name, args, part)),
          call.request.schema,
        );
  const fault = turned.ok && made.length > 0 ? check(turned.text) : null;
  return {
    reply: fault === null ? turned : { ok: false, told: fault },
    again: (told) => [
      { role: 'model', parts: parts.map(echo) },
      {
        role: 'user',
        parts: made.map(({ id, name }, index) => ({
          functionResponse: {
            name,
            ...(id === undefined ? {} : { id }),
            response: { error: index === 0 ? told : 'Not done: an earlier call of this answer was refused.' },
          },
        })),
      },
    ],
  };
}

function readCall(name: string, args: unknown, part: ScreenPart | null): HostedCall {
  if (name !== OWN_TOOL) return readFunction(name, args, part);
  const reply = z.looseObject({}).safeParse(args);
  return reply.success
    ? { kind: 'reply', reply: reply.data }
    : { kind: 'fault', told: `${OWN_TOOL} takes one JSON object.` };
}

const decisionSchema = z.object({
  safety_decision: z.object({ decision: z.string(), explanation: z.string().catch('') }),
});

/** Why the provider's own check demands a person's confirmation; '' when it does not. */
function cautionOf(args: unknown): string {
  const parsed = decisionSchema.safeParse(args);
  if (!parsed.success || /^(?:regular|allowed?)$/i.test(parsed.data.safety_decision.decision)) return '';
  const { decision, explanation } = parsed.data.safety_decision;
  return explanation === '' ? decision : explanation;
}

function echo(part: WirePart): Part {
  return z.custom<Part>().parse(part);
}
