/** What a provider's file hands over; everything else about asking (ask-provider.ts) is the same for all. */
import type { Effort, ModelRequest, ModelStop, Usage } from '../../src/ports/model.ts';
import { clause, say, short, type Text } from '../../src/words/say.ts';
import { describeHosted } from './hosted-words.ts';
import type { ComputerTool, ModelFacts } from './model-facts.ts';
import { TOOL_FACTS } from './models.ts';

export interface Provider {
  /** The computer-use tool for a model, when tools are enabled; absent: none. */
  readonly toolFor?: (facts: ModelFacts) => ComputerTool | null;
  /** False: no schema can be sent beside the question, so it always stands in the text. Unset: one can. */
  readonly hasGrammar?: boolean;
  /** Where calls go, for people: `api.anthropic.com`. */
  readonly host: string;
  /** What in the settings makes every call useless, in one sentence; null when nothing does. */
  readonly fault: Text | null;
  /** One attempt, without retries of its own. Rejects with whatever its client rejects with, and with `UnreadableAnswer`. */
  send(call: Call, signal: AbortSignal): Promise<Answer>;
  /** Classifies such a rejection. */
  classify(error: unknown, context: FailureContext): Failure;
}

export interface Call {
  readonly request: ModelRequest;
  readonly model: string;
  readonly facts: ModelFacts;
  /** How much it may think first; null: nothing is said about it. */
  readonly effort: Effort | null;
  /** Of the whole answer, thinking included. */
  readonly maxTokens: number;
  /** The computer-use tool it answers with; null: it answers with the JSON object alone. */
  readonly tool: ComputerTool | null;
  /** False: the schema stands as text in the system part, for a model that refuses it as a grammar. */
  readonly isStructured: boolean;
  /** To be called for every part of a streamed answer, thinking too, as a sign that the server is alive. */
  readonly noteSign: () => void;
  /** To be called when the question goes out, and again while its answer comes: what it has taken so far. */
  readonly noteUsage: (soFar: Usage) => void;
}

/** `paused`: the server wants to be asked again; the port does not know that word. */
export type AnswerStop = ModelStop | 'paused';

export interface Answer {
  readonly text: string;
  readonly stop: AnswerStop;
  /** One sentence for the person when `stop` is not `complete`. */
  readonly detail: Text;
  readonly usage: Usage;
  /** USD, where the provider says itself what it took; absent: by the table of prices. */
  readonly costUsd?: number;
  readonly model: string;
}

export interface FailureContext {
  readonly model: string;
  /** The variable that sets this model: MODEL_MAIN, MODEL_FAST or MODEL_STRONG. */
  readonly variable: string;
  /** Whether the call carried the schema as a grammar. */
  readonly isStructured: boolean;
  /** Whether the call carried an effort setting. */
  readonly hasEffort: boolean;
  /** Whether the call declared a computer-use tool. */
  readonly hasTool: boolean;
  /** For Retry-After dates; milliseconds since 1970. */
  readonly now: number;
}

export type Failure =
  | { readonly kind: 'again'; readonly why: Text; readonly waitMs: number | null }
  /** The schema was refused as a grammar. */
  | { readonly kind: 'schema' }
  /** The effort setting was refused. */
  | { readonly kind: 'effort' }
  /** The declared computer-use tool was refused. */
  | { readonly kind: 'tool' }
  | { readonly kind: 'final'; readonly stop: ModelStop; readonly detail: Text }
  /** A fault in our own code. */
  | { readonly kind: 'surprise' };

/** What came back is no answer of this API: a proxy's page, a body or stream that was cut. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

export const TRUNCATED = say`The reply was cut off twice because it got too long. Try a smaller goal.`;

/** `explanation`: the provider's own words, or ours; '' for none. */
export function describeRefusal(explanation: Text): Text {
  return explanation === ''
    ? say`The model declined to go on. Word the goal differently, or do this step by hand.`
    : say`The model declined to go on: ${clause(short(explanation, 300))}. Word the goal differently, or do this step by hand.`;
}

/** The schema as text, for the end of the system part. */
function describeSchema(schema: ModelRequest['schema']): string {
  return `Answer with one JSON object that fits this JSON Schema, and nothing around it:\n${JSON.stringify(schema)}`;
}

/** Lone surrogates (half an emoji from a cut title) would make a body invalid Unicode and are replaced. */
export function systemText({ request, isStructured, tool }: Call): string {
  if (tool !== null) return `${request.system}\n\n${describeHosted(TOOL_FACTS[tool].coordinates)}`.toWellFormed();
  const text = isStructured ? request.system : `${request.system}\n\n${describeSchema(request.schema)}`;
  return text.toWellFormed();
}

export function toBase64(jpeg: Uint8Array): string {
  return Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength).toString('base64');
}
