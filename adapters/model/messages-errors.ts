/** Says what a failed Messages API call means: try again, send the schema as text, or tell the person. */
import { z } from 'zod';
import { say, type Text } from '../../src/words/say.ts';
import { apiErrorSchema, classifyNetwork, classifyPassing, isPassing, messageOf, quote, reject } from './failures.ts';
import type { Failure, FailureContext } from './provider.ts';

/** The words of a platform that serves Claude, for sentences that tell people what to do. */
export interface Platform {
  readonly host: string;
  /** Keys that no sentence may repeat. */
  readonly secrets: readonly string[];
  /** Parts of sentences for errors by status, without their full stop. */
  readonly advice: {
    /** On 401: what was not accepted, and what to do. */
    readonly signIn: Text;
    /** On 403: "The key in … may not use" before `what` (the model and the provider's words), and where to look. */
    readonly notAllowed: (what: Text) => Text;
    /** On 404 for a model: where model ids are listed. */
    readonly models: string;
    /** On 404 for anything else: the variable that holds the address. */
    readonly address: Text;
    /** Where credit is bought. */
    readonly billing: string;
  };
  readonly name: string;
}

/** Beside the fields of every API error, Anthropic's own: a code for spend limits. */
const codeSchema = z.object({ errorCode: z.string() });

/** Codes of 429 errors that waiting does not solve. */
const SPEND_LIMIT_CODES = ['enforced_spend_limit_reached', 'contract_spend_limit_reached'];

/** Errors that come inside a stream have no status; those of Anthropic and of AWS, as the status they stand for. */
const STATUS_OF_TYPE: Readonly<Record<string, number>> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  timeout_error: 408,
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  throttlingException: 429,
  modelTimeoutException: 408,
  serviceUnavailableException: 503,
  validationException: 400,
};

export function classifyFailure(error: unknown, context: FailureContext, platform: Platform): Failure {
  const api = apiErrorSchema.safeParse(error);
  if (!api.success) return classifyNetwork(error) ?? { kind: 'surprise' };
  const { headers, type, error: body } = api.data;
  const status = api.data.status ?? STATUS_OF_TYPE[type ?? ''] ?? 500;
  const message = messageOf(body);
  const said = quote(message, platform.secrets);
  const { advice, host, name } = platform;
  if (isOutOfMoney(status, type ?? '', message, error)) {
    return reject(
      say`${name} says there is no credit left or a spend limit is reached${said}. Look at ${advice.billing}`,
    );
  }
  if (isPassing(status)) return classifyPassing({ status, headers }, host, said, context);
  if (status === 400 && context.hasEffort && /effort/i.test(message)) return { kind: 'effort' };
  if (status === 400 && context.hasTool && /tool|computer|anthropic-beta/i.test(message)) return { kind: 'tool' };
  if (
    status === 400 &&
    context.isStructured &&
    /schema|grammar|structured|output_config|output_format/i.test(message)
  ) {
    return { kind: 'schema' };
  }
  switch (status) {
    case 401:
      return reject(advice.signIn);
    case 403:
      return reject(advice.notAllowed(`${context.model}${said}`));
    case 404:
      return isUnknownModel(type ?? '', message)
        ? reject(
            say`${name} does not know the model "${context.model}". Set ${context.variable} to one from ${advice.models}`,
          )
        : reject(say`${host} does not answer like ${name}'s API (404). ${advice.address}`);
    case 413:
      return reject(say`The request was too large for ${host}${said}. Try a smaller goal`);
    default:
      return reject(
        /model identifier|on-demand throughput/i.test(message)
          ? say`${name} does not serve "${context.model}" like this${said}. Set ${context.variable} to one from ${advice.models}`
          : say`${host} did not accept the request (${status})${said}`,
      );
  }
}

/** Anthropic names the type; AWS and Google say it in words. */
function isUnknownModel(type: string, message: string): boolean {
  return type === 'not_found_error' || /model/i.test(message);
}

function isOutOfMoney(status: number, type: string, message: string, error: unknown): boolean {
  if (status === 402 || type === 'billing_error') return true;
  const code = codeSchema.safeParse(error);
  if (code.success && SPEND_LIMIT_CODES.includes(code.data.errorCode)) return true;
  return status === 400 && /credit balance/i.test(message);
}
