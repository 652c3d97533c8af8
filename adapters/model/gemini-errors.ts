/** Says what a failed call to Gemini means, at Google AI or on Vertex AI. */
import { z } from 'zod';
import { say, type Text } from '../../src/words/say.ts';
import {
  apiErrorSchema,
  classifyNetwork,
  classifyPassing,
  findCode,
  isPassing,
  messageOf,
  quote,
  reject,
} from './failures.ts';
import type { Failure, FailureContext } from './provider.ts';

/** A refusal by status, with its headers: the SDK keeps neither them nor the details. */
export class GeminiFault extends Error {
  override readonly name = 'GeminiFault';
  readonly status: number;
  readonly headers: Headers;
  readonly error: unknown;
  constructor(status: number, headers: Headers, error: unknown) {
    super(`Gemini answered ${status}`);
    this.status = status;
    this.headers = headers;
    this.error = error;
  }
}

export interface GeminiPlace {
  readonly host: string;
  readonly secrets: readonly string[];
  readonly signIn: Text;
  readonly notAllowed: (what: Text) => Text;
  readonly billing: string;
}

const sdkError = z.object({ name: z.literal('ApiError'), status: z.number(), message: z.string() });
const retryInfo = z.object({
  error: z.object({ details: z.array(z.looseObject({ retryDelay: z.string().optional() })) }),
});

export function classifyGemini(error: unknown, context: FailureContext, place: GeminiPlace): Failure {
  const fault = readFault(error);
  if (fault === null) {
    if (error instanceof Error && isLackOfCredentials(error)) return reject(place.signIn);
    return classifyNetwork(error) ?? { kind: 'surprise' };
  }
  const { status, headers, body } = fault;
  const message = messageOf(body);
  const said = quote(message, place.secrets);
  if (status === 402 || /billing|prepay|credits? (?:are|is) depleted|spend(?:ing)? (?:cap|limit)/i.test(message))
    return reject(
      say`${place.host} says there is no credit left or a spend limit is reached${said}. Look at ${place.billing}`,
    );
  if (isPassing(status))
    return classifyPassing({ status, headers: withDelay(headers, body) }, place.host, said, context);
  // Google answers a wrong key with 400.
  if (status === 401 || (status === 400 && /api key/i.test(message))) return reject(place.signIn);
  if (status === 403) return reject(place.notAllowed(`${context.model}${said}`));
  if (status === 404)
    return /model/i.test(message)
      ? reject(
          say`${place.host} does not know the model "${context.model}"${said}. Set ${context.variable} to one from https://ai.google.dev/gemini-api/docs/models`,
        )
      : reject(say`${place.host} does not answer like Gemini's API (404). Check GEMINI_BASE_URL`);
  if (status === 400) {
    if (context.hasTool && /tool|computer|function/i.test(message)) return { kind: 'tool' };
    if (context.hasEffort && /thinking/i.test(message)) return { kind: 'effort' };
    if (context.isStructured && /schema|response_?mime|json mode|constraint|too many states/i.test(message))
      return { kind: 'schema' };
    if (/token count.*exceeds|context/i.test(message)) {
      const detail = say`What the model was shown did not fit its context${said}. Try a smaller goal, or give the model a larger one.`;
      return { kind: 'final', stop: 'truncated', detail };
    }
  }
  if (status === 413) return reject(say`The request was too large for ${place.host}${said}. Try a smaller goal`);
  return reject(say`${place.host} did not accept the request (${status})${said}`);
}

/** Nobody is signed in; a token service that cannot be reached is an outage like any other. */
function isLackOfCredentials(error: Error): boolean {
  return (
    findCode(error) === '' && /credential|default credentials|ENOENT.*credentials|invalid_grant/i.test(error.message)
  );
}

function readFault(
  error: unknown,
): { readonly status: number; readonly headers: Headers; readonly body: unknown } | null {
  const own = apiErrorSchema.safeParse(error);
  if (own.success) return { status: own.data.status ?? 500, headers: own.data.headers, body: own.data.error };
  // Inside a stream the SDK throws an error of its own with the body as its message.
  const inStream = sdkError.safeParse(
    error instanceof Error ? { ...error, name: error.name, message: error.message } : null,
  );
  if (!inStream.success) return null;
  const { status, message } = inStream.data;
  return { status, headers: new Headers(), body: parse(message) };
}

/** Google says how long to wait in the body: "retryDelay": "12s". */
function withDelay(headers: Headers, body: unknown): Headers {
  const delay = retryInfo
    .safeParse(Array.isArray(body) ? body[0] : body)
    .data?.error.details.find((one) => one.retryDelay !== undefined);
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(delay?.retryDelay ?? '')?.[1];
  if (seconds === undefined || headers.has('retry-after')) return headers;
  const more = new Headers(headers);
  more.set('retry-after', seconds);
  return more;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
