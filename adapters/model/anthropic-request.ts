/** Builds the body of a Messages API call: the cached system part first, then the text, then the pictures. */
import type { ImageBlockParam, MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages';
import type { ModelRequest } from '../../src/ports/model.ts';

export interface BodyOptions {
  readonly model: string;
  readonly maxTokens: number;
  /** False: the schema stands as text in the system part, for a model that refuses it as a grammar. */
  readonly isStructured: boolean;
}

/**
 * One cache breakpoint, at the end of the system part. No sampling parameters, no tools, no prefill: current models answer them
 * with 400. Lone surrogates (half an emoji from a cut title) would make the body invalid Unicode and are replaced.
 */
export function buildBody(request: ModelRequest, options: BodyOptions): MessageCreateParamsNonStreaming {
  const system = options.isStructured ? request.system : `${request.system}\n\n${describeSchema(request.schema)}`;
  return {
    model: options.model,
    max_tokens: options.maxTokens,
    system: [{ type: 'text', text: system.toWellFormed(), cache_control: { type: 'ephemeral' } }],
    messages: [
      {
        role: 'user',
        content: [{ type: 'text', text: request.text.toWellFormed() }, ...request.pictures.map(toImageBlock)],
      },
    ],
    ...(options.isStructured
      ? { output_config: { format: { type: 'json_schema', schema: { ...request.schema } } } }
      : {}),
  };
}

function describeSchema(schema: ModelRequest['schema']): string {
  return `Answer with one JSON object that fits this JSON Schema, and nothing around it:\n${JSON.stringify(schema)}`;
}

function toImageBlock(jpeg: Uint8Array): ImageBlockParam {
  const data = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength).toString('base64');
  return { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data } };
}
