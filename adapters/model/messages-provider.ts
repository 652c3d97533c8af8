/** Claude over the Messages API, wherever it is served: one mapping for Anthropic, Bedrock and Vertex. */
import type { Anthropic } from '@anthropic-ai/sdk';
import type { ImageBlockParam, MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages';
import type { Text } from '../../src/words/say.ts';
import { readAnswer, readStream } from './messages-answer.ts';
import { classifyFailure, type Platform } from './messages-errors.ts';
import { betasOf, type HostedQuestion, hostedTools, isHosted } from './messages-hosted.ts';
import { type HostedBody, sendHosted } from './messages-hosted-send.ts';
import { type Call, type Failure, type FailureContext, type Provider, systemText, toBase64 } from './provider.ts';
import { countBySize } from './token-count.ts';

/** The part of the client that all three SDKs have. */
export interface MessagesClient {
  readonly messages: Pick<Anthropic['messages'], 'create'>;
  /** For tools in beta, outside the general API. */
  readonly beta: { readonly messages: Pick<Anthropic['beta']['messages'], 'create'> };
}

export interface MessagesOptions {
  readonly platform: Platform;
  readonly fault: Text | null;
  /** Whether it is Bedrock: it lacks the newest tool and keeps the older ones. */
  readonly isBedrock?: boolean;
  /** Loads the SDK, when first needed: it blocks for 150 ms and more. Retries and logs are ours. */
  readonly load: () => Promise<MessagesClient>;
  /** Classifies failures that only this platform has (missing credentials); null: the common rules apply. */
  readonly classify?: (error: unknown, context: FailureContext) => Failure | null;
}

export function createMessagesProvider({ platform, fault, isBedrock, load, classify }: MessagesOptions): Provider {
  let client: Promise<MessagesClient> | null = null;
  return {
    host: platform.host,
    fault,
    toolFor: ({ tools }) => (isBedrock === true ? tools.bedrock : tools.own) ?? null,
    async send(call, signal) {
      client ??= load();
      const { messages, beta } = await client;
      if (isHosted(call)) return sendHosted(beta.messages, call, hostedBody(call), signal);
      const body = buildBody(call);
      call.noteUsage(countBySize(call, ''));
      if (call.request.onText === undefined) return readAnswer(await messages.create(body, { signal }));
      return readStream(await messages.create({ ...body, stream: true }, { signal }), call);
    },
    classify(error, context) {
      const known = classify?.(error, context) ?? null;
      // The SDK looks for credentials once per client, so after a final failure the next call gets a new one.
      if (known !== null) client = null;
      return known ?? classifyFailure(error, context, platform);
    },
  };
}

/** The body of `buildBody`, with the tools in front of its system part. */
function hostedBody(call: HostedQuestion): HostedBody {
  const { model, max_tokens, system, messages } = buildBody({ ...call, isStructured: true });
  const betas = betasOf(call);
  return {
    model,
    max_tokens,
    ...(system === undefined ? {} : { system }),
    messages,
    tools: hostedTools(call),
    ...(betas.length === 0 ? {} : { betas }),
    ...(call.effort === null ? {} : { output_config: { effort: call.effort } }),
  };
}

/** A token is never less than this much text; a prefix too short even so is not marked for the cache. */
const MIN_BYTES_PER_TOKEN = 2;

/**
 * One cache breakpoint, at the end of the system part. No sampling parameters, no tools, no prefill: current models answer them
 * with 400.
 */
function buildBody(call: Call): MessageCreateParamsNonStreaming {
  const { effort, request, facts, isStructured, maxTokens, model } = call;
  const system = systemText(call);
  const format = isStructured ? { format: { type: 'json_schema' as const, schema: { ...request.schema } } } : {};
  const config = { ...format, ...(effort === null ? {} : { effort }) };
  const isCacheable = Buffer.byteLength(system) >= facts.caching.minTokens * MIN_BYTES_PER_TOKEN;
  return {
    model,
    max_tokens: maxTokens,
    system: [{ type: 'text', text: system, ...(isCacheable ? { cache_control: { type: 'ephemeral' } } : {}) }],
    messages: [
      {
        role: 'user',
        content: [{ type: 'text', text: request.text.toWellFormed() }, ...request.pictures.map(toImageBlock)],
      },
    ],
    ...(Object.keys(config).length > 0 ? { output_config: config } : {}),
  };
}

function toImageBlock(jpeg: Uint8Array): ImageBlockParam {
  return { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: toBase64(jpeg) } };
}
