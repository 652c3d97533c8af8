/** Says what a failed Messages API call means: try again, send the schema as text, or tell the person. */
import { z } from 'zod';
import type { ModelStop } from '../../src/ports/model.ts';

export interface FailureContext {
  readonly model: string;
  /** The variable that names this model: MODEL_MAIN or MODEL_FAST. */
  readonly variable: string;
  /** Where the call went, `api.anthropic.com`. */
  readonly host: string;
  readonly apiKey: string;
  /** Whether the call carried the schema as a grammar. */
  readonly isStructured: boolean;
  /** For Retry-After dates; milliseconds since 1970. */
  readonly now: number;
}

export type Failure =
  | { readonly kind: 'again'; readonly why: string; readonly waitMs: number | null }
  /** The schema was refused as a grammar. */
  | { readonly kind: 'schema' }
  | { readonly kind: 'final'; readonly stop: ModelStop; readonly detail: string }
  /** Not the provider's doing: a fault of our own. */
  | { readonly kind: 'surprise' };

/** The SDK's APIError, by shape: importing its class would load the SDK before it is needed. */
const apiErrorSchema = z.object({
  status: z.number(),
  headers: z.instanceof(Headers),
  type: z.string().nullish().catch(null),
  errorCode: z.string().nullish().catch(null),
  apiMessage: z.string().nullish().catch(null),
});
type ApiError = z.infer<typeof apiErrorSchema>;

/** 429s that no waiting helps against. */
const SPEND_LIMIT_CODES = ['enforced_spend_limit_reached', 'contract_spend_limit_reached'];

const NETWORK_ERRORS = ['APIConnectionError', 'APIConnectionTimeoutError', 'UnreadableAnswer', 'SyntaxError'];

export function classifyFailure(error: unknown, context: FailureContext): Failure {
  const api = apiErrorSchema.safeParse(error);
  if (api.success) return classifyStatus(api.data, context);
  if (!(error instanceof Error)) return { kind: 'surprise' };
  // undici reports a body that ends early as a TypeError with a cause; one without a cause is a fault of ours.
  const isBrokenBody = error.name === 'TypeError' && error.cause !== undefined;
  if (NETWORK_ERRORS.includes(error.name) || isBrokenBody) {
    return { kind: 'again', why: describeNetwork(error), waitMs: null };
  }
  return { kind: 'surprise' };
}

function classifyStatus(error: ApiError, context: FailureContext): Failure {
  const { status, headers } = error;
  const said = quoteMessage(error, context.apiKey);
  if (isOutOfMoney(error)) {
    return reject(
      `Anthropic says there is no credit left or a spend limit is reached${said}. Look at https://platform.claude.com/settings/billing`,
    );
  }
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    if (headers.get('x-should-retry') !== 'false') {
      return { kind: 'again', why: describeStatus(status), waitMs: readRetryAfter(headers, context.now) };
    }
    return {
      kind: 'final',
      stop: 'unavailable',
      detail: `Nothing came from ${context.host}: ${describeStatus(status)}${said}. Try again later.`,
    };
  }
  if (
    status === 400 &&
    context.isStructured &&
    /schema|grammar|structured|output_config|output_format/i.test(error.apiMessage ?? '')
  ) {
    return { kind: 'schema' };
  }
  switch (status) {
    case 401:
      return reject(
        `Anthropic does not accept the key in ANTHROPIC_API_KEY. Make a new one at https://platform.claude.com/settings/keys and set it in .env`,
      );
    case 403:
      return reject(
        `The key in ANTHROPIC_API_KEY may not use ${context.model}${said}. Check its workspace at https://platform.claude.com/settings/keys`,
      );
    case 404:
      return error.type === 'not_found_error'
        ? reject(
            `Anthropic does not know the model "${context.model}". Set ${context.variable} to one from https://platform.claude.com/docs/en/about-claude/models`,
          )
        : reject(`${context.host} does not answer like Anthropic's API (404). Check ANTHROPIC_BASE_URL`);
    case 413:
      return reject(`The request was too large for ${context.host}${said}. Try a smaller goal`);
    default:
      return reject(`${context.host} did not take the request (${status})${said}`);
  }
}

function reject(sentence: string): Failure {
  return { kind: 'final', stop: 'rejected', detail: `${sentence}.` };
}

function isOutOfMoney({ status, type, errorCode, apiMessage }: ApiError): boolean {
  if (status === 402 || type === 'billing_error') return true;
  if (SPEND_LIMIT_CODES.includes(errorCode ?? '')) return true;
  return status === 400 && /credit balance/i.test(apiMessage ?? '');
}

function describeStatus(status: number): string {
  if (status === 429) return 'too many requests with this key (429)';
  return status === 529 ? 'overloaded (529)' : `a fault of the server (${status})`;
}

function describeNetwork(error: Error): string {
  if (error.name === 'UnreadableAnswer' || error.name === 'SyntaxError') return 'something that is no answer came back';
  const code = findCode(error);
  return `it cannot be reached${code === '' ? '' : ` (${code})`}`;
}

/** ECONNREFUSED and its kind stand somewhere down the chain of causes. */
function findCode(error: Error): string {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') return current.code;
    current = current.cause;
  }
  return '';
}

/** The provider's own words, short, on one line, without the key. */
function quoteMessage({ apiMessage }: ApiError, apiKey: string): string {
  const text = (apiMessage ?? '').replaceAll(apiKey, '[key]').replace(/\s+/g, ' ').trim();
  return text === '' ? '' : ` ("${text.slice(0, 200)}")`;
}

/** Milliseconds; null when there is none or it makes no sense. Seconds or an HTTP date (RFC 9110, 10.2.3), or Anthropic's retry-after-ms. */
export function readRetryAfter(headers: Headers, now: number): number | null {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms) && ms > 0) return ms;
  const value = headers.get('retry-after')?.trim() ?? '';
  if (value === '') return null;
  const wait = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(wait) && wait > 0 ? wait : null;
}
