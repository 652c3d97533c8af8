/** Claude at Anthropic itself. */
import type { Model } from '../../src/ports/model.ts';
import { say } from '../../src/words/say.ts';
import { type AskOptions, createProviderModel } from './ask-provider.ts';
import { findKeyFault } from './failures.ts';
import { createLimitedFetch } from './limited-fetch.ts';
import { createMessagesProvider, type MessagesClient } from './messages-provider.ts';

export interface AnthropicOptions extends AskOptions {
  readonly apiKey: string;
  /** null: the public API. */
  readonly baseUrl: string | null;
}

const PUBLIC_API = 'https://api.anthropic.com';

export function createAnthropicModel(options: AnthropicOptions): Model {
  const { apiKey } = options;
  const baseUrl = options.baseUrl ?? PUBLIC_API;
  const provider = createMessagesProvider({
    platform: {
      name: 'Anthropic',
      host: new URL(baseUrl).host,
      secrets: [apiKey],
      advice: {
        signIn: say`Anthropic does not accept the key in ANTHROPIC_API_KEY. Make a new one at https://platform.claude.com/settings/keys and set it in .env`,
        notAllowed: (what) =>
          say`The key in ANTHROPIC_API_KEY may not use ${what}. Check its workspace at https://platform.claude.com/settings/keys`,
        models: 'https://platform.claude.com/docs/en/about-claude/models',
        address: say`Check ANTHROPIC_BASE_URL`,
        billing: 'https://platform.claude.com/settings/billing',
      },
    },
    fault: findKeyFault('ANTHROPIC_API_KEY', apiKey),
    load: () => loadClient(apiKey, baseUrl),
  });
  return createProviderModel(provider, options);
}

/** The key is passed in, so that the SDK reads none from the environment. */
async function loadClient(apiKey: string, baseURL: string): Promise<MessagesClient> {
  const { Anthropic } = await import('@anthropic-ai/sdk');
  return new Anthropic({
    apiKey,
    baseURL,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    fetch: createLimitedFetch(),
  });
}
