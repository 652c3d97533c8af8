/** Builds the body of a Messages API call: the cached system part first, then the text, then the pictures. */
import type { ImageBlockParam, MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages';
import { type Call, systemText, toBase64 } from './provider.ts';

/** A token is never less than this much text; a prefix too short even so is not marked for the cache. */
const MIN_BYTES_PER_TOKEN = 2;

/**
 * One cache breakpoint, at the end of the system part. No sampling parameters, no tools, no prefill: current models answer them
 * with 400.
 */
export function buildBody(call: Call): MessageCreateParamsNonStreaming {
  const { request, facts, isStructured, maxTokens, model } = call;
  const { effort } = request;
  const system = systemText(call);
  const format = isStructured ? { format: { type: 'json_schema' as const, schema: { ...request.schema } } } : {};
  const config = { ...format, ...(effort !== undefined && facts.hasEffort ? { effort } : {}) };
  const isCacheable = Buffer.byteLength(system) >= facts.minCachedTokens * MIN_BYTES_PER_TOKEN;
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
