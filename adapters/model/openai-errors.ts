/** Says what a failed call to OpenAI, or to a server that speaks its API, means. */
import { z } from 'zod';
import { say } from '../../src/words/say.ts';
import { apiErrorSchema, classifyNetwork, classifyPassing, isPassing, messageOf, quote, reject } from './failures.ts';
import { FailedAnswer } from './openai-responses.ts';
import { describeRefusal, type Failure, type FailureContext } from './provider.ts';

export interface OpenAiServer {
  readonly host: string;
  /** Whether it is a server of the person's own, or a gateway, and not OpenAI. */
  readonly isOwn: boolean;
  /** null: no key is sent. */
  readonly apiKey: string | null;
}

/** Codes that waiting does not solve, though their status is 429. */
const MONEY_CODES = ['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active'];
const REFUSAL_CODES = [
  'content_filter',
  'content_policy_violation',
  'bio_policy',
  'misalignment_policy_violation',
  'image_content_policy_violation',
];
/** Failures that are told inside an answer have no status; what each stands for. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  rate_limit_exceeded: 429,
  invalid_prompt: 400,
  context_length_exceeded: 400,
  invalid_image: 400,
  invalid_image_format: 400,
  invalid_base64_image: 400,
  image_too_large: 400,
  image_parse_error: 400,
  model_not_found: 404,
};

const codeSchema = z.object({ code: z.string() });

interface Fault {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers: Headers;
}

export function classifyOpenAi(error: unknown, context: FailureContext, server: OpenAiServer): Failure {
  const fault = readFault(error);
  if (fault === null) return classifyNetwork(error) ?? { kind: 'surprise' };
  const { status, code, message, headers } = fault;
  const said = quote(message, server.apiKey === null ? [] : [server.apiKey]);
  if (status === 402 || MONEY_CODES.includes(code)) {
    return reject(
      say`${server.host} says there is no credit left or a spend limit is reached${said}. Look at https://platform.openai.com/settings/organization/billing`,
    );
  }
  if (REFUSAL_CODES.includes(code)) return { kind: 'final', stop: 'refused', detail: describeRefusal(message) };
  if (isPassing(status) && status !== 501) return classifyPassing({ status, headers }, server.host, said, context);
  return classifyRefused(fault, said, context, server);
}

function classifyRefused(fault: Fault, said: string, context: FailureContext, server: OpenAiServer): Failure {
  const { status, code, message } = fault;
  const { host, isOwn } = server;
  if (code === 'context_length_exceeded' || /context (?:length|size|window)|too many tokens/i.test(message)) {
    const detail = say`What the model was shown did not fit its context${said}. Try a smaller goal, or give the model a larger one.`;
    return { kind: 'final', stop: 'truncated', detail };
  }
  if (context.hasEffort && [400, 422].includes(status) && /effort|reasoning/i.test(message)) return { kind: 'effort' };
  const isAboutSchema = /schema|response_format|text\.format|grammar|structured|json mode/i.test(message);
  if (context.isStructured && [400, 422, 501].includes(status) && isAboutSchema) return { kind: 'schema' };
  if (status === 401) {
    return reject(
      server.apiKey === null
        ? say`${host} wants a key. Set OPENAI_API_KEY in .env`
        : isOwn
          ? say`${host} does not accept the key in OPENAI_API_KEY. Set the one it wants in .env`
          : say`${host} does not accept the key in OPENAI_API_KEY. Make a new one at https://platform.openai.com/api-keys and set it in .env`,
    );
  }
  if (status === 403) return reject(say`The key in OPENAI_API_KEY may not use ${context.model}${said}`);
  if (status === 404 || status === 405) {
    if (code === 'model_not_found' || /model/i.test(message)) {
      const unknown = say`${host} does not know the model "${context.model}"${said}.`;
      return reject(
        isOwn
          ? say`${unknown} Set ${context.variable} to one that this server has`
          : say`${unknown} Set ${context.variable} to one from https://platform.openai.com/docs/models`,
      );
    }
    return reject(
      say`${host} does not answer like OpenAI's API (${status}). Check OPENAI_BASE_URL; most addresses end in /v1`,
    );
  }
  if (status === 413) return reject(say`The request was too large for ${host}${said}. Try a smaller goal`);
  if (/image|vision|multimodal|mmproj/i.test(message)) {
    return reject(
      say`${context.model} cannot look at the picture${said}. Set ${context.variable} to a model that sees pictures`,
    );
  }
  return reject(say`${host} did not accept the request (${status})${said}`);
}

function readFault(error: unknown): Fault | null {
  if (error instanceof FailedAnswer) {
    const { code, message } = error;
    return { status: STATUS_OF_CODE[code] ?? 500, code, message, headers: new Headers() };
  }
  const api = apiErrorSchema.safeParse(error);
  if (!api.success) return null;
  const named = codeSchema.safeParse(error);
  const code = named.success ? named.data.code : (api.data.type ?? '');
  const status = api.data.status ?? STATUS_OF_CODE[code] ?? 500;
  return { status, code, message: messageOf(api.data.error), headers: api.data.headers };
}

/** Whether a server of one's own answered that it has no such address. */
export function isMissing(error: unknown): boolean {
  const fault = readFault(error);
  return fault !== null && [404, 405, 501].includes(fault.status) && fault.code !== 'model_not_found';
}
