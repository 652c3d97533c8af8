/** Claude over the Messages API, wherever it is served: one mapping for Anthropic, Bedrock and Vertex. */
import type { Anthropic } from '@anthropic-ai/sdk';
import { readAnswer, readStream } from './messages-answer.ts';
import { classifyFailure, type Platform } from './messages-errors.ts';
import { buildBody } from './messages-request.ts';
import type { Failure, FailureContext, Provider } from './provider.ts';
import { countBySize } from './token-count.ts';

/** What all three SDKs offer. */
export interface MessagesClient {
  readonly messages: Pick<Anthropic['messages'], 'create'>;
}

export interface MessagesOptions {
  readonly platform: Platform;
  readonly fault: string | null;
  /** Loads the SDK, when first needed: it blocks for 150 ms and more. Retries and logs are ours. */
  readonly load: () => Promise<MessagesClient>;
  /** What a failure means that only this platform knows (credentials that cannot be found); null for the usual reading. */
  readonly classify?: (error: unknown, context: FailureContext) => Failure | null;
}

export function createMessagesProvider({ platform, fault, load, classify }: MessagesOptions): Provider {
  let client: Promise<MessagesClient> | null = null;
  return {
    host: platform.host,
    fault,
    async send(call, signal) {
      client ??= load();
      const { messages } = await client;
      const body = buildBody(call);
      call.noteUsage(countBySize(call, ''));
      if (call.request.onText === undefined) return readAnswer(await messages.create(body, { signal }));
      return readStream(await messages.create({ ...body, stream: true }, { signal }), call);
    },
    classify(error, context) {
      const known = classify?.(error, context) ?? null;
      // Credentials are looked for once a client: what a person has put in order since is found by the next one.
      if (known !== null) client = null;
      return known ?? classifyFailure(error, context, platform);
    },
  };
}
