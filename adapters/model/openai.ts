/** OpenAI, and every server that speaks its API: Ollama, LM Studio, vLLM, gateways. The SDK is loaded when first needed. */
import type { OpenAI } from 'openai';
import type { Model } from '../../src/ports/model.ts';
import { type AskOptions, createProviderModel } from './ask-provider.ts';
import { findKeyFault } from './failures.ts';
import { createLimitedFetch } from './limited-fetch.ts';
import { buildChatBody, readCompletion, readCompletionStream } from './openai-chat.ts';
import { classifyOpenAi, isMissing, type OpenAiServer } from './openai-errors.ts';
import { buildResponsesBody, readResponse, readResponseStream } from './openai-responses.ts';
import { type Answer, type Call, type Provider, UnreadableAnswer } from './provider.ts';
import { fromStrict } from './strict-schema.ts';
import { countBySize } from './token-count.ts';

export interface OpenAiOptions extends AskOptions {
  /** null: a server that wants none. */
  readonly apiKey: string | null;
  /** null: the public API. Ends in `/v1` nearly everywhere. */
  readonly baseUrl: string | null;
}

const PUBLIC_API = 'https://api.openai.com/v1';

export function createOpenAiModel(options: OpenAiOptions): Model {
  const { apiKey } = options;
  const baseUrl = options.baseUrl ?? PUBLIC_API;
  const { host } = new URL(baseUrl);
  const server: OpenAiServer = { host, apiKey, isOwn: host !== new URL(PUBLIC_API).host };
  return createProviderModel(createProvider(server, baseUrl), options);
}

function createProvider(server: OpenAiServer, baseUrl: string): Provider {
  let client: Promise<OpenAI> | null = null;
  /** Which API the server has: known once it has answered. OpenAI itself has both. */
  let api: 'responses' | 'chat' | 'unknown' = server.isOwn ? 'unknown' : 'responses';
  return {
    host: server.host,
    fault: server.apiKey === null ? null : findKeyFault('OPENAI_API_KEY', server.apiKey),
    async send(call, signal) {
      client ??= loadClient(server.apiKey, baseUrl);
      const sdk = await client;
      if (api === 'chat') return tidy(await askChat(sdk, call, signal), call);
      if (api === 'responses') return tidy(await askResponses(sdk, call, signal), call);
      try {
        const answer = await askResponses(sdk, call, signal);
        api = 'responses';
        return tidy(answer, call);
      } catch (error) {
        // Some servers say 404, some answer 200 with a page or an error of their own.
        if (signal.aborted || !(isMissing(error) || error instanceof UnreadableAnswer)) throw error;
      }
      const answer = await askChat(sdk, call, signal);
      api = 'chat';
      return tidy(answer, call);
    },
    classify: (error, context) => classifyOpenAi(error, context, server),
  };
}

function tidy(answer: Answer, { isStructured, request }: Call): Answer {
  return isStructured ? { ...answer, text: fromStrict(request.schema, answer.text) } : answer;
}

async function askResponses({ responses }: OpenAI, call: Call, signal: AbortSignal): Promise<Answer> {
  const body = buildResponsesBody(call);
  call.noteUsage(countBySize(call, ''));
  if (call.request.onText === undefined) return readResponse(await readJson(responses.create(body, { signal })), call);
  return readResponseStream(await responses.create({ ...body, stream: true }, { signal }), call);
}

async function askChat({ chat }: OpenAI, call: Call, signal: AbortSignal): Promise<Answer> {
  const { completions } = chat;
  const body = buildChatBody(call);
  call.noteUsage(countBySize(call, ''));
  if (call.request.onText === undefined)
    return readCompletion(await readJson(completions.create(body, { signal })), call);
  const stream = { stream: true, stream_options: { include_usage: true } } as const;
  return readCompletionStream(await completions.create({ ...body, ...stream }, { signal }), call);
}

/** The SDK's own reading of an answer breaks on what is no object: a proxy's page. */
async function readJson(sent: { asResponse(): Promise<Response> }): Promise<unknown> {
  const response = await sent.asResponse();
  return response.json();
}

/** Key and address are handed over, so the SDK takes none from the environment; retries and logs are ours. */
async function loadClient(apiKey: string | null, baseURL: string): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    apiKey: apiKey ?? 'none',
    baseURL,
    maxRetries: 0,
    logLevel: 'off',
    fetch: createLimitedFetch(),
    ...(apiKey === null ? { defaultHeaders: { authorization: null } } : {}),
  });
}
